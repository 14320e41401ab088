package exec

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// The tests interpret kernels as text (package treetest) and hold what the trace says against the
// concrete machine.

// oneWarp is the block of most tests.
var oneWarp = warp.Shape{warp.Size, 1, 1}

// interpretText runs the first root of a text in a block of a shape.
func interpretText(tb testing.TB, source string, shape warp.Shape, change func(*Setting)) *interp {
	tb.Helper()
	program, known := treetest.Program(tb, source), NewFunctions()
	s := Setting{Program: program, Root: program.Roots[0], Blocks: grid.Blocks{Shape: shape}, Warp: grid.AnyWarp,
		Model: warp.Independent, Functions: known, Session: smt.NewSession(), Work: NewMeter(1 << 30)}
	s.Sliced = slice.Of(s.Root, known.Policy())
	if change != nil {
		change(&s)
	}
	in := New(s)
	in.Run()
	return in
}

// body is a kernel around statements that may use the lane, the number n and the array d.
func body(statements string) string {
	return "__global__ void k(int *d, int n) {\n  int lane = threadIdx.x & 31;\n" + statements + "\n}"
}

// input is what a kernel runs on.
type input struct {
	n    int
	data func(i int64) uint32
}

func (i input) String() string { return fmt.Sprintf("n = %d, d[1] = %d", i.n, i.data(1)) }

// inputs are some for each kernel, with few numbers for one with loops.
func inputs(exact bool) (list []input) {
	numbers := []int{0, 1, 3, 31, 32, 40}
	if !exact {
		numbers = []int{0, 1, 5}
	}
	for _, data := range []func(i int64) uint32{
		func(int64) uint32 { return 0 },
		func(i int64) uint32 { return uint32(i) },
		func(i int64) uint32 { return uint32(i) % 3 },
	} {
		for _, n := range numbers {
			list = append(list, input{n, data})
		}
	}
	return list
}

// simulate runs the root on the concrete machine.
func (i input) simulate(root *cfg.Func, shape warp.Shape) *sim.Outcome {
	return sim.Run(sim.Input{Func: root, Shape: shape, Model: warp.Independent, Args: map[string]uint64{"n": uint64(uint32(i.n))},
		Memory: func(object string, offset int64, _ int) uint64 {
			if object != "d" {
				return 0
			}
			return uint64(i.data(offset / 4))
		}})
}

// value is what an unknown is on an input, where that is known: an argument, a word of d as it is at
// the beginning, or what is read of one of the lanes.
func (i input) value(in *interp, x *term.Term) (uint64, bool) {
	switch o := x.Origin.(type) {
	case memory.ArgOrigin:
		return uint64(uint32(i.n)), o.Name == "n"
	case memory.Origin:
		offset, known := i.evaluate(in, x.Args[1])
		return uint64(i.data(int64(offset) / 4)), known && o.Object == "d" && x.Args[0].K == 0
	case memory.ShuffleOrigin:
		if lane, known := i.evaluate(in, x.Args[warp.Size]); known {
			return i.evaluate(in, x.Args[lane%warp.Size])
		}
	}
	return 0, false
}

// evaluate is what a term is on an input; false where that depends on something else.
func (i input) evaluate(in *interp, x *term.Term) (uint64, bool) {
	model, all := term.Model{}, true
	term.Any([]*term.Term{x}, func(leaf *term.Term) bool {
		if _, seen := model[leaf]; !seen && all && (leaf.Op == term.Var || leaf.Op == term.Opaque) {
			model[leaf], all = i.value(in, leaf)
		}
		return !all
	})
	if !all {
		return 0, false
	}
	return term.NewEvaluator(model).Value(x), true
}

// fixed says that the unknowns of a formula are what they are on an input, as far as that is known.
func (i input) fixed(in *interp, f *term.Term) *term.Term {
	var facts []*term.Term
	term.Any([]*term.Term{f}, func(leaf *term.Term) bool {
		if leaf.Op == term.Var || leaf.Op == term.Opaque {
			if v, known := i.value(in, leaf); known && leaf.Bits > 0 {
				facts = append(facts, in.t.Eq(leaf, in.t.Const(leaf.Bits, v)))
			}
		}
		return false
	})
	return in.t.And(facts...)
}

// is says that an event is a rendezvous: the same lanes come with the same masks.
func is(in *interp, e *trace.Event, r *sim.Rendezvous) *term.Term {
	parts := []*term.Term{in.Trace.Launch.Assumption}
	for l := range warp.Size {
		here := r.Converged.Has(l)
		parts = append(parts, in.t.Iff(e.Guard.At(l), in.t.Bool(here)))
		if here && e.Masked {
			parts = append(parts, in.t.Eq(e.Mask.At(l), in.t.Const(32, uint64(r.Masks[l]))))
		}
	}
	return in.t.And(parts...)
}

// eventsOf are the executions of a call in the trace.
func eventsOf(in *interp, site *cfg.Instr) (list []*trace.Event) {
	for _, e := range in.log.Events {
		if e.Instr.AsWritten() == site.AsWritten() {
			list = append(list, e)
		}
	}
	return list
}

// contains reports that some execution of the trace is one of the concrete machine.
func contains(in *interp, i input, r *sim.Rendezvous) bool {
	for _, e := range eventsOf(in, r.Site) {
		f := is(in, e, r)
		if holds, known := i.evaluate(in, f); known {
			if holds != 0 {
				return true
			}
			continue
		}
		if answer, _ := in.prover.Solver.Satisfiable(in.t.And(f, i.fixed(in, f))); answer != smt.No {
			return true
		}
	}
	return false
}

// lanesOn are the lanes of a formula on an input; false where something else decides.
func lanesOn(in *interp, i input, v vector.Vec) (set warp.Lanes, known bool) {
	for l := range warp.Size {
		x, decided := i.evaluate(in, v.At(l))
		if !decided {
			return 0, false
		}
		if x != 0 {
			set |= 1 << l
		}
	}
	return set, true
}
