// Package detail holds what a verdict says beyond what all verdicts say: one type for each way to break a
// rule that takes more than lanes and a mask to tell. The questions that find it out are in packages
// lanes, race and block, and the rules word it.
package detail

import (
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Detail is one of the types below. Details are values; nil is none.
type Detail interface{ isDetail() }

// As is a detail of one kind, the zero value where it is none of this kind.
func As[D Detail](d Detail) D {
	as, _ := d.(D)
	return as
}

// OverlappingMasks are masks that differ and have lanes in common (DivergentMask).
type OverlappingMasks struct {
	// Union of all of them, and Other one that overlaps with the verdict's mask; 0 where it is not
	// known.
	Union, Other uint32
}

// InvalidWidth is a width that no shuffle has (Width).
type InvalidWidth struct{ Width int }

// ReadLanes are the lanes that the offending lanes of a shuffle read (SourceNotInMask).
type ReadLanes struct{ Sources warp.Lanes }

// Race is what two lanes race for (MissingSyncwarp, MissingSyncthreads).
type Race struct {
	// Lane made the access of the verdict, Other the earlier one, at Earlier.
	Lane, Other int
	Earlier     source.Pos
	// Copies: the earlier access is a copy that goes on until its lane waits for it.
	Copies bool
	// Element is what they race for, as one writes it.
	Element string
	// Warps are those of the two where they are of two warps of a block, nil where they are of one.
	Warps *Warps
	// Beside are barriers next to the accesses of two warps that do not order them.
	Beside []Beside
}

// Beside is a barrier next to the two accesses of a race.
type Beside struct {
	Pos   source.Pos
	Where Where
}

// Where says why such a barrier does not order the accesses.
type Where int

// The places of barriers.
const (
	BeforeBoth Where = iota
	BehindBoth
	// OfOneWarp is between the two, and orders the threads of a warp alone.
	OfOneWarp
)

// Warps are the numbers of the warps of a race in their block: of the lane of the verdict, and of the other one.
type Warps struct{ Own, Other int }

// What is wrong with a barrier (Barrier), where it is not that lanes stay away. Numbers are of threads.
type (
	// InvalidName is the name of a barrier that no block has.
	InvalidName struct{ Name int }
	// InvalidThreads is a number of threads that is none of whole warps.
	InvalidThreads struct{ Threads int }
	// UnlikeOperands: lanes pass another name or number of threads than the first lane that arrives.
	UnlikeOperands struct{}
	// TooFewThreads: the barrier waits for Awaited, and at most Coming ones can come.
	TooFewThreads struct{ Awaited, Coming int }
	// UnevenRounds: it waits for Awaited at a time, and those who come over the whole execution
	// are too few, Coming ones where that is the same for all executions, 0 where not. InEpoch reports
	// that others come before or after a barrier of the block.
	UnevenRounds struct {
		Awaited, Coming int
		InEpoch         bool
	}
	// AnyOrder: as many come as it waits for, and may in an order in which some wait for ever.
	AnyOrder struct{ Awaited int }
	// Stuck: Coming ones have come when all others of the block wait at other barriers or have ended.
	Stuck struct{ Awaited, Coming int }
	// UnequalThreads: another warp of the same round waits for Others.
	UnequalThreads struct{ Awaited, Others int }
)

func (OverlappingMasks) isDetail() {}
func (InvalidWidth) isDetail()     {}
func (ReadLanes) isDetail()        {}
func (Race) isDetail()             {}
func (InvalidName) isDetail()      {}
func (InvalidThreads) isDetail()   {}
func (UnlikeOperands) isDetail()   {}
func (TooFewThreads) isDetail()    {}
func (UnevenRounds) isDetail()     {}
func (AnyOrder) isDetail()         {}
func (Stuck) isDetail()            {}
func (UnequalThreads) isDetail()   {}
