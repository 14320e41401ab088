package cfg

import (
	"reflect"
	"testing"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// What is added to the graph must be looked at: roots that differ in it are not the same.
func TestFingerprintsReadAllThereIs(t *testing.T) {
	for _, c := range []struct {
		of     any
		fields int
	}{
		{Func{}, 11}, {Block{}, 10}, {Instr{}, 30}, {Terminator{}, 6}, {Object{}, 10},
		{ast.Type{}, 14}, {ast.Field{}, 6}, {ast.Var{}, 12},
	} {
		if n := reflect.TypeOf(c.of).NumField(); n != c.fields {
			t.Errorf("%T has %d fields, and the fingerprint was made for %d", c.of, n, c.fields)
		}
	}
}
