package warpgen

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// FileName is the file name in the positions of generated programs.
const FileName = "generated.cu"

// printer writes the tree as CUDA C++, with one statement on each line.
type printer struct {
	text   strings.Builder
	line   int
	column int
	indent int
	// place: the printer sets the position of each node to the place where it writes the node.
	place bool
	// call may write a call in another form, unless it is nil. It reports whether it has written the call.
	call func(p *printer, n *ast.Node) bool
}

func (p *printer) write(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	p.text.WriteString(s)
	p.column += len(s)
}

func (p *printer) newline() {
	p.text.WriteByte('\n')
	p.line++
	p.column = 0
	p.write("%s", strings.Repeat("  ", p.indent))
}

// here returns the position at which the next text will be written.
func (p *printer) here() source.Pos {
	return source.Pos{File: FileName, Line: p.line + 1, Column: p.column + 1, Offset: p.text.Len()}
}

// function writes the definition of f under a name.
func (p *printer) function(f *ast.Function, name string) {
	if p.place {
		f.Pos = p.here()
	}
	kind := "__device__"
	if f.Kernel {
		kind = "__global__"
	}
	p.write("%s %s %s(", kind, f.Result.Name, name)
	for i, v := range f.Params {
		if i > 0 {
			p.write(", ")
		}
		p.write("%s", declaration(v))
	}
	p.write(") ")
	p.stmt(f.Body)
	p.newline()
}

func declaration(v *ast.Var) string {
	switch v.Type.Kind {
	case types.Pointer:
		return v.Type.Name + v.Name
	case types.Array:
		return fmt.Sprintf("%s %s[%d]", v.Type.Elem.Name, v.Name, v.Type.Len)
	}
	return v.Type.Name + " " + v.Name
}

// stmt writes a statement, without a newline at its end.
func (p *printer) stmt(n *ast.Node) {
	if p.place {
		n.Pos = p.here()
	}
	switch n.Kind {
	case ast.Compound:
		p.block(n)
	case ast.Decl:
		p.write("%s", declaration(n.Var))
		if n.Var.Init != nil {
			p.write(" = ")
			p.expr(n.Var.Init)
		}
		p.write(";")
	case ast.ExprStmt:
		p.expr(n.Children[0])
		p.write(";")
	case ast.If:
		p.ifStmt(n)
	case ast.For:
		p.forHead(n)
		p.stmt(n.Children[3])
	case ast.While:
		p.write("while (")
		p.expr(n.Children[1])
		p.write(") ")
		p.stmt(n.Children[2])
	case ast.Do:
		p.write("do ")
		p.stmt(n.Children[0])
		p.write(" while (")
		p.expr(n.Children[1])
		p.write(");")
	case ast.Switch:
		p.write("switch (")
		p.expr(n.Children[1])
		p.write(") ")
		p.stmt(n.Children[2])
	case ast.Case:
		p.write("case ")
		p.expr(n.Children[0])
		p.write(": ")
		p.stmt(n.Children[2])
	case ast.Default:
		p.write("default: ")
		p.stmt(n.Children[0])
	case ast.Break:
		p.write("break;")
	case ast.Continue:
		p.write("continue;")
	case ast.Return:
		p.write("return")
		if n.Children[0] != nil {
			p.write(" ")
			p.expr(n.Children[0])
		}
		p.write(";")
	}
}

func (p *printer) block(n *ast.Node) {
	p.write("{")
	p.indent++
	for _, s := range n.Children {
		p.newline()
		p.stmt(s)
	}
	p.indent--
	p.newline()
	p.write("}")
	if p.place {
		n.Pos.EndLine, n.Pos.EndColumn = p.line+1, p.column+1
	}
}

// forHead writes a for without its body. An endless for has no counter and no condition.
func (p *printer) forHead(n *ast.Node) {
	p.write("for (")
	if n.Children[0] != nil {
		p.stmt(n.Children[0])
		p.write(" ")
		p.expr(n.Children[1])
		p.write("; ")
	} else {
		p.write(";; ")
	}
	if n.Children[2] != nil {
		p.expr(n.Children[2])
	}
	p.write(") ")
}

func (p *printer) ifStmt(n *ast.Node) {
	p.write("if (")
	p.expr(n.Children[1])
	p.write(") ")
	p.stmt(n.Children[2])
	if n.Children[3] != nil {
		p.write(" else ")
		p.stmt(n.Children[3])
	}
}

// operators maps operators and assignments to their spellings.
var operators = map[operator.Op]string{
	operator.Plain: "", operator.Add: "+", operator.Sub: "-", operator.Mul: "*", operator.Rem: "%", operator.Shl: "<<",
	operator.Shr: ">>", operator.And: "&", operator.Or: "|", operator.Xor: "^", operator.LAnd: "&&", operator.LOr: "||",
	operator.EQ: "==", operator.NE: "!=", operator.LT: "<", operator.GT: ">", operator.LE: "<=", operator.GE: ">=",
	operator.Not: "!", operator.BNot: "~", operator.PreInc: "++", operator.AddrOf: "&",
}

// expr writes an expression.
func (p *printer) expr(n *ast.Node) {
	if p.place {
		n.Pos = p.here()
	}
	switch n.Kind {
	case ast.IntLit:
		p.write("%s", constant(n))
	case ast.VarRef:
		p.write("%s", n.Var.Name)
	case ast.FuncRef:
		p.write("%s", n.Func.Name)
	case ast.Member:
		p.expr(n.Children[0])
		p.write(".%s", n.Field.Name)
	case ast.Index:
		p.expr(n.Children[0])
		p.write("[")
		p.expr(n.Children[1])
		p.write("]")
	case ast.Unary:
		p.write("%s", operators[n.Op])
		p.operand(n.Children[0])
	case ast.Binary:
		p.operand(n.Children[0])
		p.write(" %s ", operators[n.Op])
		p.operand(n.Children[1])
	case ast.Assign:
		p.operand(n.Children[0])
		p.write(" %s= ", operators[n.Op])
		p.expr(n.Children[1])
	case ast.Cond:
		p.operand(n.Children[0])
		p.write(" ? ")
		p.operand(n.Children[1])
		p.write(" : ")
		p.operand(n.Children[2])
	case ast.Cast:
		p.expr(n.Children[0])
	case ast.InitList:
		p.write("{")
		p.list(n.Children)
		p.write("}")
	case ast.Call:
		if p.call == nil || !p.call(p, n) {
			p.callExpr(n)
		}
	}
}

func (p *printer) callExpr(n *ast.Node) {
	p.expr(n.Children[0])
	p.write("(")
	p.arguments(n)
}

// arguments writes a call's arguments and the closing parenthesis.
func (p *printer) arguments(n *ast.Node) {
	p.list(n.Children[1:])
	p.write(")")
}

func (p *printer) list(expressions []*ast.Node) {
	for i, x := range expressions {
		if i > 0 {
			p.write(", ")
		}
		p.expr(x)
	}
}

// operand writes an expression. It adds parentheses if the expression has a binary operator or ?:.
func (p *printer) operand(n *ast.Node) {
	inner := n
	for inner.Kind == ast.Cast {
		inner = inner.Children[0]
	}
	if inner.Kind == ast.Binary || inner.Kind == ast.Cond {
		p.write("(")
		p.expr(n)
		p.write(")")
		return
	}
	p.expr(n)
}

// constant returns the text of an integer, in hexadecimal if it is unsigned and above 64.
func constant(n *ast.Node) string {
	switch {
	case n.Type != unsignedType:
		return fmt.Sprint(n.Value)
	case n.Value > 64:
		return fmt.Sprintf("0x%xu", n.Value)
	}
	return fmt.Sprintf("%du", n.Value)
}
