package repair

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/rules"
)

// branch is an if statement around the call.
type branch struct {
	node *ast.Node
	// isElse reports whether the call is in the else branch.
	isElse bool
}

// The children of an if.
const (
	ifInit = iota
	ifCondition
	ifThen
	ifElse
)

// branches returns the if statements around the call that are in a list of statements, innermost first. It returns only
// those within the innermost loop or switch around the call, because other iterations may have other lanes.
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

// side is one side of the if statement at an offset of a file.
type side struct {
	file   string
	at     int
	isElse bool
}

// names lists the names to try for a new mask, in order. If none is free, the mask gets the last name with a number
// appended.
var names = []string{"mask", "branch_mask", "voters"}

// nameVoters proposes to compute the mask before a branch around the call, by a ballot on the condition of the branch.
// mask is the result of this ballot, 0 if the result depends on data.
func (w *writer) nameVoters(mask uint32) []rules.Repair {
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
			Edits: append([]rules.Edit{w.put(at, at, ballot)}, edits...), Unsafe: mask != 0 && w.narrows(mask),
		})
	}
	return proposals
}

// nameFor returns the name of the mask for a side of a branch. All calls in that side get the same name. It is a name
// that the file does not mention and that no other new mask of the function has.
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

// isRepeatable reports whether a second evaluation of an expression makes no difference: it has no calls, assignments,
// volatile objects or macros.
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

// leaveBranch proposes to move a barrier from the end of one branch of an if, or of both, to the place after the if. A
// comment after the barrier on its line moves with it.
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

// lastOf returns the branch that ends last in an if statement and its chain of else-ifs.
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

// withoutBarrier returns the edits that delete the barrier from each branch of an if that ends with it. Each branch
// keeps its braces. The barrier moves to end, the offset after the if. ok is false if a branch consists of the barrier
// only, or if the branch that contains the finding's call does not end with a barrier.
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

// barrierAtEnd returns the last statement of a block, if it calls the same function as the finding's call. Otherwise it
// returns nil.
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
