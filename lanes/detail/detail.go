// Package detail defines the particulars of verdicts. It has one type for each kind of fault that needs more than the
// lanes and the mask. The questions that find the details are in packages lanes, race and block, and the rules put the
// details into words.
package detail

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Detail is one of the types below. Details are values; nil is none.
type Detail interface{ isDetail() }

// As returns d as a detail of type D; the zero value if d is of another type.
func As[D Detail](d Detail) D {
	as, _ := d.(D)
	return as
}

// OverlappingMasks holds masks that differ and have lanes in common (DivergentMask).
type OverlappingMasks struct {
	// Union is the union of all these masks. Other is a mask that overlaps with the verdict's mask, 0 if it is not
	// known.
	Union, Other uint32
}

// InvalidWidth is a width that is not valid for a shuffle (Width).
type InvalidWidth struct{ Width int }

// RestOfBlock holds the last threads of a block, too few for a warpgroup (WholeWarpgroup).
type RestOfBlock struct{ Threads int }

// ReadLanes holds the lanes that the offending lanes of a shuffle read (SourceNotInMask).
type ReadLanes struct{ Sources warp.Lanes }

// Race describes a race of two lanes (MissingSyncwarp, MissingSyncthreads).
type Race struct {
	// Lane made the access of the verdict. Other made the earlier access, at the place Earlier, by the instruction By.
	Lane, Other int
	Earlier     source.Pos
	By          *cfg.Instr
	// Round is the loop whose next iteration makes the later access. It is nil if both accesses are in one iteration of
	// all loops, or if this is not known.
	Round *cfg.Loop
	// Copies reports whether the earlier access is an asynchronous copy, which may take place at any time until its
	// lane waits for it.
	Copies bool
	// Element is the memory that both lanes access, as the program writes it.
	Element string
	// OtherName is the name that the earlier access uses for the memory, if it goes through a pointer into another
	// array. It is "" if both accesses go through one array, or through pointers to its beginning. Distance is the
	// number of bytes from the beginning of the earlier access's array to the beginning of the later access's array.
	OtherName string
	Distance  int64
	// Warps are the warps of the two lanes, nil if both lanes are of one warp.
	Warps *Warps
	// Beside lists barriers that are near the accesses of two warps and do not order them.
	Beside []Beside
	// IsAwaited reports whether a thread waits for an mbarrier between the accesses. The accesses are then assumed to
	// be ordered, unless a run shows the race.
	IsAwaited bool
}

// Beside is a barrier near the two accesses of a race.
type Beside struct {
	Pos   source.Pos
	Where Where
}

// Where is the place of a barrier near two accesses. It explains why the barrier does not order the accesses.
type Where int

// The places of barriers.
const (
	BeforeBoth Where = iota
	BehindBoth
	// OfOneWarp: there is a barrier between the two accesses, but it orders only the threads of one warp.
	OfOneWarp
)

// Warps holds the numbers, within the block, of the two warps of a race: Own is the warp of the verdict's lanes, Other
// the other warp.
type Warps struct{ Own, Other int }

// The faults that the question Barrier finds at a barrier, except absent lanes. Name is the number of a barrier. All
// other numbers count threads.
type (
	// InvalidName is a number that is not one of a block's barriers.
	InvalidName struct{ Name int }
	// InvalidThreads is a number of threads that is not a multiple of the warp size, or 0 where lanes only arrive.
	InvalidThreads struct{ Threads int }
	// UnlikeOperands: lanes pass another name or number of threads than the first lane that arrives.
	UnlikeOperands struct{}
	// TooFewThreads: the barrier waits for Awaited threads, and at most Arriving can arrive.
	TooFewThreads struct{ Awaited, Arriving int }
	// UnevenRounds: the barrier waits for Awaited threads at a time, and the threads that arrive over the whole
	// execution do not fill whole rounds. Arriving is their number, 0 if it differs between executions. InEpoch reports
	// whether other threads arrive before or after a barrier of the block.
	UnevenRounds struct {
		Awaited, Arriving int
		InEpoch           bool
	}
	// AnyOrder: exactly Awaited threads arrive, as the barrier demands. But there is an order of their arrivals in which
	// some of them wait for ever.
	AnyOrder struct{ Awaited int }
	// Stuck: the barrier waits for Awaited threads. Only Arriving have arrived when all other threads of the block wait
	// at other barriers or have ended.
	Stuck struct{ Awaited, Arriving int }
	// UnequalThreads: the barrier waits for Awaited threads, but another warp of the same round passes Others as their
	// number.
	UnequalThreads struct{ Awaited, Others int }
)

func (OverlappingMasks) isDetail() {}
func (InvalidWidth) isDetail()     {}
func (RestOfBlock) isDetail()      {}
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
