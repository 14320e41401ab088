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

// TestKindsAgree compares kinds.h with the constants of the Go packages.
func TestKindsAgree(t *testing.T) {
	header, err := os.ReadFile("kinds.h")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ enum, file, name string }{
		{"Kind", "../ast/ast.go", "Kind"},
		{"Op", "../../cfg/operator/operator.go", "Op"},
		{"Storage", "../../cfg/types/storage.go", "Storage"},
		{"MessageKind", "../../source/kind.go", "Kind"},
		{"TypeKind", "../../cfg/types/types.go", "Kind"},
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), c.file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		enum := regexp.MustCompile(`enum class ` + c.enum + ` \{([^}]*)\}`).FindSubmatch(header)
		if enum == nil {
			t.Fatalf("kinds.h has no %s", c.enum)
		}
		got := strings.FieldsFunc(string(enum[1]), func(r rune) bool {
			return r == ',' || r == ' ' || r == '\n'
		})
		if want := constants(parsed, c.name); !slices.Equal(got, want) {
			t.Errorf("%s: kinds.h has %v, %s has %v", c.enum, got, c.file, want)
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
