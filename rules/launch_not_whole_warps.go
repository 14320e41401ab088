package rules

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

const launchNotWholeWarpsKey = "launch-not-whole-warps"

var launchNotWholeWarps = &Rule{
	Key:   launchNotWholeWarpsKey,
	Code:  "WC704",
	Title: "A kernel with collectives is launched with a block that is not of whole warps",
	Text: `In the last warp of such a block lanes have no thread. A full mask names them, and a shuffle that reads one gets a
value that nobody passed. The other rules find where that goes wrong; this one asks for blocks of whole warps from the
start, for projects that want to think of full warps only.

Launch a multiple of 32 threads, and let the threads beyond the data take part with a neutral value.`,
	Bad: `__global__ void bad(int *out) {
  if (threadIdx.x < 32) out[threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x & 1);
}

void launch(int *out) { bad<<<1, 48>>>(out); }
`,
	Good: `__global__ void good(int *out) {
  if (threadIdx.x < 32) out[threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x & 1);
}

void launch(int *out) { good<<<1, 64>>>(out); }
`,
	Severity: Warning,
	Program:  findPartialWarps,
}

// findPartialWarps returns a claim for each launch with a known number of threads that is not a multiple of the warp
// size, if its kernel reaches a warp collective.
func findPartialWarps(program *cfg.Program) (found []Claim) {
	for _, l := range program.Launches {
		kernel := kernelOf(program, l)
		if kernel == nil || !startsKernel(l) || !l.IsKnown() || l.Pos.System {
			continue
		}
		threads := l.Block[0] * l.Block[1] * l.Block[2]
		call := firstCollective(kernel)
		if threads%warp.Size == 0 || call == nil {
			continue
		}
		text := fmt.Sprintf("%s is launched with %d threads, and the last warp has %d", kernel.Name, threads, threads%warp.Size)
		f := ofProgram(launchNotWholeWarpsKey, Warning, kernel.Name, l.Pos, text, "not whole warps")
		f.Help = fmt.Sprintf("launch a multiple of %d threads", warp.Size)
		f.Related = []Related{{Pos: call.Pos, Text: "the kernel has collectives, as here"}}
		found = append(found, Claim{Finding: f})
	}
	return found
}

// kernelOf returns the kernel of a launch, nil if its body is not in this unit.
func kernelOf(program *cfg.Program, l *cfg.Launch) *cfg.Func {
	for _, fn := range program.Funcs {
		if fn.Decl == l.Kernel {
			return fn
		}
	}
	return nil
}

// firstCollective returns the first warp collective in a kernel or in a function that it calls, nil if there is none.
func firstCollective(kernel *cfg.Func) *cfg.Instr {
	for _, fn := range cfg.InCallOrder([]*cfg.Func{kernel}) {
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				if instr.Collective != nil && !instr.Collective.BeyondWarp {
					return instr
				}
			}
		}
	}
	return nil
}
