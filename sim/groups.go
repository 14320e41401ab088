package sim

import "slices"

// groups holds the copies or products of one awaiter (the lane or warp that waits for them). begun lists those that are
// not committed yet. committed lists the committed groups, the oldest first. A group may be empty.
type groups[T any] struct {
	begun     []T
	committed [][]T
}

// commit makes a group of what was begun.
func (g *groups[T]) commit() { g.committed, g.begun = append(g.committed, g.begun), nil }

// await removes all groups except the newest ones, and returns their contents. left is the number of groups that it
// keeps.
func (g *groups[T]) await(left int) []T {
	n := max(len(g.committed)-left, 0)
	ended := slices.Concat(g.committed[:n]...)
	g.committed = g.committed[n:]
	return ended
}
