// Command warpcheck finds misuse of CUDA's warp collectives.
package main

import (
	"os"

	"github.com/warpcheck/warpcheck/cli"
)

func main() {
	command := &cli.Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	os.Exit(command.Main(os.Args))
}
