package heap

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// TestGrowth: a small heap grows by as much as it likes up to the room, a large one by a share of what
// is live, and never is more asked for than both.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{
		{0, mostPercent},
		{1 << 20, mostPercent},
		{room / 4, 400},
		{room, 100},
		{2 * room, leastPercent},
		{100 * room, leastPercent},
	} {
		if got := percentOf(c.live); got != c.want {
			t.Errorf("%d bytes live: %d %%, want %d", c.live, got, c.want)
		}
	}
}

// TestAfterCollection: what is to be done after a collection is done after later ones, too.
func TestAfterCollection(t *testing.T) {
	var done atomic.Int32
	afterCollection(func() { done.Add(1) })
	for done.Load() < 3 {
		runtime.GC()
	}
}
