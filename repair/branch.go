package repair

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/rules"
)

// branch is an if around the call.
type branch struct {
	node *ast.Node
	// isElse reports that the call stands in its else.
	isElse bool
}

// The children of an if.
const (
	ifInit = iota
	ifCondition
	ifThen
	ifElse
)

// branches are the ifs around the call that stand in a list of statements, innermost first: those
// of one iteration of the innermost loop, as the lanes of another are others.
func (w *writer) branches() []branch {
	var around []branch
	for i := len(w.way) - 2; i > 0; i-- {
		switch n := w.way[i]; n.Kind {
		case ast.For, ast.While, ast.Do, ast.RangeFor, ast.Switch:
			return around
		case ast.If:
			if w.way[i-1].Kind == ast.Compound && n.Child(ifInit) == nil && w.way[i+1] != n.Child(ifCondition) {
				around = append(around, branch{n, w.way[i+1] == n.Child(ifElse)})
			}
		}
	}
	return around
}

// side is a side of the branch that begins at a place.
type side struct {
	file   string
	at     int
	isElse bool
}

// names are those for masks: the first free one is taken, or the last one with a number.
var names = []string{"mask", "branch_mask", "voters"}

// nameVoters takes the mask with a ballot before a branch around the call, on its condition. known is its value, 0
// where that depends on data.
func (w *writer) nameVoters(known uint32) []rules.Repair {
	if w.inMacro() {
		return nil
	}
	var proposals []rules.Repair
	for _, b := range w.branches() {
		at := w.start(b.node)
		condition := w.words(b.node.Child(ifCondition))
		if condition == "" || at < 0 || !isRepeatable(b.node.Child(ifCondition)) {
			continue
		}
		name := w.nameFor(side{w.file, at, b.isElse})
		edits, ok := w.passMask(name)
		if !ok {
			return nil
		}
		if b.isElse {
			condition = "!(" + condition + ")"
		}
		ballot := fmt.Sprintf("unsigned %s = __ballot_sync(0xffffffff, %s);%s", name, condition, w.separator(at))
		proposals = append(proposals, rules.Repair{
			Text:  "take the mask with a ballot before the branch",
			Edits: append([]rules.Edit{w.put(at, at, ballot)}, edits...), Unsafe: known != 0 && w.narrows(known),
		})
	}
	return proposals
}

// nameFor is the name for the mask of a side of a branch, the same for all calls there: one that the file does not mention
// and no other mask of the function has.
func (w *writer) nameFor(s side) string {
	if w.masks[s] == "" {
		body := w.way[0]
		if w.used[body] == nil {
			w.used[body] = map[string]bool{}
		}
		name := w.freeName(w.used[body])
		w.masks[s], w.used[body][name] = name, true
	}
	return w.masks[s]
}

func (w *writer) freeName(used map[string]bool) string {
	isFree := func(name string) bool { return !used[name] && !w.mentions(name) }
	for _, name := range names {
		if isFree(name) {
			return name
		}
	}
	for n := 2; ; n++ {
		if name := fmt.Sprintf("%s_%d", names[len(names)-1], n); isFree(name) {
			return name
		}
	}
}

// isRepeatable reports an expression that is the same when it is evaluated again, and does nothing
// else: without calls, assignments and volatile objects.
func isRepeatable(expression *ast.Node) bool {
	for n := range expression.Nodes() {
		if n.Pos.Macro != nil || n.Type != nil && n.Type.Volatile || n.Var != nil && n.Var.Volatile {
			return false
		}
		switch n.Kind {
		case ast.IntLit, ast.FloatLit, ast.VarRef, ast.This, ast.Member, ast.Index, ast.Binary, ast.Cond, ast.Cast, ast.TemplateConst:
		case ast.Unary:
			if n.Op >= operator.PreInc && n.Op <= operator.PostDec {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// leaveBranch moves a barrier that ends a branch, or both, behind the if, with the comment behind it.
func (w *writer) leaveBranch() []rules.Repair {
	around := w.branches()
	c, ok := w.call()
	if !ok || len(around) == 0 || w.inMacro() {
		return nil
	}
	inner := around[0].node
	at, end := w.start(inner), w.statementEnd(lastOf(inner))
	if at < 0 || end < 0 {
		return nil
	}
	end = w.behindComment(end)
	edits, ok := w.withoutBarrier(inner, end)
	if !ok {
		return nil
	}
	barrier := string(w.text[w.siteStart():c.end]) + ";"
	if semicolon := c.end + 1; w.endsLine(end) {
		barrier += string(w.text[semicolon:w.behindComment(semicolon)])
	}
	return []rules.Repair{{Text: "move the barrier behind the branch",
		Edits: append(edits, w.put(end, end, w.separator(at)+barrier))}}
}

// lastOf is the branch with which an if ends.
func lastOf(n *ast.Node) *ast.Node {
	if other := n.Child(ifElse); other != nil {
		return lastBranch(other)
	}
	return lastBranch(n.Child(ifThen))
}

func lastBranch(n *ast.Node) *ast.Node {
	if n.Kind == ast.If {
		return lastOf(n)
	}
	return n
}

// withoutBarrier are the edits that take the barrier from the end of the branches of an if, to put it where that ends.
// Each branch keeps its braces; that which is nothing but the barrier is left alone.
func (w *writer) withoutBarrier(n *ast.Node, end int) (edits []rules.Edit, ok bool) {
	for _, side := range []int{ifThen, ifElse} {
		block := n.Child(side)
		if block == nil {
			continue
		}
		last := w.barrierAtEnd(block)
		if last == nil {
			if slices.Contains(w.way, block) {
				return nil, false
			}
			continue
		}
		to := w.statementEnd(last)
		if to < 0 || len(block.Children) == 1 {
			return nil, false
		}
		if last.Child(0) == w.site() && w.endsLine(end) {
			to = w.behindComment(to)
		}
		from, to := w.wholeLine(w.start(last), to)
		edits = append(edits, w.put(from, to, ""))
	}
	return edits, len(edits) > 0
}

// barrierAtEnd is the last statement of a list, where it is a call of the barrier's function.
func (w *writer) barrierAtEnd(block *ast.Node) *ast.Node {
	if block.Kind != ast.Compound || len(block.Children) == 0 {
		return nil
	}
	last := block.Children[len(block.Children)-1]
	if call := last.Child(0); last.Kind == ast.ExprStmt && call != nil && call.Kind == ast.Call && call.Func == w.site().Func {
		return last
	}
	return nil
}
