package house

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// No selector passes through several embedded fields, and a type has one name for its receiver.
func TestSelectorsAndReceivers(t *testing.T) {
	m := readModule(t)
	t.Run("selectors", func(t *testing.T) { checkSelectors(t, m) })
	t.Run("receivers", func(t *testing.T) { checkReceivers(t, m) })
}

// checkSelectors reports selectors that pass through more than one embedded field.
func checkSelectors(t *testing.T, m *module) {
	for selector, selection := range m.selections {
		if steps := len(selection.Index()) - 1; steps > 1 {
			t.Errorf("%s: .%s goes through %d embedded fields: name the outer one", m.set.Position(selector.Sel.Pos()), selector.Sel.Name, steps)
		}
	}
	if len(m.selections) < 10000 {
		t.Errorf("only %d selectors found", len(m.selections))
	}
}

// checkReceivers reports types whose methods name the receiver in two ways.
func checkReceivers(t *testing.T, m *module) {
	names := map[string]map[string]bool{}
	for method, path := range m.methods {
		ofType, name := receiver(method)
		if name == "" || name == "_" {
			continue
		}
		key := path + "." + ofType
		if names[key] == nil {
			names[key] = map[string]bool{}
		}
		names[key][name] = true
	}
	for _, ofType := range slices.Sorted(maps.Keys(names)) {
		if len(names[ofType]) > 1 {
			t.Errorf("%s has receivers %s: choose one", ofType, strings.Join(slices.Sorted(maps.Keys(names[ofType])), " and "))
		}
	}
	if len(names) < 300 {
		t.Errorf("only %d types with methods found", len(names))
	}
}

// receiver returns the type of a method, without type parameters, and the name of its receiver, "" if that has none.
func receiver(method *ast.FuncDecl) (ofType, name string) {
	field := method.Recv.List[0]
	if len(field.Names) > 0 {
		name = field.Names[0].Name
	}
	expr := field.Type
	if pointer, isPointer := expr.(*ast.StarExpr); isPointer {
		expr = pointer.X
	}
	switch generic := expr.(type) {
	case *ast.IndexExpr:
		expr = generic.X
	case *ast.IndexListExpr:
		expr = generic.X
	}
	return expr.(*ast.Ident).Name, name
}
