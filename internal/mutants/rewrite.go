package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// switchName is the package with the switch that the changed conditions read.
const switchName = "mutantswitch"

// mutant is one change of the program.
type mutant struct {
	File string
	Line int
	What string
	// Spoilt reports whether the compiler refuses the mutant.
	Spoilt bool
}

// inPackage returns the folder of the mutant's file, which is its package.
func (m mutant) inPackage() string { return filepath.Dir(m.File) }

func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.What) }

// change is a text to insert at an offset of a file.
type change struct {
	at   int
	text string
}

// rewriter changes one file. It only inserts text within lines, so that line numbers stay the same.
type rewriter struct {
	build   *build
	file    string
	set     *token.FileSet
	source  []byte
	changes []change
}

// rewrite returns a file in which the conditions read the switch.
func (b *build) rewrite(file string) ([]byte, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	r := &rewriter{build: b, file: file, set: set, source: source}
	for _, declaration := range tree.Decls {
		if function, ok := declaration.(*ast.FuncDecl); ok && function.Body != nil {
			ast.Inspect(function.Body, r.visit)
		}
	}
	if r.changes == nil {
		return source, nil
	}
	r.insert(tree.Name.End(), fmt.Sprintf("; import %s %q", switchName, "github.com/warpcheck/warpcheck/internal/mutants/"+switchName))
	return r.apply(), nil
}

// visit adds the mutants of the syntax node n. It always returns true, so that ast.Inspect visits the nodes below n.
func (r *rewriter) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		r.wrap(n.Cond, "the branch is never taken", "!%s && (", ")")
	case *ast.ReturnStmt:
		for _, value := range n.Results {
			if name, ok := value.(*ast.Ident); ok && (name.Name == "true" || name.Name == "false") {
				r.wrap(value, "not "+name.Name, "%s != (", ")")
			}
		}
	case *ast.BinaryExpr:
		r.binary(n)
	}
	return true
}

// moved maps each comparison of order to the one that replaces it in a mutant.
var moved = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
}

func (r *rewriter) binary(n *ast.BinaryExpr) {
	switch n.Op {
	case token.LAND:
		r.wrap(n.X, "left out: the left of &&", "(%s || (", "))")
		r.wrap(n.Y, "left out: the right of &&", "(%s || (", "))")
	case token.LOR:
		r.wrap(n.X, "left out: the left of ||", "(!%s && (", "))")
		r.wrap(n.Y, "left out: the right of ||", "(!%s && (", "))")
	case token.EQL, token.NEQ:
		r.wrap(n, "the other of == and !=", "(%s != (", "))")
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		text := string(r.source[r.offset(n.X.Pos()):r.offset(n.OpPos)]) + moved[n.Op].String() +
			string(r.source[r.offset(n.OpPos)+len(n.Op.String()):r.offset(n.End())])
		if !strings.Contains(text, "\n") && !strings.Contains(text, "func") {
			r.wrap(n, moved[n.Op].String()+" for "+n.Op.String(), "(%[1]s && ("+strings.ReplaceAll(text, "%", "%%")+") || !%[1]s && (", "))")
		}
	}
}

// wrap adds a mutant that has prefix before an expression and suffix after it. The call that reads the switch is
// formatted into prefix.
func (r *rewriter) wrap(n ast.Expr, description, prefix, suffix string) {
	id := len(r.build.mutants)
	at := r.set.Position(n.Pos())
	shown := string(r.source[at.Offset:r.offset(n.End())])
	if first, _, cut := strings.Cut(shown, "\n"); cut {
		shown = first + " ..."
	}
	r.build.mutants = append(r.build.mutants, mutant{File: r.file, Line: at.Line, What: description + ": " + shown})
	if r.build.spoilt[id] {
		return
	}
	r.insert(n.Pos(), fmt.Sprintf(prefix, fmt.Sprintf("%s.On(%d)", switchName, id)))
	r.insert(n.End(), suffix)
}

func (r *rewriter) offset(p token.Pos) int { return r.set.Position(p).Offset }

func (r *rewriter) insert(pos token.Pos, text string) {
	r.changes = append(r.changes, change{r.offset(pos), text})
}

// apply returns the file with the changes. If several expressions begin at one offset, visit has reached the outer one
// first. So opening texts keep their order, and closing texts are reversed.
func (r *rewriter) apply() []byte {
	slices.SortStableFunc(r.changes, func(a, b change) int { return a.at - b.at })
	var out bytes.Buffer
	done := 0
	for i := 0; i < len(r.changes); {
		at := r.changes[i].at
		out.Write(r.source[done:at])
		done = at
		end := i
		for end < len(r.changes) && r.changes[end].at == at {
			end++
		}
		for j := end - 1; j >= i; j-- {
			if closes(r.changes[j].text) {
				out.WriteString(r.changes[j].text)
			}
		}
		for _, c := range r.changes[i:end] {
			if !closes(c.text) {
				out.WriteString(c.text)
			}
		}
		i = end
	}
	out.Write(r.source[done:])
	if _, err := format.Source(out.Bytes()); err != nil {
		panic(fmt.Sprintf("%s: %v", r.file, err)) // only a fault of this program can cause this error
	}
	return out.Bytes()
}

func closes(text string) bool { return strings.HasPrefix(text, ")") }
