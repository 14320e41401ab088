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

// Loop is the summary of a loop that is not unrolled: one arbitrary iteration k stands for all iterations. The loop is
// interpreted repeatedly (in trials) until no candidate invariant is refuted. The formulas are those of the last trial.
type Loop struct {
	// Number identifies the loop among the summarised loops of a trace. An inner loop may be summarised several
	// times, each time with a new number.
	Number int
	// InGraph is the loop in the control-flow graph. Call is the call that contains it.
	InGraph *cfg.Loop
	Call    *Call
	// Around is the innermost summarised loop that encloses this one, nil for none.
	Around *Loop
	// Entering holds the lanes that enter the loop.
	Entering vector.Vec
	// K is the number of the iteration, a word of 32 bits that starts at 0. Reached is the formula that some lane
	// executes iteration K.
	K, Reached *term.Term
	// Stays, Header and Round are guards in iteration k. Stays holds for the lanes that are still in the loop. Header
	// holds for those that reach its header. Round holds for those that take the back edge.
	Stays, Header, Round vector.Vec
	// Exits has a guard for each exit of the loop: it holds for the lanes that leave the loop there in iteration k.
	// Retired has the guards of the lanes that leave the kernel in iteration k.
	Exits, Retired []vector.Vec
	// AsOne reports whether all lanes that enter the loop leave it in one and the same iteration.
	AsOne bool
	// Leaves reports whether lanes may leave the kernel in the loop. MayNotEnd reports whether lanes may stay in it
	// for ever.
	Leaves, MayNotEnd bool
	// Mark and End are the numbers of terms before and after the loop was interpreted. Age and Last are the numbers of
	// the newest versions of memory before and after that.
	Mark, End, Age, Last int
	// Next maps unknowns of iteration k to their values in iteration k + 1. It is filled only if races are looked
	// for.
	Next Following
	// Carries lists the loop-carried words for which no invariant gives a formula. feeds caches the feeds of their
	// unknowns. It is nil until the first use.
	Carries []Carrying
	feeds   map[*term.Term]Feed
	// Invariants describe how the variables that the loop changes depend on the iteration.
	Invariants []Invariant
}

// IsWithin reports whether s is the given loop or nested in it. A nil s stands for no loop, which is within no other.
func (s *Loop) IsWithin(other *Loop) bool {
	for ; s != nil; s = s.Around {
		if s == other {
			return true
		}
	}
	return false
}

// IsExit reports whether b has an edge that leaves the loop.
func (s *Loop) IsExit(b *cfg.Block) bool {
	return b.IterationOf.Within(s.InGraph) && slices.ContainsFunc(b.Succs, func(succ *cfg.Block) bool { return !succ.IterationOf.Within(s.InGraph) })
}

// Decisive returns way, the guard of an edge in the loop, without the conjuncts that are known to hold. These are
// conjuncts that the guard of the header implies, and conjuncts that the formulas in assumed imply for the lane.
// assumed may be nil.
func (s *Loop) Decisive(t *term.Table, way vector.Vec, assumed func(l int) []*term.Term) vector.Vec {
	return vector.Build(func(l int) *term.Term {
		common := term.Common([]*term.Term{s.Header.At(l)})
		if assumed != nil {
			common = append(common, assumed(l)...)
		}
		return t.Strip(way.At(l), common)
	})
}

// Made reports whether x is a term that was made while the loop was interpreted.
func (s *Loop) Made(x *term.Term) bool { return x.ID >= s.Mark && x.ID < s.End }

// Computes reports whether x is an unknown that may differ between iterations of the loop.
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

// IsFixed reports whether x is an unknown that no iteration of the loop changes.
func (s *Loop) IsFixed(x *term.Term) bool {
	return x.ID < s.Mark || prove.IsOfAllIterations(x) || s.isReadOfOld(x)
}

// isReadOfOld reports whether x is a word of memory that the loop does not change.
func (s *Loop) isReadOfOld(x *term.Term) bool {
	_, read := x.Origin.(memory.Origin)
	return read && x.Op == term.Opaque && x.Args[0].K <= uint64(s.Age)
}

// Following maps unknowns of an arbitrary iteration to their values in the next one.
type Following map[*term.Term]*term.Term

// Invariant is an invariant of one variable: a candidate that no trial iteration refuted.
type Invariant struct {
	Variable string
	Kind     Candidate
	// Step is the change of the variable in each iteration, if the invariant is Affine.
	Step vector.Vec
	// Uniform reports whether a ClassUniform variable is the same for all lanes.
	Uniform bool
	// Most is an unsigned upper bound of a ClassUniform or Top variable, 0 for none.
	Most uint64
}

// Candidate is the kind of a candidate invariant (as in Houdini). It states how a variable changes from iteration to
// iteration.
type Candidate int

// The candidates, the strongest first.
const (
	Fixed         Candidate = iota // it does not change
	Affine                         // it moves by the same step in every iteration
	Shifted                        // it is shifted by the same count in every iteration
	Alternating                    // it takes two values alternately
	LaneSet                        // it is the set of lanes still in the loop
	GroupSet                       // for each lane, it is the part of the lane's set at entry that is still in the loop
	HeaderMask                     // it is the set of lanes that pass the header's test
	PredicateMask                  // it is the set of lanes for which another cell has some property
	ClassUniform                   // it may change arbitrarily, but is equal in the lanes of a class
	PeerUniform                    // it may change arbitrarily, but is equal in the lanes that a mask groups together
	Top                            // it may change arbitrarily
)
