package cfg

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg/types"
)

func TestElementAt(t *testing.T) {
	number := &types.Type{Kind: types.Int, Bits: 32, Size: 4}
	list := func(of *types.Type, n int64) *types.Type {
		return &types.Type{Kind: types.Array, Elem: of, Len: n, Size: max(n, 0) * of.Size}
	}
	pair := &types.Type{Kind: types.Record, Size: 8, Fields: []*types.Field{
		{Name: "x", Type: number}, {Name: "y", Type: number, Offset: 32}}}
	derived := &types.Type{Kind: types.Record, Size: 12, Bases: []*types.Type{pair}, Fields: []*types.Field{
		{Name: "z", Type: number, Offset: 64}}}
	half := &types.Type{Kind: types.Record, Size: 2, Fields: []*types.Field{{Name: "__x", Type: &types.Type{Kind: types.Int, Size: 2}}}}
	for _, test := range []struct {
		of     *types.Type
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
		{&types.Type{Kind: types.Record, Union: true, Size: 8, Fields: pair.Fields}, 4, "s"},
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

// All arrays of dynamic shared memory are one object. Its text has the name that the kernel declares, or else the name
// that a called function declares.
func TestElementOfDynamicShared(t *testing.T) {
	array := func(name string, elem *types.Type) *types.Var {
		return &types.Var{Name: name, Storage: types.Shared, Type: &types.Type{Kind: types.Array, Len: -1, Elem: elem, Size: -1}}
	}
	char, float := &types.Type{Kind: types.Int, Size: 1}, &types.Type{Kind: types.Float, Size: 4}
	first := array("buffer", char)
	memory := &Object{Name: first.Name, Type: first.Type, Var: first}
	callee := &Func{Dynamic: []*types.Var{array("part", float)}}
	itself := &Func{Callees: []*Func{callee}}
	itself.Callees = append(itself.Callees, itself)
	for _, test := range []struct {
		in   *Func
		want string
	}{
		{&Func{Dynamic: []*types.Var{first}}, "buffer[8]"},
		{&Func{Dynamic: []*types.Var{array("rows", float)}, Callees: []*Func{callee}}, "rows[2]"},
		{itself, "part[2]"},
		{&Func{}, "buffer[8]"},
	} {
		if got := test.in.ElementOf(memory, 8); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
