package check

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Texts for people carry no meaning for the program: a kind or an origin says what a thing is. So no code may look for
// a part of a reason, or of the text of an instruction, an unknown or an object, or compare a reason with a text.

// forPeople lists, for each folder, the fields whose text is for people. A Name that an engine makes is such a text. A
// Name in the graph is a name of the program.
var forPeople = map[string][]string{
	"../cfg": {"Text", "Reason"}, "../rules": {"Text", "Reason", "Unconfirmed", "Condition"},
	"../check": {"reason", "Reason"},
	"../sim":   {"Text", "Unknown", "Name"},
	"../lanes": {"Text", "Reason", "Name", "name", "reason"},
}

// looks are the functions that look for a part of a text.
var looks = []string{"Contains", "HasPrefix", "HasSuffix", "EqualFold", "CutPrefix", "CutSuffix", "Cut", "Index"}

func TestTextCarriesNoMeaning(t *testing.T) {
	for folder, fields := range forPeople {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal("no files in ", folder, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				readsText(t, file, fields)
			}
		}
	}
}

// readsText reports where a file searches or compares fields whose text is for people.
func readsText(t *testing.T, file string, fields []string) {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	isForPeople := func(x ast.Expr) bool {
		s, selects := x.(*ast.SelectorExpr)
		return selects && slices.Contains(fields, s.Sel.Name)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			f, selects := n.Fun.(*ast.SelectorExpr)
			if selects && slices.Contains(looks, f.Sel.Name) && len(n.Args) > 1 && isForPeople(n.Args[0]) {
				t.Errorf("%s: a text for people is searched", set.Position(n.Pos()))
			}
		case *ast.BinaryExpr:
			word, isText := n.Y.(*ast.BasicLit)
			s, selects := n.X.(*ast.SelectorExpr)
			if isComparison := n.Op == token.EQL || n.Op == token.NEQ; isComparison && isText && word.Kind == token.STRING && word.Value != `""` && selects &&
				slices.Contains(fields, s.Sel.Name) && s.Sel.Name != "Text" {
				t.Errorf("%s: a text for people is compared", set.Position(n.Pos()))
			}
		}
		return true
	})
}
