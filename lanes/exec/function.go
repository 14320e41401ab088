package exec

import (
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// here returns the program point at the end of the current block.
func (in *interp) here(fr *frame) *trace.Point {
	return &trace.Point{Call: fr.Call, Block: fr.block, Iterations: slices.Clone(fr.iterations),
		InstrID: math.MaxInt, Pos: fr.block.Term.Pos}
}

// at returns the program point of an instruction.
func (in *interp) at(fr *frame, i *cfg.Instr) *trace.Point {
	return &trace.Point{Call: fr.Call, Block: fr.block, Iterations: slices.Clone(fr.iterations), InstrID: i.ID, Pos: i.Pos}
}

// nestOf lists the loops around a block, the outermost first.
func nestOf(b *cfg.Block) (loops []*cfg.Loop) {
	for l := b.IterationOf; l != nil; l = l.Parent {
		loops = append(loops, l)
	}
	slices.Reverse(loops)
	return loops
}

// funcSummary holds the facts that the interpreter derives once from a function's graph.
type funcSummary struct {
	// items lists the blocks to interpret at each level, in reverse post-order: the blocks directly in a loop, and the
	// headers of the loops directly in it. The key nil is the function itself.
	items map[*cfg.Loop][]*cfg.Block
	*trace.Flow
	// fullJoins holds the blocks that are reached by all lanes that reach their immediate dominator.
	fullJoins map[*cfg.Block]bool
	conduct
	// locals holds the variables whose lifetime is one iteration of a loop. leaves holds, for each loop, how lanes may
	// leave the kernel in it.
	locals map[*cfg.Loop]map[*cfg.Object]bool
	leaves map[*cfg.Loop]leaving
	// weight estimates the instructions of one run, calls included. busy holds the loops with a collective or with an
	// exit from the kernel. heavy holds the weight of each loop's body.
	weight int
	busy   map[*cfg.Loop]bool
	heavy  map[*cfg.Loop]int
	// keeps holds the loops that lanes may never leave, because of an endless loop in them.
	keeps map[*cfg.Loop]bool
	// computes caches the answer of functions.computes.
	computes answer
	// computesOfContents caches the answer of functions.computesOfContents.
	computesOfContents answer
	// writesByName caches the answer of functions.writesByName.
	writesByName answer
}

// conduct states whether lanes may do certain things in a function and in all functions that it calls: reach a
// collective, leave the kernel, or stay in it for ever.
type conduct struct {
	// mayCollect: lanes may reach a collective in the function or its callees. mayHide: they may reach a call of an
	// unknown function, which may hide a collective.
	mayCollect, mayHide bool
	// mayLeave states how lanes may leave the kernel. mayKeep states whether lanes may stay in an endless loop.
	mayLeave leaving
	mayKeep  bool
}

// conductOf returns the conduct of a function itself, without its callees.
func conductOf(fn *cfg.Func) conduct {
	var c conduct
	ends := canEnd(fn)
	for _, b := range fn.Blocks {
		c.mayLeave, c.mayKeep = max(c.mayLeave, leavingAt(fn, b)), c.mayKeep || !ends[b]
		for _, i := range b.Instrs {
			c.mayCollect = c.mayCollect || i.Op == cfg.Collective_ || i.Unread && isUnfollowed(i)
			c.mayHide = c.mayHide || i.Hides && isUnfollowed(i)
		}
	}
	return c
}

// isUnfollowed reports whether the effects of an instruction are unknown.
func isUnfollowed(i *cfg.Instr) bool { return i.Op == cfg.Unknown || i.Op == cfg.Extern }

func (c conduct) join(other conduct) conduct {
	return conduct{c.mayCollect || other.mayCollect, c.mayHide || other.mayHide,
		max(c.mayLeave, other.mayLeave), c.mayKeep || other.mayKeep}
}

// leaving states how lanes may leave the kernel early. 0: they may not. byTrap: only by traps, which end the kernel.
// byReturn: also by a return, after which the other lanes go on.
type leaving int

const (
	byTrap leaving = iota + 1
	byReturn
)

// leavingAt returns how lanes leave the kernel at the end of a block.
func leavingAt(fn *cfg.Func, b *cfg.Block) leaving {
	switch {
	case b.Term.Kind == cfg.Trap:
		return byTrap
	case b.Term.Kind == cfg.Exit, b.Term.Kind == cfg.Return && fn.Kernel && !b.Term.Falls:
		return byReturn
	}
	return 0
}

// functions caches facts that the interpreter derives from the functions of a program.
type functions struct {
	byFunc map[*cfg.Func]*funcSummary
	// undisturbed holds the volatile loads of each root that read the same value as a load that is not volatile
	// (slice.Undisturbed).
	undisturbed map[*cfg.Func]map[*cfg.Instr]bool
	conduct     *transitive.Closure[*cfg.Func, conduct]
}

func NewFunctions() *functions {
	callees := func(fn *cfg.Func) []*cfg.Func { return fn.Callees }
	return &functions{map[*cfg.Func]*funcSummary{}, map[*cfg.Func]map[*cfg.Instr]bool{},
		transitive.New(conductOf, callees, conduct.join)}
}

// isDisturbed reports whether a load may read another value each time.
func (k *functions) isDisturbed(root *cfg.Func, i *cfg.Instr) bool {
	if !i.Volatile {
		return false
	}
	list, known := k.undisturbed[root]
	if !known {
		list = slice.Undisturbed(root, k.Policy())
		k.undisturbed[root] = list
	}
	return !list[i]
}

// HasCollectives reports whether a root may reach a collective. For a kernel, a call of an unknown function that may
// hide a collective counts too.
func (k *functions) HasCollectives(root *cfg.Func) bool {
	c := k.conduct.Of(root)
	return c.mayCollect || c.mayHide && !root.HasNoCaller()
}

func (k *functions) funcSummaryOf(fn *cfg.Func) *funcSummary {
	if s, ok := k.byFunc[fn]; ok {
		return s
	}
	s := &funcSummary{conduct: k.conduct.Of(fn), items: map[*cfg.Loop][]*cfg.Block{}, Flow: &trace.Flow{Reach: make([]trace.BlockSet, len(fn.Blocks))},
		locals: map[*cfg.Loop]map[*cfg.Object]bool{},
		leaves: map[*cfg.Loop]leaving{}, fullJoins: map[*cfg.Block]bool{},
		busy: map[*cfg.Loop]bool{}, heavy: map[*cfg.Loop]int{}, keeps: map[*cfg.Loop]bool{}}
	k.byFunc[fn] = s
	for _, b := range fn.Blocks {
		s.Nests = append(s.Nests, nestOf(b))
	}
	out, ends := map[*cfg.Block]bool{}, canEnd(fn)
	for _, b := range leavingFirst(fn) {
		l := b.IterationOf
		s.items[l] = append(s.items[l], b)
		if l != nil && l.Header == b {
			s.items[l.Parent] = append(s.items[l.Parent], b)
		}
		out[b] = k.survey(s, fn, b, !ends[b])
	}
	for _, b := range fn.Blocks {
		s.fullJoins[b] = b.Idom != nil && b.Idom.Join == b && b.Idom.IterationOf == b.IterationOf && staysIn(b, out)
	}
	return s
}

// canEnd returns the blocks with a path to the end of the function or of the kernel.
func canEnd(fn *cfg.Func) map[*cfg.Block]bool {
	ends := map[*cfg.Block]bool{}
	for _, b := range fn.Blocks {
		if len(b.Succs) == 0 {
			reach(b, func(b *cfg.Block) []*cfg.Block { return b.Preds }, ends)
		}
	}
	return ends
}

// staysIn reports whether all lanes that reach b's immediate dominator also reach b. out holds the blocks after which
// some lane may not continue. None of these may lie between the dominator and b.
func staysIn(b *cfg.Block, out map[*cfg.Block]bool) bool {
	between := map[*cfg.Block]bool{b: true}
	reach(b.Idom, func(x *cfg.Block) []*cfg.Block { return x.Succs }, between)
	for x := range between {
		if x != b && x != b.Idom && out[x] {
			return false
		}
	}
	return true
}

// reach adds to visited all blocks that can be reached from a block.
func reach(start *cfg.Block, next func(*cfg.Block) []*cfg.Block, visited map[*cfg.Block]bool) {
	work := []*cfg.Block{start}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if visited[x] {
			continue
		}
		visited[x] = true
		work = append(work, next(x)...)
	}
}

// leavingFirst lists the blocks in a topological order. Unlike in a reverse post-order, blocks that only exit from the
// kernel are listed as early as possible. Then it is known in the code after a branch which lanes have left.
func leavingFirst(fn *cfg.Func) []*cfg.Block {
	done := map[*cfg.Block]bool{}
	var list []*cfg.Block
	emit := func(b *cfg.Block) {
		done[b] = true
		list = append(list, b)
	}
	for _, b := range fn.Blocks {
		if done[b] {
			continue
		}
		emit(b)
		for _, d := range fn.Blocks[b.Index:] {
			if d.LeavesKernel && !done[d] && !slices.ContainsFunc(d.Preds,
				func(p *cfg.Block) bool { return !done[p] }) {
				emit(d)
			}
		}
	}
	return list
}

// survey adds to the summary what lanes may do in the block b. endless states that no path connects the block with an
// end of the function. The result is true if some lane may not continue along an edge of the block, because it leaves
// the kernel or stays for ever.
func (k *functions) survey(s *funcSummary, fn *cfg.Func, b *cfg.Block, endless bool) bool {
	weight, busy := len(b.Instrs), false
	leave := leavingAt(fn, b)
	for _, i := range b.Instrs {
		switch i.Op {
		case cfg.Collective_:
			busy = true
		case cfg.Unknown, cfg.Extern:
			busy = busy || i.Hides
		case cfg.Call:
			callee := k.funcSummaryOf(i.Callee)
			busy = busy || callee.mayCollect || callee.mayHide
			weight += callee.weight
			leave = max(leave, callee.mayLeave)
			endless = endless || callee.mayKeep
		case cfg.Alloc:
			for l := b.IterationOf; l != nil; l = l.Parent {
				if s.locals[l] == nil {
					s.locals[l] = map[*cfg.Object]bool{}
				}
				s.locals[l][i.Object] = true
			}
		}
	}
	for l := b.IterationOf; l != nil; l = l.Parent {
		s.leaves[l] = max(s.leaves[l], leave)
		s.busy[l] = s.busy[l] || busy || leave != 0 || endless
		s.keeps[l] = s.keeps[l] || endless
		s.heavy[l] = min(s.heavy[l]+weight, maxWeight)
		weight = min(weight*guessedIterations, maxWeight)
	}
	s.weight = min(s.weight+weight, maxWeight)
	return leave != 0 || endless || len(b.Succs) == 0
}
