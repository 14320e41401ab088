package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower/asm"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// stmt lowers a statement; an expression is evaluated for its effects.
func (b *builder) stmt(n *ast.Node) {
	if n == nil {
		return
	}
	defer b.At(n.Pos)()
	defer b.inStatement(n)()
	switch n.Kind {
	case ast.Null:
	case ast.Holds:
		b.assume(n.Children)
	case ast.Compound:
		b.scopes.scoped(n, func() { b.stmts(n.Children) })
	case ast.Try:
		b.stmt(n.Child(0))
	case ast.Decl:
		b.declare(n.Var)
	case ast.ExprStmt:
		b.scopes.full(func() { b.effect(n.Child(0)) })
	case ast.If:
		b.scopes.scoped(n, func() { b.ifStmt(n) })
	case ast.Switch:
		b.scopes.scoped(n, func() { b.switchStmt(n) })
	case ast.Case, ast.Default:
		b.caseStmt(n)
	case ast.For:
		b.scopes.scoped(n, func() { b.forStmt(n) })
	case ast.RangeFor:
		b.scopes.scoped(n, func() { b.rangeFor(n) })
	case ast.While:
		b.whileStmt(n)
	case ast.Do:
		b.doStmt(n)
	case ast.Break:
		b.breakStmt()
	case ast.Continue:
		b.continueStmt()
	case ast.Goto:
		b.scopes.gotoLabel(n.Text)
	case ast.Label:
		b.labelStmt(n)
	case ast.Return:
		b.returnStmt(n)
	case ast.Asm_:
		b.scopes.full(func() { asm.Lower(b.Builder, operands{b}, n) })
	default:
		b.scopes.full(func() { b.effect(n) })
	}
}

// inStatement notes a statement that is one expression, until what it returns is called.
func (b *builder) inStatement(n *ast.Node) (leave func()) {
	outer := b.Statement
	switch n.Kind {
	case ast.ExprStmt, ast.Decl, ast.Return, ast.Asm_:
		b.Statement = &n.Pos
	default:
		b.Statement = nil
	}
	return func() { b.Statement = outer }
}

func (b *builder) stmts(list []*ast.Node) {
	for _, s := range list {
		b.stmt(s)
	}
}

// inScope lowers an init statement: the declarations of a Compound there
// belong to the statement around it.
func (b *builder) inScope(n *ast.Node) {
	if n != nil && n.Kind == ast.Compound {
		b.stmts(n.Children)
		return
	}
	b.stmt(n)
}

func (b *builder) ifStmt(n *ast.Node) {
	b.inScope(n.Child(0))
	then, done := b.NewBlock(), b.NewBlock()
	otherwise := done
	if n.Child(3) != nil {
		otherwise = b.NewBlock()
	}
	b.condition(n.Child(1), then, otherwise)
	b.Start(then)
	b.stmt(n.Child(2))
	b.Jump(done)
	if otherwise != done {
		b.Start(otherwise)
		b.stmt(n.Child(3))
		b.Jump(done)
	}
	b.Start(done)
}

// loop lowers a loop's body with the targets of break and continue.
func (b *builder) loop(body *ast.Node, leave, next *cfg.Block) {
	b.jumps = append(b.jumps, &jumpTarget{leave: leave, next: next, depth: b.scopes.depth()})
	b.stmt(body)
	b.jumps = b.jumps[:len(b.jumps)-1]
}

func (b *builder) forStmt(n *ast.Node) {
	b.inScope(n.Child(0))
	head, body, inc, done := b.NewBlock(), b.NewBlock(), b.NewBlock(), b.NewBlock()
	b.Enter(head)
	if cond := n.Child(1); cond != nil {
		b.condition(cond, body, done)
	} else {
		b.Jump(body)
	}
	b.Start(body)
	b.loop(n.Child(3), done, inc)
	b.Enter(inc)
	b.stmt(n.Child(2))
	b.Jump(head)
	b.Start(done)
}

func (b *builder) rangeFor(n *ast.Node) {
	for i := range 3 {
		b.inScope(n.Child(i))
	}
	head, body, inc, done := b.NewBlock(), b.NewBlock(), b.NewBlock(), b.NewBlock()
	b.Enter(head)
	b.condition(n.Child(3), body, done)
	b.Start(body)
	b.jumps = append(b.jumps, &jumpTarget{leave: done, next: inc, depth: b.scopes.depth()})
	b.scopes.scoped(n.Child(5), func() {
		b.inScope(n.Child(5))
		b.stmt(n.Child(6))
	})
	b.jumps = b.jumps[:len(b.jumps)-1]
	b.Enter(inc)
	b.stmt(n.Child(4))
	b.Jump(head)
	b.Start(done)
}

// whileStmt opens its scope inside the loop: a condition variable is made anew
// each time round.
func (b *builder) whileStmt(n *ast.Node) {
	head, body, next := b.NewBlock(), b.NewBlock(), b.NewBlock()
	out, done := b.NewBlock(), b.NewBlock()
	b.Enter(head)
	jumps := &jumpTarget{leave: done, next: next, depth: b.scopes.depth()}
	b.scopes.push(n)
	b.inScope(n.Child(0))
	b.condition(n.Child(1), body, out)
	b.Start(body)
	b.jumps = append(b.jumps, jumps)
	b.stmt(n.Child(2))
	b.jumps = b.jumps[:len(b.jumps)-1]
	b.scopes.unwind(b.scopes.depth() - 1)
	b.Enter(next)
	b.Jump(head)
	b.Start(out)
	b.scopes.pop()
	b.Enter(done)
}

func (b *builder) doStmt(n *ast.Node) {
	body, cond, done := b.NewBlock(), b.NewBlock(), b.NewBlock()
	b.Enter(body)
	b.loop(n.Child(0), done, cond)
	b.Enter(cond)
	b.condition(n.Child(1), body, done)
	b.Start(done)
}

func (b *builder) breakStmt() {
	if len(b.jumps) == 0 {
		b.Unknown("a break outside a loop", nil)
		return
	}
	t := b.jumps[len(b.jumps)-1]
	b.scopes.unwind(t.depth)
	b.Jump(t.leave)
}

func (b *builder) continueStmt() {
	for i := len(b.jumps) - 1; i >= 0; i-- {
		if t := b.jumps[i]; t.next != nil {
			b.scopes.unwind(t.depth)
			b.Jump(t.next)
			return
		}
	}
	b.Unknown("a continue outside a loop", nil)
}

func (b *builder) labelStmt(n *ast.Node) {
	b.scopes.placeLabel(n.Text)
	b.stmt(n.Child(0))
}

func (b *builder) returnStmt(n *ast.Node) {
	var value *cfg.Instr
	b.scopes.full(func() {
		result := n.Child(0)
		switch {
		case result == nil:
		case types.IsReference(b.tree.Result):
			value = b.addr(result)
		case types.IsVoid(result.Type) && !isOpenList(result):
			b.effect(result)
		default:
			value = b.returned(result)
		}
	})
	b.scopes.unwind(0)
	b.Terminate(cfg.Terminator{Kind: cfg.Return, Cond: value, Falls: n == b.last, Pos: n.Pos})
}

// returned is the value of a return statement. An object made there is the caller's.
func (b *builder) returned(n *ast.Node) *cfg.Instr {
	t := b.tree.Result
	switch {
	case types.IsVoid(t):
		return b.value(n)
	case !n.LValue && makesDestructibles(n) && types.IsAggregate(t):
		return b.Load(b.AddressOf(b.made(t, n)))
	}
	return b.converting(b.valueFor(n, t), t)
}

// switchBody collects the cases of a switch while its body is lowered.
type switchBody struct {
	cases       [][2]int64
	targets     []*cfg.Block
	defaultCase *cfg.Block
	// inexact reports a case whose value is not a constant.
	inexact bool
}

func (b *builder) switchStmt(n *ast.Node) {
	b.inScope(n.Child(0))
	var value *cfg.Instr
	b.scopes.full(func() { value = b.value(n.Child(1)) })
	head, done := b.Block, b.NewBlock()
	s := &switchBody{}
	b.switches = append(b.switches, s)
	b.jumps = append(b.jumps, &jumpTarget{leave: done, depth: b.scopes.depth()})
	b.Start(b.NewBlock())
	b.stmt(n.Child(2))
	b.Jump(done)
	b.jumps = b.jumps[:len(b.jumps)-1]
	b.switches = b.switches[:len(b.switches)-1]
	if s.defaultCase == nil {
		s.defaultCase = done
	}
	head.Term = s.terminator(value)
	if s.inexact {
		b.Start(head)
		head.Term.Cond = b.Unknown("a case label that is not a constant", value.Type, value)
	}
	b.Start(done)
}

// terminator dispatches on value, at once when the subject is a constant.
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

func (b *builder) caseStmt(n *ast.Node) {
	blk := b.NewBlock()
	b.Enter(blk)
	if len(b.switches) == 0 {
		b.Unknown("a case label outside a switch", nil)
		return
	}
	s := b.switches[len(b.switches)-1]
	if n.Kind == ast.Default {
		s.defaultCase = blk
		b.stmt(n.Child(0))
		return
	}
	low, high := n.Child(0), n.Child(1)
	if high == nil {
		high = low
	}
	if low == nil || !low.Known || !high.Known {
		s.inexact = true
		low = &ast.Node{Value: int64(len(s.cases))}
		high = low
	}
	s.cases = append(s.cases, [2]int64{low.Value, high.Value})
	s.targets = append(s.targets, blk)
	b.stmt(n.Child(2))
}
