// Package heap keeps the Go heap in proportion to the live data.
//
// An analysis makes many small terms that live as long as a root, and a run is short. With Go's default, the collector
// would visit the same terms many times while there is little live data. A large fixed percentage would need many times
// the live data when that is large. So the heap may grow by a fixed number of bytes while there is little live data,
// and otherwise by a percentage of it.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// room is the number of bytes by which the heap may grow between two collections, unless one of the percentages
	// below applies.
	room = 256 << 20
	// leastPercent is the smallest growth in percent of the live data. With a smaller one, the largest units spend more
	// time on collections than on the analysis.
	leastPercent = 75
	// mostPercent is the largest growth in percent of the live data. A run on a small file needs no more.
	mostPercent = 400
	// softLimit is the number of bytes of memory that the Go runtime tries not to exceed. If it exceeds them, the
	// collector takes up to half of the time.
	softLimit = 3 << 29
)

// Govern sets the growth of the heap after each collection, until the process ends.
func Govern() {
	debug.SetGCPercent(mostPercent)
	debug.SetMemoryLimit(softLimit)
	afterCollection(adjust)
}

// afterCollection calls do after each collection. It creates an unreachable object with a finalizer, and the finalizer
// creates the next one.
func afterCollection(do func()) {
	type unheld struct{ _ [2]uint64 }
	var next func(*unheld)
	next = func(*unheld) {
		do()
		runtime.SetFinalizer(&unheld{}, next)
	}
	runtime.SetFinalizer(&unheld{}, next)
}

func adjust() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percentOf(live[0].Value.Uint64()))
}

// percentOf returns the growth in percent for a number of live bytes.
func percentOf(live uint64) int {
	return int(min(max(100*room/max(live, 1), leastPercent), mostPercent))
}
