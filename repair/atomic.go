package repair

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/rules"
)

// addAtomically proposes an atomic operation in place of a statement that adds to a cell or subtracts from it.
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
	case statement.Kind == ast.Unary && (statement.Op == operator.PreInc || statement.Op == operator.PostInc):
	case statement.Kind == ast.Unary && (statement.Op == operator.PreDec || statement.Op == operator.PostDec):
		function = "atomicSub"
	case statement.Kind == ast.Assign && (statement.Op == operator.Add || statement.Op == operator.Sub) && isInteger(statement.Child(1)):
		if by = w.words(statement.Child(1)); statement.Op == operator.Sub {
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

func isInteger(n *ast.Node) bool { return n != nil && n.Type != nil && n.Type.Kind == types.Int }

// isOfMacro reports whether some part of an expression is in a macro.
func isOfMacro(expression *ast.Node) bool {
	for n := range expression.Nodes() {
		if n.Pos.Macro != nil {
			return true
		}
	}
	return false
}
