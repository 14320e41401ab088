package integer_test

import (
	"math"
	"testing"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/integer"
)

var (
	i32 = &types.Type{Kind: types.Int, Bits: 32, Signed: true}
	u32 = &types.Type{Kind: types.Int, Bits: 32}
	i64 = &types.Type{Kind: types.Int, Bits: 64, Signed: true}
	u64 = &types.Type{Kind: types.Int, Bits: 64}
)

func TestFold(t *testing.T) {
	const most = math.MinInt64 // 2^63 as 64 unsigned bits
	for _, test := range []struct {
		op      operator.Op
		t       *types.Type
		x, y    int64
		want    int64
		isKnown bool
	}{
		{operator.Add, i32, 2, 3, 5, true},
		{operator.Add, i32, math.MaxInt32, 1, 0, false},
		{operator.Add, u32, math.MaxUint32, 1, 0, true},
		{operator.Add, i64, math.MaxInt64, 1, 0, false},
		{operator.Add, i64, math.MinInt64, -1, 0, false},
		{operator.Add, i64, math.MinInt64, math.MaxInt64, -1, true},
		{operator.Add, u64, -1, 1, 0, true},
		{operator.Sub, u32, 0, 1, math.MaxUint32, true},
		{operator.Sub, i32, 0, math.MinInt32, 0, false},
		{operator.Sub, i64, 0, math.MinInt64, 0, false},
		{operator.Sub, i64, -1, math.MinInt64, math.MaxInt64, true},
		{operator.Mul, u32, 1 << 16, 1 << 16, 0, true},
		{operator.Mul, i32, 1 << 16, 1 << 16, 0, false},
		{operator.Mul, i64, math.MinInt64, -1, 0, false},
		{operator.Mul, i64, -1, math.MinInt64, 0, false},
		{operator.Mul, i64, 1 << 32, 1 << 32, 0, false},
		{operator.Mul, u64, 1 << 32, 1 << 32, 0, true},
		{operator.Div, i32, -7, 2, -3, true},
		{operator.Div, i32, 1, 0, 0, false},
		{operator.Rem, u64, 1, 0, 0, false},
		{operator.Div, i32, math.MinInt32, -1, 0, false},
		{operator.Rem, i32, math.MinInt32, -1, 0, false},
		{operator.Div, i64, math.MinInt64, -1, 0, false},
		{operator.Div, u32, math.MaxUint32, 2, math.MaxInt32, true},
		{operator.Div, u64, most, 2, 1 << 62, true},
		{operator.Rem, u64, -1, 10, 5, true}, // 18446744073709551615
		{operator.Shl, i32, 1, 31, math.MinInt32, true},
		{operator.Shl, u32, 1, 32, 0, false},
		{operator.Shl, u32, 3, 31, 1 << 31, true},
		{operator.Shr, u32, 1, -1, 0, false},
		{operator.Shr, i32, -8, 1, -4, true},
		{operator.Shr, u64, most, 63, 1, true},
		{operator.Shr, u64, most, 64, 0, false},
		{operator.Xor, u32, 0, -1, math.MaxUint32, true},
		{operator.LT, u64, most, 1, 0, true},
		{operator.LT, i64, math.MinInt64, 1, 1, true},
		{operator.GE, u64, -1, most, 1, true},
		{operator.GT, u32, math.MaxUint32, 1, 1, true},
		{operator.EQ, u64, -1, -1, 1, true},
		{operator.NE, i32, 1, 2, 1, true},
		{operator.LE, i32, 2, 1, 0, true},
		{operator.LT, &types.Type{Kind: types.Float, Bits: 32}, 0, 1, 0, false},
		{operator.Comma, i32, 0, 1, 0, false},
		{operator.Add, nil, 0, 1, 0, false},
	} {
		got, ok := integer.Fold(test.op, test.t, test.x, test.y)
		if ok != test.isKnown || ok && got != test.want {
			t.Errorf("%d %v %d of %+v: %d, %v, want %d, %v",
				test.x, test.op, test.y, test.t, got, ok, test.want, test.isKnown)
		}
	}
}

func TestWrap(t *testing.T) {
	i8 := &types.Type{Kind: types.Int, Bits: 8, Signed: true}
	for _, test := range []struct {
		t       *types.Type
		v, want int64
	}{
		{i8, 200, -56}, {u32, -1, math.MaxUint32}, {i32, math.MaxUint32, -1},
		{u64, -1, -1}, {&types.Type{Kind: types.Bool, Bits: 8}, 256, 1},
	} {
		if got := integer.Wrap(test.v, test.t); got != test.want {
			t.Errorf("%d as %+v: %d, want %d", test.v, test.t, got, test.want)
		}
	}
}
