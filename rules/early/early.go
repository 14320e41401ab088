// Package early finds the accesses to global memory that a kernel makes before it waits for the grids on which it
// depends.
//
// By programmatic dependent launch, a kernel may begin before these grids have ended. So the memory that it reads
// before its wait may not be written yet, and its own writes before the wait may be overwritten.
//
//	x = in[i];                          early in every execution
//	if (n > 0) wait();
//	out[i] = x;                         early where n is 0
//
// An access is always early under two conditions. First, no path of the kernel to its first execution passes a wait.
// Second, nothing on these paths can order another thread's wait before it. A barrier can: after it, a thread may rely
// on the wait of another thread. But it cannot if every thread that waits has passed the barrier before its wait. The
// paths go through calls. An access in a function counts as one access for each path of calls to it.
//
// An address is surely global if it is computed from pointer arguments of the kernel, or from a __device__ variable.
// Parameters, shared memory and constant memory are not global memory.
package early

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/source"
)

// Access is an access to global memory that a kernel may make before it waits for the grids on which it depends.
type Access struct {
	Root, In *cfg.Func
	// At is the access. Calls lists the calls from the root to the function In. Wait is one of the waits of the kernel.
	At    *cfg.Instr
	Calls []*cfg.Instr
	Wait  *cfg.Instr
	// IsGlobal reports whether the address is certainly in global memory.
	IsGlobal bool
	// Always reports whether every execution that reaches At by these calls makes an early access to global memory
	// there.
	Always bool
}

// Path returns the places of the calls from the root to the access.
func (a *Access) Path() []source.Pos { return cfg.PlacesOf(a.Calls) }

// maxDepth bounds the nesting of the calls to an access. maxFound bounds the number of accesses that Find returns for a
// program.
const (
	maxDepth = 8
	maxFound = 256
)

// Find returns the early accesses in the kernels of a program, in the order of the text.
func Find(program *cfg.Program) []Access {
	f := finder{leadsToWait: cfg.LeadingTo(isWait)}
	for _, root := range program.Roots {
		if root.Kernel && root.LeadsTo(isWait) {
			f.root, f.wait = root, firstWait(root)
			f.walk(&call{fn: root, following: map[*cfg.Object]bool{}, isCertain: true})
		}
	}
	return f.found
}

func isWait(in *cfg.Instr) bool { return in.AwaitsGrid }

// firstWait returns the first wait in the text of a function and the functions that it calls, nil if there is none.
func firstWait(fn *cfg.Func) *cfg.Instr {
	seen := map[*cfg.Func]bool{}
	var visit func(fn *cfg.Func) *cfg.Instr
	visit = func(fn *cfg.Func) *cfg.Instr {
		if seen[fn] {
			return nil
		}
		seen[fn] = true
		for _, block := range fn.Blocks {
			for _, in := range block.Instrs {
				if in.AwaitsGrid {
					return in
				}
				if in.Op == cfg.Call {
					if wait := visit(in.Callee); wait != nil {
						return wait
					}
				}
			}
		}
		return nil
	}
	return visit(fn)
}

// finder looks for the early accesses of the kernels of a program, one kernel at a time.
type finder struct {
	root *cfg.Func
	wait *cfg.Instr
	// leadsToWait reports whether a function, or one that it calls, waits for the grids.
	leadsToWait func(*cfg.Func) bool
	found       []Access
}

// call is a path of calls from the root to the function fn. The field by is the last of these calls, nil for the root.
type call struct {
	fn     *cfg.Func
	by     *cfg.Instr
	parent *call
	depth  int
	// following holds the variables whose stored values are being followed. It ends the recursion at a variable that
	// depends on itself.
	following map[*cfg.Object]bool
	// isCertain reports whether the first execution on this path certainly precedes all waits.
	isCertain bool
}

// calls returns the calls from the root to the function.
func (c *call) calls() []*cfg.Instr {
	if c.parent == nil {
		return nil
	}
	return append(c.parent.calls(), c.by)
}

// mayWait reports whether an instruction waits for the grids or calls a function that may.
func (f *finder) mayWait(in *cfg.Instr) bool {
	if in.Op != cfg.Call {
		return isWait(in)
	}
	return f.leadsToWait(in.Callee)
}

// alwaysWaits reports whether a thread has certainly waited after it has executed the instruction `in`. For a call, it
// considers the waits in the called function itself, and not in functions further down.
func (f *finder) alwaysWaits(in *cfg.Instr) bool {
	if in.Op != cfg.Call || !f.mayWait(in) {
		return in.AwaitsGrid
	}
	returns := false
	f.eachBefore(in.Callee, isWait, func(*cfg.Instr) {}, func(b *cfg.Block) {
		returns = returns || b.Term.Kind == cfg.Return
	})
	return !returns
}

// eachBefore visits the instructions of fn on the paths from its entry, up to the first one on each path for which
// stops returns true. It calls end for the blocks whose end such a path reaches.
func (f *finder) eachBefore(fn *cfg.Func, stops func(*cfg.Instr) bool, visit func(*cfg.Instr), end func(*cfg.Block)) {
	seen := map[*cfg.Block]bool{fn.Blocks[0]: true}
	for list := fn.Blocks[:1:1]; len(list) > 0; list = list[1:] {
		if b := list[0]; passes(b, 0, stops, visit) {
			end(b)
			for _, next := range b.Succs {
				if !seen[next] {
					seen[next] = true
					list = append(list, next)
				}
			}
		}
	}
}

// passes visits the instructions of a block from index n, up to the first one for which stops returns true. It reports
// whether there is no such instruction.
func passes(b *cfg.Block, n int, stops func(*cfg.Instr) bool, visit func(*cfg.Instr)) bool {
	for _, in := range b.Instrs[n:] {
		visit(in)
		if stops(in) {
			return false
		}
	}
	return true
}

// walk looks for early accesses in the function of c, and in the functions that it calls.
func (f *finder) walk(c *call) {
	var early []*cfg.Instr
	f.eachBefore(c.fn, f.alwaysWaits, func(in *cfg.Instr) {
		if in.Global || in.Op == cfg.Call || in.Access() != cfg.NoAccess && !in.Unplaced {
			early = append(early, in)
		}
	}, func(*cfg.Block) {})
	for _, in := range early {
		switch {
		case len(f.found) == maxFound:
			return
		case in.Op == cfg.Call:
			if c.depth < maxDepth {
				f.walk(&call{fn: in.Callee, by: in, parent: c, depth: c.depth + 1, following: map[*cfg.Object]bool{}, isCertain: c.isCertain && f.isFirstBeforeWaits(c, in)})
			}
		default:
			f.add(c, in)
		}
	}
}

// add records an early access, the instruction `in`, unless its address cannot be in global memory.
func (f *finder) add(c *call, in *cfg.Instr) {
	origin := certain
	if !in.Global {
		origin = c.originOf(in.Args[0])
	}
	if origin == elsewhere {
		return
	}
	always := origin == certain && c.isCertain && f.isFirstBeforeWaits(c, in)
	f.found = append(f.found, Access{Root: f.root, In: c.fn, At: in, Calls: c.calls(), Wait: f.wait, IsGlobal: origin == certain, Always: always})
}

// isFirstBeforeWaits reports whether the first execution of the instruction `at` certainly precedes all waits. No
// instruction on a path from the entry to it may wait, or may order another thread's wait before it.
func (f *finder) isFirstBeforeWaits(c *call, at *cfg.Instr) bool {
	for _, in := range c.fn.Before(at) {
		if f.mayWait(in) || f.mayOrder(in) && (c.parent != nil || !f.isBehind(c.fn, in)) {
			return false
		}
	}
	return true
}

// mayOrder reports whether an instruction, or a function that it calls, may order other threads before it.
func (f *finder) mayOrder(in *cfg.Instr) bool {
	return in.MayOrder() || in.Op == cfg.Call && in.Callee.LeadsTo((*cfg.Instr).MayOrder)
}

// isBehind reports whether the instruction `in` is a barrier that every thread passes before the thread's own wait.
// Such a barrier cannot order a wait before another access. It must be executed once, and each wait of the function
// must follow it.
func (f *finder) isBehind(fn *cfg.Func, in *cfg.Instr) bool {
	if in.Op != cfg.Collective_ || in.Block.Loop != nil || in.Collective.BarrierID >= 0 || in.Collective.Tile > 0 {
		return false
	}
	for _, b := range fn.Blocks {
		for n, other := range b.Instrs {
			if f.mayWait(other) && !(b == in.Block && slices.Index(b.Instrs, in) < n || b != in.Block && in.Block.Dominates(b)) {
				return false
			}
		}
	}
	return true
}
