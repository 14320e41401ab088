package effect

import (
	"strings"
	"testing"
)

func TestRows(t *testing.T) {
	for _, one := range []struct {
		name   string
		waits  bool
		writes bool
		stores bool
	}{
		{"printf", false, false, false},
		{"sinf", false, false, false},
		{"sincosf", false, false, true},
		{"surf2Dread", false, false, true},
		{"strcpy", false, true, false},
		{"cudaMalloc", false, true, false},
		{"__vaddus4", false, false, false},
	} {
		row, stores, found := OfFunction(one.name)
		if !found || row.Waits != one.waits || row.Writes.Has(0) != one.writes || stores != one.stores {
			t.Errorf("%s: %+v, stores %t, found %t", one.name, row, stores, found)
		}
	}
	if _, _, found := OfFunction("nobodyKnows"); found {
		t.Error("a row of a name that is in no entry")
	}
}

func TestInstructionsByTheirLongestName(t *testing.T) {
	for name, waits := range map[string]bool{
		"mbarrier.arrive.shared.b64": false, "mbarrier.try_wait.parity.shared.b64": true,
		"tcgen05.mma.cta_group::1": false, "tcgen05.alloc.cta_group::1": true, "prefetch.global.L1": false,
	} {
		if row, found := OfInstruction(strings.Split(name, ".")); !found || row.Waits != waits {
			t.Errorf("%s: %+v, found %t", name, row, found)
		}
	}
}

// TestNamesStandOnce: no name is in two entries, because the later entry would replace the earlier one.
func TestNamesStandOnce(t *testing.T) {
	for _, table := range [][]entry{functions, instructions} {
		seen := map[string]bool{}
		for _, e := range table {
			for _, name := range strings.Fields(e.names) {
				if seen[name] {
					t.Errorf("%s stands twice", name)
				}
				seen[name] = true
			}
		}
	}
}

func TestOperandsBeyondThoseToldApart(t *testing.T) {
	if All.Has(40) != true || First.Has(40) || First.Has(1) || !Anywhere.Has(3) {
		t.Error("which operands are in a set")
	}
}
