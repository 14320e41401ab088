package rules

import (
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
)

func TestPreconditionExcludesTheExample(t *testing.T) {
	for value, want := range map[uint64]string{0: "n != 0", 5: "n % 32 == 0", 96: "(n & (n - 1)) == 0", 64: "n < 64"} {
		v := lanes.Verdict{Certainty: lanes.Potential, Witness: &lanes.Witness{Args: []lanes.ArgValue{{Name: "n", Value: value}}}}
		want := "if no launch passes such arguments, state it where k begins, as in __builtin_assume(" + want + ");"
		if got := precondition("k<4>", &v); got != want {
			t.Errorf("n = %d: %q, want %q", value, got, want)
		}
		v.Certainty = lanes.Definite
		if got := precondition("k", &v); got != "" {
			t.Errorf("a definite finding has the precondition %q", got)
		}
	}
}
