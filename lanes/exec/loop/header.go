package loop

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// header returns the state at the header in iteration k under the candidate invariants.
func (s *search) header() Edge {
	s.numberIteration()
	s.Reached = s.t.Var(s.id+".reached", 0, 0, 1, nil)
	s.unknowns.Enter(s.Reached, prove.Value{First: s.t.True, Loop: s.Number})
	s.trace.Feed(s.Reached, trace.Feed{Loop: s.Loop, Control: true})
	s.Stays = vector.Uniform(s.Reached)
	if !s.togetherClasses.isOne() {
		s.Stays = s.vectors.And(s.Stays, s.stillIn())
	}
	e := Edge{Guard: s.vectors.And(s.entry.Guard, s.Stays), State: s.entry.State.Clone()}
	s.memory.Versions++
	s.setVersions(e.State, s.memory.Versions)
	s.inference.shared.Pass(s.entry.State, e.State, s.objects, s.stored)
	s.setUniform(e.State)
	for c := range e.State.Cells {
		if s.objects[c.Object] {
			delete(e.State.Cells, c)
		}
	}
	for _, c := range s.sorted() {
		switch v := s.atIteration(c, e.Guard); {
		case s.objects[c.Object]: // the object changes as a whole, so no cell of it is known
		case v != nil:
			e.State.Cells[c] = v
			s.tellNonzero(s.changes[c], v)
		default:
			delete(e.State.Cells, c)
			delete(e.State.Uniform, c.Object)
		}
	}
	s.setPredicateMasks(e)
	s.setHeaderMasks(e)
	return e
}

// numberIteration makes K, the unknown number of the iteration. Affine and shifted cells give K an upper bound, because
// in a later iteration they would leave the range of their words.
func (s *search) numberIteration() {
	limit := s.mostRounds
	for _, c := range s.sorted() {
		ch := s.changes[c]
		switch ch.kind {
		case trace.Affine:
			limit = min(limit, iterationLimit(ch.step))
		case trace.Shifted:
			if first, known := s.firstWord(c); known {
				limit = min(limit, ch.shift.most(first.Bits()))
			}
		}
	}
	s.K = s.t.Var(fmt.Sprintf("%s.k<%d", s.id, limit), 32, 0, limit, nil)
	s.unknowns.Carry(s.K, prove.Value{First: s.t.Const(32, 0), Loop: s.Number, IsNumber: true})
}

// setVersions gives all memory that iterations change the given new version.
func (s *search) setVersions(st *memory.State, version int) {
	if s.global {
		st.GlobalVersion = version
	}
	if s.shared {
		st.SharedVersion = version
	}
	if s.stores {
		st.StoreVersion = version
	}
	for o := range s.unsynchronized {
		st.LeaveUnsynchronized(o)
	}
	for o := range s.objects {
		st.Versions[o] = version
	}
}

// earlier returns a formula about the iterations before this one: one unknown for each class of c. In the first
// iteration it has the value initial. The name of each unknown begins with name. If s.unbroken is one class of all
// lanes, each unknown is assumed to keep the value initial as long as no collective was broken. If c is
// s.togetherClasses, and s.unbroken has larger classes, each unknown is assumed to equal one unknown for each class of
// s.unbroken.
func (s *search) earlier(c classes, name string, initial *term.Term) vector.Vec {
	unknown := c.vector(s.t, s.id+"."+name, 0, nil)
	s.trace.FeedAll(unknown, trace.Feed{Loop: s.Loop, Control: true})
	for _, x := range unknown.List() {
		s.unknowns.Enter(x, prove.Value{First: initial, Loop: s.Number})
	}
	switch {
	case s.unbroken.isOne():
		return s.inference.assumeOf(c, s.entry.Guard, unknown, vector.Uniform(initial))
	case s.unbroken == s.togetherClasses || c != s.togetherClasses:
		return s.inference.assumeNothing(unknown)
	}
	kept := s.unbroken.vector(s.t, s.id+"."+name+"~", 0, nil)
	s.trace.FeedAll(kept, trace.Feed{Loop: s.Loop, Control: true})
	for _, x := range kept.List() {
		s.unknowns.Enter(x, prove.Value{First: initial, Loop: s.Number})
	}
	return s.inference.assumeOf(c, s.entry.Guard, unknown, kept)
}

// iterationLimit returns the number of iterations after which a counter with this step would leave the range of a
// signed word. No loop has more iterations, because its counter is assumed not to wrap around.
func iterationLimit(step vector.Vec) uint64 {
	limit := uint64(maxIterations)
	for l := range warp.Size {
		if s := step.At(l); s.IsConst() && prove.IsStep(s.K, s.Bits) {
			limit = min(limit, prove.Room(s.K, s.Bits))
		}
	}
	return limit
}

const maxIterations = 1 << 30 // a bound for the iterations of a summarised loop, so that counters do not wrap around

// atIteration returns the value at the header, in iteration k, of a cell that the loop changes. It returns nil if the
// cell's values have no common shape (word, pointer or aggregate).
func (s *search) atIteration(c memory.Cell, guard vector.Vec) memory.Value {
	ch := s.changes[c]
	if ch.kind == trace.Alternating {
		return s.alternatingAt(c, ch.other)
	}
	name := label{text: fmt.Sprintf("%s.%d%s", s.id, c.Object.ID, c.Path)}
	switch v := s.entry.State.Cells[c].(type) {
	case vector.Vec:
		return s.wordAtIteration(ch, v, name, guard)
	case memory.Pointer:
		if ch.kind == trace.Fixed {
			return v
		}
		v.Row = 0
		if last := len(v.Path) - 1; v.IsInside() && ch.kind != trace.Top {
			path := slices.Clone(v.Path)
			path[last].Bytes = s.wordAtIteration(ch, path[last].Bytes, name, guard)
			v.Path = path
			return v
		}
		first := s.memory.Layout.Address(v)
		v.Object, v.Path = nil, nil
		v.Addr = s.wordAtIteration(ch, first, name, guard)
		return v
	case nil:
		if !ch.step.IsNone() {
			return s.wordAtIteration(ch, ch.step, label{text: "?" + name.text, origin: memory.Approximation{}}, guard)
		}
	}
	return nil
}

// label names the unknowns for a cell's value in any iteration. most is an upper bound of the value, 0 for none.
type label struct {
	text   string
	origin any
	most   uint64
}

func (s *search) wordAtIteration(ch change, initial vector.Vec, name label, guard vector.Vec) vector.Vec {
	bits := initial.Bits()
	if ch.most > 0 {
		name.text, name.most = fmt.Sprintf("%s<=%d", name.text, ch.most), ch.most
	}
	switch ch.kind {
	case trace.Fixed:
		return initial
	case trace.Affine:
		k := s.t.Resize(s.K, bits, false)
		return vector.Map2(initial, ch.step, func(v, step *term.Term) *term.Term {
			return s.t.Add(v, s.t.Mul(k, step))
		})
	case trace.Shifted:
		iterations := s.t.Resize(s.K, bits, false)
		return vector.Map1(initial, func(x *term.Term) *term.Term { return ch.shift.of(s.t, x, iterations) })
	case trace.LaneSet:
		return vector.Uniform(s.t.Pack(guard.List()))
	case trace.GroupSet:
		return s.inference.groupsWithin(initial, guard)
	case trace.PeerUniform:
		return s.peerWord(name, initial)
	case trace.ClassUniform:
		word := s.keptWord(ch, ch.classes, s.carry(ch.classes, name, initial), initial, name, guard)
		if ch.shrinks {
			return s.partOfFirst(ch.classes, word, initial)
		}
		return word
	}
	lanes := vector.Later(bits, func() vector.Vec { return s.carry(alone(), name, initial) })
	word := s.keptWord(ch, alone(), lanes, initial, name, guard)
	if ch.shrinks {
		return s.partOfFirst(alone(), word, initial)
	}
	return word
}

// partOfFirst returns the bits of word that are also set in initial, the word of the class at loop entry.
func (s *search) partOfFirst(c classes, word, initial vector.Vec) vector.Vec {
	whole := vector.Build(func(l int) *term.Term { return initial.At(c.first(s.entry.Guard, l)) })
	return vector.Map2(word, whole, s.t.BAnd)
}

// keptWord returns word, which has one unknown per class. It records an assumption: as long as no collective was
// broken, the unknowns have the values that the candidate ch.unbroken gives.
func (s *search) keptWord(ch change, c classes, word, initial vector.Vec, name label, guard vector.Vec) vector.Vec {
	if ch.unbroken == nil {
		return s.inference.assumeNothing(word)
	}
	return s.inference.assumeOf(c, s.entry.Guard, word, s.wordAtIteration(*ch.unbroken, initial, label{text: name.text + "~", origin: name.origin}, guard))
}

// carry returns an unknown per class for an arbitrary iteration, and records its value in the first iteration.
func (s *search) carry(c classes, name label, initial vector.Vec) vector.Vec {
	unknown := c.atMost(s.t, name, initial.Bits())
	for l := range c {
		if int(c[l]) == l {
			s.unknowns.Carry(unknown.At(l), prove.Value{First: initial.At(c.first(s.entry.Guard, l)), Loop: s.Number})
		}
	}
	return unknown
}
