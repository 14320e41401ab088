package lanes

// All limits count what every machine agrees on, and none is a matter of time. Beyond one, a value is
// unknown, a question undecided, or a root is reported as cut short: nothing is passed over in silence.

// defaultWork bounds the work on one root in one context, in units of term.Meter: some ten to
// twenty seconds. unitWork bounds it on all roots of a program in all contexts, some two minutes: less than the
// processor time after which a worker is ended, with all that it has found.
const (
	defaultWork = 1_700_000_000
	unitWork    = 12_000_000_000
	// leftForOthers is the part of it, one in so many, that the instances of one template leave.
	leftForOthers = 4
)

// perWarpShare is the share of a root's work that the refinement per warp may take.
const perWarpShare = 8

// oneByOneShare is the share of a root's work after which no more questions are asked of one lane, or of one way to
// offend, after the other.
const oneByOneShare = 16

// useShare is the share of a root's work that the uses of the undefined values of one collective may take.
const useShare = 8

// smallNumber is what numbers of an example are below, where there is such an example: a grid of a dimension that may be
// any has no more blocks in it, and no loop is run longer.
const smallNumber = 1 << 16

// smallShare is the share of a root's work after which no more examples with small numbers are looked for.
const smallShare = 16

// likelyBlockShare is the share of a root's work that one block that it may well have may take besides.
const likelyBlockShare = 16

// Limits of the search for races in a root: what it may take besides a share of what the root took, in
// units of term.Meter (some one and a half seconds), and the steps of one question. What a proof by sums leaves
// open the solver mostly answers at once or not at all.
const (
	raceFloor = 175_000_000
	raceShare = 4
	raceSteps = 50_000
)

// The same for races between warps. Sums prove most pairs disjoint; the solver finds the examples soon.
const (
	blockRaceFloor = 90_000_000
	blockRaceShare = 8
	blockRaceSteps = 100_000
	// mostWays bounds the pairs of threads that the solver is asked about one by one, before all together.
	mostWays = 8
)
