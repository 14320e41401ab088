package repair

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/rules"
)

// addAtomically makes an atomic of a statement that adds to a cell, or takes away from it.
func (w *writer) addAtomically() []rules.Repair {
	var statement *ast.Node
	for _, n := range slices.Backward(w.way) {
		if n.Kind == ast.ExprStmt {
			statement = n.Child(0)
			break
		}
	}
	if statement == nil || isOfMacro(statement) {
		return nil
	}
	function, by := "atomicAdd", "1"
	switch {
	case statement.Kind == ast.Unary && (statement.Op == ast.PreInc || statement.Op == ast.PostInc):
	case statement.Kind == ast.Unary && (statement.Op == ast.PreDec || statement.Op == ast.PostDec):
		function = "atomicSub"
	case statement.Kind == ast.Assign && (statement.Op == ast.Add || statement.Op == ast.Sub) && isInteger(statement.Child(1)):
		if by = w.words(statement.Child(1)); statement.Op == ast.Sub {
			function = "atomicSub"
		}
	default:
		return nil
	}
	cell := w.words(statement.Child(0))
	from, to := w.start(statement), w.end(statement)
	if cell == "" || by == "" || from < 0 || to <= from {
		return nil
	}
	return []rules.Repair{{Text: "call " + function, Edits: []rules.Edit{
		w.put(from, to, fmt.Sprintf("%s(&%s, %s)", function, cell, by))}}}
}

func isInteger(n *ast.Node) bool { return n != nil && n.Type != nil && n.Type.Kind == ast.Int }

// isOfMacro reports an expression of which a part is made by a macro.
func isOfMacro(expression *ast.Node) bool {
	for n := range expression.Nodes() {
		if n.Pos.Macro != nil {
			return true
		}
	}
	return false
}
