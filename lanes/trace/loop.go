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

// Loop is what is known of a loop that is summarised, not unrolled: one arbitrary iteration k stands for
// all. Its formulas are those of the last trial, in which no candidate invariant was refuted.
type Loop struct {
	// Number tells the summarised loops of a trace apart. A loop within another may be summarised
	// several times.
	Number int
	// InGraph is the loop of the graph, and Call the call that it is in.
	InGraph *cfg.Loop
	Call    *Call
	// Around is the summarised loop around it, nil for none.
	Around *Loop
	// Entering are the lanes that come to the loop.
	Entering vector.Vec
	// K is the number of the iteration, 32 bits, from 0, and Reached says that some lane comes to it.
	K, Reached *term.Term
	// Stays are the lanes that are still in the loop in iteration k, Header those of them that come to
	// its header, and Round those that go round again.
	Stays, Header, Round vector.Vec
	// Exits are the lanes of the header that leave the loop in iteration k, way by way, and Retired
	// those that leave the kernel.
	Exits, Retired []vector.Vec
	// AsOne reports that all lanes stay in the loop, and leave it, together.
	AsOne bool
	// Leaves reports that lanes may leave the kernel in the loop, Keeps that they may never come out.
	Leaves, Keeps bool
	// Mark and End are how many terms there were before the loop and behind it, Age and Last the
	// newest version of memory before it and behind it.
	Mark, End, Age, Last int
	// Next is what unknowns of iteration k are in the next one, where races are looked for.
	Next Following
	// Carries are the words that the loop carries of which no invariant tells what they are in iteration k;
	// feeds what feeds their unknowns, nil until it is asked for.
	Carries []Carrying
	feeds   map[*term.Term]Feed
	// Invariants say of what the loop changes how it depends on the iteration.
	Invariants []Invariant
}

// IsWithin reports a loop, nil for none, that is another one or lies within it.
func (s *Loop) IsWithin(other *Loop) bool {
	for ; s != nil; s = s.Around {
		if s == other {
			return true
		}
	}
	return false
}

// IsWayOut reports a block that ends in a branch of which one side leads out of the loop.
func (s *Loop) IsWayOut(b *cfg.Block) bool {
	return b.IterationOf.Within(s.InGraph) && slices.ContainsFunc(b.Succs, func(to *cfg.Block) bool { return !to.IterationOf.Within(s.InGraph) })
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

// Numbers reports a term that was made while the loop was interpreted.
func (s *Loop) Numbers(x *term.Term) bool { return x.ID >= s.Mark && x.ID < s.End }

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

// IsFixed reports an unknown that no iteration of a loop changes.
func (s *Loop) IsFixed(x *term.Term) bool {
	return x.ID < s.Mark || prove.IsOfAllIterations(x) || s.isReadOfOld(x)
}

// isReadOfOld reports a word of memory that nothing in the loop writes.
func (s *Loop) isReadOfOld(x *term.Term) bool {
	_, read := x.Origin.(memory.Origin)
	return read && x.Op == term.Opaque && x.Args[0].K <= uint64(s.Age)
}

// Following are the unknowns of an arbitrary iteration as the next one has them.
type Following map[*term.Term]*term.Term

// Invariant is what the trial iterations did not refute of a variable.
type Invariant struct {
	Variable string
	Kind     Candidate
	// Step is that of an Affine one.
	Step vector.Vec
	// Uniform reports a ClassUniform one that is the same for all lanes.
	Uniform bool
	// Most is what one that is ClassUniform or Top is at most, unsigned, 0 where that is not known.
	Most uint64
}

// Candidate is a candidate invariant (as in Houdini): it says how a variable changes from iteration to
// iteration of a loop.
type Candidate int

// The candidates, the strongest first.
const (
	Fixed         Candidate = iota // not at all
	Affine                         // by step in every iteration
	Shifted                        // by some places in every iteration
	Alternating                    // between two values
	LaneSet                        // it is the set of lanes still in the loop
	GroupSet                       // it is for each lane the set of those still in the loop that were in its set before
	HeaderMask                     // it is the set of lanes that pass the header's test
	PredicateMask                  // it is the set of lanes that have a property
	ClassUniform                   // somehow, but the same for the lanes of a class
	PeerUniform                    // somehow, but the same for the lanes that a mask put together
	Top                            // somehow
)
