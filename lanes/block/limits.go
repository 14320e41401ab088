package block

// readWork is the units of work that a term costs that is asked whether it is block-uniform.
const readWork = 10

// Limits of barriers with a number of threads.
const (
	// fewIterations is more than an execution has that is easy to follow.
	fewIterations = 16
	// maxLate is how many iterations before the last of a loop an event is absent from at most that is
	// compared: pipelines are as deep.
	maxLate = 3
)

// Bounds of the interleavings, whose states multiply: its cases, its visits, and the work that a state of the
// block takes.
const (
	maxCases  = 24
	maxVisits = 1 << 10
	stateWork = 1000
)

// warpsByThemselves is how many warps of a known block are asked about one by one at once: of more it is
// tried first to prove of one that stands for any what is to be proved of each.
const warpsByThemselves = 4
