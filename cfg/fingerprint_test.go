package cfg

import (
	"reflect"
	"testing"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Every field of the graph must enter the digest: roots that differ in a field are not the same.
func TestFingerprintsReadAllThereIs(t *testing.T) {
	for _, c := range []struct {
		of     any
		fields int
	}{
		{Func{}, 13}, {Block{}, 10}, {Instr{}, 36}, {Terminator{}, 6}, {Object{}, 10},
		{types.Type{}, 14}, {types.Field{}, 6}, {types.Var{}, 13}, {types.Func{}, 8},
	} {
		if n := reflect.TypeOf(c.of).NumField(); n != c.fields {
			t.Errorf("%T has %d fields, and the fingerprint was made for %d", c.of, n, c.fields)
		}
	}
}
