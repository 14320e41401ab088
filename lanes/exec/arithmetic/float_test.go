package arithmetic

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// TestFloatingWords: sums, products and equality of floating-point words are the same in both orders, but differences
// and quotients are not. One unknown, the order of two words, decides all their comparisons.
func TestFloatingWords(t *testing.T) {
	tb := term.NewTable()
	u := New(trace.New(tb, nil, prove.New(tb, smt.New(nil, 0))), false, nil)
	x, y := vector.Uniform(tb.Unknown("x", 32, nil)), vector.Uniform(tb.Unknown("y", 32, nil))
	of := func(op operator.Op, a, b vector.Vec) *term.Term { return u.floating(op, 32, a, b).At(0) }
	for op, symmetric := range map[operator.Op]bool{operator.Add: true, operator.Mul: true, operator.Sub: false, operator.Div: false, operator.EQ: true, operator.NE: true} {
		if got := of(op, x, y) == of(op, y, x); got != symmetric {
			t.Errorf("operator %v is the same in both orders: %t", op, got)
		}
	}
	for _, pair := range [][2]operator.Op{{operator.LT, operator.GT}, {operator.LE, operator.GE}} {
		if of(pair[0], x, y) != of(pair[1], y, x) {
			t.Errorf("x %v y is not y %v x", pair[0], pair[1])
		}
	}
	holds := func(op operator.Op) *term.Term { return u.floating(op, 0, x, y).At(0) }
	both, one := tb.And(holds(operator.LT), holds(operator.GE)), tb.Or(holds(operator.LT), holds(operator.GE))
	order, neither := tb.All(both, term.OpsOf(term.Opaque))[0], false
	for v := range order.Hi + 1 {
		e := term.NewEvaluator(term.Model{order: v})
		neither = neither || !e.Holds(one)
		if e.Holds(both) {
			t.Error("x < y and x >= y")
		}
	}
	if !neither {
		t.Error("x < y or x >= y also where one is no number")
	}
}

// TestFloatFunctions: a function counts as a floating-point function if an argument or its result is a floating-point
// word.
func TestFloatFunctions(t *testing.T) {
	real, whole := &types.Type{Kind: types.Float, Bits: 32}, &types.Type{Kind: types.Int, Bits: 32}
	for _, c := range []struct {
		yields, given *types.Type
		want          any
	}{{real, whole, memory.FloatFunction{}}, {whole, real, memory.FloatFunction{}}, {real, real, memory.FloatFunction{}}, {whole, whole, nil}} {
		f := &cfg.Instr{Type: c.yields, Args: []*cfg.Instr{{Type: c.given}}}
		if got := originOfPure(f); got != c.want {
			t.Errorf("%v of %v: %v", c.yields.Kind, c.given.Kind, got)
		}
	}
}
