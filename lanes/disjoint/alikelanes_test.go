package disjoint

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A proof about lane 0 also holds for another lane under two conditions. Its address must differ only by an unknown of
// that lane, with no larger range. Nothing else may depend on the unknown of lane 0.
func TestAlike(t *testing.T) {
	table := term.NewTable()
	row := func(name string, l int, hi uint64) *term.Term { return table.Var(fmt.Sprint(name, l), 64, 0, hi, nil) }
	tile := func(name string, guard *term.Term) Access {
		at := vector.Build(func(l int) *term.Term {
			hi := uint64(15)
			if l == 5 {
				hi = 16
			}
			return table.Mul(table.Const(64, uint64(512)), row(name, l, hi))
		})
		return Access{At: at, Size: 8, Guard: vector.Uniform(guard), Arrays: func(int) Arrays { return Arrays{} }}
	}
	sums, other := New(table), tile("other", table.True)
	for _, c := range []struct {
		what string
		x, y Access
		want bool
	}{
		{"unknowns of their own", tile("row", table.True), other, true},
		{"a guard about lane 0's unknown", tile("row", table.Eq(row("row", 0, 15), table.Const(64, 3))), other, false},
		{"one tile", tile("row", table.True), tile("row", table.True), false},
	} {
		as := sums.Alike(c.x, c.y)
		for l := range warp.Size {
			want := l
			if c.want && l != 5 {
				want = 0
			}
			if as[l] != want {
				t.Errorf("%s: lane %d is as lane %d, want %d", c.what, l, as[l], want)
			}
		}
	}
}
