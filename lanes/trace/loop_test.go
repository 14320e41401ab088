package trace_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// TestComputed: the launch, memory that nothing in the loop writes, and all terms from before the loop are the same in
// all iterations. Other unknowns are not fixed if the loop computes them.
func TestComputed(t *testing.T) {
	table := term.NewTable()
	before := table.Unknown("before", 32, nil)
	s := &trace.Loop{Mark: before.ID + 1, Age: 7}
	read := func(version uint64) *term.Term {
		return table.Opaque("read", 32, memory.Origin{Object: "d", Size: 4}, table.Const(32, version))
	}
	changing := table.Unknown("changing", 32, nil)
	for _, c := range []struct {
		name     string
		x        *term.Term
		computes bool
	}{
		{"a term of before", before, false},
		{"a number", table.Const(32, 12345), false},
		{"a sum, whose parts are asked", table.Add(changing, table.Const(32, 1)), false},
		{"an argument", table.Unknown("n", 32, memory.ArgOrigin{Name: "n"}), false},
		{"the address in an argument", table.Unknown("d", 64, memory.AddressOrigin{Name: "d"}), false},
		{"the number of the block", table.Unknown("block", 32, grid.Origin{Reg: cfg.SpecialReg(0)}), false},
		{"memory of long before", read(3), false},
		{"memory as the loop finds it", read(7), false},
		{"memory after a store in the loop", read(8), true},
		{"an unknown of an iteration", changing, true},
		{"the result of an atomic", table.Unknown("atomic", 32, memory.ResultOrigin{Operation: "atomic"}), true},
	} {
		if s.Computes(c.x) != c.computes {
			t.Errorf("%s: computed %t", c.name, !c.computes)
		}
		if c.computes && s.IsFixed(c.x) {
			t.Errorf("%s is fixed, and computed", c.name)
		}
	}
}
