package exec

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// takeAsGiven adds the premises about the arguments of a kernel to the assumptions about its launch.
func (in *interp) takeAsGiven(premises []*cfg.Premise) {
	for _, p := range premises {
		if holds := in.condition(p); holds != nil {
			in.Trace.Launch.Assumption = in.t.And(in.Trace.Launch.Assumption, holds)
		}
	}
}

// condition returns the formula of a premise that compares two numbers, nil for other premises.
func (in *interp) condition(p *cfg.Premise) *term.Term {
	if p.Allows != nil || len(p.Args) != 2 {
		return nil
	}
	if inner := p.Args[0]; p.Op == operator.EQ && isComparing(inner.Op) {
		if holds := in.condition(inner); holds != nil && isZero(p.Args[1]) {
			return in.t.Not(holds)
		}
		return nil
	}
	if !isComparing(p.Op) {
		return nil
	}
	if rest := p.Args[0]; p.Op == operator.EQ && rest.Op == operator.Rem && isZero(p.Args[1]) && isPowerOfTwo(rest.Args[1]) {
		p = &cfg.Premise{Op: operator.EQ, Args: []*cfg.Premise{{Op: operator.And, Args: []*cfg.Premise{
			rest.Args[0], cfg.ConstantPremise(rest.Args[1].Value - 1)}}, p.Args[1]}}
	}
	a, b := in.number(p.Args[0]), in.number(p.Args[1])
	switch {
	case a == nil || b == nil:
		return nil
	case p.Op == operator.EQ:
		return in.t.Eq(a, b)
	case p.Op == operator.GT:
		return in.t.SLt(b, a)
	}
	return in.t.Not(in.t.SLt(a, b))
}

func isComparing(op operator.Op) bool {
	return op == operator.EQ || op == operator.GT || op == operator.GE
}

// number returns the value of a premise as a 64-bit word. It returns nil for a condition, and for an operation that is
// too hard for the solver, such as a division by an unknown.
func (in *interp) number(p *cfg.Premise) *term.Term {
	t := in.t
	switch {
	case p.Param != nil:
		bits := memory.Width(p.Param.Type)
		if bits < 8 {
			return nil
		}
		return t.Resize(in.memory.ScalarArgument(p.Param, bits), 64, p.Param.Type.Signed)
	case p.IsReg:
		return t.ZExt(in.Trace.Launch.Register(p.Reg).At(0), 64)
	case p.Op == operator.NoOp:
		return t.Const(64, uint64(p.Value))
	}
	if len(p.Args) != 2 || isComparing(p.Op) {
		return nil
	}
	a, b := in.number(p.Args[0]), in.number(p.Args[1])
	if a == nil || b == nil {
		return nil
	}
	if (p.Op == operator.Div || p.Op == operator.Rem) && !p.Args[1].IsConstant() {
		return nil // division by an unknown costs the solver more than it is worth
	}
	switch p.Op {
	case operator.Add:
		return t.Add(a, b)
	case operator.Sub:
		return t.Sub(a, b)
	case operator.Mul:
		return t.Mul(a, b)
	case operator.Div:
		return t.SDiv(a, b)
	case operator.Rem:
		return t.SRem(a, b)
	case operator.And:
		return t.BAnd(a, b)
	}
	return nil
}

func isZero(p *cfg.Premise) bool {
	return p.IsConstant() && p.Value == 0
}

// isPowerOfTwo reports whether a divisor is a power of two. A remainder by it is then the low bits of the dividend. The
// sign does not matter, because the remainder is compared with 0.
func isPowerOfTwo(p *cfg.Premise) bool {
	return p.IsConstant() && p.Value > 0 && p.Value&(p.Value-1) == 0
}
