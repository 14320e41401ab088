package lanes

// All limits count what every machine agrees on, and none is a matter of time. Beyond one, a value is
// unknown, a question undecided, or a root told as cut short: nothing is passed over in silence.

// defaultWork bounds the work on one root in one context, in units of term.Meter: some ten to
// twenty seconds. unitWork bounds it on all roots of a program in all contexts, some two minutes: less than the
// processor time after which a worker is ended, with all that it has found.
const (
	defaultWork = 1_500_000_000
	unitWork    = 12_000_000_000
)

// The units of work that an event costs that others are compared with, and a term that is asked
// whether it is block-uniform.
const (
	eventWork = 4
	readWork  = 10
)

// perWarpShare is the share of a root's work that the refinement per warp may take.
const perWarpShare = 8

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

// maxPairs bounds the pairs of accesses that are compared for a root.
const maxPairs = 20_000

// maxExecutions is of how many executions of an access along the same calls it is asked whether
// they race: of an unrolled loop the first few tell.
const maxExecutions = 4

// Limits of the search for races in a root: what it may take besides a share of what the root took, in
// units of term.Meter (some one and a half seconds), and the steps of one question. What a proof by sums leaves
// open the solver mostly answers at once or not at all.
const (
	raceFloor = 150_000_000
	raceShare = 4
	raceSteps = 50_000
)

// Limits of a proof that two accesses are disjoint: how many conditions it takes from the distance, and
// how many before it looks at cases, how many products one of two sums may have, and the largest number
// that it computes with, so that none wraps around. Real indices take up to three conditions, and fewer
// are tried before more.
const (
	maxEliminations = 4
	fewEliminations = 2
	maxParts        = 64
	farthest        = 1 << 60
)

// maxShared is how many bytes of shared memory a block has at most on any GPU: so many has an array
// whose size only the launch says.
const maxShared = 227 << 10

// maxSplits is how many choices are looked at from both sides for such a proof, one within the other, and
// wordSplits how many times fewer in each case of a word, which has more of them.
const (
	maxSplits  = 6
	wordSplits = 3
)

// maxUnproved is of how many pairs of lanes the proof may fail before no more are tried of two
// accesses: it fails of one for what it mostly fails of all.
const maxUnproved = 4

// maxTried is of how many pairs of accesses one pair of lanes is asked about before all lanes are.
const maxTried = 8

// eliminationWork is the units of work that a part of a sum costs in a step of such a proof.
const eliminationWork = 12
