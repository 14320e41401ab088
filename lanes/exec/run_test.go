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

// The tests interpret kernels given as text (package treetest) and compare the trace with the concrete machine.

// oneWarp is the block of most tests.
var oneWarp = warp.Shape{warp.Size, 1, 1}

// interpretText runs the first root of a text in a block of a shape.
func interpretText(tb testing.TB, source string, shape warp.Shape, change func(*Setting)) *interp {
	tb.Helper()
	program, known := treetest.Program(tb, source), NewFunctions()
	s := Setting{Program: program, Root: program.Roots[0], Blocks: grid.Blocks{Shape: shape}, Warp: grid.AnyWarp,
		Model: warp.Independent, Functions: known, Session: smt.NewSession(), Work: NewMeter(1<<30, 1)}
	s.Sliced = slice.Of(s.Root, known.Policy())
	if change != nil {
		change(&s)
	}
	in := New(s)
	in.Run()
	return in
}

// body returns a kernel with statements that may use the lane, the number n and the array d.
func body(statements string) string {
	return "__global__ void k(int *d, int n) {\n  int lane = threadIdx.x & 31;\n" + statements + "\n}"
}

// input is what a kernel runs on.
type input struct {
	n    int
	data func(i int64) uint32
}

func (i input) String() string { return fmt.Sprintf("n = %d, d[1] = %d", i.n, i.data(1)) }

// inputs returns the inputs for a kernel, fewer for one that is not exact.
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

// value returns the value of an unknown on an input, if it is known: an argument, a word of d as it is at the
// beginning, or a word read from another lane.
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

// evaluate returns the value of a term on an input; false if it depends on anything that is not known.
func (i input) evaluate(in *interp, x *term.Term) (uint64, bool) {
	model, all := term.Model{}, true
	term.Any([]*term.Term{x}, func(leaf *term.Term) bool {
		if _, seen := model[leaf]; !seen && all && leaf.IsUnknown() {
			model[leaf], all = i.value(in, leaf)
		}
		return !all
	})
	if !all {
		return 0, false
	}
	return term.NewEvaluator(model).Value(x), true
}

// fixed returns a formula that holds if each unknown of f with a known value on an input has that value.
func (i input) fixed(in *interp, f *term.Term) *term.Term {
	var facts []*term.Term
	term.Any([]*term.Term{f}, func(leaf *term.Term) bool {
		if leaf.IsUnknown() {
			if v, known := i.value(in, leaf); known && leaf.Bits > 0 {
				facts = append(facts, in.t.Eq(leaf, in.t.Const(leaf.Bits, v)))
			}
		}
		return false
	})
	return in.t.And(facts...)
}

// is returns a formula that holds if an event and a rendezvous are the same: the same lanes arrive with the same masks.
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

// eventsOf returns the executions of a call in the trace.
func eventsOf(in *interp, site *cfg.Instr) (list []*trace.Event) {
	for _, e := range in.log.Events {
		if e.Instr.AsWritten() == site.AsWritten() {
			list = append(list, e)
		}
	}
	return list
}

// contains reports whether some execution of the trace is that of the concrete machine.
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

// lanesOn returns the lanes of a formula on an input; false if the formula depends on anything that is not known.
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
