package repair

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/rules"
)

// The children of a for.
const (
	forInit = iota
	forCondition
	forIncrement
	forBody
)

// fillWhole proposes to raise the bound of the loop that fills a shared array, to the length of the array:
//
//	for (int i = threadIdx.x; i < 255; i += blockDim.x) h[i] = 0;      ->  i < 256
//
// It proposes this only if the bound is clearly wrong. Three conditions must hold: the loop stores one constant, no
// other statement fills the array, and another place of the function names the length (in a mask, a remainder or a
// bound). Otherwise the last cells may be padding, and the fault may be in the read and not in the bound.
func (w *writer) fillWhole() []rules.Repair {
	array := arrayIn(w.site())
	if array == nil {
		return nil
	}
	loops := fillsOf(w.way[0], array)
	if len(loops) != 1 || isOfMacro(loops[0]) {
		return nil
	}
	from, to := w.oneWord(loops[0].Child(forCondition).Child(1))
	if from < 0 || !namesLength(w.way[0], loops[0], array.Type.Len) {
		return nil
	}
	text := w.lengthText(array)
	return []rules.Repair{{Text: fmt.Sprintf("fill all %s cells of %s", text, array.Name), Edits: []rules.Edit{w.put(from, to, text)}}}
}

// arrayIn returns the first shared array that an expression names. It returns nil if there is none, or if this array
// has no numbers or no known length.
func arrayIn(expression *ast.Node) *ast.Var {
	for n := range expression.Nodes() {
		if v := n.Var; n.Kind == ast.VarRef && v.Storage == types.Shared && v.Type.Kind == types.Array {
			if e := v.Type.Elem; v.Type.Len <= 0 || e.Kind != types.Int && e.Kind != types.Float {
				return nil
			}
			return v
		}
	}
	return nil
}

// fillsOf returns the loops that store to an array, each in one statement. It returns none if something else assigns to
// the array, or if a loop is not of the form that fillWhole can change.
func fillsOf(body *ast.Node, array *ast.Var) (loops []*ast.Node) {
	assignments := 0
	for n := range body.Nodes() {
		switch {
		case n.Kind == ast.Assign && arrayIn(n.Child(0)) == array:
			assignments++
		case n.Kind == ast.For && isFill(n, array):
			loops = append(loops, n)
		}
	}
	if assignments != len(loops) {
		return nil
	}
	return loops
}

// isFill reports whether a loop is for (int i = ...; i < C; ...) a[i] = c; with constants C and c.
func isFill(loop *ast.Node, array *ast.Var) bool {
	init, condition, body := loop.Child(forInit), loop.Child(forCondition), loop.Child(forBody)
	for body != nil && body.Kind == ast.Compound && len(body.Children) == 1 {
		body = body.Child(0)
	}
	store := body.Child(0)
	if init == nil || init.Kind != ast.Decl || body == nil || body.Kind != ast.ExprStmt || store.Kind != ast.Assign || store.Op != operator.Plain {
		return false
	}
	cell := store.Child(0)
	return isBelow(condition, init.Var, array.Type.Len) && isLiteral(store.Child(1)) && cell.Kind == ast.Index &&
		named(cell.Child(0)) == array && named(cell.Child(1)) == init.Var
}

// isBelow reports whether a condition is i < C with a constant C below length.
func isBelow(condition *ast.Node, i *ast.Var, length int64) bool {
	return condition != nil && condition.Kind == ast.Binary && condition.Op == operator.LT &&
		named(condition.Child(0)) == i && isConstant(condition.Child(1)) && constantOf(condition.Child(1)) < length
}

// oneWord returns the offsets of an expression that is a single number or name, directly before a semicolon. It returns
// -1 for any other expression.
func (w *writer) oneWord(n *ast.Node) (from, to int) {
	from = w.start(n)
	if from < 0 || n.Pos.File != w.file {
		return -1, -1
	}
	to = from + len(lexical.Name(string(w.text[from:])))
	if rest := bytes.TrimLeft(w.text[to:], " \t"); to == from || len(rest) == 0 || rest[0] != ';' {
		return -1, -1
	}
	return from, to
}

// isLiteral reports whether an expression is a number once its casts are removed.
func isLiteral(n *ast.Node) bool {
	n = uncast(n)
	return n != nil && (n.Known || n.Kind == ast.FloatLit)
}

// namesLength reports whether a function names a length elsewhere than in the bound of the given loop: by x & (length -
// 1), by x % length, or by the bound of another loop.
func namesLength(body, loop *ast.Node, length int64) bool {
	bounds := map[*ast.Node]bool{}
	for n := range body.Nodes() {
		if n.Kind == ast.For && n != loop {
			bounds[n.Child(forCondition)] = true
		}
		if n.Kind != ast.Binary {
			continue
		}
		switch value := differenceOf(n.Child(1)); {
		case n.Op == operator.And && value == length-1 && length&value == 0, n.Op == operator.Rem && value == length,
			n.Op == operator.LT && value == length && bounds[n]:
			return true
		}
	}
	return false
}

// differenceOf returns the value of a constant, or of a difference of two constants. It returns -1 for any other
// expression.
func differenceOf(n *ast.Node) int64 {
	if n = uncast(n); n.Kind == ast.Binary && n.Op == operator.Sub && isConstant(n.Child(0)) && isConstant(n.Child(1)) {
		return constantOf(n.Child(0)) - constantOf(n.Child(1))
	}
	return constantOf(n)
}

// lengthText returns the text of an array's length. That is the word in the brackets of the declaration, or a number if
// the declaration has more than one word there.
func (w *writer) lengthText(array *ast.Var) string {
	if at := w.offset(array.Pos.Line, array.Pos.Column); at >= 0 && array.Pos.File == w.file {
		text, isHere := strings.CutPrefix(string(w.text[at:]), array.Name+"[")
		if word, _, isWhole := strings.Cut(text, "]"); isHere && isWhole && lexical.Name(word) == word {
			return word
		}
	}
	return fmt.Sprint(array.Type.Len)
}
