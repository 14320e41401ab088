package lanes

// All limits are counts that are the same on every machine, and none is a time. Beyond a limit a value is unknown, a
// question undecided, or a root is reported as cut short: nothing is left out silently.

// defaultWork bounds the work on one root in one context, in units of term.Meter: ten to twenty seconds. unitWork
// bounds the work on all roots of a program in all contexts: two minutes. That is less than the processor time after
// which a worker is ended, with all that it has found.
const (
	defaultWork = 1_700_000_000
	unitWork    = 12_000_000_000
	// leftForOthers is a divisor: the instances of one template leave unitWork/leftForOthers for other functions.
	leftForOthers = 4
)

// perWarpShare is the share of a root's work that the refinement per warp may take.
const perWarpShare = 8

// oneByOneShare is the share of a root's work after which the solver is no longer asked about the formulas of a
// disjunction one after the other (rendezvous.oneByOne).
const oneByOneShare = 16

// useShare is the share of a root's work that the uses of the undefined values of one collective may take.
const useShare = 8

// smallNumber is the bound that numbers of an example stay below, if there is such an example: a grid has no more
// blocks in a dimension of any size, and no loop runs longer.
const smallNumber = 1 << 16

// smallShare is the share of a root's work after which no more examples with small numbers are looked for.
const smallShare = 16

// likelyBlockShare is the share of a root's work that the look at one likely block may take in addition.
const likelyBlockShare = 16

// Limits of the search for races in a root. raceFloor is the work that it may take besides a share of the root's work,
// in units of term.Meter: one and a half seconds. raceSteps bounds the steps of one question to the solver. A question
// that a proof by sums leaves open is mostly answered at once or not at all.
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
	// mostWays bounds the pairs of threads that the solver is asked about one by one, before it is asked about all
	// together.
	mostWays = 8
)
