package lanes

import (
	"github.com/warpcheck/warpcheck/barrier"
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier with a number of threads waits until so many have come to a barrier of its
// name. They come by warps: a warp has come, and counts for 32 threads, when those of its
// lanes that have not exited have (PTX ISA, barrier; a GPU shows the same). A warp that has
// exited does not count; one that waits comes once, and one that only arrives may come again.

// tooFew: a barrier waits for more threads than can come.
func (f *Fact) tooFew() []Verdict {
	p, j := f.rendezvous, f.rendezvous.j
	awaited := j.awaited(p.Event)
	if awaited == 0 || !j.Launch.Shape.Known() || len(j.Notes) > 0 {
		return nil
	}
	come, bounded := j.mostComing(p.Event)
	if !bounded || come >= awaited {
		return nil
	}
	answer, found := j.simplest(j.t.And(j.premise(), p.reach))
	if answer != smt.Yes {
		return nil
	}
	v := p.describe(j.noViolation(), found)
	v.Detail, v.Approximate = TooFewThreads{Awaited: awaited, Coming: come}, p.Approximate
	if p.Approximate == "" && !j.Memory.TakesAlike() && j.always(p) && p.isSurelyReached(grid.AnyWarp) {
		v.Certainty = Definite
	} else {
		v.Witness = j.witness(p, found)
	}
	return []Verdict{v}
}

// invalidOperands: lanes pass a barrier the number of one that no block has, or a number of
// threads that is none of whole warps (PTX ISA, bar). What depends on more than the launch is
// taken to be valid.
func (f *Fact) invalidOperands() []Verdict {
	p, t := f.rendezvous, f.rendezvous.j.t
	if !p.Instr.Collective.Block {
		return nil
	}
	wrong := func(x *term.Term) *term.Term { return t.Not(t.ULt(x, t.Const(x.Bits, barrier.Names))) }
	found := f.invalid(p.Name, wrong, func(name int) Detail { return InvalidName{name} })
	if isCounted(p.Event) && len(found) == 0 {
		found = f.invalid(p.Awaits, func(x *term.Term) *term.Term {
			parts := t.Not(t.Eq(t.URem(x, t.Const(x.Bits, warp.Size)), t.Const(x.Bits, 0)))
			if p.OnlyArrives() {
				return t.Or(parts, t.Eq(x, t.Const(x.Bits, 0)))
			}
			return parts
		}, func(threads int) Detail { return InvalidThreads{threads} })
	}
	return found
}

// invalid decides which lanes pass a wrong operand.
func (f *Fact) invalid(operand vector.Vec, wrong func(*term.Term) *term.Term, detail func(operand int) Detail) []Verdict {
	p := f.rendezvous
	if !p.j.Launch.Shape.Known() && !operand.IsConstant() || term.Any(operand.List(), func(x *term.Term) bool {
		return (x.Op == term.Var || x.Op == term.Opaque) && x != p.j.Launch.Warp
	}) {
		return nil
	}
	o := violation{lanes: p.j.And(p.Guard, vector.Map1(operand, wrong)), mask: noMask}
	o.detail = func(e *prove.Execution, v *Verdict) { v.Detail = detail(int(e.Value(operand.At(first(v.Lanes))))) }
	return f.decide((*Fact).invalidOperands, o)
}

// unlikeOperands are the lanes that pass another name or number of threads than the first
// lane that arrives.
func (p *rendezvous) unlikeOperands() violation {
	o := p.j.noViolation()
	o.detail = passOther
	for _, operand := range []vector.Vec{p.Name, p.Awaits} {
		if !operand.IsNone() && operand.UniformWhere(p.Guard) == nil {
			o.lanes = p.j.Or(o.lanes, p.j.And(p.Guard, p.j.differs(operand, p.ofFirst(operand))))
		}
	}
	return o
}

// passOther says that lanes pass a barrier other operands.
func passOther(_ *prove.Execution, v *Verdict) { v.Detail = UnlikeOperands{} }

// ofFirst is what the first lane that arrives has of a vector.
func (p *rendezvous) ofFirst(v vector.Vec) *term.Term {
	if one := v.UniformWhere(p.Guard); one != nil {
		return one
	}
	first := v.At(warp.Size - 1)
	for l := warp.Size - 2; l >= 0; l-- {
		first = p.j.t.Ite(p.Guard.At(l), v.At(l), first)
	}
	return first
}

// differs says of each lane when its word is not x.
func (j *judge) differs(v vector.Vec, x *term.Term) vector.Vec {
	return vector.Map1(v, func(y *term.Term) *term.Term { return j.t.Not(j.t.Eq(x, y)) })
}

// awaited is the constant number of threads that an event waits for, 0 for others.
func (j *judge) awaited(e *trace.Event) int {
	n := constantWhere(e.Awaits, e.Guard)
	if n == nil || e.Instr.Collective.Class.Kind == cfg.BarrierArrive {
		return 0
	}
	return int(n.K)
}

// mostComing is the largest number of threads of a known block that can come to barriers
// of an event's name; false when there is no bound, or the names are not known.
func (j *judge) mostComing(e *trace.Event) (threads int, bounded bool) {
	name := constantWhere(e.Name, e.Guard)
	waits, arrives := j.t.False, []*term.Term{}
	for _, f := range j.Events {
		switch {
		case f.Opaque != "":
			return 0, false
		case !f.Instr.Collective.IsNumbered():
			continue
		}
		switch named := constantWhere(f.Name, f.Guard); {
		case named == nil || name == nil:
			return 0, false
		case named != name:
		case !f.OnlyArrives():
			waits = j.t.Or(waits, j.rendezvousOf(f).reach)
		case len(f.Within) > 0:
			return 0, false
		default:
			arrives = append(arrives, j.rendezvousOf(f).reach)
		}
	}
	for w := range j.Launch.Warps {
		view := j.Launch.AsWarp(w)
		for _, comes := range append(arrives, waits) {
			if a, _ := j.Solver.Satisfiable(view.Rewrite(j.t.And(j.premise(), comes))); a != smt.No {
				threads += warp.Size
			}
		}
	}
	return threads, true
}
