// Package consteval evaluates constant expressions that clang does not evaluate. Kernels choose a function at compile
// time and keep it in a constant:
//
//	constexpr dot_t dot = pick(type);     // pick is a switch over its argument
//	sum += dot(x, y);
//
// [Callee] follows a constant of this kind back to the function. It evaluates only the constructs of such code:
// constants, parameters, fields of constant records, operators on integers, and bodies made of if, switch and return.
// For any other code it gives no result. [Integer] folds the conditions of branches in the same way.
package consteval

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// thunk is an expression that is not evaluated yet, with the arguments of the call that contains it. All thunks of
// one evaluation share its fuel: a constant function may call itself for ever, and twice at every level, so that a
// bound on the depth alone would not end the evaluation.
type thunk struct {
	expr *ast.Node
	args map[*ast.Var]thunk
	fuel *int
}

// delay returns n as a thunk with new fuel, for a new evaluation.
func delay(n *ast.Node) thunk {
	fuel := maxReductions
	return thunk{expr: n, fuel: &fuel}
}

// maxReductions bounds the expressions that one evaluation reduces.
const maxReductions = 1 << 12

// at returns the expression n with the same arguments.
func (q thunk) at(n *ast.Node) thunk { return thunk{n, q.args, q.fuel} }

// under returns the same expression with other arguments.
func (q thunk) under(args map[*ast.Var]thunk) thunk { return thunk{q.expr, args, q.fuel} }

// Callee returns the function that an expression of function pointer type names. It returns nil if the function is not
// known.
func Callee(n *ast.Node) *ast.Function {
	q, ok := delay(n).reduce()
	if ok && q.expr.Kind == ast.FuncRef {
		return q.expr.Func
	}
	return nil
}

// Integer returns the value of an expression that has no effects and is computed from constants, such as `Threads >=
// 64` in an instantiated template. It returns false for any other expression.
func Integer(n *ast.Node) (int64, bool) {
	if !EffectFree(n) {
		return 0, false
	}
	return delay(nil).integer(n)
}

// EffectFree reports whether an expression has no effects, so that it need not be evaluated if its value is known.
func EffectFree(n *ast.Node) bool {
	if n == nil || n.Known {
		return true
	}
	switch n.Kind {
	case ast.VarRef, ast.FuncRef, ast.IntLit, ast.FloatLit, ast.Member, ast.Index, ast.Cast,
		ast.Binary, ast.Cond:
	case ast.Unary:
		switch n.Op {
		case operator.PreInc, operator.PreDec, operator.PostInc, operator.PostDec:
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(n.Children, func(c *ast.Node) bool { return !EffectFree(c) })
}

// reduce evaluates an expression until it is a function, a constant or a construction. It returns false if it cannot.
func (q thunk) reduce() (thunk, bool) {
	n := q.expr
	if n == nil || *q.fuel == 0 {
		return q, false
	}
	*q.fuel--
	switch {
	case n.Known, n.Kind == ast.FuncRef, n.Kind == ast.InitList:
		return q, true
	case n.Kind == ast.Cast && (n.Op == operator.CastInt || n.Op == operator.CastBool):
		v, ok := q.integer(n.Child(0))
		return constantOf(integer.Wrap(v, ast.TypeOf(n))), ok
	case n.Kind == ast.Cast && n.Op != operator.CastFloat, n.Kind == ast.Temporary,
		n.Kind == ast.Unary && (n.Op == operator.AddrOf || n.Op == operator.Deref):
		return q.at(n.Child(0)).reduce()
	case n.Kind == ast.Construct && (n.Func == nil || ast.Copies(n.Func)) && len(n.Children) == 1:
		return q.at(n.Children[0]).reduce()
	case n.Kind == ast.Construct:
		return q, true
	case n.Kind == ast.VarRef:
		return q.variable()
	case n.Kind == ast.Member && n.Op != operator.Arrow:
		return q.member()
	case n.Kind == ast.Cond:
		return q.choice()
	case n.Kind == ast.Unary:
		return q.unary()
	case n.Kind == ast.Binary && isArithmetic(n):
		return q.arithmetic()
	case n.Kind == ast.Binary:
		return q.comparison()
	case n.Kind == ast.Call && n.Func != nil && n.Func.Body != nil:
		return q.call()
	}
	return q, false
}

func constantOf(v int64) thunk {
	return thunk{expr: &ast.Node{Kind: ast.IntLit, Known: true, Value: v}}
}

func truthOf(v bool) thunk {
	if v {
		return constantOf(1)
	}
	return constantOf(0)
}

// unary evaluates an operator on one integer. It returns false if the operand is not constant, or if the result is
// undefined.
func (q thunk) unary() (thunk, bool) {
	v, ok := q.integer(q.expr.Child(0))
	t := ast.TypeOf(q.expr)
	switch q.expr.Op {
	case operator.Not:
		return truthOf(v == 0), ok
	case operator.Neg:
		negated, defined := integer.Fold(operator.Sub, t, 0, v)
		return constantOf(negated), ok && defined
	case operator.BNot:
		return constantOf(integer.Wrap(^v, t)), ok
	}
	return q, false
}

func isArithmetic(n *ast.Node) bool {
	switch n.Op {
	case operator.Add, operator.Sub, operator.Mul, operator.Div, operator.Rem, operator.And, operator.Or, operator.Xor, operator.Shl, operator.Shr:
		return types.IsInteger(n.Type)
	}
	return false
}

// arithmetic evaluates an operator that yields an integer. It returns false if an operand is not constant, or if the
// result is undefined.
func (q thunk) arithmetic() (thunk, bool) {
	return q.fold(ast.TypeOf(q.expr))
}

// fold evaluates an operator on two integers of type t. It returns false if one of them is not constant, or if the
// result is undefined.
func (q thunk) fold(t *types.Type) (thunk, bool) {
	x, okX := q.integer(q.expr.Child(0))
	y, okY := q.integer(q.expr.Child(1))
	if !okX || !okY {
		return q, false
	}
	v, ok := integer.Fold(q.expr.Op, t, x, y)
	return constantOf(v), ok
}

// comparison evaluates an operator that yields a boolean. It returns false if an operand that decides the result is not
// constant.
func (q thunk) comparison() (thunk, bool) {
	op := q.expr.Op
	if op != operator.LAnd && op != operator.LOr {
		return q.fold(ast.TypeOf(q.expr.Child(0)))
	}
	x, ok := q.integer(q.expr.Child(0))
	if ok && (x != 0) == (op == operator.LOr) {
		return truthOf(x != 0), true
	}
	y, okY := q.integer(q.expr.Child(1))
	return truthOf(y != 0), ok && okY
}

// call evaluates a call of a constant function. The object of a method has no value here, so a body that reads the
// object is not evaluated. It returns false if the result is not constant.
func (q thunk) call() (thunk, bool) {
	f, first := q.expr.Func, 1
	if f.This != nil {
		first = 2
	}
	args := q.bind(f.Params, q.expr.Children[min(first, len(q.expr.Children)):])
	return q.under(args).returned(f.Body)
}

// bind maps parameters to their arguments.
func (q thunk) bind(params []*ast.Var, values []*ast.Node) map[*ast.Var]thunk {
	args := map[*ast.Var]thunk{}
	for i, p := range params {
		if i < len(values) {
			args[p] = q.at(values[i])
		}
	}
	return args
}

func (q thunk) variable() (thunk, bool) {
	v := q.expr.Var
	switch bound, ok := q.args[v]; {
	case ok:
		return bound.reduce()
	case v == nil:
		return q, false
	case v.Known:
		return constantOf(v.Value), true
	case v.Const && v.Init != nil:
		return q.at(v.Init).reduce()
	}
	return q, false
}

// member evaluates a field of a constant record. A constructor or an initialiser list must initialise the record. It
// returns false if the field has no constant value.
func (q thunk) member() (thunk, bool) {
	f := q.expr.Field
	object, ok := q.at(q.expr.Child(0)).reduce()
	if !ok || f == nil {
		return q, false
	}
	switch n := object.expr; {
	case n.Kind == ast.InitList && len(ast.TypeOf(n).Bases) == 0 && !ast.TypeOf(n).Union:
		return object.at(n.Child(f.Index)).reduce()
	case n.Kind == ast.Construct && n.Func != nil:
		inner := object.under(object.bind(n.Func.Params, n.Children))
		for _, init := range n.Func.Inits {
			if init.Field == f {
				return inner.at(init.Value).reduce()
			}
		}
	}
	return q, false
}

func (q thunk) choice() (thunk, bool) {
	cond, ok := q.integer(q.expr.Child(0))
	if !ok {
		return q, false
	}
	if cond != 0 {
		return q.at(q.expr.Child(1)).reduce()
	}
	return q.at(q.expr.Child(2)).reduce()
}

// integer evaluates n to an integer. It returns false if n is not constant.
func (q thunk) integer(n *ast.Node) (int64, bool) {
	r, ok := q.at(n).reduce()
	if !ok || !r.expr.Known {
		return 0, false
	}
	return r.expr.Value, true
}

// returned evaluates the result of a function's body with the arguments of q. It returns false if the result is not
// constant.
func (q thunk) returned(body *ast.Node) (thunk, bool) {
	r := &reducer{thunk: q}
	if r.run(body) != returns {
		return thunk{}, false
	}
	return r.at(r.result).reduce()
}

// reducer runs the statements of a constant function.
type reducer struct {
	thunk
	result *ast.Node
}

// outcome states how a statement of a constant function ends.
type outcome int

const (
	goesOn outcome = iota
	returns
	breaks
	givesUp
)

func (r *reducer) run(n *ast.Node) outcome {
	if n == nil {
		return goesOn
	}
	switch n.Kind {
	case ast.Null, ast.Decl:
		return goesOn
	case ast.Compound:
		return r.runAll(n.Children)
	case ast.Case:
		return r.run(n.Child(2))
	case ast.Default:
		return r.run(n.Child(0))
	case ast.Break:
		return breaks
	case ast.Return:
		r.result = n.Child(0)
		return returns
	case ast.If:
		return r.runIf(n)
	case ast.Switch:
		return r.runSwitch(n)
	}
	return givesUp
}

func (r *reducer) runAll(list []*ast.Node) outcome {
	for _, n := range list {
		if end := r.run(n); end != goesOn {
			return end
		}
	}
	return goesOn
}

func (r *reducer) runIf(n *ast.Node) outcome {
	cond, ok := r.integer(n.Child(1))
	switch {
	case !ok || n.Child(0) != nil:
		return givesUp
	case cond != 0:
		return r.run(n.Child(2))
	}
	return r.run(n.Child(3))
}

// runSwitch runs a switch from the matching case on. If no case matches, it begins at the default.
func (r *reducer) runSwitch(n *ast.Node) outcome {
	value, ok := r.integer(n.Child(1))
	body := n.Child(2)
	if !ok || n.Child(0) != nil || body == nil || body.Kind != ast.Compound {
		return givesUp
	}
	start := slices.IndexFunc(body.Children, func(s *ast.Node) bool { return matches(s, value) })
	if start < 0 {
		start = slices.IndexFunc(body.Children, hasDefault)
	}
	if start < 0 {
		return goesOn
	}
	if end := r.runAll(body.Children[start:]); end != breaks {
		return end
	}
	return goesOn
}

// matches reports whether a case label for the value is directly in front of the statement.
func matches(n *ast.Node, value int64) bool {
	switch {
	case n == nil:
		return false
	case n.Kind == ast.Default:
		return matches(n.Child(0), value)
	case n.Kind != ast.Case:
		return false
	}
	low, high := n.Child(0), n.Child(1)
	if high == nil {
		high = low
	}
	return low.Value <= value && value <= high.Value || matches(n.Child(2), value)
}

// hasDefault reports whether a default label is directly in front of the statement.
func hasDefault(n *ast.Node) bool {
	return n != nil && (n.Kind == ast.Default || n.Kind == ast.Case && hasDefault(n.Child(2)))
}
