package exec

// defaultSteps bounds the instructions interpreted for one root in one context. One costs stepWork units of
// work besides what its terms do: for the state that it is run in.
const (
	defaultSteps = 1_500_000
	stepWork     = 300
)

// maxTerms bounds the bytes of the terms that are made for a root in one context, its interpretations
// and questions together: they live as long as it. The heaviest kernels of real programs take two thirds.
const maxTerms = 320 << 20

// Limits of loops and calls.
const (
	// maxBusy is the weight from which a loop with collectives is worth a summary: below it, to
	// unroll costs less than the trials.
	maxBusy = 4000
	// maxCollectiveFree is the weight up to which a function without collectives is interpreted: what a
	// larger one computes seldom decides a mask, and costs most.
	maxCollectiveFree = 600
)

// unrollLimit bounds the iterations of a loop that is run as it is: a loop whose
// iterations are decided for every lane, as most warp loops are. unrollTotal bounds the
// product over nested loops, which would multiply without an end.
const (
	unrollLimit = 64
	unrollTotal = 1024
)

// The iterations that the refinement per warp unrolls, of a loop and of loops in loops.
const (
	perWarpLimit = 1024
	perWarpTotal = 4096
)

// guessedIterations is how often a loop is taken to iterate when work is estimated, maxWeight where an
// estimate ends, so that it does not overflow.
const (
	guessedIterations = 8
	maxWeight         = 1 << 30
)

// maxDepth bounds nested calls, and maxRecursive in a root the calls of functions within themselves:
// a function that calls itself twice is called exponentially often.
const (
	maxDepth     = 48
	maxRecursive = 1024
)
