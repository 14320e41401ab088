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

// Loop summarises a loop that is not unrolled: one arbitrary iteration k stands for all. Its formulas are those
// of the last trial, in which no candidate invariant was refuted.
type Loop struct {
	// Number identifies the loop among the summarised loops of a trace. An inner loop may be summarised several
	// times, with a number each.
	Number int
	// InGraph is the loop of the graph, and Call the call that it is in.
	InGraph *cfg.Loop
	Call    *Call
	// Around is the summarised loop around it, nil for none.
	Around *Loop
	// Entering are the lanes that enter the loop.
	Entering vector.Vec
	// K is the number of the iteration, 32 bits, from 0. Reached holds if some lane executes iteration K.
	K, Reached *term.Term
	// Stays are the lanes still in the loop in iteration k, Header those of them that reach its header, and Round
	// those that take the back edge.
	Stays, Header, Round vector.Vec
	// Exits are the lanes that leave the loop in iteration k, one guard per exit, and Retired those that leave the
	// kernel.
	Exits, Retired []vector.Vec
	// AsOne reports that all lanes stay in the loop, and leave it, together.
	AsOne bool
	// Leaves reports that lanes may leave the kernel in the loop, Keeps that they may stay in it for ever.
	Leaves, Keeps bool
	// Mark and End are the numbers of terms before and after the loop, Age and Last the newest version of memory
	// before and after it.
	Mark, End, Age, Last int
	// Next maps unknowns of iteration k to their values in iteration k + 1, where races are looked for.
	Next Following
	// Carries are the loop-carried words that no invariant gives a formula for; feeds is what their unknowns are
	// computed from, nil until it is asked for.
	Carries []Carrying
	feeds   map[*term.Term]Feed
	// Invariants describe how the variables that the loop changes depend on the iteration.
	Invariants []Invariant
}

// IsWithin reports that s, nil for none, is the other loop or nested in it.
func (s *Loop) IsWithin(other *Loop) bool {
	for ; s != nil; s = s.Around {
		if s == other {
			return true
		}
	}
	return false
}

// IsWayOut reports a block with an edge that leaves the loop.
func (s *Loop) IsWayOut(b *cfg.Block) bool {
	return b.IterationOf.Within(s.InGraph) && slices.ContainsFunc(b.Succs, func(to *cfg.Block) bool { return !to.IterationOf.Within(s.InGraph) })
}

// Decisive is the condition of each lane to take a way from the header, simplified under the header's guard and
// what known returns for the lane.
func (s *Loop) Decisive(t *term.Table, way vector.Vec, known func(l int) []*term.Term) vector.Vec {
	return vector.Build(func(l int) *term.Term {
		common := term.Common([]*term.Term{s.Header.At(l)})
		if known != nil {
			common = append(common, known(l)...)
		}
		return t.Strip(way.At(l), common)
	})
}

// Numbers reports a term made while the loop was interpreted.
func (s *Loop) Numbers(x *term.Term) bool { return x.ID >= s.Mark && x.ID < s.End }

// Computes reports an unknown that may differ between iterations of the loop.
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

// IsFixed reports an unknown that no iteration of the loop changes.
func (s *Loop) IsFixed(x *term.Term) bool {
	return x.ID < s.Mark || prove.IsOfAllIterations(x) || s.isReadOfOld(x)
}

// isReadOfOld reports a word of memory that nothing in the loop writes.
func (s *Loop) isReadOfOld(x *term.Term) bool {
	_, read := x.Origin.(memory.Origin)
	return read && x.Op == term.Opaque && x.Args[0].K <= uint64(s.Age)
}

// Following maps unknowns of an arbitrary iteration to their values in the next one.
type Following map[*term.Term]*term.Term

// Invariant is a candidate invariant of a variable that no trial iteration refuted.
type Invariant struct {
	Variable string
	Kind     Candidate
	// Step is that of an Affine one.
	Step vector.Vec
	// Uniform reports a ClassUniform one that is the same for all lanes.
	Uniform bool
	// Most is an unsigned upper bound of a ClassUniform or Top variable, 0 for none.
	Most uint64
}

// Candidate is the form of a candidate invariant (as in Houdini): how a variable changes from iteration to
// iteration.
type Candidate int

// The candidates, the strongest first.
const (
	Fixed         Candidate = iota // not at all
	Affine                         // by step in every iteration
	Shifted                        // by some places in every iteration
	Alternating                    // between two values
	LaneSet                        // it is the set of lanes still in the loop
	GroupSet                       // for each lane, those lanes of its set at entry that are still in the loop
	HeaderMask                     // it is the set of lanes that pass the header's test
	PredicateMask                  // it is the set of lanes that have a property
	ClassUniform                   // somehow, but the same for the lanes of a class
	PeerUniform                    // somehow, but the same for the lanes that a mask put together
	Top                            // somehow
)
