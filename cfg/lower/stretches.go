package lower

import (
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// loopStatements returns the positions of the for, while and do statements below n, inner ones first.
func loopStatements(n *ast.Node) (list []source.Pos) {
	if n == nil {
		return nil
	}
	for _, child := range n.Children {
		list = append(list, loopStatements(child)...)
	}
	if n.Kind == ast.For || n.Kind == ast.While || n.Kind == ast.Do {
		list = append(list, n.Pos)
	}
	return list
}

// jumpsBack returns the ranges of text from a label to the end of a later goto that jumps back to it.
func jumpsBack(body *ast.Node) (list []source.Pos) {
	labels := map[string]source.Pos{}
	var look func(n *ast.Node)
	look = func(n *ast.Node) {
		if n == nil {
			return
		}
		back, isBehind := labels[n.Text]
		switch {
		case n.Kind == ast.Label:
			labels[n.Text] = n.Pos
		case n.Kind == ast.Goto && isBehind:
			back.EndLine, back.EndColumn = n.Pos.EndLine, n.Pos.EndColumn
			list = append(list, back)
		}
		for _, child := range n.Children {
			look(child)
		}
	}
	look(body)
	return list
}
