package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/lower/asm"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// statements lowers the statements of a function.
type statements struct {
	*emit.Builder
	scopes      *scopes
	known       *known
	lifetimes   *lifetimes
	expressions expressions
	// inline evaluates the C++ operands of asm statements.
	inline asm.Expressions

	// tree is the function. last is the return statement at the end of its body, nil if there is none.
	tree     *ast.Function
	last     *ast.Node
	jumps    []*jumpTarget
	switches []*switchBody
}

// expressions lists what statements needs from the rest of a function's lowering.
type expressions interface {
	// value lowers an expression to its value, addr to the address of its object, and effect for its effects only.
	value(n *ast.Node) *cfg.Instr
	addr(n *ast.Node) *cfg.Instr
	effect(n *ast.Node)
	// condition evaluates a condition and branches on it.
	condition(n *ast.Node, then, otherwise *cfg.Block)
	// returned lowers the operand of a return statement to its value.
	returned(n *ast.Node) *cfg.Instr
}

// stmt lowers a statement. An expression as a statement is lowered for its effects.
func (s *statements) stmt(n *ast.Node) {
	if n == nil {
		return
	}
	defer s.At(n.Pos)()
	defer s.inStatement(n)()
	switch n.Kind {
	case ast.Null:
	case ast.Holds:
		s.known.assume(n.Children)
	case ast.Compound:
		s.scopes.scoped(n, func() { s.stmts(n.Children) })
	case ast.Try:
		s.stmt(n.Child(0))
	case ast.Decl:
		s.lifetimes.declare(n.Var)
	case ast.ExprStmt:
		s.scopes.full(func() { s.expressions.effect(n.Child(0)) })
	case ast.If:
		s.scopes.scoped(n, func() { s.ifStmt(n) })
	case ast.Switch:
		s.scopes.scoped(n, func() { s.switchStmt(n) })
	case ast.Case, ast.Default:
		s.caseStmt(n)
	case ast.For:
		s.scopes.scoped(n, func() { s.forStmt(n) })
	case ast.RangeFor:
		s.scopes.scoped(n, func() { s.rangeFor(n) })
	case ast.While:
		s.whileStmt(n)
	case ast.Do:
		s.doStmt(n)
	case ast.Break:
		s.breakStmt()
	case ast.Continue:
		s.continueStmt()
	case ast.Goto:
		s.scopes.gotoLabel(n.Text)
	case ast.Label:
		s.labelStmt(n)
	case ast.Return:
		s.returnStmt(n)
	case ast.Asm_:
		s.scopes.full(func() { asm.Lower(s.Builder, s.inline, n) })
	default:
		s.scopes.full(func() { s.expressions.effect(n) })
	}
}

// inStatement sets the current statement of the builder. It is n if n is an expression, a declaration, a return or an
// asm statement, and none otherwise. leave restores the previous one.
func (s *statements) inStatement(n *ast.Node) (leave func()) {
	outer := s.Statement
	switch n.Kind {
	case ast.ExprStmt, ast.Decl, ast.Return, ast.Asm_:
		s.Statement = &n.Pos
	default:
		s.Statement = nil
	}
	return func() { s.Statement = outer }
}

func (s *statements) stmts(list []*ast.Node) {
	for _, n := range list {
		s.listed(n)
	}
}

// listed lowers a statement before which another one can be inserted. n may be nil.
func (s *statements) listed(n *ast.Node) {
	if n == nil {
		return
	}
	outer := s.Listed
	s.Listed = &n.Pos
	s.stmt(n)
	s.Listed = outer
}

// inScope lowers n, the init statement of another statement, in the scope of this other statement. If n is a Compound,
// it does not open a scope of its own here.
func (s *statements) inScope(n *ast.Node) {
	if n != nil && n.Kind == ast.Compound {
		for _, child := range n.Children {
			s.stmt(child)
		}
		return
	}
	s.stmt(n)
}

func (s *statements) ifStmt(n *ast.Node) {
	s.inScope(n.Child(0))
	then, done := s.NewBlock(), s.NewBlock()
	otherwise := done
	if n.Child(3) != nil {
		otherwise = s.NewBlock()
	}
	s.expressions.condition(n.Child(1), then, otherwise)
	s.Start(then)
	s.stmt(n.Child(2))
	s.Jump(done)
	if otherwise != done {
		s.Start(otherwise)
		s.stmt(n.Child(3))
		s.Jump(done)
	}
	s.Start(done)
}

// loop lowers the body of a loop. A break goes to the block leave, and a continue to the block next.
func (s *statements) loop(body *ast.Node, leave, next *cfg.Block) {
	s.jumps = append(s.jumps, &jumpTarget{leave: leave, next: next, depth: s.scopes.depth()})
	s.stmt(body)
	s.jumps = s.jumps[:len(s.jumps)-1]
}

func (s *statements) forStmt(n *ast.Node) {
	s.inScope(n.Child(0))
	head, body, inc, done := s.NewBlock(), s.NewBlock(), s.NewBlock(), s.NewBlock()
	s.Enter(head)
	if cond := n.Child(1); cond != nil {
		s.expressions.condition(cond, body, done)
	} else {
		s.Jump(body)
	}
	s.Start(body)
	s.loop(n.Child(3), done, inc)
	s.Enter(inc)
	s.stmt(n.Child(2))
	s.Jump(head)
	s.Start(done)
}

func (s *statements) rangeFor(n *ast.Node) {
	for i := range 3 {
		s.inScope(n.Child(i))
	}
	head, body, inc, done := s.NewBlock(), s.NewBlock(), s.NewBlock(), s.NewBlock()
	s.Enter(head)
	s.expressions.condition(n.Child(3), body, done)
	s.Start(body)
	s.jumps = append(s.jumps, &jumpTarget{leave: done, next: inc, depth: s.scopes.depth()})
	s.scopes.scoped(n.Child(5), func() {
		s.inScope(n.Child(5))
		s.stmt(n.Child(6))
	})
	s.jumps = s.jumps[:len(s.jumps)-1]
	s.Enter(inc)
	s.stmt(n.Child(4))
	s.Jump(head)
	s.Start(done)
}

// whileStmt lowers a while loop. The scope of the loop is opened in each iteration, because a condition variable is
// made anew in each iteration.
func (s *statements) whileStmt(n *ast.Node) {
	head, body, next := s.NewBlock(), s.NewBlock(), s.NewBlock()
	out, done := s.NewBlock(), s.NewBlock()
	s.Enter(head)
	jumps := &jumpTarget{leave: done, next: next, depth: s.scopes.depth()}
	s.scopes.push(n)
	s.inScope(n.Child(0))
	s.expressions.condition(n.Child(1), body, out)
	s.Start(body)
	s.jumps = append(s.jumps, jumps)
	s.stmt(n.Child(2))
	s.jumps = s.jumps[:len(s.jumps)-1]
	s.scopes.unwind(s.scopes.depth() - 1)
	s.Enter(next)
	s.Jump(head)
	s.Start(out)
	s.scopes.pop()
	s.Enter(done)
}

func (s *statements) doStmt(n *ast.Node) {
	body, cond, done := s.NewBlock(), s.NewBlock(), s.NewBlock()
	s.Enter(body)
	s.loop(n.Child(0), done, cond)
	s.Enter(cond)
	s.expressions.condition(n.Child(1), body, done)
	s.Start(done)
}

func (s *statements) breakStmt() {
	if len(s.jumps) == 0 {
		s.Unknown("a break outside a loop", nil)
		return
	}
	t := s.jumps[len(s.jumps)-1]
	s.scopes.unwind(t.depth)
	s.Jump(t.leave)
}

func (s *statements) continueStmt() {
	for i := len(s.jumps) - 1; i >= 0; i-- {
		if t := s.jumps[i]; t.next != nil {
			s.scopes.unwind(t.depth)
			s.Jump(t.next)
			return
		}
	}
	s.Unknown("a continue outside a loop", nil)
}

func (s *statements) labelStmt(n *ast.Node) {
	s.scopes.placeLabel(n.Text)
	s.listed(n.Child(0))
}

func (s *statements) returnStmt(n *ast.Node) {
	var value *cfg.Instr
	s.scopes.full(func() {
		result := n.Child(0)
		switch {
		case result == nil:
		case types.IsReference(s.tree.Result):
			value = s.expressions.addr(result)
		case types.IsVoid(result.Type) && !isOpenList(result):
			s.expressions.effect(result)
		default:
			value = s.expressions.returned(result)
		}
	})
	s.scopes.unwind(0)
	s.Terminate(cfg.Terminator{Kind: cfg.Return, Cond: value, Falls: n == s.last, Pos: n.Pos})
}

// switchBody collects the cases of a switch while its body is lowered.
type switchBody struct {
	cases       [][2]int64
	targets     []*cfg.Block
	defaultCase *cfg.Block
	// inexact reports whether there is a case whose value is not constant.
	inexact bool
}

func (s *statements) switchStmt(n *ast.Node) {
	s.inScope(n.Child(0))
	var value *cfg.Instr
	s.scopes.full(func() { value = s.expressions.value(n.Child(1)) })
	head, done := s.Block, s.NewBlock()
	body := &switchBody{}
	s.switches = append(s.switches, body)
	s.jumps = append(s.jumps, &jumpTarget{leave: done, depth: s.scopes.depth()})
	s.Start(s.NewBlock())
	s.stmt(n.Child(2))
	s.Jump(done)
	s.jumps = s.jumps[:len(s.jumps)-1]
	s.switches = s.switches[:len(s.switches)-1]
	if body.defaultCase == nil {
		body.defaultCase = done
	}
	head.Term = body.terminator(value)
	if body.inexact {
		s.Start(head)
		head.Term.Cond = s.Unknown("a case label that is not a constant", value.Type, value)
	}
	s.Start(done)
}

// terminator returns the branch on value. If value is constant, the branch is a jump to the matching case.
func (s *switchBody) terminator(value *cfg.Instr) cfg.Terminator {
	if value.Op == cfg.Const && !s.inexact {
		target := s.defaultCase
		for i, c := range s.cases {
			if c[0] <= value.Int && value.Int <= c[1] {
				target = s.targets[i]
			}
		}
		return cfg.Terminator{Kind: cfg.Jump, Targets: []*cfg.Block{target}, Pos: value.Pos}
	}
	return cfg.Terminator{
		Kind: cfg.Switch, Cond: value, Cases: s.cases,
		Targets: append(s.targets, s.defaultCase), Pos: value.Pos,
	}
}

func (s *statements) caseStmt(n *ast.Node) {
	blk := s.NewBlock()
	s.Enter(blk)
	if len(s.switches) == 0 {
		s.Unknown("a case label outside a switch", nil)
		return
	}
	body := s.switches[len(s.switches)-1]
	if n.Kind == ast.Default {
		body.defaultCase = blk
		s.listed(n.Child(0))
		return
	}
	low, high := n.Child(0), n.Child(1)
	if high == nil {
		high = low
	}
	if low == nil || !low.Known || !high.Known {
		body.inexact = true
		low = &ast.Node{Value: int64(len(body.cases))}
		high = low
	}
	body.cases = append(body.cases, [2]int64{low.Value, high.Value})
	body.targets = append(body.targets, blk)
	s.listed(n.Child(2))
}
