package loop

// Limits of the search.
const (
	// maxTrials bounds the trial iterations. Each failure weakens a candidate invariant, so only loops that change
	// very many cells one after the other reach the bound.
	maxTrials = 24
	// maxParted bounds how often classes are divided before each lane is alone: values that move from lane to lane
	// would separate one lane in every trial.
	maxParted = 3
	// maxPrior bounds the conditions of the previous iteration that are recorded for a loop (prior.go), and
	// maxPriorParts the terms of each condition: every question about the root includes them.
	maxPrior      = 4
	maxPriorParts = 60
	// maxCounted bounds the iterations of a loop that are evaluated one by one to find the last possible one.
	maxCounted = 1024
)
