package block

// readWork is the work of one step that checks whether a term is block-uniform.
const readWork = 10

// Limits of barriers with a number of threads.
const (
	// fewIterations bounds the iterations of an execution that is easy to follow.
	fewIterations = 16
	// maxLate bounds how many iterations before the last an event may be absent from: pipelines are that deep.
	maxLate = 3
)

// Bounds of the interleavings, whose states multiply: the number of cases, the number of visits, and the work that a
// state of the block takes.
const (
	maxCases  = 24
	maxVisits = 1 << 10
	stateWork = 1000
)

// warpsByThemselves is the largest number of warps of a known block that are judged one by one without a proof for an
// arbitrary warp. For a larger block, that proof is tried first.
const warpsByThemselves = 4
