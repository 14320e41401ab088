package treetest

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// infix is a binary operator with its precedence. An operator with a greater level is applied first.
type infix struct {
	op    operator.Op
	level int
}

var operators = map[string]infix{
	"||": {operator.LOr, 1}, "&&": {operator.LAnd, 2}, "|": {operator.Or, 3}, "^": {operator.Xor, 4}, "&": {operator.And, 5},
	"==": {operator.EQ, 6}, "!=": {operator.NE, 6}, "<": {operator.LT, 7}, ">": {operator.GT, 7}, "<=": {operator.LE, 7}, ">=": {operator.GE, 7},
	"<<": {operator.Shl, 8}, ">>": {operator.Shr, 8}, "+": {operator.Add, 9}, "-": {operator.Sub, 9}, "*": {operator.Mul, 10}, "/": {operator.Div, 10}, "%": {operator.Rem, 10},
}

var assignments = map[string]operator.Op{
	"=": operator.Plain, "+=": operator.Add, "-=": operator.Sub, "*=": operator.Mul, "/=": operator.Div, "%=": operator.Rem,
	"&=": operator.And, "|=": operator.Or, "^=": operator.Xor, "<<=": operator.Shl, ">>=": operator.Shr,
}

var prefixes = map[string]operator.Op{"-": operator.Neg, "~": operator.BNot, "!": operator.Not, "+": operator.UPlus}

var steps = map[string][2]operator.Op{"++": {operator.PreInc, operator.PostInc}, "--": {operator.PreDec, operator.PostDec}}

// expression reads an expression. It adds a load if the expression is an lvalue.
func (r *reader) expression() *ast.Node { return loaded(r.assignment()) }

// assignment reads an expression, which may be an lvalue.
func (r *reader) assignment() *ast.Node {
	left := r.conditional()
	at := r.tokens[0]
	op, assigns := assignments[at.text]
	if !assigns {
		return left
	}
	r.next()
	if !left.LValue {
		r.fail("an assignment to what is no variable")
	}
	right, target := r.expression(), left.Type
	n := node(at, ast.Assign, left, right)
	n.Op, n.Type, n.LValue = op, target, true
	switch {
	case op == operator.Plain || target.Kind == types.Pointer:
		n.Children[1] = as(target, right)
	case op == operator.Shl || op == operator.Shr:
		n.Base = promoted(target)
	default:
		n.Base = common(target, right.Type)
		n.Children[1] = as(n.Base, right)
	}
	return n
}

func (r *reader) conditional() *ast.Node {
	cond := r.binary(1)
	at := r.tokens[0]
	if !r.take("?") {
		return cond
	}
	then := r.expression()
	r.expect(":")
	otherwise := loaded(r.conditional())
	t := then.Type
	if t.Kind != types.Pointer {
		t = common(then.Type, otherwise.Type)
	}
	n := node(at, ast.Cond, truth(loaded(cond)), as(t, then), as(t, otherwise))
	n.Type = t
	return n
}

// binary reads an expression of operators with at least the given precedence.
func (r *reader) binary(level int) *ast.Node {
	left := r.prefixed()
	for {
		at := r.tokens[0]
		o, is := operators[at.text]
		if !is || o.level < level {
			return left
		}
		r.next()
		left = combine(at, o.op, loaded(left), loaded(r.binary(o.level+1)))
	}
}

// combine returns the node for x op y. It converts the operands as C++ does.
func combine(tok token, op operator.Op, x, y *ast.Node) *ast.Node {
	t := common(x.Type, y.Type)
	switch {
	case op == operator.LAnd || op == operator.LOr:
		x, y, t = truth(x), truth(y), boolType
	case op == operator.Shl || op == operator.Shr:
		t = promoted(x.Type)
		x, y = as(t, x), as(promoted(y.Type), y)
	case x.Type.Kind == types.Pointer:
		t = x.Type
	default:
		x, y = as(t, x), as(t, y)
	}
	if op >= operator.EQ && op <= operator.GE {
		t = boolType
	}
	n := node(tok, ast.Binary, x, y)
	n.Op, n.Type = op, t
	return n
}

func (r *reader) prefixed() *ast.Node {
	at := r.tokens[0]
	if step, is := steps[at.text]; is {
		r.next()
		n := node(at, ast.Unary, r.prefixed())
		n.Op, n.Type, n.LValue = step[0], n.Children[0].Type, true
		return n
	}
	if r.take("&") {
		n := node(at, ast.Unary, r.prefixed())
		n.Op, n.Type = operator.AddrOf, pointerTo(n.Children[0].Type)
		return n
	}
	if r.take("*") {
		n := node(at, ast.Unary, loaded(r.prefixed()))
		n.Op, n.Type, n.LValue = operator.Deref, n.Children[0].Type.Elem, true
		return n
	}
	op, is := prefixes[at.text]
	if !is {
		return r.postfixed()
	}
	r.next()
	x := loaded(r.prefixed())
	if op == operator.Not {
		x = truth(x)
	} else {
		x = as(promoted(x.Type), x)
	}
	n := node(at, ast.Unary, x)
	n.Op, n.Type = op, x.Type
	return n
}

func (r *reader) postfixed() *ast.Node {
	x := r.primary()
	for {
		at := r.tokens[0]
		step, steps := steps[at.text]
		switch {
		case steps:
			r.next()
			n := node(at, ast.Unary, x)
			n.Op, n.Type = step[1], x.Type
			x = n
		case r.take("["):
			n := node(at, ast.Index, loaded(x), r.expression())
			r.expect("]")
			n.Type, n.LValue = x.Type.Elem, true
			x = n
		case r.take("."):
			x = r.member(at, x)
		default:
			return x
		}
	}
}

func (r *reader) member(tok token, x *ast.Node) *ast.Node {
	name := r.next().text
	for _, f := range x.Type.Fields {
		if f.Name == name {
			n := node(tok, ast.Member, x)
			n.Type, n.LValue, n.Field = f.Type, true, f
			return n
		}
	}
	r.fail("no field %s", name)
	return nil
}

// primary reads a literal, a name, a call, or an expression in parentheses.
func (r *reader) primary() *ast.Node {
	at := r.next()
	switch {
	case at.text == "(":
		x := r.assignment()
		r.expect(")")
		return x
	case at.text[0] >= '0' && at.text[0] <= '9':
		return r.literal(at)
	case r.peek() == "(":
		return r.call(at)
	}
	v := r.variable(at.text)
	if v == nil {
		r.fail("no variable %s", at.text)
	}
	n := node(at, ast.VarRef)
	n.Type, n.LValue, n.Var = v.Type, true, v
	return n
}

// literal returns the node of a number: an int if the number fits and has no suffix, otherwise unsigned.
func (r *reader) literal(tok token) *ast.Node {
	n := node(tok, ast.IntLit)
	n.Value, n.Known, n.Type = r.number(tok.text), true, intType
	if last := tok.text[len(tok.text)-1]; last == 'u' || last == 'U' || n.Value>>31 != 0 {
		n.Type = unsignedType
	}
	return n
}

func (r *reader) call(tok token) *ast.Node {
	f := r.functions[tok.text]
	if f == nil {
		f = intrinsics[tok.text]
	}
	if f == nil {
		r.fail("no function %s", tok.text)
	}
	callee := node(tok, ast.FuncRef)
	callee.Type, callee.Func = &types.Type{Kind: types.FunctionType}, f
	n := node(tok, ast.Call, callee)
	n.Func, n.Type = f, f.Result
	r.expect("(")
	for !r.take(")") {
		if len(n.Children) > len(f.Params) {
			r.fail("too many arguments for %s", f.Name)
		}
		n.Children = append(n.Children, as(f.Params[len(n.Children)-1].Type, r.assignment()))
		r.take(",")
	}
	if len(n.Children) <= len(f.Params) {
		r.fail("too few arguments for %s", f.Name)
	}
	return n
}

// cast returns a node that converts x.
func cast(op operator.Op, t *types.Type, x *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.Cast, Op: op, Type: t, Children: []*ast.Node{x}, Pos: x.Pos}
}

// loaded returns the value of x. It loads an lvalue, and converts an array to a pointer.
func loaded(x *ast.Node) *ast.Node {
	switch {
	case !x.LValue:
		return x
	case x.Type.Kind == types.Array:
		return cast(operator.CastDecay, pointerTo(x.Type.Elem), x)
	}
	return cast(operator.CastLoad, x.Type, x)
}

// as returns a value converted to a type, as C++ converts it implicitly.
func as(t *types.Type, x *ast.Node) *ast.Node {
	x = loaded(x)
	switch {
	case t == x.Type || t.Kind == types.Pointer || t.Kind == types.Void:
		return x
	case t == boolType:
		return cast(operator.CastBool, t, x)
	case t == floatType || x.Type == floatType:
		return cast(operator.CastFloat, t, x)
	}
	n := cast(operator.CastInt, t, x)
	if x.Kind == ast.IntLit {
		n.Value, n.Known = x.Value, true
		if t == unsignedType {
			n.Value = int64(uint32(x.Value))
		}
	}
	return n
}

// truth returns a value converted to bool.
func truth(x *ast.Node) *ast.Node { return as(boolType, x) }
