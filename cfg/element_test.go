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
		if got := new(Func).ElementOf(&Object{Name: "s", Type: test.of}, test.offset); got != test.want {
			t.Errorf("byte %d is %s, want %s", test.offset, got, test.want)
		}
	}
}

// All arrays of dynamic shared memory are one object: each kernel names it as it does itself, else as what it calls does.
func TestElementOfDynamicShared(t *testing.T) {
	array := func(name string, elem *ast.Type) *ast.Var {
		return &ast.Var{Name: name, Storage: ast.Shared, Type: &ast.Type{Kind: ast.Array, Len: -1, Elem: elem, Size: -1}}
	}
	char, float := &ast.Type{Kind: ast.Int, Size: 1}, &ast.Type{Kind: ast.Float, Size: 4}
	first := array("buffer", char)
	memory := &Object{Name: first.Name, Type: first.Type, Var: first}
	callee := &Func{Dynamic: array("part", float)}
	itself := &Func{Callees: []*Func{callee}}
	itself.Callees = append(itself.Callees, itself)
	for _, test := range []struct {
		in   *Func
		want string
	}{
		{&Func{Dynamic: first}, "buffer[8]"},
		{&Func{Dynamic: array("rows", float), Callees: []*Func{callee}}, "rows[2]"},
		{itself, "part[2]"},
		{&Func{}, "buffer[8]"},
	} {
		if got := test.in.ElementOf(memory, 8); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
