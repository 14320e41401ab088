// Package heap keeps the Go heap in proportion to the live data.
//
// An analysis makes many small terms that live as long as a root, and a run is short. With Go's default, the collector
// would visit the same terms over and over while little is live. A large fixed percentage would take many times the
// live data just where that is large. So the heap may grow by a fixed number of bytes while little is live, and by a
// share of the live data beyond.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// room is by how many bytes the heap grows between two collections while little is live.
	room = 256 << 20
	// leastPercent is the least growth, in percent of the live data: with less, the largest units spend more time on
	// collections than on the analysis.
	leastPercent = 75
	// mostPercent is the largest growth: a run on a small file needs no more.
	mostPercent = 400
	// softLimit is the size, in bytes, at which the heap should stop to grow: beyond it the collector takes up to half
	// of the time.
	softLimit = 3 << 29
)

// Govern adjusts how far the heap may grow after each collection, until the process ends.
func Govern() {
	debug.SetGCPercent(mostPercent)
	debug.SetMemoryLimit(softLimit)
	afterCollection(adjust)
}

// afterCollection calls do after each collection. It makes an unreachable object with a finalizer, and another one each
// time that the finalizer runs.
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

// percentOf is by how many percent the heap may grow when live bytes are live.
func percentOf(live uint64) int {
	return int(min(max(100*room/max(live, 1), leastPercent), mostPercent))
}
