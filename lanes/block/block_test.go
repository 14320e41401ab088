package block_test

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/tracetest"
	"github.com/warpcheck/warpcheck/lanes/block"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/meet"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// barrierOf returns the first barrier of statements in a block of some warps.
func barrierOf(t *testing.T, statements string, warps int) (*meet.Meetings, *block.Barrier) {
	m := meet.Of(tracetest.Collectives(t, "int w = threadIdx.x / 32;\n"+statements, warp.Shape{warps * warp.Size, 1, 1}))
	m.Relate()
	return m, block.Of(m).Barrier(m.All()[0])
}

// TestOtherWarpAway checks whether lanes of another warp may stay away from the first barrier, and whether some surely
// do.
func TestOtherWarpAway(t *testing.T) {
	for _, c := range []struct {
		about, statements string
		may, surely       bool
	}{
		{"all come", `__syncthreads();`, false, false},
		{"the first warp", `if (w == 0) __syncthreads();`, true, true},
		{"by an argument", `if (n > 3) __syncthreads();`, false, false},
		{"by the warp and an argument", `if (w < n) __syncthreads();`, true, false},
		{"by what each warp loads", `if (d[w]) __syncthreads();`, true, false},
		{"by what all load", `if (d[0]) __syncthreads();`, false, false},
		{"all but the first warp", `if (w > 0) __syncthreads();`, true, true},
		{"a lane of each warp", `if (lane == 0) __syncthreads();`, false, false},
		{"a lane of one warp", `if (threadIdx.x == 40) __syncthreads();`, true, true},
		{"on two sides", `if (w == 0) __syncthreads(); else __syncthreads();`, true, true},
		{"by what an argument makes of the warp", `if ((w ^ n) == 0) __syncthreads();`, true, true},
		{"by an argument for one warp", `if (w == 0 || n > 3) __syncthreads();`, true, false},
		{"the other trapped", `if (w > 0) __trap(); __syncthreads();`, false, false},
		{"the other may have exited", `if (w > n) return; __syncthreads();`, false, false},
		{"by what was stored for all", `__shared__ int m; if (threadIdx.x == 0) m = n; __syncthreads(); if (m > 2) __syncthreads();`, false, false},
		{"others have exited", `if (w > 0) return; __syncthreads();`, false, false},
		{"as often as an argument says", `for (int i = 0; i < n; i++) __syncthreads();`, false, false},
		{"as often as a warp loads", `for (int p = d[w]; p > 0; p = d[p]) __syncthreads();`, true, false},
		{"what the last iteration of a loop of all loads", `int p = 1; for (int i = 0; i < n; i++) p = d[i]; if (p) __syncthreads();`, false, false},
		{"what the last iteration of a loop of a warp loads", `int p = 1; for (int i = 0; i < d[w]; i++) p = d[i]; if (p) __syncthreads();`, true, false},
		{"what a warp leaves a loop with", `int p = 1, i = 0; while (p != w) { p = d[i]; i++; } if (p) __syncthreads();`, true, false},
		{"what a warp leaves a loop with, read again", `int i = 0; while (d[i] > w) i++; if (d[i]) __syncthreads();`, true, false},
		{"what a warp reads at last", `int p; do { d[1] = n; p = d[0]; } while (p > w); if (p) __syncthreads();`, true, false},
		{"what a warp reads before it leaves", `int p = 0; for (int i = 0; i < d[w]; i++) { d[i + 9] = p; p = d[3]; } if (p) __syncthreads();`, true, false},
		{"how often a warp was in a loop", `int i = 0; while (d[i] > w) i++; if (i > 3) __syncthreads();`, true, false},
		{"how often all were in a loop", `int i = 0; while (d[i] > n) i++; if (i > 3) __syncthreads();`, false, false},
		{"what all load within", `for (int i = 0; i < n; i++) if (d[i]) __syncthreads();`, false, false},
	} {
		m, b := barrierOf(t, c.statements, 2)
		may, surely := false, false
		if away := b.OtherWarpAway(); away != nil {
			answer, _ := m.Trace.Prover.Satisfiable(m.Trace.Terms.And(m.Premise(), m.Trace.Terms.Or(away.Lanes.List()...)))
			may = answer != smt.No
			surely = may && b.Meeting.Cannot(m.Trace.Terms.Not(m.Trace.Terms.Or(away.Sure.List()...)))
		}
		if may != c.may || surely != c.surely {
			t.Errorf("%s: may stay away: %t, want %t; surely: %t, want %t", c.about, may, c.may, surely, c.surely)
		}
	}
}

// TestReadInLoop: warps may leave a loop in different iterations. Then the value that each warp reads in its last
// iteration, behind a barrier of the block, may differ between warps. So some warps may stay away from a barrier that
// depends on the value.
func TestReadInLoop(t *testing.T) {
	for statements, may := range map[string]bool{
		`int p; do { __syncwarp(~0u); p = d[0]; } while (p > w); if (p) __syncthreads();`: false, // all warps read one value between two barriers
		`int p; do { __syncthreads(); p = d[0]; } while (p > w); if (p) __syncthreads();`: true,
		`int p; do { __syncthreads(); p = d[0]; } while (p > n); if (p) __syncthreads();`: false,
	} {
		m, _ := barrierOf(t, statements, 2)
		all := m.All()
		b, found := block.Of(m).Barrier(all[len(all)-1]), false
		if away := b.OtherWarpAway(); away != nil {
			answer, _ := m.Trace.Prover.Satisfiable(m.Trace.Terms.And(m.Premise(), m.Trace.Terms.Or(away.Lanes.List()...)))
			found = answer != smt.No
		}
		if found != may {
			t.Errorf("%s: may stay away: %t, want %t", statements, found, may)
		}
	}
}

// TestWhichWarpIsAway checks which other warp an execution shows, and its lanes.
func TestWhichWarpIsAway(t *testing.T) {
	m, b := barrierOf(t, `if (w != 2) __syncthreads();`, 4)
	away := b.OtherWarpAway()
	answer, found := m.Example(m.Trace.Terms.And(m.Premise(), m.Trace.Terms.Or(away.Lanes.List()...)))
	if answer != smt.Yes {
		t.Fatal("no warp stays away")
	}
	if index, other, lanes := away.In(found); index != 2 || other != nil || lanes != warp.All {
		t.Errorf("lanes %v of warp %d, block %v, want all of warp 2", lanes, index, other)
	}
}

// TestInWholeBlock checks the fault at the first barrier with a number of threads, and whether it is proved for all
// executions.
func TestInWholeBlock(t *testing.T) {
	for _, c := range []struct {
		about, statements string
		warps             int
		want              detail.Detail
		always            bool
	}{
		{"just as many come", `__barrier_sync_count(1, 64);`, 2, nil, false},
		{"in two orders", `if (w == 0) { __barrier_sync_count(1, 64); __barrier_sync_count(2, 64); }
			else { __barrier_sync_count(2, 64); __barrier_sync_count(1, 64); }`, 2, detail.Stuck{Awaited: 64, Arriving: 32}, true},
		{"in two orders for some", `if (w == 0 || n > 3) { __barrier_sync_count(1, 64); __barrier_sync_count(2, 64); }
			else { __barrier_sync_count(2, 64); __barrier_sync_count(1, 64); }`, 2, detail.Stuck{Awaited: 64, Arriving: 32}, false},
		{"for unlike numbers", `if (w == 0) __barrier_sync_count(1, 64); else __barrier_sync_count(1, 96);`, 3,
			detail.UnequalThreads{Awaited: 64, Others: 96}, true},
		{"more than a round", `__barrier_sync_count(1, 64);`, 3, detail.Stuck{Awaited: 64, Arriving: 32}, true},
		{"one comes again", `__barrier_sync_count(1, 64); if (w == 0) __barrier_sync_count(1, 64);`, 3, detail.AnyOrder{Awaited: 64}, false},
		{"of many iterations", `for (int i = 0; i < n; i++) __barrier_sync_count(1, 64);`, 2, nil, false},
		{"in two orders, but one has left in an error", `if (n > 3) __trap(); if (w == 0) { __barrier_sync_count(1, 64); __barrier_sync_count(2, 64); }
			else { __barrier_sync_count(2, 64); __barrier_sync_count(1, 64); }`, 2, detail.Stuck{Awaited: 64, Arriving: 32}, true},
		{"in two orders in a loop", `for (int i = 0; i < n; i++) if (w == 0) { __barrier_sync_count(1, 64); __barrier_sync_count(2, 64); }
			else { __barrier_sync_count(2, 64); __barrier_sync_count(1, 64); }`, 2, detail.Stuck{Awaited: 64, Arriving: 32}, true},
		{"pairs of warps", `if (w < 2) __barrier_sync_count(1, 64); else __barrier_sync_count(2, 64);`, 4, nil, false},
		{"a warp of another pair", `if (w < 1) __barrier_sync_count(1, 64); else __barrier_sync_count(2, 64);`, 4,
			detail.Stuck{Awaited: 64, Arriving: 32}, true},
	} {
		_, b := barrierOf(t, c.statements, c.warps)
		o := b.InWholeBlock()
		var got detail.Detail
		always := false
		if o.Hang != nil {
			got, always = o.Hang.Detail, o.Hang.Always
		}
		if !o.Compared || o.Open || got != c.want || always != c.always {
			t.Errorf("%s: %#v in all executions %t, want %#v %t (%+v)", c.about, got, always, c.want, c.always, o)
		}
	}
}

func inWholeBlock(b *block.Barrier) *block.Hang { return b.InWholeBlock().Hang }

// TestNotAlways: if it is not known exactly who reaches a barrier, nothing is proved for all executions.
func TestNotAlways(t *testing.T) {
	const inTwoOrders = `if (w == 0) { __barrier_sync_count(1, 64); __barrier_sync_count(2, 64); }
		else { __barrier_sync_count(2, 64); __barrier_sync_count(1, 64); }`
	for about, c := range map[string]struct {
		statements string
		warps      int
		hang       func(*block.Barrier) *block.Hang
	}{
		"in two orders": {inTwoOrders, 2, inWholeBlock},
		"half a round":  {`__barrier_sync_count(1, 64); for (int i = 0; i < d[i]; i++) __syncthreads();`, 3, inWholeBlock},
		"too few":       {`if (w == 0) __barrier_sync_count(1, 64);`, 2, (*block.Barrier).TooFew},
	} {
		for _, why := range []trace.Imprecision{{}, {Kind: trace.CallNotFollowed, Reason: "a recursive call"}} {
			m, b := barrierOf(t, c.statements, c.warps)
			for _, e := range m.Trace.Log.Events {
				e.Imprecision = why
			}
			if h := c.hang(b); h == nil || h.Always != why.IsNone() || h.Imprecision != why {
				t.Errorf("%s, approximate by %q: %+v", about, why.Reason, h)
			}
		}
	}
}

// TestNotCompared: no hang is reported if some orders were not tried, or if warps may arrive from a call that was not
// followed.
func TestNotCompared(t *testing.T) {
	many := strings.Repeat("__barrier_sync_count(1, 64); __barrier_sync_count(2, 64);\n", 600)
	_, b := barrierOf(t, "if (w == 0) {"+many+"} else __barrier_sync_count(1, 64);", 2)
	if o := b.InWholeBlock(); o.Hang != nil {
		t.Errorf("of more barriers than are compared it is said that %#v", o.Hang.Detail)
	}
	for _, noted := range []bool{false, true} {
		m, b := barrierOf(t, `if (w == 0) __barrier_sync_count(1, 64);`, 2)
		if noted {
			m.Trace.Notes = append(m.Trace.Notes, trace.Note{Reason: "a call that may hide a barrier"})
		}
		if found := b.TooFew() != nil; found == noted {
			t.Errorf("too few come: %t, where something is not followed: %t", found, noted)
		}
	}
}

// TestTooFew: a barrier may wait for more threads than the block has.
func TestTooFew(t *testing.T) {
	for _, c := range []struct {
		about, statements string
		want              detail.Detail
	}{
		{"enough", `__barrier_sync_count(1, 64);`, nil},
		{"a warp more", `__barrier_sync_count(1, 96);`, detail.TooFewThreads{Awaited: 96, Arriving: 64}},
		{"one warp stays away", `if (w == 0) __barrier_sync_count(1, 64);`, detail.TooFewThreads{Awaited: 64, Arriving: 32}},
		{"it comes elsewhere", `if (w == 0) __barrier_sync_count(1, 64); else __barrier_sync_count(1, 64);`, nil},
	} {
		_, b := barrierOf(t, c.statements, 2)
		var got detail.Detail
		if h := b.TooFew(); h != nil {
			got = h.Detail
			if !h.Always {
				t.Errorf("%s: not in all executions", c.about)
			}
		}
		if got != c.want {
			t.Errorf("%s: %#v, want %#v", c.about, got, c.want)
		}
	}
}

// TestOperands checks which lanes pass an invalid name or number of threads, or another one than the first lane.
func TestOperands(t *testing.T) {
	for statement, arrives := range map[string]bool{
		`__barrier_sync_count(14 + lane / 8, 16 * (lane % 5));`:                           false,
		`asm volatile("bar.arrive %0, %1;" :: "r"(14 + lane / 8), "r"(16 * (lane % 5)));`: true,
	} {
		_, b := barrierOf(t, statement, 1)
		name, threads, unlike := b.InvalidName().Lanes, b.InvalidThreads().Lanes, b.Unlike()
		for l := range warp.Size {
			n, many := 14+l/8, 16*(l%5)
			isThreads := many%32 != 0 || arrives && many == 0
			if name.At(l).IsFalse() == (n >= 16) || threads.At(l).IsFalse() == isThreads || unlike.At(l).IsFalse() == (n != 14 || many != 0) {
				t.Errorf("%s, lane %d: name %v, threads %v, unlike %v", statement, l, name.At(l), threads.At(l), unlike.At(l))
			}
		}
	}
	_, b := barrierOf(t, `__barrier_sync_count(n, d[0]);`, 1)
	if b.InvalidName() != nil || b.InvalidThreads() != nil {
		t.Error("what an argument or memory decides is called wrong")
	}
	if _, b = barrierOf(t, `__syncthreads();`, 1); b.InvalidThreads() != nil {
		t.Error("a barrier of all threads has a wrong number")
	}
}

// TestFewestThreads checks the size of the smallest block in which as many warps may arrive at each barrier as it waits
// for.
func TestFewestThreads(t *testing.T) {
	for statements, want := range map[string]int{
		`__syncthreads();`:                                                                0,
		`__barrier_sync_count(1, 64);`:                                                    64,
		`if (w > 2) __barrier_sync_count(1, 64);`:                                         160,
		`if (w % 2 == 1) __barrier_sync_count(1, 96);`:                                    192,
		`if (w == 0) __barrier_sync_count(1, 64);`:                                        0,
		`if (w == 0) __barrier_sync_count(1, 64); else __barrier_sync_count(2, 128);`:     160,
		`if (w == 0) __barrier_sync_count(1, 64); else __barrier_sync_count(1, 64);`:      64,
		`if (w < 2) __barrier_sync_count(1, 64); if (w > 3) __barrier_sync_count(2, 32);`: 160,
		`if (n > 2) __barrier_sync_count(1, 1024);`:                                       1024,
	} {
		m := meet.Of(tracetest.Collectives(t, "int w = threadIdx.x / 32;\n"+statements, warp.Shape{}))
		m.Relate()
		j := block.Of(m)
		if got := j.FewestThreads(); got != want || j.FewestThreads() != got {
			t.Errorf("%s: %d threads, want %d", statements, got, want)
		}
	}
}
