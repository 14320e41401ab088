package unwritten

import (
	"github.com/warpcheck/warpcheck/cfg"
)

// No thread passes its first barrier of the block before every thread has arrived there. So a read before the reader's
// first barrier precedes all writes that come after a barrier on each path, whatever the size of the block:
//
//	x = s[t];
//	__syncthreads();
//	s[t] = in[t];             late: no thread gets here before all have read

// beforeBarriers returns the instructions that a thread may execute before it has waited at a barrier of the block.
// They are in a kernel and in the functions that it calls.
func beforeBarriers(root *cfg.Func) map[*cfg.Instr]bool {
	e := early{crosses: map[*cfg.Func]bool{}, found: map[*cfg.Instr]bool{}}
	e.enter(root)
	return e.found
}

// early finds the instructions that threads may execute before a barrier. crosses states for each entered function
// whether some path through it has no barrier. As long as a function is being walked, its entry is true.
type early struct {
	crosses map[*cfg.Func]bool
	found   map[*cfg.Instr]bool
}

// enter walks a function from its entry to the first barriers, and reports whether a path leaves the function without a
// barrier.
func (e *early) enter(fn *cfg.Func) bool {
	if crosses, isKnown := e.crosses[fn]; isKnown {
		return crosses
	}
	e.crosses[fn] = true
	crosses := false
	seen := map[*cfg.Block]bool{fn.Blocks[0]: true}
	for todo := fn.Blocks[:1:1]; len(todo) > 0; todo = todo[1:] {
		b := todo[0]
		if !e.passes(b) {
			continue
		}
		crosses = crosses || len(b.Succs) == 0
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	e.crosses[fn] = crosses
	return crosses
}

// passes records the instructions of a block up to the first barrier. It reports whether the block has no barrier.
func (e *early) passes(b *cfg.Block) bool {
	for _, in := range b.Instrs {
		e.found[in] = true
		if in.HoldsBlock() || in.Op == cfg.Call && !e.enter(in.Callee) {
			return false
		}
	}
	return true
}

// isEarly reports whether the first execution of the instruction `read` precedes all barriers of the block. No path to
// this execution may have a barrier. calls lists the calls from the root to fn, the function with read.
func (f *finder) isEarly(fn *cfg.Func, calls []*cfg.Instr, read *cfg.Instr) bool {
	at := f.root
	for _, call := range calls {
		if mayHoldBefore(at, call) {
			return false
		}
		at = call.Callee
	}
	return !mayHoldBefore(fn, read)
}

// mayHoldBefore reports whether a path from the entry of fn to the first execution of the instruction `at` may have a
// barrier of the block.
func mayHoldBefore(fn *cfg.Func, at *cfg.Instr) bool {
	for _, in := range fn.Before(at) {
		if mayHold(in) || in.Op == cfg.Call && in.Callee.LeadsTo(mayHold) {
			return true
		}
	}
	return false
}

// mayHold reports whether an instruction is a barrier of the block, or may run code that is not in the graph.
func mayHold(in *cfg.Instr) bool { return in.HoldsBlock() || in.IsOpen() }
