package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// nest is the order in which the machine executes a function. For each loop, it lists the blocks and the inner loops
// directly in the loop, in a topological order without the edges back to the header. The key nil stands for the body of
// the function.
type nest struct {
	fn    *cfg.Func
	order map[*cfg.Loop][]node
	flow  map[flowKey]bool
}

// node is a block, or an inner loop with all its blocks.
type node struct {
	block *cfg.Block
	loop  *cfg.Loop
}

func newNest(fn *cfg.Func, backward bool) *nest {
	n := &nest{fn, map[*cfg.Loop][]node{}, map[flowKey]bool{}}
	n.order[nil] = sortRegion(fn.Blocks[0], nil, backward)
	for _, l := range fn.Loops {
		n.order[l] = sortRegion(l.Header, l, backward)
	}
	return n
}

// sortRegion orders the nodes directly in a loop. The order is the reverse of a depth-first post-order that visits
// the first target of a branch last, so it follows the source where the graph allows several orders. If backward is
// true, the first target is visited first, which reverses the order of the sides of a branch.
func sortRegion(entry *cfg.Block, loop *cfg.Loop, backward bool) []node {
	seen := map[node]bool{}
	var post []node
	var visit func(n node)
	visit = func(n node) {
		seen[n] = true
		succs := n.succs()
		if !backward {
			slices.Reverse(succs)
		}
		for _, t := range succs {
			if t != entry && contains(loop, t) {
				if next := nodeOf(t, loop); next != n && !seen[next] {
					visit(next)
				}
			}
		}
		post = append(post, n)
	}
	visit(nodeOf(entry, loop))
	for i, j := 0, len(post)-1; i < j; i, j = i+1, j-1 {
		post[i], post[j] = post[j], post[i]
	}
	return post
}

// nodeOf returns the node directly in loop that is the block b or contains it.
func nodeOf(b *cfg.Block, loop *cfg.Loop) node {
	l := b.Loop
	if l == loop {
		return node{block: b}
	}
	for l.Parent != loop {
		l = l.Parent
	}
	return node{loop: l}
}

func (n node) succs() []*cfg.Block {
	if n.loop == nil {
		return slices.Clone(n.block.Succs)
	}
	var out []*cfg.Block
	for _, b := range n.loop.Blocks {
		for _, t := range b.Succs {
			if !contains(n.loop, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// contains reports whether the block b is in the loop l. A nil loop stands for the function's body.
func contains(l *cfg.Loop, b *cfg.Block) bool { return b.Loop.Within(l) }
