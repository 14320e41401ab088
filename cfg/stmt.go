package cfg

import "github.com/warpcheck/warpcheck/frontend/ast"

// child is the i-th child of n, nil when it is missing.
func child(n *ast.Node, i int) *ast.Node {
	if n == nil || i >= len(n.Children) {
		return nil
	}
	return n.Children[i]
}

// stmt lowers a statement; an expression is evaluated for its effects.
func (b *builder) stmt(n *ast.Node) {
	if n == nil {
		return
	}
	defer b.at(n)()
	switch n.Kind {
	case ast.Null:
	case ast.Compound:
		b.scoped(n, func() { b.stmts(n.Children) })
	case ast.Try:
		b.stmt(child(n, 0))
	case ast.Decl:
		b.declare(n.Var)
	case ast.ExprStmt:
		b.full(func() { b.effect(child(n, 0)) })
	case ast.If:
		b.scoped(n, func() { b.ifStmt(n) })
	case ast.Switch:
		b.scoped(n, func() { b.switchStmt(n) })
	case ast.Case, ast.Default:
		b.caseStmt(n)
	case ast.For:
		b.scoped(n, func() { b.forStmt(n) })
	case ast.RangeFor:
		b.scoped(n, func() { b.rangeFor(n) })
	case ast.While:
		b.whileStmt(n)
	case ast.Do:
		b.doStmt(n)
	case ast.Break:
		b.breakStmt()
	case ast.Continue:
		b.continueStmt()
	case ast.Goto:
		b.gotoLabel(n.Text)
	case ast.Label:
		b.labelStmt(n)
	case ast.Return:
		b.returnStmt(n)
	case ast.Asm_:
		b.asm(n)
	default:
		b.full(func() { b.effect(n) })
	}
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
	b.inScope(child(n, 0))
	then, done := b.newBlock(), b.newBlock()
	otherwise := done
	if child(n, 3) != nil {
		otherwise = b.newBlock()
	}
	b.condition(child(n, 1), then, otherwise)
	b.start(then)
	b.stmt(child(n, 2))
	b.jump(done)
	if otherwise != done {
		b.start(otherwise)
		b.stmt(child(n, 3))
		b.jump(done)
	}
	b.start(done)
}

// loop lowers a loop's body with the targets of break and continue.
func (b *builder) loop(body *ast.Node, leave, next *Block) {
	b.jumps = append(b.jumps, &jumpTarget{leave: leave, next: next, depth: len(b.scopes)})
	b.stmt(body)
	b.jumps = b.jumps[:len(b.jumps)-1]
}

func (b *builder) forStmt(n *ast.Node) {
	b.inScope(child(n, 0))
	head, body, inc, done := b.newBlock(), b.newBlock(), b.newBlock(), b.newBlock()
	b.enter(head)
	if cond := child(n, 1); cond != nil {
		b.condition(cond, body, done)
	} else {
		b.jump(body)
	}
	b.start(body)
	b.loop(child(n, 3), done, inc)
	b.enter(inc)
	b.stmt(child(n, 2))
	b.jump(head)
	b.start(done)
}

func (b *builder) rangeFor(n *ast.Node) {
	for i := range 3 {
		b.inScope(child(n, i))
	}
	head, body, inc, done := b.newBlock(), b.newBlock(), b.newBlock(), b.newBlock()
	b.enter(head)
	b.condition(child(n, 3), body, done)
	b.start(body)
	b.jumps = append(b.jumps, &jumpTarget{leave: done, next: inc, depth: len(b.scopes)})
	b.scoped(child(n, 5), func() {
		b.inScope(child(n, 5))
		b.stmt(child(n, 6))
	})
	b.jumps = b.jumps[:len(b.jumps)-1]
	b.enter(inc)
	b.stmt(child(n, 4))
	b.jump(head)
	b.start(done)
}

// whileStmt opens its scope inside the loop: a condition variable is made anew
// each time round.
func (b *builder) whileStmt(n *ast.Node) {
	head, body, next := b.newBlock(), b.newBlock(), b.newBlock()
	out, done := b.newBlock(), b.newBlock()
	b.enter(head)
	jumps := &jumpTarget{leave: done, next: next, depth: len(b.scopes)}
	b.push(n)
	b.inScope(child(n, 0))
	b.condition(child(n, 1), body, out)
	b.start(body)
	b.jumps = append(b.jumps, jumps)
	b.stmt(child(n, 2))
	b.jumps = b.jumps[:len(b.jumps)-1]
	b.unwind(len(b.scopes) - 1)
	b.enter(next)
	b.jump(head)
	b.start(out)
	b.pop()
	b.enter(done)
}

func (b *builder) doStmt(n *ast.Node) {
	body, cond, done := b.newBlock(), b.newBlock(), b.newBlock()
	b.enter(body)
	b.loop(child(n, 0), done, cond)
	b.enter(cond)
	b.condition(child(n, 1), body, done)
	b.start(done)
}

func (b *builder) breakStmt() {
	if len(b.jumps) == 0 {
		b.unknown("a break outside a loop", nil)
		return
	}
	t := b.jumps[len(b.jumps)-1]
	b.unwind(t.depth)
	b.jump(t.leave)
}

func (b *builder) continueStmt() {
	for i := len(b.jumps) - 1; i >= 0; i-- {
		if t := b.jumps[i]; t.next != nil {
			b.unwind(t.depth)
			b.jump(t.next)
			return
		}
	}
	b.unknown("a continue outside a loop", nil)
}

func (b *builder) labelStmt(n *ast.Node) {
	l := b.labels[n.Text]
	b.enter(b.labelBlock(l))
	l.live = len(b.scopes[len(b.scopes)-1].cleanups)
	b.stmt(child(n, 0))
}

func (b *builder) returnStmt(n *ast.Node) {
	var value *Instr
	b.full(func() {
		result := child(n, 0)
		switch {
		case result == nil:
		case isReference(b.fn.Decl.Result):
			value = b.addr(result)
		case isVoid(result.Type) && !isOpenList(result):
			b.effect(result)
		default:
			value = b.returned(result)
		}
	})
	b.unwind(0)
	b.terminate(Terminator{Kind: Return, Cond: value, Falls: n == b.last, Pos: n.Pos})
}

// returned is the value of a return statement. An object made there is the caller's.
func (b *builder) returned(n *ast.Node) *Instr {
	t := b.fn.Decl.Result
	switch {
	case isVoid(t):
		return b.value(n)
	case !n.LValue && makesDestructibles(n) && isAggregate(t):
		return b.load(b.addressOf(b.made(t, n)))
	}
	return b.as(b.valueFor(n, t), t)
}

// switchBody collects the cases of a switch while its body is lowered.
type switchBody struct {
	cases       [][2]int64
	targets     []*Block
	defaultCase *Block
	// inexact reports a case whose value is not a constant.
	inexact bool
}

func (b *builder) switchStmt(n *ast.Node) {
	b.inScope(child(n, 0))
	var value *Instr
	b.full(func() { value = b.value(child(n, 1)) })
	head, done := b.cur, b.newBlock()
	s := &switchBody{}
	b.switches = append(b.switches, s)
	b.jumps = append(b.jumps, &jumpTarget{leave: done, depth: len(b.scopes)})
	b.start(b.newBlock())
	b.stmt(child(n, 2))
	b.jump(done)
	b.jumps = b.jumps[:len(b.jumps)-1]
	b.switches = b.switches[:len(b.switches)-1]
	if s.defaultCase == nil {
		s.defaultCase = done
	}
	head.Term = s.terminator(value)
	if s.inexact {
		b.start(head)
		head.Term.Cond = b.unknown("a case label that is not a constant", value.Type, value)
	}
	b.start(done)
}

// terminator dispatches on value, at once when the subject is a constant.
func (s *switchBody) terminator(value *Instr) Terminator {
	if value.Op == Const && !s.inexact {
		target := s.defaultCase
		for i, c := range s.cases {
			if c[0] <= value.Int && value.Int <= c[1] {
				target = s.targets[i]
			}
		}
		return Terminator{Kind: Jump, Targets: []*Block{target}, Pos: value.Pos}
	}
	return Terminator{
		Kind: Switch, Cond: value, Cases: s.cases,
		Targets: append(s.targets, s.defaultCase), Pos: value.Pos,
	}
}

func (b *builder) caseStmt(n *ast.Node) {
	blk := b.newBlock()
	b.enter(blk)
	if len(b.switches) == 0 {
		b.unknown("a case label outside a switch", nil)
		return
	}
	s := b.switches[len(b.switches)-1]
	if n.Kind == ast.Default {
		s.defaultCase = blk
		b.stmt(child(n, 0))
		return
	}
	low, high := child(n, 0), child(n, 1)
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
	b.stmt(child(n, 2))
}
