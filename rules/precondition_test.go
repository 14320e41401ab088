package rules

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
)

func TestPreconditionExcludesTheExample(t *testing.T) {
	kernel := &cfg.Func{Name: "k<4>", Params: []*cfg.Object{
		{Name: "n", Type: &types.Type{Kind: types.Int, Bits: 32, Signed: true}},
		{Name: "scale", Type: &types.Type{Kind: types.Float, Bits: 32}},
		{Name: "out", Type: &types.Type{Kind: types.Pointer}},
	}}
	for _, row := range []struct {
		arg  lanes.ArgValue
		want string
	}{
		{lanes.ArgValue{Name: "n", Value: 0, Signed: 32}, "n != 0"},
		{lanes.ArgValue{Name: "n", Value: 5, Signed: 32}, "n % 32 == 0"},
		{lanes.ArgValue{Name: "n", Value: 96, Signed: 32}, "(n & (n - 1)) == 0"},
		{lanes.ArgValue{Name: "n", Value: 64, Signed: 32}, "n < 64"},
		{lanes.ArgValue{Name: "n", Value: 1 << 31, Signed: 32}, "n >= 0"},
		{lanes.ArgValue{Name: "out", Value: 0}, "out != 0"},
		{lanes.ArgValue{Name: "scale", Value: 0x3f800000}, ""}, // % is not for float
		{lanes.ArgValue{Name: "p.rows", Value: 5}, ""},
	} {
		v := lanes.Verdict{Certainty: lanes.Potential, Witness: &lanes.Witness{Args: []lanes.ArgValue{row.arg}}}
		want := row.want
		if want != "" {
			want = fmt.Sprintf("the example has %s = %s; if launches exclude it, state what holds for all of them where k begins, as in __builtin_assume(%s);",
				row.arg.Name, number(row.arg.Value, 0, row.arg.Signed), want)
		}
		if got := precondition(kernel, &v); got != want {
			t.Errorf("%s = %d: %q, want %q", row.arg.Name, row.arg.Value, got, want)
		}
		v.Certainty = lanes.Definite
		if got := precondition(kernel, &v); got != "" {
			t.Errorf("a definite finding has the precondition %q", got)
		}
	}
}
