// Package heap keeps the Go heap in proportion to what is live in it.
//
// An analysis makes terms that are small, many and live as long as a root, and a run is short: with
// Go's default the collector would look at the same terms over and over while a unit is small. A
// fixed large percentage instead takes many times what is live just where a unit is large. So the
// heap may grow by a fixed room while little is live, and by a share of what is live beyond.
package heap

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// room is by how many bytes the heap grows between two collections of a small unit.
	room = 256 << 20
	// leastPercent is by how much at least it grows, in percent of what is live: with less, the largest
	// units spend more on collections than on the analysis.
	leastPercent = 75
	// mostPercent is by how much at most: a run on a small file needs no room.
	mostPercent = 400
	// softLimit is where growth ends, in bytes: beyond it the collector takes up to half of the time.
	softLimit = 3 << 29
)

// Govern sets how far the heap grows, anew after each collection, for the rest of the process.
func Govern() {
	debug.SetGCPercent(mostPercent)
	debug.SetMemoryLimit(softLimit)
	afterCollection(adjust)
}

// afterCollection runs something after each collection: whenever an object that nobody holds is
// found, the next one is made.
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

// percentOf is by how many percent the heap may grow when so many bytes are live.
func percentOf(live uint64) int {
	return int(min(max(100*room/max(live, 1), leastPercent), mostPercent))
}
