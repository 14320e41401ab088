package rules

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

const barrierAfterExitKey = "barrier-after-exit"

// barrierAfterExit reads the graph alone: that the return is behind a condition on the thread is
// the mistake, whatever blocks there are.
var barrierAfterExit = &Rule{
	Key:   barrierAfterExitKey,
	Title: "A block barrier comes after some threads may have returned",
	Text: `A barrier of the block is for all its threads. NVIDIA's GPUs do not wait for threads that
have returned; the language says that a barrier must be reached by all threads or none, and other
devices wait for ever.

Let the threads that have nothing to do skip the work and come to the barrier, too.`,
	Bad: `__global__ void bad(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __syncthreads();
  out[i] = i;
}
`,
	Good: `__global__ void good(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads();
  if (i < n)
    out[i] = i;
}
`,
	Guideline: "1.14",
	Severity:  Warning,
	Program:   findBarriersAfterExit,
}

func findBarriersAfterExit(program *cfg.Program) []Finding {
	var found []Finding
	for _, kernel := range program.Funcs {
		if !kernel.Kernel || len(barriersFrom(kernel.Blocks[0])) == 0 {
			continue
		}
		flow := kernel.Dataflow()
		for _, block := range kernel.Blocks {
			found = append(found, behindExit(kernel, block, flow)...)
		}
	}
	return found
}

// behindExit are the barriers on the one side of a branch on the thread, where the other leaves
// the kernel early.
func behindExit(kernel *cfg.Func, b *cfg.Block, flow *cfg.Dataflow) []Finding {
	if b.Term.Kind != cfg.If || !slices.ContainsFunc(b.Term.Targets, isEarlyExit) || !restsOnThread(flow, b.Term.Cond) {
		return nil
	}
	var found []Finding
	for i, side := range b.Term.Targets {
		if !isEarlyExit(side) {
			continue
		}
		for _, barrier := range barriersFrom(b.Term.Targets[1-i]) {
			found = append(found, afterExit(kernel, b, barrier))
		}
	}
	return found
}

// isEarlyExit reports a side of a branch by which threads return.
func isEarlyExit(side *cfg.Block) bool { return side.LeavesKernel && side.Term.Kind != cfg.Trap }

// restsOnThread reports a value that is made of what differs from thread to thread.
func restsOnThread(flow *cfg.Dataflow, v *cfg.Instr) bool {
	for in := range flow.Origins(v) {
		if isOfThread(in) {
			return true
		}
	}
	return false
}

// isOfThread reports a register that differs from thread to thread of a block.
func isOfThread(in *cfg.Instr) bool {
	return in.Op == cfg.Special && slices.Contains([]cfg.SpecialReg{cfg.TidX, cfg.TidY, cfg.TidZ, cfg.LaneID,
		cfg.WarpID}, in.Special)
}

// barriersFrom are the barriers of the block that are reached from one of its blocks, those in
// functions that are called as well.
func barriersFrom(start *cfg.Block) []*cfg.Instr {
	var all []*cfg.Instr
	seen := map[*cfg.Block]bool{}
	var visit func(b *cfg.Block)
	visit = func(b *cfg.Block) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, in := range b.Instrs {
			switch {
			case in.Op == cfg.Call && in.Callee != nil && len(in.Callee.Blocks) > 0:
				visit(in.Callee.Blocks[0])
			case in.Collective != nil && in.Collective.IsForAll() && in.Collective.Scope == cfg.OfBlock:
				all = append(all, in)
			}
		}
		for _, next := range b.Succs {
			visit(next)
		}
	}
	visit(start)
	return slices.DeleteFunc(all, func(in *cfg.Instr) bool { return in.Pos.System })
}

func afterExit(kernel *cfg.Func, exit *cfg.Block, barrier *cfg.Instr) Finding {
	text := barrier.Collective.Name + " comes after some threads of the block may have returned"
	f := ofProgram(barrierAfterExitKey, Warning, kernel, barrier.Pos, text, "not reached by all threads")
	f.Help = "let the threads that have nothing to do skip the work and come to the barrier"
	f.Related = []Related{{Pos: exit.Term.Cond.Pos, Text: "some threads return by this condition"}}
	return f
}
