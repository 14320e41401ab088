package warpgen

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// The types of the programs.
var (
	boolType     = &types.Type{Kind: types.Bool, Name: "bool", Bits: 8, Size: 1}
	intType      = &types.Type{Kind: types.Int, Name: "int", Bits: 32, Signed: true, Size: 4}
	unsignedType = &types.Type{Kind: types.Int, Name: "unsigned int", Bits: 32, Size: 4}
	wideType     = &types.Type{Kind: types.Int, Name: "unsigned long long", Bits: 64, Size: 8}
	voidType     = &types.Type{Kind: types.Void, Name: "void"}
	dataType     = pointerTo("const int *", intType)
	intPointer   = pointerTo("int *", intType)
	outType      = pointerTo("unsigned int *", unsignedType)
)

func pointerTo(name string, elem *types.Type) *types.Type {
	return &types.Type{Kind: types.Pointer, Name: name, Bits: 64, Elem: elem, Size: 8}
}

// The built-in variables with the indices and sizes of threads and blocks, and their types.
var (
	threadIdx = &ast.Var{Var: types.Var{Name: "threadIdx", Type: uint3, Storage: types.Global, Const: true}}
	blockDim  = &ast.Var{Var: types.Var{Name: "blockDim", Type: dim3, Storage: types.Global, Const: true}}
	uint3     = extents("uint3")
	dim3      = extents("dim3")
)

// extents returns a record type with the fields x, y and z.
func extents(name string) *types.Type {
	t := &types.Type{Kind: types.Record, Name: name, Size: 12}
	for i, field := range []string{"x", "y", "z"} {
		t.Fields = append(t.Fields, &types.Field{Name: field, Type: unsignedType, Index: i, Owner: t})
	}
	return t
}

// literal returns an integer constant.
func literal(t *types.Type, v int64) *ast.Node {
	return &ast.Node{Kind: ast.IntLit, Type: t, Value: v, Known: true}
}

func number(v int) *ast.Node { return literal(intType, int64(v)) }

func bitsOf(v uint32) *ast.Node { return literal(unsignedType, int64(v)) }

// object returns an lvalue that names a variable. read returns a load from it.
func object(v *ast.Var) *ast.Node {
	return &ast.Node{Kind: ast.VarRef, Type: v.Type, LValue: true, Var: v}
}

func read(v *ast.Var) *ast.Node { return load(object(v)) }

func load(lvalue *ast.Node) *ast.Node {
	return &ast.Node{
		Kind: ast.Cast, Op: operator.CastLoad, Type: lvalue.Type, Children: []*ast.Node{lvalue},
	}
}

// threadX returns threadIdx.x. threadY returns threadIdx.y.
func threadX() *ast.Node { return extent(threadIdx, 0) }
func threadY() *ast.Node { return extent(threadIdx, 1) }

// extent returns a load of one of the fields x, y and z, which i numbers.
func extent(v *ast.Var, i int) *ast.Node {
	return load(&ast.Node{
		Kind: ast.Member, Type: unsignedType, LValue: true, Field: v.Type.Fields[i],
		Children: []*ast.Node{object(v)},
	})
}

// thread returns the number of the thread in its block, which has two dimensions.
func thread() *ast.Node {
	return binary(operator.Add, threadX(), binary(operator.Mul, threadY(), extent(blockDim, 0)))
}

// element returns base[index] as an lvalue.
func element(base *ast.Var, index *ast.Node) *ast.Node {
	return &ast.Node{
		Kind: ast.Index, Type: base.Type.Elem, LValue: true,
		Children: []*ast.Node{read(base), index},
	}
}

// binary returns x op y for operands of one type. The right operand of a shift may have another type.
func binary(op operator.Op, x, y *ast.Node) *ast.Node {
	n := &ast.Node{Kind: ast.Binary, Op: op, Type: x.Type, Children: []*ast.Node{x, y}}
	if op >= operator.LAnd && op <= operator.GE {
		n.Type = boolType
	}
	return n
}

func unary(op operator.Op, x *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.Unary, Op: op, Type: x.Type, Children: []*ast.Node{x}}
}

// as returns x, implicitly converted to another integer type: the conversion has no text. A converted literal is a
// constant, as in the trees of the parser.
func as(t *types.Type, x *ast.Node) *ast.Node {
	if t == x.Type {
		return x
	}
	n := &ast.Node{Kind: ast.Cast, Op: operator.CastInt, Type: t, Children: []*ast.Node{x}}
	if x.Kind == ast.IntLit {
		n.Known, n.Value = true, int64(int32(x.Value))
		if t == unsignedType {
			n.Value = int64(uint32(x.Value))
		}
	}
	return n
}

// choose returns cond ? x : y. If x and y are variables, it is an lvalue that is loaded, as in C++.
func choose(cond, x, y *ast.Node) *ast.Node {
	n := &ast.Node{Kind: ast.Cond, Type: x.Type, Children: []*ast.Node{cond, x, y}}
	if x.Op != operator.CastLoad || y.Op != operator.CastLoad {
		return n
	}
	n.LValue = true
	n.Children[1], n.Children[2] = x.Children[0], y.Children[0]
	return load(n)
}

// call returns a call of f with the given arguments.
func call(f *ast.Function, args ...*ast.Node) *ast.Node {
	callee := &ast.Node{Kind: ast.FuncRef, Type: &types.Type{Kind: types.FunctionType}, Func: f}
	return &ast.Node{
		Kind: ast.Call, Type: f.Result, Func: f, Children: append([]*ast.Node{callee}, args...),
	}
}

// assign returns target op= value, or the simple assignment if op is operator.Plain.
func assign(op operator.Op, target, value *ast.Node) *ast.Node {
	return &ast.Node{
		Kind: ast.Assign, Op: op, Type: target.Type, LValue: true,
		Children: []*ast.Node{target, value},
	}
}

func increment(v *ast.Var) *ast.Node {
	return &ast.Node{
		Kind: ast.Unary, Op: operator.PreInc, Type: v.Type, LValue: true,
		Children: []*ast.Node{object(v)},
	}
}

// Statements.

func declare(v *ast.Var) *ast.Node { return &ast.Node{Kind: ast.Decl, Var: v} }

func run(expr *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.ExprStmt, Children: []*ast.Node{expr}}
}

func compound(list ...*ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.Compound, Children: list}
}

func ifElse(cond, then, otherwise *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.If, Children: []*ast.Node{nil, cond, then, otherwise}}
}

func forLoop(v *ast.Var, cond, step, body *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.For, Children: []*ast.Node{declare(v), cond, step, body}}
}

// endless returns for (;; step) with a body, which must leave the loop.
func endless(step, body *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.For, Children: []*ast.Node{nil, nil, step, body}}
}

func while(cond, body *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.While, Children: []*ast.Node{nil, cond, body}}
}

func doWhile(body, cond *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.Do, Children: []*ast.Node{body, cond}}
}

func switchOn(subject *ast.Node, body ...*ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.Switch, Children: []*ast.Node{nil, subject, compound(body...)}}
}

func caseOf(v int64, first *ast.Node) *ast.Node {
	return &ast.Node{
		Kind: ast.Case, Children: []*ast.Node{literal(unsignedType, v), nil, first},
	}
}

func otherwise(first *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.Default, Children: []*ast.Node{first}}
}

func simple(kind ast.Kind) *ast.Node { return &ast.Node{Kind: kind} }

func giveBack(value *ast.Node) *ast.Node {
	return &ast.Node{Kind: ast.Return, Children: []*ast.Node{value}}
}
