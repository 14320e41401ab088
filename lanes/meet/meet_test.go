package meet_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/internal/tracetest"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

const low, high = warp.Lanes(0x0000ffff), warp.Lanes(0xffff0000)

// meetings returns the meetings of statements in a block of one warp.
func meetings(t *testing.T, statements string) *meet.Meetings {
	m := meet.Of(tracetest.Collectives(t, statements, warp.Shape{warp.Size, 1, 1}))
	m.Relate()
	return m
}

// some returns the lanes for which holds is true in some execution.
func some(m *meet.Meetings, holds func(lane int) *term.Term) (set warp.Lanes) {
	for l := range warp.Size {
		if answer, _ := m.Trace.Prover.Satisfiable(m.Trace.Terms.And(m.Premise(), m.Trace.Prover.Unknowns.Unbroken(holds(l)))); answer != smt.No {
			set |= 1 << l
		}
	}
	return set
}

// TestRendezvous checks who has exited, who is elsewhere, and who is named in vain at the n-th collective.
func TestRendezvous(t *testing.T) {
	for _, c := range []struct {
		about, statements         string
		event                     int
		exited, elsewhere, inVain warp.Lanes
	}{
		{"all come", `__syncwarp(~0u);`, 0, 0, 0, 0},
		{"one side of a branch", `if (lane < 16) __syncwarp(~0u);`, 0, 0, high, high},
		{"others have exited", `if (lane >= 16) return; __syncwarp(~0u);`, 0, high, 0, high},
		{"others exit behind it", `if (lane < 16) __syncwarp(~0u); else return;`, 0, high, 0, high},
		{"on its way out the other side meets it", `if (lane < 16) __syncwarp(~0u); else { __syncwarp(~0u); return; }`, 1, 0, high, 0},
		{"both sides", `if (lane < 16) __syncwarp(~0u); else __syncwarp(~0u);`, 0, 0, high, 0},
		{"sides with unlike masks", `if (lane < 16) __syncwarp(~0u); else __syncwarp(0xffff0000);`, 0, 0, high, high},
		{"sides of unlike classes", `if (lane < 16) __syncwarp(~0u); else d[0] = __ballot_sync(~0u, n);`, 0, 0, high, high},
		{"the second of one side", `if (lane < 16) { __syncwarp(~0u); __syncwarp(~0u); } else __syncwarp(~0u);`, 1, 0, high, high},
		{"the first of two meets the only one", `if (lane < 16) { __syncwarp(~0u); __syncwarp(~0u); } else __syncwarp(~0u);`, 0, 0, high, 0},
		{"behind one of its own side alone", `if (lane < 16) { __syncwarp(0xffff); __syncwarp(~0u); } else __syncwarp(~0u);`, 1, 0, high, 0},
		{"sides with two masks of halves", `if (lane < 16) __syncwarp(0xffff); else __syncwarp(0xffff0000);`, 0, 0, high, 0},
		{"sides that name each other in part", `if (lane < 16) __syncwarp(0xff0000ff); else __syncwarp(0xffff0000);`, 0, 0, high, 0xff000000},
		{"an argument says who exits", `if (lane < n) return; __syncwarp(~0u);`, 0, warp.All, 0, warp.All &^ (1 << 31)},
		{"some exit in a loop before", `for (int i = 0; i < n; i++) if (d[i] == lane) return; __syncwarp(~0u);`, 0, warp.All, 0, warp.All},
		{"some exit in a loop behind", `__syncwarp(~0u); for (int i = 0; i < n; i++) if (d[i] == lane) return;`, 0, 0, 0, 0},
		{"twice on one side and in a loop on the other", `if (lane < 16) for (int i = 0; i < 2; i++) __syncwarp(~0u); else { __syncwarp(~0u); __syncwarp(~0u); }`, 1, 0, high, 0},
		{"barriers of the block never meet", `if (lane < 16) __syncthreads(); else __syncthreads();`, 0, 0, high, 0},
	} {
		m := meetings(t, c.statements)
		p := m.All()[c.event]
		inVain := func(o int) *term.Term {
			return m.Trace.Terms.And(m.Trace.Terms.Not(p.Event.Guard.At(o)), p.NamedInVain(o))
		}
		for what, got := range map[string][2]warp.Lanes{
			"exited":        {some(m, p.Exited), c.exited},
			"elsewhere":     {some(m, p.Elsewhere), c.elsewhere},
			"named in vain": {some(m, inVain), c.inVain},
		} {
			if got[0] != got[1] {
				t.Errorf("%s: %s are lanes %v, want %v", c.about, what, got[0], got[1])
			}
		}
	}
}
