// Command warpcheck finds misuse of CUDA's warp collectives.
package main

import (
	"os"
	"runtime/debug"

	"github.com/warpcheck/warpcheck/cli"
)

// gcPercent lets the heap grow to four times what is live: terms are small, many
// and long-lived, and a run is short.
const gcPercent = 400

func main() {
	debug.SetGCPercent(gcPercent)
	command := &cli.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	os.Exit(command.Main(os.Args))
}
