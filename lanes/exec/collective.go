package exec

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// exchange is an event while what its lanes get from each other is computed.
type exchange struct {
	*trace.Event
	// here are the lanes of the guard, for a lane that is here itself.
	here vector.Vec
	// external are the lanes that may take part from another site, or that break the rules by
	// staying away.
	external vector.Vec
}

// collective records the event and yields what the collective returns to the
// lanes that arrive together here.
//
// Under the independent model lanes may meet this call from another site. What
// they contribute is not known when the call is interpreted, so whatever depends
// on a lane that is named, alive and not here is unknown. Where the mask is the set
// of lanes that are here, the formulas say that there is no such lane.
func (in *interp) collective(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) memory.Value {
	c := i.Collective
	in.memory.Unknowns++
	e := &exchange{Event: &trace.Event{Number: in.memory.Unknowns, Instr: i, Point: in.at(fr, i), Guard: guard, Masked: c.Mask >= 0, Known: st.Known,
		Source: in.vectors.Constant(32, 0), Width: in.vectors.Constant(32, warp.Size)}}
	if e.Masked {
		e.Mask = in.agreedMask(guard, in.word32(fr, i, c.Mask))
		in.trustMask(e.Mask)
	}
	if c.Source >= 0 {
		e.Source = in.word32(fr, i, c.Source)
	}
	if c.Width >= 0 {
		e.Width = in.word32(fr, i, c.Width)
	}
	if c.Block {
		in.nameBarrier(fr, e)
	}
	in.log.Events = append(in.log.Events, e.Event)
	in.beginUndefined(e.Event)
	e.here = in.vectors.Here(guard)
	e.external = in.external(e)
	st.Unsynchronized = nil
	before := in.shared.All(st)
	if c.Block {
		result := in.barrier(fr, e, st)
		in.shared.Meet(e.Event, st, before)
		return result
	}
	in.shared.Meet(e.Event, st, before)
	if !fr.sliced.Yields(i) {
		return nil
	}
	return in.undefined(e, in.yielded(fr, e))
}

// yielded is what a collective of the warp returns.
func (in *interp) yielded(fr *frame, e *exchange) memory.Value {
	i, c := e.Instr, e.Instr.Collective
	switch {
	case c.Class.Kind.IsShuffle():
		return in.shuffle(fr, e)
	case c.Class.Kind.IsVote():
		return in.vote(fr, e)
	case c.Class.Kind == cfg.MatchAny:
		return in.matchAny(fr, e)
	case c.Class.Kind == cfg.MatchAll:
		return in.matchAll(fr, e)
	case c.Class.Kind == cfg.Elect:
		return in.elect(fr, e)
	case c.Class.Kind == cfg.Redux, c.Class.Kind == cfg.GroupReduce:
		return in.reduction(fr, e)
	}
	if i.Type == nil {
		return nil
	}
	if c.Class.Kind == cfg.GroupScan && c.Fold != "" {
		return in.scan(fr, e)
	}
	return in.memory.Input(c.Class.String(), i.Type)
}

// agreedMask is one mask for all lanes where each lane's is that, given that the lane
// is here. In
//
//	sides = ballot(p); mine = p ? sides : ~sides; if (p) { collective(mine) }
//
// all that arrive pass sides.
func (in *interp) agreedMask(guard, mask vector.Vec) vector.Vec {
	if mask.UniformWhere(guard) != nil {
		return mask
	}
	var here []int
	for l := 0; l < warp.Size; l++ {
		if !guard.At(l).IsFalse() {
			here = append(here, l)
		}
	}
	seen := func(l int) *term.Term { return in.t.Given(mask.At(l), guard.At(l)) }
	a, b := here[0], here[1]
	bits := in.t.Split(seen(a)) // a's own bit is true in it, and may not be in the mask
	bits[a] = in.t.Bit(seen(b), a)
	one := in.t.Pack(bits)
	for _, l := range here {
		if in.t.Given(one, guard.At(l)) != seen(l) {
			return mask
		}
	}
	return vector.Uniform(one)
}

// nameBarrier reads the operands of a block barrier. One without is __syncthreads, which
// is barrier 0.
func (in *interp) nameBarrier(fr *frame, e *exchange) {
	c := e.Instr.Collective
	e.Name = in.vectors.Constant(32, 0)
	if c.BarrierID >= 0 {
		e.Name = in.word32(fr, e.Instr, c.BarrierID)
	}
	if c.BarrierThreads >= 0 {
		e.Awaits = in.word32(fr, e.Instr, c.BarrierThreads)
	}
}

// barrier lets the other warps of the block write shared and global memory.
func (in *interp) barrier(fr *frame, e *exchange, st *memory.State) memory.Value {
	i := e.Instr
	in.memory.SeeOthers(st)
	switch {
	case i.Type == nil:
		return nil
	case votes(i.Collective) && memory.Width(i.Type) >= 0 && fr.sliced.Yields(i):
		return in.blockVote(fr, e)
	}
	in.memory.Unknowns++
	result := in.memory.UnknownOf(fmt.Sprintf("barrier!%d", in.memory.Unknowns), i.Type, memory.ResultOrigin{Operation: i.Collective.Name}, true)
	if c := i.Collective; c.IsForAll() || c.Tile > 0 {
		return in.made(result, trace.Feed{Tile: c.Tile})
	}
	return result
}

// together says when another lane takes part with lane l: it arrives, l's mask names
// it, and it passes the same mask.
func (in *interp) together(e *exchange, l, other int) *term.Term {
	if !e.Masked {
		return e.here.At(other)
	}
	return in.t.And(e.here.At(other), in.t.Bit(e.Mask.At(l), other), in.sameMask(e, l, other))
}

// sameMask says when a lane that lane l names passes the mask of l. One of two classes that
// names itself has a lane in common with l's, which is then the same: far simpler than a
// comparison of 32 bits.
func (in *interp) sameMask(e *exchange, l, other int) *term.Term {
	if e.Mask.At(l) != e.Mask.At(other) && in.Trace.PassesClasses(e.Event) && !e.Guard.At(l).IsFalse() && !e.Guard.At(other).IsFalse() {
		return in.t.Bit(e.Mask.At(other), other)
	}
	return in.t.Eq(e.Mask.At(l), e.Mask.At(other))
}

// external are the lanes that could take part from another site, or that break the
// rules by staying away: alive and not here while some lane is, which need not be
// said: what a collective returns matters where a lane is here.
func (in *interp) external(e *exchange) vector.Vec {
	if !e.Masked {
		return vector.Uniform(in.t.False)
	}
	gone := in.vectors.Not(in.Trace.Alive)
	for _, r := range in.log.Retired {
		if r.Within == nil {
			gone = in.vectors.Or(gone, r.Guard)
		}
	}
	here := in.t.Where(in.t.And(term.Common(e.Guard.List())...))
	return vector.Map2(e.here, gone, func(arrives, gone *term.Term) *term.Term {
		return in.t.And(in.t.Not(arrives), in.t.Not(here.Rewrite(gone)))
	})
}

// namesAbsent reports a collective with a mask that may have a lane which does not take part.
func (in *interp) namesAbsent(e *exchange) bool {
	for _, g := range in.Trace.Groups(e.Event) {
		for o := 0; o < warp.Size; o++ {
			if !in.absent(e, g.Lanes[0], o).IsFalse() {
				return true
			}
		}
	}
	return false
}

// absent says when lane l names another that does not take part with it: it is external,
// or here with another mask.
func (in *interp) absent(e *exchange, l, other int) *term.Term {
	return in.t.And(in.t.Or(e.external.At(other), e.here.At(other)),
		in.t.Bit(e.Mask.At(l), other), in.t.Not(in.together(e, l, other)))
}

// contribution is formula p of the lanes that take part with lane l: known for
// those that are here with its mask, anything for others that l names.
func (in *interp) contribution(e *exchange, l, other int, p *term.Term) *term.Term {
	here := in.t.And(in.together(e, l, other), p)
	if !e.Masked {
		return here
	}
	there := in.absent(e, l, other)
	if there.IsFalse() {
		return here
	}
	anything := in.t.Unknown(fmt.Sprintf("?external %d.%d.%d", e.Number, l, other), 0, memory.Approximation{})
	return in.t.Or(here, in.t.And(there, in.presume(e, anything, in.t.False)))
}

// perGroup computes a result that is the same for all lanes with one mask, as those that are here know it:
// what their guards have in common is true. A lane whose mask is like no other one's keeps the formula that it may
// have in common with others all the same.
func (in *interp) perGroup(e *exchange, f func(l int) *term.Term) vector.Vec {
	if e.OneMask() {
		return vector.Uniform(f(e.SomeLane()))
	}
	var known [warp.Size]*term.Term
	for _, g := range in.Trace.Groups(e.Event) {
		if len(g.Lanes) == 1 {
			continue
		}
		guards := make([]*term.Term, len(g.Lanes))
		for i, l := range g.Lanes {
			guards[i] = e.Guard.At(l)
		}
		common := in.t.And(term.Common(guards)...)
		for _, l := range g.Lanes {
			known[l] = common
		}
	}
	return vector.Build(func(l int) *term.Term {
		if known[l] == nil {
			return f(l)
		}
		return in.t.Given(f(l), known[l])
	})
}

// vote evaluates any, all, uni and ballot of the predicate.
func (in *interp) vote(fr *frame, e *exchange) memory.Value {
	c := e.Instr.Collective
	pred := in.truth(fr.values[e.Instr.Args[c.Value].ID])
	in.noteVote(c.Class.Kind, pred)
	some := func(l int, p vector.Vec) *term.Term {
		terms := make([]*term.Term, warp.Size)
		for o := range terms {
			terms[o] = in.contribution(e, l, o, p.At(o))
		}
		return in.t.Or(terms...)
	}
	v := in.perGroup(e, func(l int) *term.Term {
		switch c.Class.Kind {
		case cfg.VoteAny:
			return some(l, pred)
		case cfg.VoteAll:
			return in.t.Not(some(l, in.vectors.Not(pred)))
		case cfg.VoteUni:
			return in.t.Not(in.t.And(some(l, pred), some(l, in.vectors.Not(pred))))
		}
		bits := make([]*term.Term, warp.Size)
		for o := range bits {
			bits[o] = in.contribution(e, l, o, pred.At(o))
		}
		return in.t.Pack(bits)
	})
	return in.typed(e.Instr.Type, v)
}

// typed gives a result the width of type t.
func (in *interp) typed(t *ast.Type, v vector.Vec) memory.Value {
	bits := memory.Width(t)
	switch {
	case bits < 0:
		return in.memory.Imprecise("result", t)
	case bits == 0:
		return in.vectors.Truth(v)
	}
	return vector.Map1(v, func(x *term.Term) *term.Term { return in.t.Resize(x, bits, false) })
}

// typedLater is typed of what is computed when somebody looks at it.
func (in *interp) typedLater(t *ast.Type, compute func() vector.Vec) memory.Value {
	if bits := memory.Width(t); bits >= 0 {
		return vector.Later(bits, func() vector.Vec { return in.typed(t, compute()).(vector.Vec) })
	}
	return in.typed(t, compute())
}

// matchAny gives each lane the lanes with the same value, when somebody looks at them.
func (in *interp) matchAny(fr *frame, e *exchange) memory.Value {
	v := in.word(fr, e.Instr, e.Instr.Collective.Value)
	in.presumes(e)
	return in.typedLater(e.Instr.Type, func() vector.Vec { return in.equalValues(e, v) })
}

// equalValues are for each lane those that take part with it and have its value: a
// partition.
func (in *interp) equalValues(e *exchange, v vector.Vec) vector.Vec {
	groups := vector.Build(func(l int) *term.Term {
		bits := make([]*term.Term, warp.Size)
		for o := range bits {
			bits[o] = in.contribution(e, l, o, in.t.Eq(v.At(l), v.At(o)))
		}
		return in.t.Pack(bits)
	})
	if in.Trace.PassesClasses(e.Event) && !in.namesAbsent(e) {
		for l := 0; l < warp.Size; l++ {
			in.Trace.Partition[groups.At(l)] = e.Number
		}
	}
	return groups
}

// matchAll yields the mask, less the lanes that have exited, when all values agree
// and 0 otherwise; the second result says which.
func (in *interp) matchAll(fr *frame, e *exchange) memory.Value {
	v := in.word(fr, e.Instr, e.Instr.Collective.Value)
	agree := vector.Later(0, func() vector.Vec {
		return in.perGroup(e, func(l int) *term.Term { return in.allEqual(e, l, v) })
	})
	fr.second[e.Instr] = agree
	if !e.Masked {
		return in.memory.Imprecise("match.all", e.Instr.Type)
	}
	in.presumes(e)
	return in.typedLater(e.Instr.Type, func() vector.Vec { return in.allMatched(e, agree) })
}

// allMatched is the mask that a match of all values yields where they agree as said.
func (in *interp) allMatched(e *exchange, agree vector.Vec) vector.Vec {
	whole := in.perGroup(e, func(l int) *term.Term { return in.allTogether(e, l) })
	result := in.vectors.Ite(agree, e.Mask, in.vectors.Constant(32, 0))
	unbroken := in.vectors.Ite(agree, in.takingPart(e), in.vectors.Constant(32, 0))
	anything := vector.Map2(in.vectors.PerLane(fmt.Sprintf("?match.all %d", e.Number), 32, memory.Approximation{}), unbroken,
		func(x, y *term.Term) *term.Term { return in.presume(e, x, y) })
	return in.vectors.Ite(whole, result, anything)
}

// allEqual says when the lanes that take part with lane l, whether l does or not, all
// have the same value.
func (in *interp) allEqual(e *exchange, l int, v vector.Vec) *term.Term {
	if in.together(e, l, l).IsTrue() {
		return in.allEqualTo(e, l, v) // which is as much, and simpler
	}
	var alike []*term.Term
	takePart := vector.Build(func(a int) *term.Term { return in.together(e, l, a) })
	for a := range warp.Size {
		alike = append(alike, in.t.Not(in.contribution(e, l, a, in.t.False)))
		here := takePart.At(a)
		if here.IsFalse() {
			continue
		}
		for b := range a {
			alike = append(alike, in.t.Not(in.t.And(here, takePart.At(b), in.t.Not(in.t.Eq(v.At(a), v.At(b))))))
		}
	}
	return in.t.And(alike...)
}

// allEqualTo says when all lanes that take part with lane l, which does, have its value.
func (in *interp) allEqualTo(e *exchange, l int, v vector.Vec) *term.Term {
	return in.t.And(vector.Build(func(o int) *term.Term {
		return in.t.Not(in.contribution(e, l, o, in.t.Not(in.t.Eq(v.At(l), v.At(o)))))
	}).List()...)
}

// allTogether says when all lanes that lane l names take part with it.
func (in *interp) allTogether(e *exchange, l int) *term.Term {
	return in.t.And(vector.Build(func(o int) *term.Term {
		return in.t.Implies(in.t.Bit(e.Mask.At(l), o), in.together(e, l, o))
	}).List()...)
}

// takingPart are the lanes that take part with each lane.
func (in *interp) takingPart(e *exchange) vector.Vec {
	return in.perGroup(e, func(l int) *term.Term {
		return in.t.Pack(vector.Build(func(o int) *term.Term { return in.together(e, l, o) }).List())
	})
}
