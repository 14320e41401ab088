// Command warpcheck finds misuse of CUDA's warp collectives and barriers, and races in shared memory.
package main

import (
	"os"

	"github.com/warpcheck/warpcheck/cli"
	"github.com/warpcheck/warpcheck/internal/crash"
	"github.com/warpcheck/warpcheck/internal/heap"
)

func main() {
	heap.Govern()
	crash.ExitWith(cli.ExitIncomplete)
	os.Exit(cli.Process(os.Args))
}
