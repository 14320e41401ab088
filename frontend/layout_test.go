package frontend

import (
	"fmt"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// fieldOf returns the field that the member expressions of k with this name use.
func fieldOf(t *testing.T, unit *ast.Unit, name string) *types.Field {
	t.Helper()
	for _, n := range collect(find(t, unit, "k").Body, ast.Member) {
		if n.Field != nil && n.Field.Name == name {
			return n.Field
		}
	}
	t.Fatalf("no field %s", name)
	return nil
}

// The offsets of fields are those of clang's own layout of the record.
func TestFieldOffsets(t *testing.T) {
	unit := mustBeClean(t, `
		struct Base { char byte; };
		struct Derived : Base { char next; long wide; };
		struct Virtual { virtual __device__ int f() { return 0; } int after; };
		struct Bits { unsigned low : 3; unsigned high : 5; };
		struct __attribute__((packed)) Packed { char one; int two; };
		struct Aligned { char first; alignas(32) int far; };
		union Either { int whole; char part; };
		template <class T> struct Pair { T left, right; };
		__global__ void k(Derived d, Virtual v, Bits b, Packed p, Aligned a, Either e, Pair<double> q) {
			d.next = d.wide; v.after = b.high; p.two = a.far; e.part = q.right;
		}`)
	for name, bits := range map[string]int64{"next": 8, "wide": 64, "after": 64, "high": 3,
		"two": 8, "far": 256, "part": 0, "right": 64} {
		if got := fieldOf(t, unit, name).Offset; got != bits {
			t.Errorf("%s lies at bit %d, want %d", name, got, bits)
		}
	}
}

// A record with two members of the record before it is visited once: visiting the innermost record by every path would
// never end.
func TestNestedRecordsAreLaidOutOnce(t *testing.T) {
	const depth = 40
	var text strings.Builder
	text.WriteString("struct S0 { int left0, right0; };\n")
	for i := 1; i < depth; i++ {
		fmt.Fprintf(&text, "struct S%d { S%d left%d, right%d; };\n", i, i-1, i, i)
	}
	fmt.Fprintf(&text, "__global__ void k(S%d *p) { p->left%d", depth-1, depth-1)
	for i := depth - 2; i >= 0; i-- {
		fmt.Fprintf(&text, ".right%d", i)
	}
	fmt.Fprintf(&text, " = __builtin_offsetof(S%d, right%d) != 0; }\n", depth-1, depth-1)
	unit := mustBeClean(t, text.String())
	for _, i := range []int{0, 1, depth - 2} {
		if got := fieldOf(t, unit, fmt.Sprint("right", i)).Offset; got != 32<<i {
			t.Errorf("right%d lies at bit %d, want %d", i, got, int64(32)<<i)
		}
	}
}
