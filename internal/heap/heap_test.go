package heap

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// TestGrowth: a small heap may grow by the room, a large one by a share of the live data, and never by more than
// mostPercent.
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

// TestAfterCollection: the function runs after later collections, too.
func TestAfterCollection(t *testing.T) {
	var done atomic.Int32
	afterCollection(func() { done.Add(1) })
	for done.Load() < 3 {
		runtime.GC()
	}
}
