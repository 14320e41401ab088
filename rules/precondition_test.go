package rules

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
)

func TestPreconditionStatesTheCondition(t *testing.T) {
	kernel := &cfg.Func{Name: "k<4>"}
	for _, row := range []struct {
		condition lanes.Exclusion
		want      string
	}{
		{lanes.Exclusion{Arg: "n", Kind: lanes.NotZero}, "n != 0"},
		{lanes.Exclusion{Arg: "n", Kind: lanes.MultipleOf, Number: 256}, "n % 256 == 0"},
		{lanes.Exclusion{Arg: "n", Kind: lanes.PowerOfTwo}, "(n & (n - 1)) == 0"},
		{lanes.Exclusion{Arg: "n", Kind: lanes.NotNegative}, "n >= 0"},
		{lanes.Exclusion{Arg: "n", Kind: lanes.Positive}, "n > 0"},
		{lanes.Exclusion{Arg: "n", Kind: lanes.AtLeastBlock}, "blockDim.x <= n"},
		{lanes.Exclusion{Arg: "n", Kind: lanes.EqualsBlock}, "blockDim.x == n"},
	} {
		v := lanes.Verdict{Certainty: lanes.Potential, Excluding: &row.condition}
		want := "no run that was tried with " + row.want + " shows this; if it holds for all launches, state it where k begins, as in __builtin_assume(" + row.want + ");"
		if got := precondition(kernel, &v); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		v.Certainty = lanes.Definite
		if got := precondition(kernel, &v); got != "" {
			t.Errorf("a definite finding has the precondition %q", got)
		}
	}
	if got := precondition(kernel, &lanes.Verdict{Certainty: lanes.Potential}); got != "" {
		t.Errorf("without a condition there is the precondition %q", got)
	}
}
