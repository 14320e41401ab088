package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A mask that is made anew in every iteration may be the set of lanes of which something else
// that the loop carries says so:
//
//	bool alive = v > 0;
//	unsigned mask = __ballot_sync(~0u, alive);
//	while (mask) {
//	  if (alive) { ... alive = v > 0; }
//	  mask = __ballot_sync(~0u, alive);
//	}
//
// In an arbitrary iteration alive is an unknown of each lane, and mask the set of lanes that
// have it. What a mask says of the words in other cells, its property, is read off the bits
// that it has at the entry or after an iteration: which parts of them are the words, and what is
// left when those are taken out. It may be guessed in any way, as the entry and an iteration from
// the guessed state confirm it.

// property is what puts a lane into a set: a formula of each lane about the words that it
// has in some cells, as it is said of one such row of words. Without one it is that the
// word is not 0.
type property struct {
	of    []memory.Cell
	words []vector.Vec
	holds vector.Vec
}

// having says which lanes of a state have a property; false where a cell holds no word.
func (in *interp) having(p property, st *memory.State) (vector.Vec, bool) {
	now := make([]vector.Vec, len(p.of))
	for i, c := range p.of {
		v, ok := in.wordIn(st, c)
		if !ok || p.words != nil && v.Bits() != p.words[i].Bits() {
			return vector.Vec{}, false
		}
		now[i] = v
	}
	if p.words == nil {
		return in.truth(now[0]), true
	}
	return vector.Build(func(l int) *term.Term { return in.t.Replace(p.holds.At(l), at(p.words, l), at(now, l)) }), true
}

// wordIn is the word or the address in a cell.
func (in *interp) wordIn(st *memory.State, c memory.Cell) (vector.Vec, bool) {
	switch v := st.Cells[c].(type) {
	case vector.Vec:
		return v, true
	case memory.Pointer:
		return in.memory.Address(v), true
	}
	return vector.Vec{}, false
}

// at are the terms of a lane.
func at(words []vector.Vec, l int) []*term.Term {
	list := make([]*term.Term, len(words))
	for i, v := range words {
		list[i] = v.At(l)
	}
	return list
}

// holdsHaving reports a set of the lanes that have a property, of those along an edge.
func (in *interp) holdsHaving(p property, along edge, set vector.Vec) bool {
	says, ok := in.having(p, along.st)
	return ok && in.seenAs(along.guard, set, in.And(along.guard, says).List())
}

// propertyOf is a property that has made the set in a cell at the entry and after the last
// trial's iteration.
func (in *interp) propertyOf(s *loopSummary, c memory.Cell) (property, bool) {
	first, ok := s.entry.st.Cells[c].(vector.Vec)
	next, again := s.back.st.Cells[c].(vector.Vec)
	if !ok || !again || first.Bits() != warp.Size || !first.IsUniform() || !isSet(next) {
		return property{}, false
	}
	for _, p := range in.properties(s, first, next) {
		if in.holdsHaving(p, s.entry, first) && in.holdsHaving(p, s.back, next) {
			return p, true
		}
	}
	return property{}, false
}

// isSet reports a word that is the same set of lanes for all.
func isSet(v vector.Vec) bool { return v.IsUniform() && v.At(0).Op == term.Pack }

// properties are those that a set at the entry and one after an iteration may say of what the
// iteration changes: of one cell, or of all.
func (in *interp) properties(s *loopSummary, first, next vector.Vec) []property {
	var list []property
	entry, back := property{holds: in.bitsOf(first)}, property{holds: in.bitsOf(next)}
	for _, c := range in.memory.Differing([]*memory.State{s.entry.st, s.back.st}) {
		before, ok := in.wordIn(s.entry.st, c)
		after, again := in.wordIn(s.back.st, c)
		if !ok || !again || before.IsUniform() && after.IsUniform() {
			continue
		}
		list = append(list, property{of: []memory.Cell{c}})
		list = append(list, entry.about(c, before)...)
		list = append(list, back.about(c, after)...)
	}
	return append(list, slices.DeleteFunc([]property{entry, back}, func(p property) bool { return len(p.of) < 2 })...)
}

// about adds a cell to those that a property is of, unless some lane's word is any constant,
// and returns the property of this cell alone.
func (p *property) about(c memory.Cell, word vector.Vec) []property {
	if slices.ContainsFunc(word.List(), (*term.Term).IsConst) {
		return nil
	}
	p.of, p.words = append(p.of, c), append(p.words, word)
	return []property{{[]memory.Cell{c}, []vector.Vec{word}, p.holds}}
}

// bitsOf has for each lane its bit in a set.
func (in *interp) bitsOf(set vector.Vec) vector.Vec {
	return vector.Build(func(l int) *term.Term { return in.t.Bit(set.At(l), l) })
}

// setHaving gives the cells that hold the lanes with a property their value at the header.
func (in *interp) setHaving(s *loopSummary, header edge) {
	for _, c := range s.sorted() {
		p := s.changes[c].property
		if s.changes[c].kind != trace.PredicateMask || slices.ContainsFunc(p.of, s.isSetLater) {
			continue
		}
		if says, ok := in.having(p, header.st); ok {
			header.st.Cells[c] = vector.Uniform(in.t.Pack(in.And(in.hereWith(header.guard), says).List()))
		}
	}
}

// isSetLater reports a cell that is not what it will be at the header while the sets of the
// lanes with a property are made.
func (s *loopSummary) isSetLater(c memory.Cell) bool {
	kind := s.changes[c].kind
	return kind == trace.HeaderMask || kind == trace.PredicateMask
}
