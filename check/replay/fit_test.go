package replay

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// The arguments of a sample are changed until the premises of its launch hold, where small changes suffice.
func TestFit(t *testing.T) {
	of := func(op operator.Op, a, b *cfg.Premise) *cfg.Premise {
		return &cfg.Premise{Op: op, Args: []*cfg.Premise{a, b}}
	}
	n := cfg.ParameterPremise(&types.Var{Name: "n", Type: types.Int64})
	m := cfg.ParameterPremise(&types.Var{Name: "m", Type: types.Int64})
	number := cfg.ConstantPremise
	isMultiple := of(operator.EQ, of(operator.Rem, n, number(16)), number(0))
	isBlock := of(operator.EQ, m, of(operator.Mul, cfg.RegisterPremise(cfg.NTidX), number(2)))
	isNegative := of(operator.GT, number(0), of(operator.Mul, n, n))
	for _, c := range []struct {
		premises []*cfg.Premise
		want     string
	}{
		{nil, "4 4 true"},
		{[]*cfg.Premise{isMultiple}, "16 4 true"},
		{[]*cfg.Premise{isBlock, isMultiple}, "16 128 true"},
		{[]*cfg.Premise{of(operator.GT, m, n)}, "4 5 true"},
		{[]*cfg.Premise{isNegative}, "4 4 false"},
	} {
		s := &sample{Witness: &lanes.Witness{Shape: warp.Shape{64, 1, 1}, Premises: c.premises,
			Args: []lanes.ArgValue{{Name: "n", Value: 4}, {Name: "m", Value: 4}}}}
		s.fit()
		if got := fmt.Sprint(s.Args[0].Value, s.Args[1].Value, s.IsGiven()); got != c.want {
			t.Errorf("%v: %s, want %s", c.premises, got, c.want)
		}
	}
}

// A premise of several launches has one constant many times. Each candidate is tried once all the same.
func TestCandidatesAreDifferent(t *testing.T) {
	leaves := make([]*cfg.Premise, 24)
	for i := range leaves {
		leaves[i] = cfg.ConstantPremise(int64(32 << (i % 3)))
	}
	s, seen := &sample{Witness: &lanes.Witness{}}, map[uint64]bool{}
	for _, n := range s.candidates(leaves, 4) {
		if seen[n] || n > mostFitted {
			t.Errorf("%d is tried again, or too large", n)
		}
		seen[n] = true
	}
	for _, n := range []uint64{31, 65, 32 * 64, 33 * 129} {
		if !seen[n] {
			t.Errorf("%d is not tried", n)
		}
	}
}
