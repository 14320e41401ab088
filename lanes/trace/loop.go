package trace

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Computes reports an unknown that is not the same in all iterations of a loop.
func (s *Loop) Computes(x *term.Term) bool {
	if x.ID < s.Mark || x.Op != term.Var && x.Op != term.Opaque {
		return false
	}
	switch x.Origin.(type) {
	case memory.ArgOrigin, memory.AddressOrigin, grid.Origin:
		return false
	case memory.Origin:
		return x.Args[0].K > uint64(s.Age)
	}
	return true
}

// Numbers reports a term that was made while the loop was interpreted.
func (s *Loop) Numbers(x *term.Term) bool { return x.ID >= s.Mark && x.ID < s.End }

// IsWithin reports a loop, nil for none, that is another one or lies within it.
func (s *Loop) IsWithin(other *Loop) bool {
	for ; s != nil; s = s.Around {
		if s == other {
			return true
		}
	}
	return false
}

// Decisive is what sends the lanes of the header on a way, given what else is known of each.
func (s *Loop) Decisive(t *term.Table, way vector.Vec, known func(l int) []*term.Term) vector.Vec {
	return vector.Build(func(l int) *term.Term {
		common := term.Common([]*term.Term{s.Header.At(l)})
		if known != nil {
			common = append(common, known(l)...)
		}
		return t.Strip(way.At(l), common)
	})
}

// Following are the unknowns of an arbitrary iteration as the next one has them.
type Following map[*term.Term]*term.Term

// IsFixed reports an unknown that no iteration of a loop changes.
func (s *Loop) IsFixed(x *term.Term) bool {
	return x.ID < s.Mark || prove.IsOfAllIterations(x) || s.isReadOfOld(x)
}

// isReadOfOld reports a word of memory that nothing in the loop writes.
func (s *Loop) isReadOfOld(x *term.Term) bool {
	_, read := x.Origin.(memory.Origin)
	return read && x.Op == term.Opaque && x.Args[0].K <= uint64(s.Age)
}

// IsWayOut reports a block that ends in a branch of which one side leads out of the loop.
func (s *Loop) IsWayOut(b *cfg.Block) bool {
	return b.IterationOf.Within(s.InGraph) && slices.ContainsFunc(b.Succs, func(to *cfg.Block) bool { return !to.IterationOf.Within(s.InGraph) })
}

// Candidate is a candidate invariant (as in Houdini): it says how a cell changes from iteration to iteration of a loop.
type Candidate int

// The candidates, the strongest first.
const (
	Fixed         Candidate = iota // not at all
	Affine                         // by step in every iteration
	Shifted                        // by some places in every iteration
	LaneSet                        // it is the set of lanes still in the loop
	HeaderMask                     // it is the set of lanes that pass the header's test
	PredicateMask                  // it is the set of lanes that have a property
	ClassUniform                   // somehow, but the same for the lanes of a class
	Top                            // somehow
)

// Loop is what is known of a loop that is not unrolled: one arbitrary iteration k, the last that was tried,
// stands for all.
type Loop struct {
	// Number tells the loops that were summarised apart; InGraph is the one of the graph, and call
	// the call that it is in.
	Number  int
	InGraph *cfg.Loop
	Call    *Call
	// Around is the summarised loop around it, nil for none.
	Around *Loop
	// Entering are the lanes that come to the loop, Header those that come to its header in
	// iteration k, and Exits those of them that leave it in that iteration, way by way; Retired are those
	// that leave the kernel.
	Entering, Header vector.Vec
	Exits, Retired   []vector.Vec
	K                *term.Term
	Reached          *term.Term // iteration k is come to
	Stays            vector.Vec // the lanes that are still in
	Round            vector.Vec // those of them that go round again
	// AsOne: all lanes stay in the loop and leave it together.
	AsOne bool
	// Leaves reports that lanes may leave the kernel in the loop, keeps that they may never come out.
	Leaves, Keeps bool
	// Mark is the number of terms before the loop, end behind it; Age is the version of the newest
	// memory before the loop, last behind it.
	Mark, End, Age, Last int
	// Next is what unknowns of iteration k are in the next one, where races are looked for.
	Next Following
	// invariants say of what the loop changes how it depends on the iteration.
	Invariants []Invariant
}

// Invariant is what the trial iterations confirmed of a variable.
type Invariant struct {
	Variable string
	Kind     Candidate
	// Step is that of an affine one, and Uniform reports a classUniform one of all lanes.
	Step    vector.Vec
	Uniform bool
}
