package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A goto to a label further down, in a block around the goto, is followed:
//
//	if (cudaMalloc(&d, size) != cudaSuccess) goto failed;
//	k<<<1, 32>>>(d);
//	failed:
//	cudaFree(d);
//
// The state at the goto is joined with the state in which control reaches the label otherwise. In a function with any
// other label, the order of the statements is not followed. Then everything that the function writes is unknown.

// jump is the state in which control leaves a statement by a goto to a label.
type jump struct {
	label string
	state *state
}

// jumps holds one jump for each label.
type jumps []jump

// joinJumps joins the jumps of two statements.
func (c *control) joinJumps(a, b jumps) jumps {
	made := slices.Clone(a)
	for _, j := range b {
		if at := slices.IndexFunc(made, func(o jump) bool { return o.label == j.label }); at >= 0 {
			made[at].state = c.merge(made[at].state, j.state)
		} else {
			made = append(made, j)
		}
	}
	return made
}

// land returns completions of statements before a statement with labels. In them, a jump to one of the labels is the
// normal end. If unknown code ran before such a jump, in a branch that ends there, the code after the labels sees its
// writes.
func (c *control) land(w completions, labels []string) completions {
	var left jumps
	for _, j := range w.jumps {
		if slices.Contains(labels, j.label) {
			w.next = c.merge(w.next, j.state)
		} else {
			left = append(left, j)
		}
	}
	w.jumps = left
	if w.next.alive() && w.next.isRenewed {
		w.next.isRenewed = false
		c.heap.renew()
	}
	return w
}

// firstLabel returns the index of the first statement that has a label, or -1.
func firstLabel(nodes []*ast.Node) int {
	return slices.IndexFunc(nodes, func(n *ast.Node) bool { return n != nil && n.Kind == ast.Label })
}

// labelsAt returns the labels directly before a statement.
func labelsAt(n *ast.Node) (labels []string) {
	for ; n != nil && n.Kind == ast.Label; n = childOf(n, 0) {
		labels = append(labels, n.Text)
	}
	return labels
}

// jumpsForward reports whether all jumps in f and its lambdas are followed: each label is before a statement of a block, and each goto
// is in an earlier statement of the same block. A jump to a computed label is not supported.
func jumpsForward(f *ast.Function) bool {
	all, inBlocks, isSupported := 0, 0, true
	for n := range within(f.Nodes()) {
		switch n.Kind {
		case ast.Label:
			all++
		case ast.Unsupported:
			isSupported = false
		case ast.Compound:
			for _, statement := range n.Children {
				inBlocks += len(labelsAt(statement))
			}
		}
	}
	return all == 0 || isSupported && all == inBlocks && jumpsTo(f.Body, nil)
}

// jumpsTo reports whether each goto in a statement is to one of the labels ahead, or to one further down in a block of
// the statement.
func jumpsTo(n *ast.Node, ahead []string) bool {
	switch {
	case n == nil:
		return true
	case n.Kind == ast.Goto:
		return slices.Contains(ahead, n.Text)
	case n.Kind == ast.Lambda && n.Func != nil && !jumpsTo(n.Func.Body, nil):
		return false
	case n.Kind == ast.Decl && n.Var != nil && !jumpsTo(n.Var.Init, ahead):
		return false
	}
	for i, child := range n.Children {
		labels := slices.Clip(ahead)
		if n.Kind == ast.Compound {
			for _, later := range n.Children[i+1:] {
				labels = append(labels, labelsAt(later)...)
			}
		}
		if !jumpsTo(child, labels) {
			return false
		}
	}
	return true
}
