package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier with a number of threads waits until so many have come to a barrier of its
// name (PTX ISA, bar). Threads that have exited do not count, as a GPU shows; a warp that
// waits comes once, and one that only arrives may come again.

// tooFew: a barrier waits for more threads than can come.
func (f *Fact) tooFew() []Verdict {
	p, in := f.phase, f.phase.in
	awaited := in.awaited(p.event)
	if awaited == 0 || !in.launch.shape.Known() || len(in.notes) > 0 {
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
	v := p.describe(offence{lanes: uniform(in.t.False), mask: noMask}, found)
	v.Awaited, v.Coming = awaited, come
	v.Approximate = p.approximate
	if p.approximate == "" && in.always(p) && in.surelyReached(p.reach) {
		v.Certainty = Definite
	} else {
		v.Witness = in.witness(p, found)
	}
	return []Verdict{v}
}

// unlikeOperands are the lanes that pass another name or number of threads than the first
// lane that arrives.
func (p *phase) unlikeOperands() offence {
	o := offence{lanes: uniform(p.in.t.False), mask: noMask, unlike: true}
	for _, operand := range []vec{p.name, p.awaits} {
		if !operand.isNone() && operand.uniformWhere(p.guard) == nil {
			o.lanes = p.in.or(o.lanes, p.in.and(p.guard, p.in.differs(operand, p.ofFirst(operand))))
		}
	}
	return o
}

// ofFirst is what the first lane that arrives has of a vector.
func (p *phase) ofFirst(v vec) *term.Term {
	if one := v.uniformWhere(p.guard); one != nil {
		return one
	}
	first := v.at(warp.Size - 1)
	for l := warp.Size - 2; l >= 0; l-- {
		first = p.in.t.Ite(p.guard.at(l), v.at(l), first)
	}
	return first
}

// differs says of each lane when its word is not x.
func (in *interp) differs(v vec, x *term.Term) vec {
	return map1(v, func(y *term.Term) *term.Term { return in.t.Not(in.t.Eq(x, y)) })
}

// awaited is the constant number of threads that an event waits for, 0 for others.
func (in *interp) awaited(e *event) int {
	n := constantWhere(e.awaits, e.guard)
	if n == nil || e.instr.Collective.Class == cfg.BarrierArrive {
		return 0
	}
	return int(n.K)
}

// mostComing is the largest number of threads of a known block that can come to barriers
// of an event's name; false when there is no bound, or the names are not known.
func (in *interp) mostComing(e *event) (threads int, bounded bool) {
	name := constantWhere(e.name, e.guard)
	wait, arrive := in.t.False, []*term.Term{}
	for _, f := range in.events {
		switch {
		case f.opaque != "":
			return 0, false
		case !f.instr.Collective.Block, f.instr.Collective.Tile > 0:
			continue
		}
		named, comes := constantWhere(f.name, f.guard), in.t.Or(f.guard.list()...)
		switch {
		case named == nil || name == nil:
			return 0, false
		case named != name:
		case f.instr.Collective.IsForWarps():
			wait = in.t.Or(wait, comes)
		case f.instr.Collective.Class != cfg.BarrierArrive || len(f.within) > 0:
			return 0, false
		default:
			arrive = append(arrive, comes)
		}
	}
	for w := range in.launch.warps {
		view := in.asWarp(w)
		for _, comes := range append(arrive, wait) {
			if a, _ := in.solver.Satisfiable(view.Rewrite(in.t.And(in.premise(), comes))); a != smt.No {
				threads += warp.Size
			}
		}
	}
	return threads, true
}

// asWarp says of this warp's formulas what they are for one warp of a known block.
func (in *interp) asWarp(index int) *term.Rewriter {
	return in.t.NewRewriter(func(x *term.Term) *term.Term {
		if x == in.launch.warp {
			return in.t.Const(x.Bits, uint64(index))
		}
		return x
	})
}
