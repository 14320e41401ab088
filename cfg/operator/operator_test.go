package operator_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg/operator"
)

// A comparison that is mirrored twice is the comparison itself. Only equality is its own mirror.
func TestMirrored(t *testing.T) {
	for op := operator.Plain; op <= operator.CastUnknown; op++ {
		isComparison := op >= operator.EQ && op <= operator.GE
		mirror := op.Mirrored()
		if isComparison != (mirror != operator.NoOp) || isComparison && mirror.Mirrored() != op {
			t.Errorf("%v: %v", op, mirror)
		}
		isEquality := op == operator.EQ || op == operator.NE
		if isComparison && isEquality != (mirror == op) {
			t.Errorf("%v is mirrored as %v", op, mirror)
		}
	}
}
