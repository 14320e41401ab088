// Command warpcheck finds misuse of CUDA's warp collectives.
package main

import (
	"os"
	"runtime/debug"

	"github.com/warpcheck/warpcheck/cli"
	"github.com/warpcheck/warpcheck/internal/crash"
)

// gcPercent lets the heap grow to four times what is live: terms are small, many
// and long-lived, and a run is short.
const gcPercent = 400

// memoryLimit is where that ends, in bytes: from there on the collector keeps the heap
// as small as it can, so that large units fit a small machine. With less than half of it the
// largest unit that was measured takes twice the time (docs/performance.md).
const memoryLimit = 3 << 29

func main() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryLimit)
	crash.ExitWith(cli.ExitIncomplete)
	os.Exit(cli.Process(os.Args))
}
