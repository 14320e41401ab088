package prove

// Limits of proofs. Beyond one a question is undecided, which is told.
const (
	// MaxIndex bounds the constants that are taken for parts of an index, so that no sum of such
	// wraps around.
	MaxIndex = 1 << 20
	// maxUndecided bounds the cases that the solver may leave open: where it has no answer to
	// a few, dividing was not what is hard.
	maxUndecided = 3
	// maxEqualities is how many equalities of a formula are used to refute it: each takes a
	// rewriting of the whole.
	maxEqualities = 64
	// leastIterations is what a counter must have room for to count: less is a random number
	// generator.
	leastIterations = 1 << 11
)
