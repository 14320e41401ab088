package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower/consteval"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// condition lowers n as a full expression and branches on its value. The branch ends the current block. For a short
// circuit, condition branches directly, without a temporary: `if (a && b)` has one branch on a and one on b.
func (b *builder) condition(n *ast.Node, then, otherwise *cfg.Block) {
	switch {
	case makesDestructibles(n):
		var v *cfg.Instr
		b.scopes.full(func() { v = b.value(n) })
		b.Branch(v, then, otherwise)
	default:
		b.test(n, then, otherwise)
	}
}

// test branches on a condition, or on a part of one.
func (b *builder) test(n *ast.Node, then, otherwise *cfg.Block) {
	if n == nil {
		b.Branch(b.value(n), then, otherwise)
		return
	}
	defer b.At(n.Pos)()
	if v, ok := consteval.Integer(n); ok {
		if v == 0 {
			then = otherwise
		}
		b.Jump(then)
		return
	}
	if inner := sameTruth(n); inner != nil {
		b.test(inner, then, otherwise)
		return
	}
	switch {
	case n.Kind == ast.Unary && n.Op == operator.Not:
		b.test(n.Child(0), otherwise, then)
	case n.Kind == ast.Binary && (n.Op == operator.LAnd || n.Op == operator.LOr):
		rest, second := b.NewBlock(), b.scopes.evaluatedFlag(n.Child(1))
		if n.Op == operator.LAnd {
			b.test(n.Child(0), rest, otherwise)
		} else {
			b.test(n.Child(0), then, rest)
		}
		b.Start(rest)
		b.scopes.during(second, func() { b.test(n.Child(1), then, otherwise) })
	case n.Kind == ast.Binary && n.Op == operator.Comma:
		b.effect(n.Child(0))
		b.test(n.Child(1), then, otherwise)
	default:
		b.Branch(b.value(n), then, otherwise)
	}
}

// sameTruth returns the operand of n if the operand is zero exactly when n is zero: n converts a bool to an integer
// or back, or is a branch hint. For other expressions it returns nil.
func sameTruth(n *ast.Node) *ast.Node {
	operand := n.Child(0)
	switch {
	case n.Kind == ast.Cast && operand != nil && !operand.LValue:
		boolean := operand.Type != nil && operand.Type.Kind == types.Bool
		widened := isHint(operand) || operand.Kind == ast.Cast && sameTruth(operand) != nil
		if n.Op == operator.CastNone || (n.Op == operator.CastInt || n.Op == operator.CastBool) &&
			(boolean || n.Op == operator.CastBool && widened) {
			return operand
		}
	case isHint(n):
		return n.Child(1)
	}
	return nil
}

// isHint reports whether n is a call of __builtin_expect or a similar function.
func isHint(n *ast.Node) bool {
	in, ok := intrinsicOf(n.Func)
	return ok && n.Kind == ast.Call && in.kind == firstArgument && len(n.Children) > 1
}

// truth lowers && or || to its boolean value, which it stores in a temporary.
func (b *builder) truth(n *ast.Node) *cfg.Instr {
	then, otherwise, done := b.NewBlock(), b.NewBlock(), b.NewBlock()
	t := ast.TypeOf(n)
	if types.IsUnknown(t) {
		t = types.Boolean
	}
	o := b.Temporary(t)
	b.test(n, then, otherwise)
	for _, arm := range []struct {
		block *cfg.Block
		value int64
	}{{then, 1}, {otherwise, 0}} {
		b.Start(arm.block)
		b.Store(b.AddressOf(o), b.Constant(arm.value, t))
		b.Jump(done)
	}
	b.Start(done)
	return b.Load(b.AddressOf(o))
}

// shortCircuitEffect lowers && or || for its effects. It evaluates the right side only if the left side does not
// decide the result, and drops the result.
func (b *builder) shortCircuitEffect(n *ast.Node) {
	rest, done, second := b.NewBlock(), b.NewBlock(), b.scopes.evaluatedFlag(n.Child(1))
	if n.Op == operator.LAnd {
		b.test(n.Child(0), rest, done)
	} else {
		b.test(n.Child(0), done, rest)
	}
	b.Start(rest)
	b.scopes.during(second, func() { b.effect(n.Child(1)) })
	b.Enter(done)
}

// arms branches on the condition of a ?: and calls arm to lower each of the two arms.
func (b *builder) arms(n *ast.Node, arm func(*ast.Node)) {
	then, otherwise, done := b.NewBlock(), b.NewBlock(), b.NewBlock()
	first, second := b.scopes.evaluatedFlag(n.Child(1)), b.scopes.evaluatedFlag(n.Child(2))
	b.test(n.Child(0), then, otherwise)
	b.Start(then)
	b.scopes.during(first, func() { arm(n.Child(1)) })
	b.Jump(done)
	b.Start(otherwise)
	b.scopes.during(second, func() { arm(n.Child(2)) })
	b.Enter(done)
}

// condValue lowers ?: to its value, which it stores in a temporary. It returns nil if the value is void.
func (b *builder) condValue(n *ast.Node) *cfg.Instr {
	t := armType(n)
	if types.IsVoid(t) {
		b.arms(n, b.effect)
		return nil
	}
	if types.IsAggregate(t) {
		return b.Load(b.materialise(n))
	}
	if t != nil && t.Kind == types.FunctionType {
		t = b.PointerTo(t) // the value is the address of one of two functions
	}
	o := b.Temporary(t)
	b.arms(n, func(arm *ast.Node) { b.Store(b.AddressOf(o), b.armValue(arm, t)) })
	return b.Load(b.AddressOf(o))
}

// armValue lowers an arm of ?: to its value. An arm of type void, such as a throw, gets an unknown value.
func (b *builder) armValue(n *ast.Node, t *types.Type) *cfg.Instr {
	if n != nil && types.IsVoid(n.Type) {
		b.effect(n)
		return b.Unknown("an arm of ?: without a value", t)
	}
	return b.pointerValue(n)
}

// condAddr lowers ?: to the address of the object that it designates.
func (b *builder) condAddr(n *ast.Node) *cfg.Instr {
	o := b.Temporary(b.PointerTo(ast.TypeOf(n)))
	b.arms(n, func(arm *ast.Node) { b.Store(b.AddressOf(o), b.addr(arm)) })
	return b.Load(b.AddressOf(o))
}

// makesDestructibles reports whether the expression makes a temporary with a destructor.
func makesDestructibles(n *ast.Node) bool {
	if n == nil {
		return false
	}
	if !n.LValue && isDestructible(n.Type) {
		return true
	}
	for _, c := range n.Children {
		if makesDestructibles(c) {
			return true
		}
	}
	return false
}

// isDestructible reports whether objects of the type have a destructor. For an array it looks at the elements.
func isDestructible(t *types.Type) bool {
	for t != nil && t.Kind == types.Array {
		t = t.Elem
	}
	return t != nil && t.Kind == types.Record && t.Destructor != nil
}
