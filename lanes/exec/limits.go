package exec

// defaultSteps bounds the instructions interpreted for one root in one context. An instruction costs stepWork units of
// work, besides the work on its terms, because its state has to be kept.
const (
	defaultSteps = 1_500_000
	stepWork     = 300
)

// maxTerms bounds the bytes of the terms made for a root in one context, by all its interpretations and questions. No
// term is freed before the context ends. The heaviest kernels of real programs take two thirds of maxTerms.
const maxTerms = 320 << 20

// Limits of loops and calls.
const (
	// maxBusy is the weight above which a loop with collectives is summarised first. Unrolling a lighter loop costs
	// less than the trials of a summary.
	maxBusy = 4000
	// maxCollectiveFree is the weight up to which a function without collectives is interpreted. Larger functions cost
	// most of the work, and their results seldom decide a mask.
	maxCollectiveFree = 600
)

// unrollLimit bounds the iterations of an unrolled loop. A loop is unrolled if it is known for every lane in which
// iteration it leaves, as in most warp loops. unrollTotal bounds the product of the iterations of nested loops. Without
// this bound, the product would grow exponentially.
const (
	unrollLimit = 64
	unrollTotal = 1024
)

// perWarpLimit and perWarpTotal replace unrollLimit and unrollTotal when each warp is interpreted by itself.
const (
	perWarpLimit = 1024
	perWarpTotal = 4096
)

// guessedIterations is the assumed number of iterations of a loop whose work is estimated. maxWeight caps an estimate,
// so that it does not overflow.
const (
	guessedIterations = 8
	maxWeight         = 1 << 30
)

// maxDepth bounds nested calls. maxRecursive bounds the recursive calls in a root, because a function that calls itself
// twice is called exponentially often.
const (
	maxDepth     = 48
	maxRecursive = 1024
)
