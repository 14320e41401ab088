package cfg

import "github.com/warpcheck/warpcheck/frontend/ast"

// condition evaluates n as a full expression and branches on it; the current
// block is ended. Short circuits branch directly, without a temporary, so that
// `if (a && b)` splits the lanes once for a and once for b.
func (b *builder) condition(n *ast.Node, then, otherwise *Block) {
	switch {
	case makesDestructibles(n):
		var v *Instr
		b.full(func() { v = b.value(n) })
		b.branch(v, then, otherwise)
	default:
		b.test(n, then, otherwise)
	}
}

// test branches on a part of a condition.
func (b *builder) test(n *ast.Node, then, otherwise *Block) {
	if n == nil {
		b.branch(b.value(n), then, otherwise)
		return
	}
	defer b.at(n)()
	if v, ok := knownInteger(n); ok {
		if v == 0 {
			then = otherwise
		}
		b.jump(then)
		return
	}
	if inner := sameTruth(n); inner != nil {
		b.test(inner, then, otherwise)
		return
	}
	switch {
	case n.Kind == ast.Unary && n.Op == ast.Not:
		b.test(child(n, 0), otherwise, then)
	case n.Kind == ast.Binary && (n.Op == ast.LAnd || n.Op == ast.LOr):
		rest, second := b.newBlock(), b.occasion(child(n, 1))
		if n.Op == ast.LAnd {
			b.test(child(n, 0), rest, otherwise)
		} else {
			b.test(child(n, 0), then, rest)
		}
		b.start(rest)
		b.during(second, func() { b.test(child(n, 1), then, otherwise) })
	case n.Kind == ast.Binary && n.Op == ast.Comma:
		b.effect(child(n, 0))
		b.test(child(n, 1), then, otherwise)
	default:
		b.branch(b.value(n), then, otherwise)
	}
}

// sameTruth looks through conversions that keep whether a value is zero: from
// a bool to any integer and back, and branch hints.
func sameTruth(n *ast.Node) *ast.Node {
	operand := child(n, 0)
	switch {
	case n.Kind == ast.Cast && operand != nil && !operand.LValue:
		boolean := operand.Type != nil && operand.Type.Kind == ast.Bool
		widened := isHint(operand) || operand.Kind == ast.Cast && sameTruth(operand) != nil
		if n.Op == ast.CastNone || (n.Op == ast.CastInt || n.Op == ast.CastBool) &&
			(boolean || n.Op == ast.CastBool && widened) {
			return operand
		}
	case isHint(n):
		return child(n, 1)
	}
	return nil
}

// isHint reports a call of __builtin_expect or its kin.
func isHint(n *ast.Node) bool {
	in, ok := intrinsicOf(n.Func)
	return ok && n.Kind == ast.Call && in.kind == firstArgument && len(n.Children) > 1
}

// truth is the boolean value of && or ||, through a temporary.
func (b *builder) truth(n *ast.Node) *Instr {
	then, otherwise, done := b.newBlock(), b.newBlock(), b.newBlock()
	t := typeOf(n)
	if isUnknown(t) {
		t = boolType
	}
	o := b.temporary(t)
	b.test(n, then, otherwise)
	for _, arm := range []struct {
		block *Block
		value int64
	}{{then, 1}, {otherwise, 0}} {
		b.start(arm.block)
		b.store(b.addressOf(o), b.constant(arm.value, t))
		b.jump(done)
	}
	b.start(done)
	return b.load(b.addressOf(o))
}

// shortCircuitEffect evaluates the right side of && or || only when the left
// asks for it, and drops the result.
func (b *builder) shortCircuitEffect(n *ast.Node) {
	rest, done, second := b.newBlock(), b.newBlock(), b.occasion(child(n, 1))
	if n.Op == ast.LAnd {
		b.test(child(n, 0), rest, done)
	} else {
		b.test(child(n, 0), done, rest)
	}
	b.start(rest)
	b.during(second, func() { b.effect(child(n, 1)) })
	b.enter(done)
}

// arms lowers the two arms of a ?: after a branch on its condition.
func (b *builder) arms(n *ast.Node, arm func(*ast.Node)) {
	then, otherwise, done := b.newBlock(), b.newBlock(), b.newBlock()
	first, second := b.occasion(child(n, 1)), b.occasion(child(n, 2))
	b.test(child(n, 0), then, otherwise)
	b.start(then)
	b.during(first, func() { arm(child(n, 1)) })
	b.jump(done)
	b.start(otherwise)
	b.during(second, func() { arm(child(n, 2)) })
	b.enter(done)
}

// condValue is the value of ?:, carried through a temporary.
func (b *builder) condValue(n *ast.Node) *Instr {
	t := armType(n)
	if isVoid(t) {
		b.arms(n, b.effect)
		return nil
	}
	if isAggregate(t) {
		return b.load(b.materialise(n))
	}
	o := b.temporary(t)
	b.arms(n, func(arm *ast.Node) { b.store(b.addressOf(o), b.armValue(arm, t)) })
	return b.load(b.addressOf(o))
}

// armValue is the value of an arm; one that never yields (a throw) has no value.
func (b *builder) armValue(n *ast.Node, t *ast.Type) *Instr {
	if n != nil && isVoid(n.Type) {
		b.effect(n)
		return b.unknown("an arm of ?: without a value", t)
	}
	return b.pointerValue(n)
}

// condAddr is the address of a ?: that designates an object.
func (b *builder) condAddr(n *ast.Node) *Instr {
	o := b.temporary(b.pointerTo(typeOf(n)))
	b.arms(n, func(arm *ast.Node) { b.store(b.addressOf(o), b.addr(arm)) })
	return b.load(b.addressOf(o))
}

// makesDestructibles reports an expression that makes a temporary with a destructor.
func makesDestructibles(n *ast.Node) bool {
	if n == nil {
		return false
	}
	if !n.LValue && n.Type != nil && n.Type.Kind == ast.Record && n.Type.Destructor != nil {
		return true
	}
	for _, c := range n.Children {
		if makesDestructibles(c) {
			return true
		}
	}
	return false
}
