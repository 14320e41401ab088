package treetest

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// node returns a node at the position of a token.
func node(tok token, kind ast.Kind, children ...*ast.Node) *ast.Node {
	return &ast.Node{Kind: kind, Children: children, Pos: tok.pos}
}

func (r *reader) statement() *ast.Node {
	at := r.tokens[0]
	switch at.text {
	case "{":
		return r.block()
	case "asm":
		return r.assembly(r.next())
	case "if", "while", "do", "for", "switch":
		r.next()
		r.scopes = append(r.scopes, map[string]*ast.Var{})
		defer func() { r.scopes = r.scopes[:len(r.scopes)-1] }()
	case "case", "default", "break", "continue", "return", ";":
		r.next()
	default:
		return r.simple()
	}
	switch at.text {
	case "if":
		cond, then := r.condition(), r.statement()
		if r.take("else") {
			return node(at, ast.If, nil, cond, then, r.statement())
		}
		return node(at, ast.If, nil, cond, then, nil)
	case "while":
		return node(at, ast.While, nil, r.condition(), r.statement())
	case "do":
		body := r.statement()
		r.expect("while")
		loop := node(at, ast.Do, body, r.condition())
		r.expect(";")
		return loop
	case "for":
		return r.forLoop(at)
	case "switch":
		r.expect("(")
		subject := r.expression()
		r.expect(")")
		return node(at, ast.Switch, nil, as(promoted(subject.Type), subject), r.statement())
	case "case":
		value := r.expression()
		r.expect(":")
		return node(at, ast.Case, value, nil, r.statement())
	case "default":
		r.expect(":")
		return node(at, ast.Default, r.statement())
	case "return":
		return r.returnStatement(at)
	case ";":
		return node(at, ast.Null)
	}
	r.expect(";")
	return node(at, map[string]ast.Kind{"break": ast.Break, "continue": ast.Continue}[at.text])
}

// assembly reads a statement of inline PTX with inputs only.
func (r *reader) assembly(tok token) *ast.Node {
	n := node(tok, ast.Asm_)
	r.take("volatile")
	r.expect("(")
	n.Text, n.Asm = r.quoted(), &ast.Asm{Volatile: true}
	r.expect(":")
	for r.expect(":"); ; r.expect(",") {
		n.Asm.Constraints, n.Asm.Names = append(n.Asm.Constraints, r.quoted()), append(n.Asm.Names, "")
		n.Asm.Inputs++
		r.expect("(")
		n.Children = append(n.Children, r.expression())
		r.expect(")")
		if r.take(")") {
			r.expect(";")
			return n
		}
	}
}

// quoted reads a string, and returns it without its quotes.
func (r *reader) quoted() string {
	text := r.next().text
	if len(text) < 2 || text[0] != '"' {
		r.fail("%q is no text", text)
	}
	return text[1 : len(text)-1]
}

func (r *reader) block() *ast.Node {
	list := node(r.next(), ast.Compound)
	r.scopes = append(r.scopes, map[string]*ast.Var{})
	for !r.take("}") {
		if s := r.statement(); s.Kind == ast.Compound && s.Op == operator.Comma { // a declaration of several variables
			list.Children = append(list.Children, s.Children...)
		} else {
			list.Children = append(list.Children, s)
		}
	}
	r.scopes = r.scopes[:len(r.scopes)-1]
	return list
}

// condition reads "(...)" as a bool.
func (r *reader) condition() *ast.Node {
	r.expect("(")
	cond := truth(r.expression())
	r.expect(")")
	return cond
}

// simple reads a declaration or an expression, with its semicolon.
func (r *reader) simple() *ast.Node {
	at := r.tokens[0]
	if !r.isType() {
		statement := node(at, ast.ExprStmt, r.assignment())
		r.expect(";")
		return statement
	}
	storage := types.Local
	if r.take("__shared__") {
		storage = types.Shared
	}
	list := node(at, ast.Compound)
	list.Op = operator.Comma
	for t, more := r.typ(), true; more; more = r.take(",") {
		v := r.declare(t, storage)
		if r.take("=") {
			v.Init = as(v.Type, r.assignment())
		}
		d := node(at, ast.Decl)
		d.Var = v
		list.Children = append(list.Children, d)
	}
	r.expect(";")
	if len(list.Children) == 1 {
		return list.Children[0]
	}
	return list
}

func (r *reader) forLoop(tok token) *ast.Node {
	loop := node(tok, ast.For, nil, nil, nil, nil)
	r.expect("(")
	if !r.take(";") {
		loop.Children[0] = r.simple()
		loop.Children[0].Op = operator.NoOp
	}
	if !r.take(";") {
		loop.Children[1] = truth(r.expression())
		r.expect(";")
	}
	if !r.take(")") {
		loop.Children[2] = r.assignment()
		r.expect(")")
	}
	loop.Children[3] = r.statement()
	return loop
}

func (r *reader) returnStatement(tok token) *ast.Node {
	if r.take(";") {
		return node(tok, ast.Return, nil)
	}
	value := as(r.result, r.expression())
	r.expect(";")
	return node(tok, ast.Return, value)
}
