package lanes

// All limits are counts that are the same on every machine; none is a time. Beyond a limit a value is unknown, a
// question is undecided, or a note states that the analysis of a root is incomplete: nothing is left out silently.

// defaultWork bounds the work on one root in one context, in units of term.Meter. So much work takes ten to twenty
// seconds. unitWork bounds the work on all roots of a program in all contexts, which is two minutes of work. The
// processor time limit of a worker must be larger, because a worker that exceeds it is ended, and its findings are
// lost.
const (
	defaultWork = 1_700_000_000
	unitWork    = 12_000_000_000
	// leftForOthers is a divisor: the instances of one template leave 1/leftForOthers of unitWork for other
	// functions.
	leftForOthers = 4
)

// The refinement per warp may take 1/perWarpShare of a root's work.
const perWarpShare = 8

// oneByOneShare bounds the work on questions about single formulas of a disjunction (rendezvous.oneByOne). They may
// take 1/oneByOneShare of a root's work.
const oneByOneShare = 16

// useShare bounds the search for the uses of the undefined values of one collective. It may take 1/useShare of a root's
// work.
const useShare = 8

// smallNumber bounds the extents of the grid and the numbers of iterations in an example. It is exceeded only if there
// is no example below it.
const smallNumber = 1 << 16

// smallShare bounds the search for examples with small numbers. It may take 1/smallShare of a root's work.
const smallShare = 16

// One likely block may take 1/likelyBlockShare of a root's work, in addition to the root's own work.
const likelyBlockShare = 16

// Limits of the search for races in a root. The search may take raceFloor units of work (term.Meter), which is one and
// a half seconds. In addition it may take 1/raceShare of the work that the root took. raceSteps bounds the steps of one
// question to the solver. The solver gets only questions that a proof by sums does not decide. It answers most of them
// at once or not at all.
const (
	raceFloor = 175_000_000
	raceShare = 4
	raceSteps = 50_000
)

// Limits of the search for races between warps, with the same meanings as raceFloor, raceShare and raceSteps. Sums
// prove most pairs disjoint. If one of the other pairs races, the solver soon finds an example.
const (
	blockRaceFloor = 90_000_000
	blockRaceShare = 8
	blockRaceSteps = 100_000
	// pairSteps bounds the steps of a question about one pair of threads.
	pairSteps = 50_000
	// mostWays bounds the pairs of threads about which the solver is asked one by one, before it is asked about all
	// together.
	mostWays = 8
)
