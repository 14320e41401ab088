package rules

// Evidence is the kind of observation on a device that proves that a rule is broken.
type Evidence int

// The kinds of evidence. Most can be found in a log of calls that records the lanes of each call and their operands.
const (
	// NoEvidence: no observation on a device proves that the rule is broken.
	NoEvidence Evidence = iota
	// LanesAbsent: lanes in the mask do not execute the call.
	LanesAbsent
	// MasksUnequal: masks of one execution overlap and differ.
	MasksUnequal
	// LaneNotInMask: a lane executes the call and is not in its own mask.
	LaneNotInMask
	// SourceAbsent: a lane reads from a lane that is not in the mask or does not execute the call.
	SourceAbsent
	// WidthInvalid: the width of a shuffle is no power of two.
	WidthInvalid
	// ThreadsAbsent: threads of the block do not execute a barrier.
	ThreadsAbsent
	// OrderOfWarps: the memory after the kernel depends on which of two warps runs first.
	OrderOfWarps
	// OrderOfLanes: two lanes of a warp race. Today's devices run them together, so only racecheck shows it.
	OrderOfLanes
	// LeftInShared: the memory after the kernel depends on the contents of shared memory that an earlier kernel has
	// left.
	LeftInShared
)
