package parse

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A name for the size of a warp is read as its value in an expression, and not where it is a member.
func TestValuesOfAbsentNames(t *testing.T) {
	for _, test := range []struct {
		condition string
		isValue   bool
	}{
		{"n > WARP_SIZE", true},
		{"n>WARP_SIZE", true},
		{"n>lib::warp_size", true},
		{"(n>>WARP_SIZE)", true},
		{"p->WARP_SIZE", false},
		{"Sizes<int>::WARP_SIZE", false},
		{"HALF_WARP_SIZE", false},
	} {
		unit := mustRead(t, options("template <class T> struct Sizes {}; struct P {};\nnamespace lib {}\n__global__ void k(int n, P *p, int *d) { if ("+test.condition+") d[0] = 1; }"))
		isRead := slices.ContainsFunc(collect(find(t, unit, "k").Body, ast.IntLit), func(n *ast.Node) bool { return n.Value == 32 })
		if isRead != test.isValue {
			t.Errorf("%s is read as the value: %t, want %t", test.condition, isRead, test.isValue)
		}
	}
}
