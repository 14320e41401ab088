package integer_test

import (
	"math"
	"testing"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/integer"
)

var (
	i32 = &ast.Type{Kind: ast.Int, Bits: 32, Signed: true}
	u32 = &ast.Type{Kind: ast.Int, Bits: 32}
	i64 = &ast.Type{Kind: ast.Int, Bits: 64, Signed: true}
	u64 = &ast.Type{Kind: ast.Int, Bits: 64}
)

func TestFold(t *testing.T) {
	const most = math.MinInt64 // 2^63 as 64 unsigned bits
	for _, test := range []struct {
		op      ast.Op
		t       *ast.Type
		x, y    int64
		want    int64
		isKnown bool
	}{
		{ast.Add, i32, 2, 3, 5, true},
		{ast.Add, i32, math.MaxInt32, 1, 0, false},
		{ast.Add, u32, math.MaxUint32, 1, 0, true},
		{ast.Add, i64, math.MaxInt64, 1, 0, false},
		{ast.Add, i64, math.MinInt64, -1, 0, false},
		{ast.Add, i64, math.MinInt64, math.MaxInt64, -1, true},
		{ast.Add, u64, -1, 1, 0, true},
		{ast.Sub, u32, 0, 1, math.MaxUint32, true},
		{ast.Sub, i32, 0, math.MinInt32, 0, false},
		{ast.Sub, i64, 0, math.MinInt64, 0, false},
		{ast.Sub, i64, -1, math.MinInt64, math.MaxInt64, true},
		{ast.Mul, u32, 1 << 16, 1 << 16, 0, true},
		{ast.Mul, i32, 1 << 16, 1 << 16, 0, false},
		{ast.Mul, i64, math.MinInt64, -1, 0, false},
		{ast.Mul, i64, -1, math.MinInt64, 0, false},
		{ast.Mul, i64, 1 << 32, 1 << 32, 0, false},
		{ast.Mul, u64, 1 << 32, 1 << 32, 0, true},
		{ast.Div, i32, -7, 2, -3, true},
		{ast.Div, i32, 1, 0, 0, false},
		{ast.Rem, u64, 1, 0, 0, false},
		{ast.Div, i32, math.MinInt32, -1, 0, false},
		{ast.Rem, i32, math.MinInt32, -1, 0, false},
		{ast.Div, i64, math.MinInt64, -1, 0, false},
		{ast.Div, u32, math.MaxUint32, 2, math.MaxInt32, true},
		{ast.Div, u64, most, 2, 1 << 62, true},
		{ast.Rem, u64, -1, 10, 5, true}, // 18446744073709551615
		{ast.Shl, i32, 1, 31, math.MinInt32, true},
		{ast.Shl, u32, 1, 32, 0, false},
		{ast.Shl, u32, 3, 31, 1 << 31, true},
		{ast.Shr, u32, 1, -1, 0, false},
		{ast.Shr, i32, -8, 1, -4, true},
		{ast.Shr, u64, most, 63, 1, true},
		{ast.Shr, u64, most, 64, 0, false},
		{ast.Xor, u32, 0, -1, math.MaxUint32, true},
		{ast.LT, u64, most, 1, 0, true},
		{ast.LT, i64, math.MinInt64, 1, 1, true},
		{ast.GE, u64, -1, most, 1, true},
		{ast.GT, u32, math.MaxUint32, 1, 1, true},
		{ast.EQ, u64, -1, -1, 1, true},
		{ast.NE, i32, 1, 2, 1, true},
		{ast.LE, i32, 2, 1, 0, true},
		{ast.LT, &ast.Type{Kind: ast.Float, Bits: 32}, 0, 1, 0, false},
		{ast.Comma, i32, 0, 1, 0, false},
		{ast.Add, nil, 0, 1, 0, false},
	} {
		got, ok := integer.Fold(test.op, test.t, test.x, test.y)
		if ok != test.isKnown || ok && got != test.want {
			t.Errorf("%d %v %d of %+v: %d, %v, want %d, %v",
				test.x, test.op, test.y, test.t, got, ok, test.want, test.isKnown)
		}
	}
}

func TestWrap(t *testing.T) {
	i8 := &ast.Type{Kind: ast.Int, Bits: 8, Signed: true}
	for _, test := range []struct {
		t       *ast.Type
		v, want int64
	}{
		{i8, 200, -56}, {u32, -1, math.MaxUint32}, {i32, math.MaxUint32, -1},
		{u64, -1, -1}, {&ast.Type{Kind: ast.Bool, Bits: 8}, 256, 1},
	} {
		if got := integer.Wrap(test.v, test.t); got != test.want {
			t.Errorf("%d as %+v: %d, want %d", test.v, test.t, got, test.want)
		}
	}
}
