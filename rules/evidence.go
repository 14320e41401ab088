package rules

// Evidence is what shows on a device that a rule is broken.
type Evidence int

// The kinds of evidence. Most are read off a log of who executes a call, and with which operands.
const (
	// NoEvidence: nothing that a device does shows it.
	NoEvidence Evidence = iota
	// LanesAbsent: lanes in the mask do not execute the call.
	LanesAbsent
	// MasksUnequal: masks of one execution overlap and differ.
	MasksUnequal
	// LaneNotInMask: a lane executes the call and is not in its own mask.
	LaneNotInMask
	// SourceAbsent: a lane reads one that is not in the mask or does not execute the call.
	SourceAbsent
	// WidthInvalid: the width of a shuffle is no power of two.
	WidthInvalid
	// ThreadsAbsent: threads of the block do not execute a barrier.
	ThreadsAbsent
	// OrderOfWarps: the memory that a kernel leaves depends on which of two warps is late.
	OrderOfWarps
	// OrderOfLanes: two lanes of a warp race, which run together on today's devices: only racecheck shows it.
	OrderOfLanes
)
