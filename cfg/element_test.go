package cfg

import (
	"testing"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

func TestElementAt(t *testing.T) {
	number := &ast.Type{Kind: ast.Int, Bits: 32, Size: 4}
	list := func(of *ast.Type, n int64) *ast.Type {
		return &ast.Type{Kind: ast.Array, Elem: of, Len: n, Size: max(n, 0) * of.Size}
	}
	pair := &ast.Type{Kind: ast.Record, Size: 8, Fields: []*ast.Field{
		{Name: "x", Type: number}, {Name: "y", Type: number, Offset: 32}}}
	derived := &ast.Type{Kind: ast.Record, Size: 12, Bases: []*ast.Type{pair}, Fields: []*ast.Field{
		{Name: "z", Type: number, Offset: 64}}}
	half := &ast.Type{Kind: ast.Record, Size: 2, Fields: []*ast.Field{{Name: "__x", Type: &ast.Type{Kind: ast.Int, Size: 2}}}}
	for _, test := range []struct {
		of     *ast.Type
		offset int64
		want   string
	}{
		{number, 0, "s"},
		{list(number, 32), 32, "s[8]"},
		{list(number, 32), 33, "s[8]"},
		{list(number, -1), 400, "s[100]"},
		{list(list(number, 4), 8), 40, "s[2][2]"},
		{list(pair, 4), 12, "s[1].y"},
		{derived, 4, "s.y"},
		{derived, 8, "s.z"},
		{&ast.Type{Kind: ast.Record, Union: true, Size: 8, Fields: pair.Fields}, 4, "s"},
		{list(half, 32), 6, "s[3]"},
		{list(number, 32), 128, "byte 128 of s"},
		{list(number, 32), -4, "byte -4 of s"},
		{nil, 4, "byte 4 of s"},
	} {
		if got := (&Object{Name: "s", Type: test.of}).ElementAt(test.offset); got != test.want {
			t.Errorf("byte %d is %s, want %s", test.offset, got, test.want)
		}
	}
}
