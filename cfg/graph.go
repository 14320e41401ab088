package cfg

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/source"
)

// order drops unreachable blocks and sorts the others in reverse post-order. The first of two successors precedes the
// second, so that a loop's body precedes the code after the loop.
func order(f *Func) {
	seen := map[*Block]bool{}
	var post []*Block
	var visit func(*Block)
	visit = func(blk *Block) {
		seen[blk] = true
		for i := len(blk.Term.Targets) - 1; i >= 0; i-- {
			if t := blk.Term.Targets[i]; !seen[t] {
				visit(t)
			}
		}
		post = append(post, blk)
	}
	visit(f.Blocks[0])
	slices.Reverse(post)
	f.Blocks = post
	for i, blk := range post {
		blk.Index = i
	}
}

// Reachable yields blk, and each block that can be reached from it along edges for which follows returns true.
func (blk *Block) Reachable(follows func(from, to *Block) bool) iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		seen := map[*Block]bool{blk: true}
		for list := []*Block{blk}; len(list) > 0; list = list[1:] {
			from := list[0]
			if !yield(from) {
				return
			}
			for _, to := range from.Succs {
				if !seen[to] && follows(from, to) {
					seen[to] = true
					list = append(list, to)
				}
			}
		}
	}
}

// Reaches reports whether there is a path from blk to another block along edges for which follows returns true. Each
// block reaches itself.
func (blk *Block) Reaches(other *Block, follows func(from, to *Block) bool) bool {
	for b := range blk.Reachable(follows) {
		if b == other {
			return true
		}
	}
	return false
}

// threadEmpty redirects jumps to empty blocks to the targets of these blocks. It keeps an empty block that jumps back
// to a loop's header, so that each loop of the source has one latch. A branch whose two targets are then the same
// becomes a jump.
func threadEmpty(f *Func) {
	next := func(blk *Block) *Block {
		for len(blk.Instrs) == 0 && blk.Term.Kind == Jump && blk.Term.Targets[0].Index > blk.Index {
			blk = blk.Term.Targets[0]
		}
		return blk
	}
	for _, blk := range f.Blocks {
		for i, t := range blk.Term.Targets {
			blk.Term.Targets[i] = next(t)
		}
		if blk.Term.Kind == If && blk.Term.Targets[0] == blk.Term.Targets[1] {
			blk.Term = Terminator{Kind: Jump, Targets: blk.Term.Targets[:1], Pos: blk.Term.Pos}
		}
	}
}

// mergeLines merges a block with its only successor, if the successor has no other predecessor.
func mergeLines(f *Func) {
	preds := map[*Block]int{f.Blocks[0]: 1}
	for _, blk := range f.Blocks {
		for _, t := range blk.Term.Targets {
			preds[t]++
		}
	}
	for _, blk := range f.Blocks {
		for blk.Term.Kind == Jump && preds[blk.Term.Targets[0]] == 1 && blk.Term.Targets[0] != blk {
			next := blk.Term.Targets[0]
			blk.Instrs = append(blk.Instrs, next.Instrs...)
			blk.Term = next.Term
			next.Instrs = nil
			next.Term = Terminator{Kind: Unreachable}
		}
	}
}

// connect sets the predecessors and successors of each block from the terminators.
func connect(f *Func) {
	for _, blk := range f.Blocks {
		blk.Preds, blk.Succs = nil, nil
	}
	for _, blk := range f.Blocks {
		for _, t := range blk.Term.Targets {
			if !slices.Contains(blk.Succs, t) {
				blk.Succs = append(blk.Succs, t)
				t.Preds = append(t.Preds, blk)
			}
		}
	}
}

// number sets the ID and the block of each instruction.
func number(f *Func) {
	f.Values = 0
	for _, blk := range f.Blocks {
		for _, instr := range blk.Instrs {
			instr.ID, instr.Block = f.Values, blk
			f.Values++
		}
	}
}

func findCallees(f *Func) {
	for _, blk := range f.Blocks {
		for _, instr := range blk.Instrs {
			if instr.Op == Call && !slices.Contains(f.Callees, instr.Callee) {
				f.Callees = append(f.Callees, instr.Callee)
			}
		}
	}
}

// Reached returns the given functions, and all functions that they call, directly or not.
func Reached(funcs []*Func) map[*Func]bool {
	reached := map[*Func]bool{}
	for _, fn := range InCallOrder(funcs) {
		reached[fn] = true
	}
	return reached
}

// InCallOrder returns the given functions, then the functions that they call, directly or not. Each function is
// listed once, callers first.
func InCallOrder(funcs []*Func) []*Func {
	var order []*Func
	seen := map[*Func]bool{}
	add := func(list []*Func) {
		for _, fn := range list {
			if !seen[fn] {
				seen[fn] = true
				order = append(order, fn)
			}
		}
	}
	add(funcs)
	for i := 0; i < len(order); i++ {
		add(order[i].Callees)
	}
	return order
}

// PlacesOf returns the place of each instruction in list.
func PlacesOf(list []*Instr) []source.Pos {
	var places []source.Pos
	for _, in := range list {
		places = append(places, in.Pos)
	}
	return places
}

// LeadsTo reports whether accepts returns true for an instruction of f, or of a function that f calls, directly or not.
func (f *Func) LeadsTo(accepts func(*Instr) bool) bool {
	return f.reaches(accepts, map[*Func]bool{})
}

// LeadingTo returns a function that answers f.LeadsTo(accepts) for each function f, and caches the answers.
func LeadingTo(accepts func(*Instr) bool) func(*Func) bool {
	answers := map[*Func]bool{}
	return func(f *Func) bool {
		leads, isKnown := answers[f]
		if !isKnown {
			leads = f.LeadsTo(accepts)
			answers[f] = leads
		}
		return leads
	}
}

func (f *Func) reaches(accepts func(*Instr) bool, seen map[*Func]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	for _, b := range f.Blocks {
		if slices.ContainsFunc(b.Instrs, accepts) {
			return true
		}
	}
	return slices.ContainsFunc(f.Callees, func(callee *Func) bool { return callee.reaches(accepts, seen) })
}

// graph is a directed graph with the nodes 0..n-1, for the computation of dominators.
type graph struct {
	succs, preds [][]int
}

func newGraph(n int) *graph {
	return &graph{succs: make([][]int, n), preds: make([][]int, n)}
}

func (g *graph) edge(from, to int) {
	g.succs[from] = append(g.succs[from], to)
	g.preds[to] = append(g.preds[to], from)
}

// dominators returns the immediate dominator of every node that root reaches. It returns -1 for root and for nodes
// that root does not reach (Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm").
func (g *graph) dominators(root int) []int {
	rank, post := g.postOrder(root)
	idom := make([]int, len(g.succs))
	for i := range idom {
		idom[i] = -1
	}
	idom[root] = root
	for changed := true; changed; {
		changed = false
		for i := len(post) - 2; i >= 0; i-- {
			node, best := post[i], -1
			for _, p := range g.preds[node] {
				switch {
				case idom[p] < 0:
				case best < 0:
					best = p
				default:
					best = meet(idom, rank, p, best)
				}
			}
			if idom[node] != best {
				idom[node], changed = best, true
			}
		}
	}
	idom[root] = -1
	return idom
}

// meet returns the closest common dominator of x and y. idom maps each block to its immediate dominator, rank to its
// number in post-order.
func meet(idom, rank []int, x, y int) int {
	for x != y {
		for rank[x] < rank[y] {
			x = idom[x]
		}
		for rank[y] < rank[x] {
			y = idom[y]
		}
	}
	return x
}

// postOrder returns the nodes that root reaches, successors first (post), and the index of each node in this list
// (rank). The index is -1 for a node that root does not reach.
func (g *graph) postOrder(root int) (rank, post []int) {
	rank = make([]int, len(g.succs))
	for i := range rank {
		rank[i] = -1
	}
	seen := make([]bool, len(g.succs))
	var visit func(int)
	visit = func(n int) {
		seen[n] = true
		for _, s := range g.succs[n] {
			if !seen[s] {
				visit(s)
			}
		}
		rank[n] = len(post)
		post = append(post, n)
	}
	visit(root)
	return rank, post
}

func setDominators(f *Func) {
	g := newGraph(len(f.Blocks))
	for _, blk := range f.Blocks {
		for _, s := range blk.Succs {
			g.edge(blk.Index, s.Index)
		}
	}
	for i, d := range g.dominators(0) {
		f.Blocks[i].Idom = nil
		if d >= 0 {
			f.Blocks[i].Idom = f.Blocks[d]
		}
	}
}

// Dominates reports whether every path from the entry to other passes through blk.
func (blk *Block) Dominates(other *Block) bool {
	for ; other != nil; other = other.Idom {
		if other == blk {
			return true
		}
	}
	return false
}

// IsOneWay reports whether the block has exactly one incoming edge that is not a back edge.
func (blk *Block) IsOneWay() bool {
	ways := 0
	for _, pred := range blk.Preds {
		if !blk.Dominates(pred) {
			ways++
		}
	}
	return ways == 1
}

// findLoops sets f.Loops to the natural loops, outermost first, and nests them. If there is a cycle with several
// entries, it sets f.Irreducible.
func findLoops(f *Func) {
	loops := map[*Block]*Loop{}
	f.Loops, f.Irreducible = nil, false
	for _, blk := range f.Blocks {
		blk.Loop = nil
	}
	for _, blk := range f.Blocks {
		for _, s := range blk.Succs {
			switch {
			case s.Index > blk.Index:
			case !s.Dominates(blk):
				f.Irreducible = true
			case loops[s] == nil:
				loops[s] = &Loop{Header: s, Latches: []*Block{blk}}
			default:
				loops[s].Latches = append(loops[s].Latches, blk)
			}
		}
	}
	// in reverse post-order, the header of a loop precedes those of the loops inside it
	for _, blk := range f.Blocks {
		if l := loops[blk]; l != nil {
			l.nest()
			f.Loops = append(f.Loops, l)
		}
	}
}

// nest finds the blocks of l, and makes l their innermost loop. The parent of l is the loop that contained its header
// before.
func (l *Loop) nest() {
	l.Parent, l.Depth = l.Header.Loop, 1
	if l.Parent != nil {
		l.Depth = l.Parent.Depth + 1
	}
	in := map[*Block]bool{l.Header: true}
	work := slices.Clone(l.Latches)
	for len(work) > 0 {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if !in[blk] {
			in[blk] = true
			work = append(work, blk.Preds...)
		}
	}
	for blk := range in {
		blk.Loop = l
		l.Blocks = append(l.Blocks, blk)
	}
	slices.SortFunc(l.Blocks, func(x, y *Block) int { return x.Index - y.Index })
}
