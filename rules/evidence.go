package rules

// Evidence is the kind of observation on a device that shows that a rule is broken.
type Evidence int

// The kinds of evidence. A program finds most of them in a log of calls, with the lanes that execute each and their
// operands.
const (
	// NoEvidence: nothing that a device does shows it.
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
	// OrderOfWarps: the memory that a kernel leaves depends on which of two warps is late.
	OrderOfWarps
	// OrderOfLanes: two lanes of a warp race. They run together on today's devices, so only racecheck shows it.
	OrderOfLanes
)
