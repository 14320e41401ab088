package loop

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A mask that every iteration computes anew may be the set of lanes for which another cell has a property:
//
//	bool alive = v > 0;
//	unsigned mask = __ballot_sync(~0u, alive);
//	while (mask) {
//	  if (alive) { ... alive = v > 0; }
//	  mask = __ballot_sync(~0u, alive);
//	}
//
// In an arbitrary iteration alive is an unknown per lane, and mask is the set of lanes in which it is true. The
// predicate of a mask is guessed. Its formula is the bit of each lane in the mask, at the entry or after an iteration.
// The parameters of the predicate are words of other cells in this formula. A wrong guess does no harm, because the
// predicate has to hold at the entry and after a trial iteration that begins in the guessed state.

// predicate decides by words in some cells whether a lane is in a set. holds has a formula for each lane, in which the
// terms in words stand for the words in the cells. If words is nil, there is one cell, and a lane is in the set if the
// cell's word is not 0.
type predicate struct {
	cells []memory.Cell
	words []vector.Vec
	holds vector.Vec
}

// satisfying returns the lanes for which a predicate holds in a state. It returns false if one of the cells holds no
// word, or a word of another width than in the predicate.
func (in *Inference) satisfying(p predicate, st *memory.State) (vector.Vec, bool) {
	now := make([]vector.Vec, len(p.cells))
	for i, c := range p.cells {
		v, ok := in.wordIn(st, c)
		if !ok || p.words != nil && v.Bits() != p.words[i].Bits() {
			return vector.Vec{}, false
		}
		now[i] = v
	}
	if p.words == nil {
		return in.vectors.Truth(now[0]), true
	}
	return vector.Build(func(l int) *term.Term { return in.t.Replace(p.holds.At(l), at(p.words, l), at(now, l)) }), true
}

// wordIn returns the word in a cell, or the address if the cell holds a pointer. It returns false if the cell holds
// neither.
func (in *Inference) wordIn(st *memory.State, c memory.Cell) (vector.Vec, bool) {
	switch v := st.Cells[c].(type) {
	case vector.Vec:
		return v, true
	case memory.Pointer:
		return in.memory.Layout.Address(v), true
	}
	return vector.Vec{}, false
}

// at returns the term of lane l in each of the words.
func at(words []vector.Vec, l int) []*term.Term {
	list := make([]*term.Term, len(words))
	for i, v := range words {
		list[i] = v.At(l)
	}
	return list
}

// isPredicateMask reports whether set is the set of lanes that take an edge and satisfy the predicate.
func (in *Inference) isPredicateMask(p predicate, edge Edge, set vector.Vec) bool {
	says, ok := in.satisfying(p, edge.State)
	return ok && in.seenAs(edge.Guard, set, in.vectors.And(edge.Guard, says).List())
}

// predicateOf returns a predicate that describes the set in a cell, both at the entry and after the last trial. It
// returns false if it finds none.
func (s *search) predicateOf(c memory.Cell) (predicate, bool) {
	first, ok := s.entry.State.Cells[c].(vector.Vec)
	next, again := s.back.State.Cells[c].(vector.Vec)
	if !ok || !again || first.Bits() != warp.Size || !first.IsUniform() || !isSet(next) {
		return predicate{}, false
	}
	for _, p := range s.predicates(first, next) {
		if s.inference.isPredicateMask(p, s.entry, first) && s.inference.isPredicateMask(p, s.back, next) {
			return p, true
		}
	}
	return predicate{}, false
}

// isSet reports whether a word is a set of lanes (a Pack) that is the same in all lanes.
func isSet(v vector.Vec) bool { return v.IsUniform() && v.At(0).Op == term.Pack }

// predicates guesses predicates from a set at the entry and a set after an iteration. Each predicate is about one
// cell that the iteration changes, or about all such cells.
func (s *search) predicates(initial, next vector.Vec) []predicate {
	var list []predicate
	entry, back := predicate{holds: s.inference.bitsOf(initial)}, predicate{holds: s.inference.bitsOf(next)}
	for _, c := range s.memory.Differing([]*memory.State{s.entry.State, s.back.State}) {
		before, ok := s.inference.wordIn(s.entry.State, c)
		after, again := s.inference.wordIn(s.back.State, c)
		if !ok || !again || before.IsUniform() && after.IsUniform() {
			continue
		}
		list = append(list, predicate{cells: []memory.Cell{c}})
		list = append(list, entry.about(c, before)...)
		list = append(list, back.about(c, after)...)
	}
	return append(list, slices.DeleteFunc([]predicate{entry, back}, func(p predicate) bool { return len(p.cells) < 2 })...)
}

// about adds a cell to the parameters of p, and returns the predicate that depends on this cell alone. If some lane's
// word in the cell is a constant, about does nothing, because the formula may contain the same constant for another
// reason.
func (p *predicate) about(c memory.Cell, word vector.Vec) []predicate {
	if slices.ContainsFunc(word.List(), (*term.Term).IsConst) {
		return nil
	}
	p.cells, p.words = append(p.cells, c), append(p.words, word)
	return []predicate{{[]memory.Cell{c}, []vector.Vec{word}, p.holds}}
}

// bitsOf returns, for each lane, the formula that it is in a set.
func (in *Inference) bitsOf(set vector.Vec) vector.Vec {
	return vector.Build(func(l int) *term.Term { return in.t.Bit(set.At(l), l) })
}

// setPredicateMasks sets, at the header, the cells with the candidate PredicateMask to the lanes that satisfy the
// predicate.
func (s *search) setPredicateMasks(header Edge) {
	for _, c := range s.sorted() {
		p := s.changes[c].predicate
		if s.changes[c].kind != trace.PredicateMask || slices.ContainsFunc(p.cells, s.isSetLater) {
			continue
		}
		if says, ok := s.inference.satisfying(p, header.State); ok {
			header.State.Cells[c] = vector.Uniform(s.t.Pack(s.vectors.And(s.vectors.Here(header.Guard), says).List()))
		}
	}
}

// isSetLater reports whether setPredicateMasks has yet to set the value of a cell at the header.
func (s *search) isSetLater(c memory.Cell) bool {
	kind := s.changes[c].kind
	return kind == trace.HeaderMask || kind == trace.PredicateMask
}
