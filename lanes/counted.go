package lanes

import (
	"github.com/warpcheck/warpcheck/barrier"
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier with a number of threads waits until so many have come to a barrier of its
// name. They come by warps: a warp has come, and counts for 32 threads, when those of its
// lanes that have not exited have (PTX ISA, barrier; a GPU shows the same). A warp that has
// exited does not count; one that waits comes once, and one that only arrives may come again.

// tooFew: a barrier waits for more threads than can come.
func (f *Fact) tooFew() []Verdict {
	p, in := f.phase, f.phase.in
	awaited := in.awaited(p.event)
	if awaited == 0 || !in.launch.Shape.Known() || len(in.notes) > 0 {
		return nil
	}
	come, bounded := in.mostComing(p.event)
	if !bounded || come >= awaited {
		return nil
	}
	answer, found := in.simplest(in.t.And(in.premise(), p.reach))
	if answer != smt.Yes {
		return nil
	}
	v := p.describe(offence{lanes: vector.Uniform(in.t.False), mask: noMask}, found)
	v.Awaited, v.Coming = awaited, come
	v.Approximate = p.approximate
	if p.approximate == "" && !in.memory.Alike && in.always(p) && p.isSurelyReached(grid.AnyWarp) {
		v.Certainty = Definite
	} else {
		v.Witness = in.witness(p, found)
	}
	return []Verdict{v}
}

// invalidOperands: lanes pass a barrier the number of one that no block has, or a number of
// threads that is none of whole warps (PTX ISA, bar). What depends on more than the launch is
// taken to be valid.
func (f *Fact) invalidOperands() []Verdict {
	p, t := f.phase, f.phase.in.t
	if !p.instr.Collective.Block {
		return nil
	}
	wrong := func(x *term.Term) *term.Term { return t.Not(t.ULt(x, t.Const(x.Bits, barrier.Names))) }
	found := f.invalid(p.name, InvalidName, wrong)
	if isCounted(p.event) && len(found) == 0 {
		found = f.invalid(p.awaits, InvalidThreads, func(x *term.Term) *term.Term {
			parts := t.Not(t.Eq(t.URem(x, t.Const(x.Bits, warp.Size)), t.Const(x.Bits, 0)))
			if p.onlyArrives() {
				return t.Or(parts, t.Eq(x, t.Const(x.Bits, 0)))
			}
			return parts
		})
	}
	return found
}

// invalid decides which lanes pass a wrong operand.
func (f *Fact) invalid(operand vector.Vec, kind Invalid, wrong func(*term.Term) *term.Term) []Verdict {
	p := f.phase
	if !p.in.launch.Shape.Known() && !isConstant(operand) || term.Any(operand.List(), func(x *term.Term) bool {
		return (x.Op == term.Var || x.Op == term.Opaque) && x != p.in.launch.Warp
	}) {
		return nil
	}
	return f.decide((*Fact).invalidOperands, offence{lanes: p.in.And(p.guard, vector.Map1(operand, wrong)), mask: noMask, operand: operand, invalid: kind})
}

// unlikeOperands are the lanes that pass another name or number of threads than the first
// lane that arrives.
func (p *phase) unlikeOperands() offence {
	o := offence{lanes: vector.Uniform(p.in.t.False), mask: noMask, unlike: true}
	for _, operand := range []vector.Vec{p.name, p.awaits} {
		if !operand.IsNone() && operand.UniformWhere(p.guard) == nil {
			o.lanes = p.in.Or(o.lanes, p.in.And(p.guard, p.in.differs(operand, p.ofFirst(operand))))
		}
	}
	return o
}

// ofFirst is what the first lane that arrives has of a vector.
func (p *phase) ofFirst(v vector.Vec) *term.Term {
	if one := v.UniformWhere(p.guard); one != nil {
		return one
	}
	first := v.At(warp.Size - 1)
	for l := warp.Size - 2; l >= 0; l-- {
		first = p.in.t.Ite(p.guard.At(l), v.At(l), first)
	}
	return first
}

// differs says of each lane when its word is not x.
func (in *interp) differs(v vector.Vec, x *term.Term) vector.Vec {
	return vector.Map1(v, func(y *term.Term) *term.Term { return in.t.Not(in.t.Eq(x, y)) })
}

// awaited is the constant number of threads that an event waits for, 0 for others.
func (in *interp) awaited(e *event) int {
	n := constantWhere(e.awaits, e.guard)
	if n == nil || e.instr.Collective.Class.Kind == cfg.BarrierArrive {
		return 0
	}
	return int(n.K)
}

// mostComing is the largest number of threads of a known block that can come to barriers
// of an event's name; false when there is no bound, or the names are not known.
func (in *interp) mostComing(e *event) (threads int, bounded bool) {
	name := constantWhere(e.name, e.guard)
	waits, arrives := in.t.False, []*term.Term{}
	for _, f := range in.events {
		switch {
		case f.opaque != "":
			return 0, false
		case !f.instr.Collective.IsNumbered():
			continue
		}
		switch named := constantWhere(f.name, f.guard); {
		case named == nil || name == nil:
			return 0, false
		case named != name:
		case !f.onlyArrives():
			waits = in.t.Or(waits, f.phase.reach)
		case len(f.within) > 0:
			return 0, false
		default:
			arrives = append(arrives, f.phase.reach)
		}
	}
	for w := range in.launch.Warps {
		view := in.launch.AsWarp(w)
		for _, comes := range append(arrives, waits) {
			if a, _ := in.Solver.Satisfiable(view.Rewrite(in.t.And(in.premise(), comes))); a != smt.No {
				threads += warp.Size
			}
		}
	}
	return threads, true
}
