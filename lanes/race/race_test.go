package race_test

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/internal/tracetest"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/warp"
)

// TestWhoRaces checks which lanes race with an earlier access of another lane, in a block of one warp.
func TestWhoRaces(t *testing.T) {
	const none, low, high = warp.Lanes(0), warp.Lanes(0x0000ffff), warp.Lanes(0xffff0000)
	for _, c := range []struct {
		about, statements string
		lanes             warp.Lanes
	}{
		{"each lane its own", `s[lane] = n; d[lane] = s[lane];`, none},
		{"its neighbour's", `s[lane] = n; d[lane] = s[lane ^ 1];`, warp.All},
		{"behind a barrier", `s[lane] = n; __syncwarp(~0u); d[lane] = s[lane ^ 1];`, none},
		{"behind a barrier of the block", `s[lane] = n; __syncthreads(); d[lane] = s[lane ^ 1];`, none},
		{"behind a barrier of a half", `s[lane] = n; if (lane < 16) __syncwarp(0xffff); d[lane] = s[lane ^ 1];`, high},
		{"from the other half", `s[lane] = n; __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u); d[lane] = s[lane ^ 16];`, warp.All},
		{"by way of a third lane", `s[lane] = n;
			if (lane < 16) __syncwarp(0xffff);
			if (lane >= 8 && lane < 24) __syncwarp(0xffff00);
			if (lane >= 16 && lane < 24) d[lane] = s[0];`, none},
		{"one writes and all read", `if (lane == 3) s[0] = n; d[lane] = s[0];`, warp.All &^ (1 << 3)},
		{"all read", `d[lane] = s[0] + s[1];`, none},
		{"one value by all", `s[0] = 7; s[0] = 7;`, none},
		{"half of a pair", `if (lane < 16) s[lane] = n; else s[lane - 16] = n + 1;`, high},
		{"into the next iteration", `for (int i = 0; i < n; i++) { s[lane] = i; __syncwarp(~0u); d[i] = s[lane ^ 1]; }`, warp.All},
		{"behind two barriers of halves", `s[lane] = n; if (lane < 16) __syncwarp(0xffff); else __syncwarp(0xffff0000); d[lane] = s[lane ^ 1];`, none},
		{"behind barriers that halves meet at", `s[lane] = n; if (lane < 16) __syncwarp(~0u); else __syncwarp(~0u); d[lane] = s[lane ^ 16];`, none},
		{"behind barriers of halves that name themselves", `s[lane] = n; if (lane < 16) __syncwarp(0xffff); else __syncwarp(0xffff0000); d[lane] = s[lane ^ 16];`, warp.All},
		{"a side that has none", `s[lane] = n; if (lane < 16) __syncwarp(0xffff); d[lane] = s[lane < 16 ? lane ^ 1 : lane];`, none},
		{"two apart", `s[lane] = n; d[lane] = s[lane + 2];`, warp.Lanes(0x3fffffff)},
		{"two apart of some", `if (lane % 4 == 0) s[lane] = n; d[lane] = s[(lane + 2) & 31];`, warp.Lanes(0x44444444)},
		{"of each iteration its own place", `for (int i = 0; i < n; i++) { if (lane == 0) s[i & 63] = n; d[lane] = s[(i + 1) & 63]; __syncwarp(~0u); }`, none},
		{"the place of the iteration before", `for (int i = 0; i < n; i++) { if (lane == 0) s[i & 63] = n; d[lane] = s[(i - 1) & 63]; }`, warp.All &^ 1},
		{"read and written at once", `s[lane] = s[lane ^ 1];`, warp.All},
		{"read before, behind a barrier written", `int v = s[lane ^ 1]; __syncwarp(~0u); s[lane] = v;`, none},
		{"parted iterations", `for (int i = 0; i < n; i++) { s[lane] = i; __syncwarp(~0u); d[i] = s[lane ^ 1]; __syncwarp(~0u); }`, none},
	} {
		var got warp.Lanes
		if tr := tracetest.Accesses(t, "__shared__ int s[64];\n"+c.statements, warp.Shape{warp.Size, 1, 1}); tr != nil {
			m := meet.Of(tr)
			m.Relate()
			for found := range race.Of(m).Candidates() {
				for l, races := range found.Lanes().List() {
					if answer, _ := m.Trace.Prover.Satisfiable(m.Trace.Terms.And(m.Premise(), races)); answer != smt.No {
						got |= 1 << l
					}
				}
			}
		}
		if got != c.lanes {
			t.Errorf("%s: lanes %v race, want %v", c.about, got, c.lanes)
		}
	}
}

// TestRaceInExecution: the description of a race fits an execution that has it.
func TestRaceInExecution(t *testing.T) {
	m := meet.Of(tracetest.Accesses(t, `__shared__ int s[64]; s[2 * lane] = n; if (lane == 5) d[0] = s[8];`, warp.Shape{warp.Size, 1, 1}))
	m.Relate()
	list := slices.Collect(race.Of(m).Candidates())
	if len(list) != 1 {
		t.Fatalf("%d accesses may race, want 1", len(list))
	}
	answer, found := m.Example(m.Trace.Terms.And(m.Premise(), list[0].Lanes().At(5)))
	if answer != smt.Yes {
		t.Fatal("lane 5 does not race")
	}
	if r, happens := list[0].In(found); !happens || r.Lane != 5 || r.Other != 4 || r.Element != "s[8]" {
		t.Errorf("%+v, %t", r, happens)
	}
}

// TestOneOfSeveral: if an access touches an unknown one of several shared variables, it is open whether lanes race,
// unless barriers order the accesses.
func TestOneOfSeveral(t *testing.T) {
	for _, c := range []struct {
		about, statements string
		open              bool
	}{
		{"unordered", `for (int k = 0; k < n; k++) { next[lane] = now[lane ^ 1]; if (d[k]) { int *t = now; now = next; next = t; } }`, true},
		{"ordered", `for (int k = 0; k < n; k++) {
			int v = now[lane ^ 1];
			__syncwarp(~0u);
			next[lane] = v;
			__syncwarp(~0u);
			if (d[k]) { int *t = now; now = next; next = t; }
		}`, false},
		{"behind the loop", `for (int k = 0; k < n; k++) if (d[k]) { int *t = now; now = next; next = t; }
			other[lane] = 1;
			__syncwarp(~0u);
			now[lane] = n;
			d[lane] = other[lane ^ 1];`, false},
	} {
		m := meet.Of(tracetest.Accesses(t, "__shared__ int a[32], b[32], other[32];\nint *now = a; int *next = b;\n"+c.statements, warp.Shape{warp.Size, 1, 1}))
		m.Relate()
		open := false
		for found := range race.Of(m).Candidates() {
			open = open || found.Open
		}
		if open != c.open {
			t.Errorf("%s: open is %v, want %v", c.about, open, c.open)
		}
	}
}
