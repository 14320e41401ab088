package transitive_test

import (
	"math/rand"
	"testing"

	"github.com/warpcheck/warpcheck/internal/transitive"
)

// TestCircles asks about random graphs in random orders, and compares with a search from each node.
func TestCircles(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		n := 1 + r.Intn(12)
		edges := make([][]int, n)
		for range r.Intn(2 * n) {
			from := r.Intn(n)
			edges[from] = append(edges[from], r.Intn(n))
		}
		c := transitive.New(func(i int) int { return 1 << i }, func(i int) []int { return edges[i] },
			func(a, b int) int { return a | b })
		for _, i := range r.Perm(n) {
			if got, want := c.Of(i), search(edges, i, 0); got != want {
				t.Fatalf("seed %d, graph %v: %d leads to %b, want %b", seed, edges, i, got, want)
			}
		}
	}
}

func search(edges [][]int, from, seen int) int {
	if seen&(1<<from) != 0 {
		return seen
	}
	seen |= 1 << from
	for _, to := range edges[from] {
		seen = search(edges, to, seen)
	}
	return seen
}
