package loop

// Limits of the search.
const (
	// maxTrials bounds the trial iterations. Each failure weakens a candidate invariant. So the bound matters only for
	// loops that change very many cells one after the other.
	maxTrials = 24
	// maxParted bounds how often classes are divided. After that, each lane becomes a class of its own. Otherwise
	// values that move from lane to lane would make each trial separate only one lane.
	maxParted = 3
	// maxPrior bounds the conditions of the previous iteration that are recorded for a loop (prior.go). maxPriorParts
	// bounds the terms of each condition. Both are small because the conditions become part of every question about the
	// root.
	maxPrior      = 4
	maxPriorParts = 60
	// maxCounted bounds the iterations that are evaluated one by one to find a loop's last possible iteration.
	maxCounted = 1024
)
