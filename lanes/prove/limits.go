package prove

// Limits of proofs. A question that exceeds one is reported as undecided.
const (
	// MaxIndex bounds the constant summands of an index. A sum of an index and such a small constant does not wrap
	// around.
	MaxIndex = 1 << 20
	// maxUndecided bounds the cases that the solver may leave undecided. Beyond it no more cases are tried, because the
	// formula is then hard for another reason than its division.
	maxUndecided = 3
	// maxEqualities bounds the equalities of a formula that are used to refute it: each rewrites the whole formula.
	maxEqualities = 64
	// maxChoices bounds the choices of which both cases are refuted one by one: each doubles the work.
	maxChoices = 4
	// leastIterations is the number of steps that a counter must be able to make before it wraps around. A word that
	// wraps around earlier is no counter, but for example a random number.
	leastIterations = 1 << 11
)
