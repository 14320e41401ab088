package clang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestKindsAgree holds kinds.h to the constants of package ast.
func TestKindsAgree(t *testing.T) {
	header, err := os.ReadFile("kinds.h")
	if err != nil {
		t.Fatal(err)
	}
	source, err := parser.ParseFile(token.NewFileSet(), "../ast/ast.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Kind", "Op", "Storage", "TypeKind"} {
		enum := regexp.MustCompile(`enum class ` + name + ` \{([^}]*)\}`).FindSubmatch(header)
		if enum == nil {
			t.Fatalf("kinds.h has no %s", name)
		}
		got := strings.FieldsFunc(string(enum[1]), func(r rune) bool {
			return r == ',' || r == ' ' || r == '\n'
		})
		if want := constants(source, name); !slices.Equal(got, want) {
			t.Errorf("%s: kinds.h has %v, ast.go has %v", name, got, want)
		}
	}
}

// constants lists the constants of a type in their order.
func constants(file *ast.File, name string) []string {
	var found []string
	for _, decl := range file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		first, ok := group.Specs[0].(*ast.ValueSpec)
		if !ok {
			continue
		}
		if of, ok := first.Type.(*ast.Ident); !ok || of.Name != name {
			continue
		}
		for _, spec := range group.Specs {
			found = append(found, spec.(*ast.ValueSpec).Names[0].Name)
		}
	}
	return found
}
