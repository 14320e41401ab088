package cfg

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// TestPremise checks that a condition is computed from its leaves, and holds if one of them is not known.
func TestPremise(t *testing.T) {
	n := &types.Var{Name: "n"}
	of := func(op operator.Op, a, b *Premise) *Premise { return &Premise{Op: op, Args: []*Premise{a, b}} }
	isMultiple := of(operator.EQ, of(operator.Rem, ParameterPremise(n), ConstantPremise(32)), ConstantPremise(0))
	isBlock := of(operator.EQ, ParameterPremise(n), of(operator.Mul, RegisterPremise(NTidX), ConstantPremise(2)))
	for _, c := range []struct {
		premise  *Premise
		n, block int64
		want     bool
	}{
		{isMultiple, 64, 1, true}, {isMultiple, 65, 1, false}, {isMultiple, -1, 1, true},
		{isBlock, 64, 32, true}, {isBlock, 64, 33, false}, {isBlock, 64, -1, true},
	} {
		got := c.premise.Holds(func(p *Premise) (int64, bool) {
			if p.IsReg {
				return c.block, c.block >= 0
			}
			return c.n, c.n >= 0
		})
		if got != c.want {
			t.Errorf("%s of n = %d, block %d: %v", c.premise, c.n, c.block, got)
		}
	}
	common := CommonPremises([]*Premise{isMultiple, isBlock}, []*Premise{isBlock})
	if len(common) != 1 || common[0] != isBlock || SamePremises(common, []*Premise{isMultiple}) {
		t.Errorf("in common: %v", common)
	}
}
