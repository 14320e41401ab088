package lanes

// All limits are counts that are the same on every machine, and none is a time. Beyond a limit a value is unknown, a
// question undecided, or a root is reported as cut short: nothing is left out silently.

// defaultWork bounds the work on one root in one context, in units of term.Meter: ten to twenty seconds. unitWork
// bounds the work on all roots of a program in all contexts: two minutes. The processor time of a worker must be more
// than that: a worker that exceeds its time is ended, and all that it has found is lost.
const (
	defaultWork = 1_700_000_000
	unitWork    = 12_000_000_000
	// leftForOthers is a divisor: the instances of one template leave unitWork/leftForOthers for other functions.
	leftForOthers = 4
)

// The refinement per warp may take 1/perWarpShare of a root's work.
const perWarpShare = 8

// After 1/oneByOneShare of a root's work, the solver is no longer asked about the formulas of a disjunction one after
// the other (rendezvous.oneByOne).
const oneByOneShare = 16

// The uses of the undefined values of one collective may take 1/useShare of a root's work.
const useShare = 8

// smallNumber is the bound that the numbers of an example stay below, if there is such an example. The grid then has
// fewer blocks in each dimension, and each loop fewer iterations.
const smallNumber = 1 << 16

// After 1/smallShare of a root's work, no more examples with small numbers are looked for.
const smallShare = 16

// One likely block may take 1/likelyBlockShare of a root's work, in addition to the root's own.
const likelyBlockShare = 16

// Limits of the search for races in a root. The search may take raceFloor units of work (term.Meter), which is one and
// a half seconds, and 1/raceShare of the work that the root took. raceSteps bounds the steps of one question to the
// solver: a question that a proof by sums does not decide is mostly answered at once or not at all.
const (
	raceFloor = 175_000_000
	raceShare = 4
	raceSteps = 50_000
)

// Limits of the search for races between warps, with the meanings of those above. Sums prove most pairs disjoint; if
// one of the others races, the solver soon finds an example.
const (
	blockRaceFloor = 90_000_000
	blockRaceShare = 8
	blockRaceSteps = 100_000
	// pairSteps bounds the steps of a question about one pair of threads.
	pairSteps = 50_000
	// mostWays bounds the pairs of threads that the solver is asked about one by one, before it is asked about all
	// together.
	mostWays = 8
)
