package sim

import "slices"

// groups holds the copies, or products, that one awaiter has begun and not committed, and the groups of those that it has,
// the oldest group first. A group may be empty.
type groups[T any] struct {
	begun     []T
	committed [][]T
}

// commit makes a group of what was begun.
func (g *groups[T]) commit() { g.committed, g.begun = append(g.committed, g.begun), nil }

// await removes all groups but the last ones, as many as left says, and returns what was in them.
func (g *groups[T]) await(left int) []T {
	n := max(len(g.committed)-left, 0)
	ended := slices.Concat(g.committed[:n]...)
	g.committed = g.committed[n:]
	return ended
}
