package unwritten

import (
	"github.com/warpcheck/warpcheck/cfg"
)

// A thread that is before its first barrier of the block holds up all others at theirs. What it reads there comes before
// each write that stands behind a barrier on all paths, in all blocks:
//
//	x = s[t];
//	__syncthreads();
//	s[t] = in[t];             late: no thread comes here before all have read

// beforeBarriers returns the instructions of a kernel, and of what it calls, that a thread may execute before it has
// waited at a barrier of the block.
func beforeBarriers(root *cfg.Func) map[*cfg.Instr]bool {
	e := early{crosses: map[*cfg.Func]bool{}, found: map[*cfg.Instr]bool{}}
	e.enter(root)
	return e.found
}

// early finds what threads may execute before a barrier. crosses holds, for each function that was entered, whether a
// path through it has no barrier; for one that is being walked, that it has.
type early struct {
	crosses map[*cfg.Func]bool
	found   map[*cfg.Instr]bool
}

// enter walks a function from its entry to the first barriers, and reports whether a path leaves it without one.
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

// passes notes the instructions of a block up to a barrier, and reports whether there is none.
func (e *early) passes(b *cfg.Block) bool {
	for _, in := range b.Instrs {
		e.found[in] = true
		if in.HoldsBlock() || in.Op == cfg.Call && !e.enter(in.Callee) {
			return false
		}
	}
	return true
}

// isEarly reports whether each execution of a kernel that comes to a read by some calls comes there first before any
// barrier of the block.
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

// mayHoldBefore reports whether a path to the first execution of an instruction in its function may pass a barrier of the
// block.
func mayHoldBefore(fn *cfg.Func, at *cfg.Instr) bool {
	for _, in := range fn.Before(at) {
		if mayHold(in) || in.Op == cfg.Call && in.Callee.LeadsTo(mayHold) {
			return true
		}
	}
	return false
}

// mayHold reports whether an instruction is a barrier of the block, or leads to code that is not in the graph.
func mayHold(in *cfg.Instr) bool { return in.HoldsBlock() || in.IsOpen() }
