package trace_test

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// traceOf returns the trace of the first root of a text, in one warp.
func traceOf(t *testing.T, source string) *trace.Trace {
	program, known := treetest.Program(t, source), exec.NewFunctions()
	s := exec.Setting{Program: program, Root: program.Roots[0], Blocks: grid.Blocks{Shape: warp.Shape{warp.Size, 1, 1}},
		Warp: grid.AnyWarp, Model: warp.Independent, Functions: known, Session: smt.NewSession(), Work: exec.NewMeter(1<<30, 1)}
	s.Sliced = slice.Of(s.Root, known.Policy())
	in := exec.New(s)
	in.Run()
	return in.Trace
}

// many has branches, calls, loops that are unrolled and loops that are not.
const many = `
__device__ void meet(int x) {
  if (x > 2) __syncwarp(1); else __syncwarp(2);
  __syncwarp(3);
}
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  if (d[lane] > 0) { meet(lane); __syncwarp(4); } else { meet(n); }
  for (int i = 0; i < 3; i++) {
    if (d[lane] == i) __syncwarp(5); else __syncwarp(6);
    __syncwarp(7);
  }
  for (int i = 0; i < n; i++) {
    if (d[i] == lane) { __syncwarp(8); break; }
    __syncwarp(9);
  }
  switch (lane & 1) { case 0: __syncwarp(10); break; default: __syncwarp(11); }
  __syncthreads();
}`

// TestOrder: the order of points is antisymmetric and transitive, and agrees with the order in which events are
// recorded. No lane passes two incomparable points.
func TestOrder(t *testing.T) {
	tr := traceOf(t, many)
	prover := func(f *term.Term) bool { a, _ := tr.Prover.Solver.Satisfiable(f); return a == smt.No }
	mirrored := map[trace.Order]trace.Order{trace.Before: trace.After, trace.After: trace.Before, trace.Incomparable: trace.Incomparable}
	incomparable := 0
	for i, a := range tr.Log.Events {
		for j, b := range tr.Log.Events {
			o := tr.Order(a.Point, b.Point)
			if o != tr.Order(a.Point, b.Point) || i != j && mirrored[o] != tr.Order(b.Point, a.Point) {
				t.Fatalf("events %d and %d: %d one way and %d the other", i, j, o, tr.Order(b.Point, a.Point))
			}
			if i < j && o == trace.After {
				t.Errorf("event %d comes after event %d", i, j)
			}
			for _, c := range tr.Log.Events {
				if o == trace.Before && tr.Order(b.Point, c.Point) == trace.Before && tr.Order(a.Point, c.Point) != trace.Before {
					t.Errorf("events %d and %d: before a third in between only", i, c.Index)
				}
			}
			if o != trace.Incomparable {
				continue
			}
			incomparable++
			for l := 0; l < warp.Size; l += 7 {
				if !prover(tr.Terms.And(a.Guard.At(l), b.Guard.At(l))) {
					t.Errorf("lane %d passes events %d and %d", l, i, j)
				}
			}
		}
	}
	if incomparable == 0 {
		t.Error("all events are comparable")
	}
}

// TestPath: an event is reported at the innermost place in the user's code, with the calls to it.
func TestPath(t *testing.T) {
	tr := traceOf(t, many)
	first := tr.Log.Events[0]
	calls := first.Calls()
	if len(calls) != 1 || calls[0].Line != 8 || first.Position().Line != 3 {
		t.Errorf("called at %v, reported at line %d", calls, first.Position().Line)
	}
	path := first.Point.Path()
	if len(path) != 2 || path[1] != first.Point || path[0].Instr().Op != cfg.Call || first.Point.Instr() != first.Instr {
		t.Errorf("path %v", path)
	}
}

// TestMasksOfEvents: OneMask and NamesAll consider only the lanes that arrive.
func TestMasksOfEvents(t *testing.T) {
	tr := traceOf(t, `
__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  __syncthreads();
  __syncwarp(~0u);
  __syncwarp(n);
  __syncwarp(lane < 16 ? 0xffffu : 0xffff0000u);
  if (lane < 16) __syncwarp(lane < 16 ? 1 : lane);
  if (lane > 3) __syncwarp(1u << lane);
}`)
	want := []struct {
		one, all bool
		some     int
	}{{true, true, 0}, {true, true, 0}, {true, false, 0}, {false, false, 0}, {true, false, 0}, {false, false, 4}}
	if len(tr.Log.Events) != len(want) {
		t.Fatalf("%d events", len(tr.Log.Events))
	}
	for i, e := range tr.Log.Events {
		if e.OneMask() != want[i].one || e.NamesAll() != want[i].all || e.SomeLane() != want[i].some {
			t.Errorf("event %d: one mask %t, names all %t, lane %d, want %v", i, e.OneMask(), e.NamesAll(), e.SomeLane(), want[i])
		}
	}
}

// TestLoops: events list the summarised loops around them, innermost first.
func TestLoops(t *testing.T) {
	tr := traceOf(t, `__global__ void k(int *d, int n) {
  __syncwarp(1);
  for (int i = 0; i < n; i++) { __syncwarp(2); for (int j = 0; j < i; j++) __syncwarp(3); }
}`)
	depths := []int{0, 1, 2}
	if len(tr.Log.Events) != 3 || len(tr.Log.Summaries) < 2 {
		t.Fatalf("%d events, %d loops", len(tr.Log.Events), len(tr.Log.Summaries))
	}
	for i, e := range tr.Log.Events {
		if len(e.Within) != depths[i] {
			t.Fatalf("event %d is in %d loops", i, len(e.Within))
		}
	}
	inner := tr.Log.Events[2].Within[0]
	outer := tr.Log.Events[2].LoopAt(0)
	if inner != tr.Log.Events[2].LoopAt(1) || inner.Around != outer || !inner.IsWithin(outer) || outer.IsWithin(inner) || tr.Log.Events[1].LoopAt(1) != nil {
		t.Error("loops in loops are not told")
	}
	if !tr.Log.Events[2].IsWithin(outer) || tr.Log.Events[1].IsWithin(inner) || !tr.Log.Events[2].IsInLoop(inner.Number) {
		t.Error("which loops are around an event is not told")
	}
	if !inner.IsFixed(tr.Launch.Register(cfg.CtaidX).At(0)) || !outer.Made(outer.K) || inner.Made(outer.K) {
		t.Error("which terms a loop makes is not told")
	}
}

// TestGroups: the lanes of an event are grouped by mask, and each lane that may arrive is in one group.
func TestGroups(t *testing.T) {
	tr := traceOf(t, `__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  if (lane < 24) __syncwarp(lane < 8 ? 0xff : 0xffff00);
  unsigned m = __match_any_sync(0xffffffff, d[lane]);
  __syncwarp(m);
  __syncwarp(n);
  __syncwarp(lane < 8 ? 0x1ff : 0xffffff00);
}`)
	for i, c := range []struct {
		groups  int
		classes bool
		all     warp.Lanes
		oneMask bool
	}{{2, true, 0xffffff, false}, {1, true, warp.All, true}, {warp.Size, true, warp.All, false}, {1, true, warp.All, true}, {2, false, warp.All, false}} {
		e := tr.Log.Events[i]
		groups := tr.Groups(e)
		var all warp.Lanes
		for _, g := range groups {
			for _, l := range g.Lanes {
				if all.Has(l) || e.Mask.At(l) != g.Mask {
					t.Errorf("event %d: lane %d is in two groups, or in that of another mask", i, l)
				}
				all |= 1 << l
			}
			if g.Here.IsFalse() || g.Event != e {
				t.Errorf("event %d: a group of no lane", i)
			}
		}
		if len(groups) != c.groups || all != c.all || tr.PassesClasses(e) != c.classes || e.OneMask() != c.oneMask {
			t.Errorf("event %d: %d groups of lanes %v, classes: %v, one mask: %v", i, len(groups), all, tr.PassesClasses(e), e.OneMask())
		}
	}
	if e := tr.Log.Events[1]; !e.NamesAll() || tr.Log.Events[0].NamesAll() || e.SomeLane() != 0 {
		t.Error("a mask that names all lanes is not known")
	}
}

// TestSourceLane compares the lane that each kind of shuffle reads with the definition in the PTX ISA.
func TestSourceLane(t *testing.T) {
	tr := traceOf(t, `__global__ void k(int *d, int n) {
  int lane = threadIdx.x & 31;
  d[lane] = __shfl_sync(~0u, lane, 21, 16) + __shfl_up_sync(~0u, lane, 3, 8)
          + __shfl_down_sync(~0u, lane, 5, 32) + __shfl_xor_sync(~0u, lane, 12, 8);
  if (d[lane]) __syncwarp(~0u);
}`)
	want := []func(l int) int{
		func(l int) int { return l&^15 | 5 },
		func(l int) int {
			if l%8 >= 3 {
				return l - 3
			}
			return l
		},
		func(l int) int {
			if l+5 < 32 {
				return l + 5
			}
			return l
		},
		func(l int) int { // only a segment before may be read
			if other := l ^ 12; other < l&^7+8 {
				return other
			}
			return l
		},
	}
	shuffles := slices.DeleteFunc(slices.Clone(tr.Log.Events), func(e *trace.Event) bool { return !e.Instr.Collective.Class.Kind.IsShuffle() })
	if len(shuffles) != len(want) {
		t.Fatalf("%d shuffles", len(shuffles))
	}
	for i, e := range shuffles {
		for l := range warp.Size {
			if s := tr.SourceLane(e, l); !s.IsConst() || int(s.K) != want[i](l) {
				t.Errorf("%s: lane %d reads %v, want %d", e.Instr.Collective.Name, l, s, want[i](l))
			}
		}
	}
	for w := range uint64(40) {
		if trace.IsWidth(w) != slices.Contains(trace.Widths[:], w) {
			t.Errorf("width %d", w)
		}
	}
}

// TestKinds: barriers, and events at which lanes only arrive, are distinguished.
func TestKinds(t *testing.T) {
	tr := traceOf(t, `__global__ void k(int *d) { __syncwarp(~0u); __syncthreads(); d[0] = __ballot_sync(~0u, d[1]); if (d[0]) __syncthreads_or(1); }`)
	type kind struct{ sync, block, arrives bool }
	want := []kind{{true, false, false}, {true, true, false}, {false, false, false}, {true, false, false}}
	for i, e := range tr.Log.Events {
		if got := (kind{e.IsSync(), e.HoldsBlock(), e.OnlyArrives()}); i >= len(want) || got != want[i] {
			t.Errorf("event %d (%s): %v", i, e.Instr.Collective.Name, got)
		}
	}
}
