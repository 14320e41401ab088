package collective

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Exchange is an event while the results of its lanes are computed.
//
// Under the independent model lanes at another site may take part in this call. Their values are not known when the
// call is interpreted. So a result is unknown if it depends on a lane that the mask names and that is alive but not
// here. If the mask is the set of lanes that are here, the formulas show that no lane of this kind exists.
type Exchange struct {
	*trace.Event
	// Second is the second result of a match of all values, a shuffle or an election.
	Second  memory.Value
	c       *Collectives
	trace   *trace.Trace
	vectors vector.Algebra
	t       *term.Table
	memory  *memory.Memory
	place   Place
	// arrives is the guard of the event without the conjuncts that all lanes share (vector.Algebra.Here). These
	// conjuncts hold whenever any lane arrives.
	arrives vector.Vec
	// external holds, for each lane, the formula that it is alive and not here. It may take part from another site, or
	// break the rules by staying away.
	external vector.Vec
}

// readOperands reads the mask and the numbers that decide which lanes take part.
func (e *Exchange) readOperands() {
	c := e.Instr.Collective
	if e.Masked = c.Mask >= 0; e.Masked {
		e.Mask = e.c.agreedMask(e.Guard, e.word32(c.Mask))
		e.c.trustMask(e.Mask)
	}
	e.Source, e.Width = e.vectors.Constant(32, 0), e.vectors.Constant(32, warp.Size)
	if c.Source >= 0 {
		e.Source = e.word32(c.Source)
	}
	if c.Width >= 0 {
		e.Width = e.word32(c.Width)
	}
	if c.BeyondWarp {
		e.nameBarrier()
	}
}

// word32 returns an operand as 32-bit words.
func (e *Exchange) word32(n int) vector.Vec {
	return vector.Map1(e.place.Word(n), func(x *term.Term) *term.Term { return e.t.Resize(x, 32, false) })
}

// Result returns the result of a collective of the warp, with undefined words marked.
func (e *Exchange) Result() memory.Value { return e.undefined(e.yielded()) }

// yielded returns the result of a collective of the warp, without marks.
func (e *Exchange) yielded() memory.Value {
	i, c := e.Instr, e.Instr.Collective
	switch {
	case c.Class.Kind.IsShuffle():
		return e.shuffle()
	case c.Class.Kind.IsVote():
		return e.vote()
	case c.Class.Kind == cfg.MatchAny:
		return e.matchAny()
	case c.Class.Kind == cfg.MatchAll:
		return e.matchAll()
	case c.Class.Kind == cfg.Elect:
		return e.elect()
	case c.Class.Kind == cfg.Redux, c.Class.Kind == cfg.GroupReduce:
		return e.reduction()
	}
	if i.Type == nil {
		return nil
	}
	if c.Class.Kind == cfg.GroupScan && c.Fold != "" {
		return e.scan()
	}
	return e.memory.Input(c.Class.String(), i.Type)
}

// agreedMask returns one mask for all lanes if that mask equals the mask of each lane that is here. Otherwise it
// returns mask. In
//
//	sides = ballot(p); mine = p ? sides : ~sides; if (p) { collective(mine) }
//
// it returns sides, because all lanes that arrive pass sides.
func (c *Collectives) agreedMask(guard, mask vector.Vec) vector.Vec {
	if mask.UniformWhere(guard) != nil {
		return mask
	}
	var here []int
	for l := 0; l < warp.Size; l++ {
		if !guard.At(l).IsFalse() {
			here = append(here, l)
		}
	}
	seen := func(l int) *term.Term { return c.t.Given(mask.At(l), guard.At(l)) }
	a, b := here[0], here[1]
	bits := c.t.Split(seen(a)) // a is here, so its own bit is true in this view, but perhaps not in the mask
	bits[a] = c.t.Bit(seen(b), a)
	one := c.t.Pack(bits)
	for _, l := range here {
		if c.t.Given(one, guard.At(l)) != seen(l) {
			return mask
		}
	}
	return vector.Uniform(one)
}

// nameBarrier reads the number, and the number of threads, of a block barrier. A barrier without operands is
// __syncthreads, which is barrier 0.
func (e *Exchange) nameBarrier() {
	c := e.Instr.Collective
	e.Name = e.vectors.Constant(32, 0)
	if c.BarrierID >= 0 {
		e.Name = e.word32(c.BarrierID)
	}
	if c.BarrierThreads >= 0 {
		e.Awaits = e.word32(c.BarrierThreads)
	}
}

// OfBlock returns the result of a barrier of the block, nil if it has none. isAsked reports whether a verdict may
// depend on the result. If it is set and the barrier combines predicates, blockVote computes the result. Otherwise
// the result is an unknown.
func (e *Exchange) OfBlock(isAsked bool) memory.Value {
	i := e.Instr
	switch {
	case i.Type == nil:
		return nil
	case votes(i.Collective) && memory.Width(i.Type) >= 0 && isAsked:
		return e.blockVote()
	}
	e.memory.Unknowns++
	result := e.memory.UnknownOf(fmt.Sprintf("barrier!%d", e.memory.Unknowns), i.Type, memory.ResultOrigin{Operation: i.Collective.Name}, true)
	if c := i.Collective; c.IsForAll() || c.Tile > 0 {
		e.memory.Layout.EachWord(result, func(word vector.Vec) { e.trace.FeedAll(word, trace.Feed{Tile: c.Tile}) })
	}
	return result
}

// together returns the formula that the lane `other` takes part with lane l: it arrives, l's mask names it, and both
// pass the same mask.
func (e *Exchange) together(l, other int) *term.Term {
	if !e.Masked {
		return e.arrives.At(other)
	}
	return e.t.And(e.arrives.At(other), e.t.Bit(e.Mask.At(l), other), e.sameMask(l, other))
}

// sameMask returns the formula that the lane `other` passes the mask of l, and that this mask names it. If the masks
// are classes (equal or disjoint), two masks with a common lane are equal. Then it suffices that the mask of `other`
// names `other`, and the formula is far simpler than a comparison of 32 bits.
func (e *Exchange) sameMask(l, other int) *term.Term {
	if e.Mask.At(l) != e.Mask.At(other) && e.trace.PassesClasses(e.Event) && !e.Guard.At(l).IsFalse() && !e.Guard.At(other).IsFalse() {
		return e.t.Bit(e.Mask.At(other), other)
	}
	return e.t.Eq(e.Mask.At(l), e.Mask.At(other))
}

// awaited returns, for each lane, the formula that it is alive and not here. The formula assumes that some lane is
// here, because the result matters only then. An event without a mask awaits no lane, so the formula is false.
func (e *Exchange) awaited() vector.Vec {
	if !e.Masked {
		return vector.Uniform(e.t.False)
	}
	gone := e.vectors.Not(e.trace.Alive)
	for _, r := range e.trace.Log.Retired {
		if r.Loop == nil {
			gone = e.vectors.Or(gone, r.Guard)
		}
	}
	here := e.t.Where(e.t.And(term.Common(e.Guard.List())...))
	return vector.Map2(e.arrives, gone, func(arrives, gone *term.Term) *term.Term {
		return e.t.And(e.t.Not(arrives), e.t.Not(here.Rewrite(gone)))
	})
}

// namesAbsent reports whether a mask may name a lane that does not take part.
func (e *Exchange) namesAbsent() bool {
	for _, g := range e.trace.Groups(e.Event) {
		for o := 0; o < warp.Size; o++ {
			if !e.absent(g.Lanes[0], o).IsFalse() {
				return true
			}
		}
	}
	return false
}

// absent returns the formula that lane l names the lane `other`, and `other` does not take part with l: it is external,
// or here with another mask.
func (e *Exchange) absent(l, other int) *term.Term {
	return e.t.And(e.t.Or(e.external.At(other), e.arrives.At(other)),
		e.t.Bit(e.Mask.At(l), other), e.t.Not(e.together(l, other)))
}

// contribution returns lane `other`'s bit in the ballot that lane l gets. If `other` takes part, the bit is p. If l's
// mask does not name it, the bit is false. If the mask names it and it is absent, the bit is an unknown, which is false
// as long as no collective is broken.
func (e *Exchange) contribution(l, other int, p *term.Term) *term.Term {
	here := e.t.And(e.together(l, other), p)
	if !e.Masked {
		return here
	}
	there := e.absent(l, other)
	if there.IsFalse() {
		return here
	}
	anything := e.t.Unknown(fmt.Sprintf("?external %d.%d.%d", e.Number, l, other), 0, memory.Approximation{})
	return e.t.Or(here, e.t.And(there, e.assumeUnbroken(anything, e.t.False)))
}

// perGroup computes f once for each group of lanes with the same mask. The result is simplified under the conjuncts
// that the guards of the group have in common. It is not simplified for a lane that shares its mask with no other lane,
// because the unchanged formula may be the same term as that of another lane.
func (e *Exchange) perGroup(f func(l int) *term.Term) vector.Vec {
	if e.OneMask() {
		return vector.Uniform(f(e.SomeLane()))
	}
	var known [warp.Size]*term.Term
	for _, g := range e.trace.Groups(e.Event) {
		if len(g.Lanes) == 1 {
			continue
		}
		guards := make([]*term.Term, len(g.Lanes))
		for i, l := range g.Lanes {
			guards[i] = e.Guard.At(l)
		}
		common := e.t.And(term.Common(guards)...)
		for _, l := range g.Lanes {
			known[l] = common
		}
	}
	return vector.Build(func(l int) *term.Term {
		if known[l] == nil {
			return f(l)
		}
		return e.t.Given(f(l), known[l])
	})
}

// vote computes any, all, uni and ballot of the predicate.
func (e *Exchange) vote() memory.Value {
	c := e.Instr.Collective
	pred := e.place.Truth(c.Value)
	e.c.noteVote(c.Class.Kind, pred)
	some := func(l int, p vector.Vec) *term.Term {
		terms := make([]*term.Term, warp.Size)
		for o := range terms {
			terms[o] = e.contribution(l, o, p.At(o))
		}
		return e.t.Or(terms...)
	}
	v := e.perGroup(func(l int) *term.Term {
		switch c.Class.Kind {
		case cfg.VoteAny:
			return some(l, pred)
		case cfg.VoteAll:
			return e.t.Not(some(l, e.vectors.Not(pred)))
		case cfg.VoteUni:
			return e.t.Not(e.t.And(some(l, pred), some(l, e.vectors.Not(pred))))
		}
		bits := make([]*term.Term, warp.Size)
		for o := range bits {
			bits[o] = e.contribution(l, o, pred.At(o))
		}
		return e.t.Pack(bits)
	})
	return e.c.typed(e.Instr.Type, v)
}

// typed converts a result to the width of type t.
func (c *Collectives) typed(t *types.Type, v vector.Vec) memory.Value {
	bits := memory.Width(t)
	switch {
	case bits < 0:
		return c.memory.Imprecise("result", t)
	case bits == 0:
		return c.vectors.Truth(v)
	}
	return vector.Map1(v, func(x *term.Term) *term.Term { return c.t.Resize(x, bits, false) })
}

// TypedLater converts a result as typed does. compute is called when the result is needed.
func (c *Collectives) TypedLater(t *types.Type, compute func() vector.Vec) memory.Value {
	if bits := memory.Width(t); bits >= 0 {
		return vector.Later(bits, func() vector.Vec { return c.typed(t, compute()).(vector.Vec) })
	}
	return c.typed(t, compute())
}

// matchAny returns, for each lane, the set of lanes with the same value. The set is computed when it is needed.
func (e *Exchange) matchAny() memory.Value {
	v := e.place.Word(e.Instr.Collective.Value)
	e.noteAssumption()
	return e.c.TypedLater(e.Instr.Type, func() vector.Vec { return e.equalValues(v) })
}

// equalValues returns, for each lane, the set of lanes that take part with it and have its value. These sets
// partition the lanes.
func (e *Exchange) equalValues(v vector.Vec) vector.Vec {
	groups := vector.Build(func(l int) *term.Term {
		bits := make([]*term.Term, warp.Size)
		for o := range bits {
			bits[o] = e.contribution(l, o, e.t.Eq(v.At(l), v.At(o)))
		}
		return e.t.Pack(bits)
	})
	if e.trace.PassesClasses(e.Event) && !e.namesAbsent() {
		for l := 0; l < warp.Size; l++ {
			e.trace.Partition[groups.At(l)] = e.Number
		}
	}
	return groups
}

// matchAll returns, if all values agree, the mask without the lanes that have exited; otherwise 0. The result is
// unknown for an event without a mask. matchAll sets e.Second, the second result of the collective: whether the values
// agree.
func (e *Exchange) matchAll() memory.Value {
	v := e.place.Word(e.Instr.Collective.Value)
	agree := vector.Later(0, func() vector.Vec {
		return e.perGroup(func(l int) *term.Term { return e.allEqual(l, v) })
	})
	e.Second = agree
	if !e.Masked {
		return e.memory.Imprecise("match.all", e.Instr.Type)
	}
	e.noteAssumption()
	return e.c.TypedLater(e.Instr.Type, func() vector.Vec { return e.allMatched(agree) })
}

// allMatched returns the result of a match of all values: the mask if agree is true, which states that all values are
// equal, else 0. If a lane that the mask names does not take part, the result is an unknown.
func (e *Exchange) allMatched(agree vector.Vec) vector.Vec {
	whole := e.perGroup(func(l int) *term.Term { return e.allTogether(l) })
	result := e.vectors.Ite(agree, e.Mask, e.vectors.Constant(32, 0))
	unbroken := e.vectors.Ite(agree, e.takingPart(), e.vectors.Constant(32, 0))
	anything := vector.Map2(e.vectors.PerLane(fmt.Sprintf("?match.all %d", e.Number), 32, memory.Approximation{}), unbroken,
		func(x, y *term.Term) *term.Term { return e.assumeUnbroken(x, y) })
	return e.vectors.Ite(whole, result, anything)
}

// allEqual returns the formula that the lanes that take part with lane l all have the same value. Lane l itself need
// not take part.
func (e *Exchange) allEqual(l int, v vector.Vec) *term.Term {
	if e.together(l, l).IsTrue() {
		return e.allEqualTo(l, v) // if lane l takes part, this formula is equivalent and simpler
	}
	var alike []*term.Term
	takePart := vector.Build(func(a int) *term.Term { return e.together(l, a) })
	for a := range warp.Size {
		alike = append(alike, e.t.Not(e.contribution(l, a, e.t.False)))
		here := takePart.At(a)
		if here.IsFalse() {
			continue
		}
		for b := range a {
			alike = append(alike, e.t.Not(e.t.And(here, takePart.At(b), e.t.Not(e.t.Eq(v.At(a), v.At(b))))))
		}
	}
	return e.t.And(alike...)
}

// allEqualTo returns the formula that the lanes that take part with lane l all have the value of l. Lane l itself takes
// part.
func (e *Exchange) allEqualTo(l int, v vector.Vec) *term.Term {
	return e.t.And(vector.Build(func(o int) *term.Term {
		return e.t.Not(e.contribution(l, o, e.t.Not(e.t.Eq(v.At(l), v.At(o)))))
	}).List()...)
}

// allTogether returns the formula that every lane that lane l names takes part with l.
func (e *Exchange) allTogether(l int) *term.Term {
	return e.t.And(vector.Build(func(o int) *term.Term {
		return e.t.Implies(e.t.Bit(e.Mask.At(l), o), e.together(l, o))
	}).List()...)
}

// takingPart returns for each lane the set of lanes that take part with it.
func (e *Exchange) takingPart() vector.Vec {
	return e.perGroup(func(l int) *term.Term {
		return e.t.Pack(vector.Build(func(o int) *term.Term { return e.together(l, o) }).List())
	})
}
