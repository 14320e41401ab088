package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// takeAsGiven adds the premises about the arguments of a kernel to the assumptions about its launch.
func (in *interp) takeAsGiven(premises []*cfg.Premise) {
	for _, p := range premises {
		if holds := in.condition(p); holds != nil {
			in.Trace.Launch.Assumption = in.t.And(in.Trace.Launch.Assumption, holds)
		}
		if is := in.quotient(p, premises); is != nil {
			in.Trace.Launch.Assumption = in.t.And(in.Trace.Launch.Assumption, is)
		}
	}
}

// quotient returns the formula `extent == argument / divisor` for an extent of the block, if p and another premise
// state it by two bounds. The formula follows from the bounds. But the kernel mostly divides, and with the formula the
// solver need not:
//
//	k<<<1, n / 3>>>(n)      n >= 3 * blockDim.x and n < 3 * blockDim.x + 3: n / 3 is blockDim.x
//
// It returns nil if p is not one of two such bounds.
func (in *interp) quotient(p *cfg.Premise, all []*cfg.Premise) *term.Term {
	if p.Op != operator.GE || p.Args[0].Param == nil || p.Args[1].Op != operator.Mul || p.Args[1].T != nil {
		return nil
	}
	number, size, by := p.Args[0], p.Args[1].Args[0], p.Args[1].Args[1]
	if !size.IsReg || !by.IsConstant() {
		return nil
	}
	whole, extent := in.argument(number), in.Trace.Launch.Register(size.Reg).At(0)
	if whole == nil || whole.Bits < extent.Bits {
		return nil
	}
	next := &cfg.Premise{Op: operator.Add, Args: []*cfg.Premise{size, cfg.ConstantPremise(1)}}
	reaches := &cfg.Premise{Op: operator.GE, Args: []*cfg.Premise{number, {Op: operator.Mul, Args: []*cfg.Premise{next, by}}}}
	if !slices.ContainsFunc(all, func(o *cfg.Premise) bool {
		return o.Op == operator.EQ && isZero(o.Args[1]) && o.Args[0].Equal(reaches)
	}) {
		return nil
	}
	t, divide := in.t, in.t.UDiv
	if number.Type().Signed {
		divide = t.SDiv
	}
	return t.Eq(divide(whole, t.Const(whole.Bits, uint64(by.Value))), t.ZExt(extent, whole.Bits))
}

// condition translates a premise to a formula: a comparison of two numbers, or a conjunction, disjunction or negation
// of such. It returns nil for other premises, and if a number in it cannot be translated.
func (in *interp) condition(p *cfg.Premise) *term.Term {
	if p.Allows != nil || len(p.Args) != 2 {
		return nil
	}
	if p.IsConnective() {
		return in.connected(p)
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

// connected translates the conjunction or the disjunction of two conditions. It returns nil if it cannot translate both.
func (in *interp) connected(p *cfg.Premise) *term.Term {
	a, b := in.condition(p.Args[0]), in.condition(p.Args[1])
	switch {
	case a == nil || b == nil:
		return nil
	case p.Op == operator.LAnd:
		return in.t.And(a, b)
	}
	return in.t.Or(a, b)
}

func isComparing(op operator.Op) bool {
	return op == operator.EQ || op == operator.GT || op == operator.GE
}

// number translates a premise that is a number to a 64-bit word. It returns nil for a condition, and for an operation
// that is too hard for the solver, such as a division by an unknown.
func (in *interp) number(p *cfg.Premise) *term.Term {
	t := in.t
	switch {
	case p.Param != nil:
		if word := in.argument(p); word != nil {
			return t.Resize(word, 64, p.Type().Signed)
		}
		return nil
	case p.IsReg:
		return t.ZExt(in.Trace.Launch.Register(p.Reg).At(0), 64)
	case p.Op == operator.NoOp:
		return t.Const(64, uint64(p.Value))
	}
	if len(p.Args) != 2 || isComparing(p.Op) {
		return nil
	}
	if p.T != nil {
		if word := in.typed(p, p.T); word != nil {
			return t.Resize(word, 64, p.T.Signed)
		}
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

// argument returns the word of a parameter or of a part of it, nil if it has none.
func (in *interp) argument(p *cfg.Premise) *term.Term {
	bits := memory.Width(p.Type())
	if bits < 8 {
		return nil
	}
	return in.memory.ScalarArgument(p.Param, p.Path, bits)
}

// typed translates a premise that is a number to a word of type t, the type in which the host computes it. The kernel
// often computes the same words. It returns nil if a part of the premise is of another type, or is too hard for the
// solver.
func (in *interp) typed(p *cfg.Premise, t *types.Type) *term.Term {
	switch {
	case p.IsReg:
		return in.t.Resize(in.Trace.Launch.Register(p.Reg).At(0), t.Bits, false)
	case p.Param != nil:
		if word := in.argument(p); word != nil {
			return in.t.Resize(word, t.Bits, p.Type().Signed)
		}
		return nil
	case p.Op == operator.NoOp:
		return in.t.Const(t.Bits, uint64(p.Value))
	case p.T == nil || p.T.Bits != t.Bits || p.T.Signed != t.Signed:
		return nil
	}
	a, b := in.typed(p.Args[0], t), in.typed(p.Args[1], t)
	if a == nil || b == nil {
		return nil
	}
	return in.operation(p.Op, t.Signed, p.Args[1].IsConstant(), a, b)
}

// operation returns the result of an operation on two words. isSigned reports whether they have signs, and byConstant
// whether b is a constant. It returns nil for an operation that costs the solver more than it is worth, such as a
// division by an unknown.
func (in *interp) operation(op operator.Op, isSigned, byConstant bool, a, b *term.Term) *term.Term {
	t := in.t
	switch {
	case op == operator.Add:
		return t.Add(a, b)
	case op == operator.Sub:
		return t.Sub(a, b)
	case op == operator.Mul:
		return t.Mul(a, b)
	case op == operator.And:
		return t.BAnd(a, b)
	case op == operator.Or:
		return t.BOr(a, b)
	case op == operator.Xor:
		return t.BXor(a, b)
	case op == operator.Shl:
		return t.Shl(a, b)
	case op == operator.Shr && isSigned:
		return t.AShr(a, b)
	case op == operator.Shr:
		return t.LShr(a, b)
	case !byConstant:
		return nil
	case op == operator.Div && isSigned:
		return t.SDiv(a, b)
	case op == operator.Div:
		return t.UDiv(a, b)
	case op == operator.Rem && isSigned:
		return t.SRem(a, b)
	case op == operator.Rem:
		return t.URem(a, b)
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
