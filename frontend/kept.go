package frontend

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// clang keeps an asm statement whose text has an error. In
//
//	template <int N> void f(int &x) {
//	  if constexpr (N == 1) x = 1;
//	  else asm("mov.b32 %0, %8;" : "=r"(x) : "r"(N));
//	}
//
// it reports the operand %8 when it reads the template. An instance f<1> has no second branch. The reader of the tree
// finds an error there and no statement, so it marks a statement that clang dropped ("DroppedStmt").

// removeKept removes such marks, because clang has dropped nothing there. It removes none in a file with other errors,
// because a statement that clang really dropped may stand behind the asm statement.
func removeKept(unit *ast.Unit, diagnostics []source.Diagnostic) {
	other := map[string]bool{}
	kept := map[source.Pos]bool{}
	for _, d := range diagnostics {
		switch {
		case d.Kind == source.AsmText:
			kept[placeOf(d.Pos)] = true
		case d.Severity >= source.Error:
			other[d.Pos.File] = true
		}
	}
	if len(kept) == 0 {
		return
	}
	isKept := func(n *ast.Node) bool {
		return n != nil && n.Kind == ast.Unsupported && n.Text == "DroppedStmt" && kept[placeOf(n.Pos)] && !other[n.Pos.File]
	}
	for _, fn := range slices.Concat(unit.Functions, unit.Hosts) {
		for n := range fn.Nodes() {
			n.Children = slices.DeleteFunc(n.Children, isKept)
		}
	}
}

// placeOf returns a position without the macro from which it comes.
func placeOf(p source.Pos) source.Pos {
	return source.Pos{File: p.File, Line: p.Line, Column: p.Column}
}
