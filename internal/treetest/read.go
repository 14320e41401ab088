package treetest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// Program returns the lowered program of a text.
func Program(tb testing.TB, source string) *cfg.Program {
	tb.Helper()
	return lower.Build(Text(tb, source), nil)
}

// Text returns the tree of a text, for sm_70. It ends the test if it cannot read the text.
func Text(tb testing.TB, source string) *ast.Unit {
	tb.Helper()
	unit, err := read(source)
	if err != nil {
		tb.Fatal(err)
	}
	return unit
}

// token is a word, a number or an operator, with its position. The text of the last token is empty.
type token struct {
	text string
	pos  source.Pos
}

var tokens = regexp.MustCompile(`//.*|"[^"]*"|\w+|<<=|>>=|[-+*/%&|^<>=!]=|<<|>>|&&|\|\||\+\+|--|[^\s\w]`)

func scan(text string) []token {
	var list []token
	start := 0
	for n, line := range strings.Split(text, "\n") {
		for _, at := range tokens.FindAllStringIndex(line, -1) {
			if word := line[at[0]:at[1]]; !strings.HasPrefix(word, "//") {
				list = append(list, token{word, source.Pos{File: "test.cu", Line: n + 1, Column: at[0] + 1, Offset: start + at[0], EndLine: n + 1, EndColumn: at[1] + 1}})
			}
		}
		start += len(line) + 1
	}
	return append(list, token{})
}

// reader is a recursive descent parser.
type reader struct {
	tokens    []token
	unit      *ast.Unit
	functions map[string]*ast.Function
	// scopes holds the visible variables by name, one map for each scope, the innermost scope last.
	scopes []map[string]*ast.Var
	result *types.Type // the result type of the function that is being read
}

// failure is the panic with which a reader stops.
type failure struct{ error }

func read(source string) (unit *ast.Unit, err error) {
	defer func() {
		if p := recover(); p != nil {
			failed, ours := p.(failure)
			if !ours {
				panic(p)
			}
			err = failed.error
		}
	}()
	r := &reader{tokens: scan(source), unit: &ast.Unit{File: "test.cu", Arch: 70}, functions: map[string]*ast.Function{}}
	for r.peek() != "" {
		r.function()
	}
	return r.unit, nil
}

func (r *reader) fail(format string, args ...any) {
	panic(failure{fmt.Errorf("line %d: %s", r.tokens[0].pos.Line, fmt.Sprintf(format, args...))})
}

func (r *reader) peek() string { return r.tokens[0].text }

func (r *reader) next() token {
	t := r.tokens[0]
	if t.text == "" {
		r.fail("the text ends in the midst of something")
	}
	r.tokens = r.tokens[1:]
	return t
}

// take consumes a token if it is the next one, and reports whether it was.
func (r *reader) take(text string) bool {
	if r.peek() != text {
		return false
	}
	r.next()
	return true
}

func (r *reader) expect(text string) {
	if !r.take(text) {
		r.fail("%q instead of %q", r.peek(), text)
	}
}

// isType reports whether the next token is a type or a storage class.
func (r *reader) isType() bool {
	switch r.peek() {
	case "void", "bool", "int", "unsigned", "float", "const", "__shared__":
		return true
	}
	return false
}

// typ reads a type.
func (r *reader) typ() *types.Type {
	r.take("const")
	name := r.next().text
	t := map[string]*types.Type{"void": voidType, "bool": boolType, "int": intType, "unsigned": unsignedType, "float": floatType}[name]
	if t == nil {
		r.fail("%q is no type", name)
	}
	if name == "unsigned" && r.take("long") {
		r.expect("long")
		t = wideType
	}
	for r.take("*") {
		t = pointerTo(t)
	}
	return t
}

func (r *reader) function() {
	kernel := r.take("__global__")
	if !kernel {
		r.expect("__device__")
	}
	f := &ast.Function{Kernel: kernel, Device: !kernel, Result: r.typ()}
	name := r.next()
	f.Name, f.Qualified, f.Key, f.Pos, r.result = name.text, name.text, name.text, name.pos, f.Result
	r.functions[f.Name] = f
	r.scopes = append(r.scopes, map[string]*ast.Var{})
	r.expect("(")
	for !r.take(")") {
		v := r.declare(r.typ(), types.Param)
		f.Params = append(f.Params, v)
		r.take(",")
	}
	f.Body = r.statement()
	r.scopes = nil
	r.unit.Functions = append(r.unit.Functions, f)
}

// declare reads the name of a variable, and its size if it is an array.
func (r *reader) declare(t *types.Type, storage types.Storage) *ast.Var {
	name := r.next()
	v := &ast.Var{Var: types.Var{Name: name.text, Type: t, Storage: storage, Static: storage == types.Shared, Pos: name.pos}}
	if r.take("[") {
		n := r.number(r.next().text)
		v.Type = &types.Type{Kind: types.Array, Name: fmt.Sprintf("%s[%d]", t.Name, n), Elem: t, Len: n, Size: n * t.Size}
		r.expect("]")
	}
	r.scopes[len(r.scopes)-1][v.Name] = v
	return v
}

// number parses an integer literal.
func (r *reader) number(text string) int64 {
	v, err := strconv.ParseInt(strings.TrimRight(text, "uU"), 0, 64)
	if err != nil {
		r.fail("%q is no number", text)
	}
	return v
}

// variable returns the variable with this name, from the innermost scope that has one. It returns nil if there is none.
func (r *reader) variable(name string) *ast.Var {
	for i := len(r.scopes) - 1; i >= 0; i-- {
		if v := r.scopes[i][name]; v != nil {
			return v
		}
	}
	return builtins[name]
}
