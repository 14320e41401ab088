package block

// readWork is the work of one step that checks whether a term is block-uniform.
const readWork = 10

// Limits for barriers with a number of threads.
const (
	// fewIterations bounds the iterations of an execution that is easy to follow.
	fewIterations = 16
	// maxLate bounds the number of iterations at the end of a loop from which an event may be absent. Pipelines have
	// at most this depth.
	maxLate = 3
)

// Bounds of the interleavings, because the number of their states grows exponentially: the number of cases, the number
// of visits, and the work for a state of the block.
const (
	maxCases  = 24
	maxVisits = 1 << 10
	stateWork = 1000
)

// warpsByThemselves is the largest number of warps of a known block for which each warp is judged by itself at once.
// For a larger block, a proof for an arbitrary warp is tried before that.
const warpsByThemselves = 4
