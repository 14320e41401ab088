package cfg

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// A Premise is a number that the host computes from the arguments of a kernel and the launch, or a condition on such
// numbers, which is 1 or 0. It is computed in signed 64 bits, except an operation that has a type (T). A result in 64
// bits is wrong in two cases: the host code needs more bits, or the host passes an argument that does not fit its
// parameter.
//
//	if (n % 32 == 0) k<<<1, n>>>(n);     n % 32 == 0, blockDim.x == n
type Premise struct {
	// Op is an operation on Args. NoOp marks a leaf: a parameter, a register or a constant. A negation is EQ with 0.
	Op   operator.Op
	Args []*Premise
	// T is the type in which the host computes an operation, nil for signed 64 bits.
	T     *types.Type
	Param *types.Var
	// Path names a part of the parameter, from field to field: p.size.x. A field may be one of a base.
	Path []*types.Field
	Reg  SpecialReg
	// IsReg: the premise is the value of the launch register Reg.
	IsReg bool
	Value int64
	// Allows decides a condition that is not a formula. It is nil for all other premises. The caller passes the values
	// of Args, which are parameters of the kernel, with nil for a value that is not known.
	Allows func(values []*int64) bool
}

// ConstantPremise returns the constant n as a premise.
func ConstantPremise(n int64) *Premise { return &Premise{Op: operator.NoOp, Value: n} }

// RegisterPremise returns the value of a launch register as a premise.
func RegisterPremise(reg SpecialReg) *Premise {
	return &Premise{Op: operator.NoOp, Reg: reg, IsReg: true}
}

// ParameterPremise returns the argument for the parameter p as a premise.
func ParameterPremise(p *types.Var) *Premise { return &Premise{Op: operator.NoOp, Param: p} }

// Part returns a field of a parameter, or of a part of it, as a premise.
func (p *Premise) Part(f *types.Field) *Premise {
	return &Premise{Op: operator.NoOp, Param: p.Param, Path: append(slices.Clip(p.Path), f)}
}

// Name returns the name of a parameter or of a part of it, as in "p.size.x".
func (p *Premise) Name() string {
	name := p.Param.Name
	for _, f := range p.Path {
		name += "." + f.Name
	}
	return name
}

// Type returns the type of a parameter or of a part of it. A bit-field has as many bits as its type says.
func (p *Premise) Type() *types.Type {
	if len(p.Path) == 0 {
		return p.Param.Type
	}
	f := p.Path[len(p.Path)-1]
	if f.BitWidth == 0 {
		return f.Type
	}
	narrow := *f.Type
	narrow.Bits = f.BitWidth
	return &narrow
}

// Equal reports whether two premises consist of the same operations on the same leaves, in the same order.
func (p *Premise) Equal(o *Premise) bool {
	return p.Op == o.Op && sameWord(p.T, o.T) && p.Param == o.Param && slices.Equal(p.Path, o.Path) && p.IsReg == o.IsReg && p.Reg == o.Reg &&
		p.Value == o.Value && (p.Allows == nil) == (o.Allows == nil) && slices.EqualFunc(p.Args, o.Args, (*Premise).Equal)
}

// Mentions reports whether p is the leaf o, or has it in an operand.
func (p *Premise) Mentions(o *Premise) bool {
	return p.Equal(o) || slices.ContainsFunc(p.Args, func(a *Premise) bool { return a.Mentions(o) })
}

// sameWord reports whether two types of operations have the same width and sign. A nil type is signed with 64 bits.
func sameWord(a, b *types.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Bits == b.Bits && a.Signed == b.Signed
}

// IsConstant reports whether p is a constant.
func (p *Premise) IsConstant() bool {
	return p.Op == operator.NoOp && p.Param == nil && !p.IsReg && p.Allows == nil
}

// String returns a text that differs for different premises of a kernel. A kernel has at most one premise that is not
// a formula.
func (p *Premise) String() string {
	switch {
	case p.Allows != nil:
		return fmt.Sprint("launched with ", p.Args)
	case p.Param != nil:
		return p.Name()
	case p.IsReg:
		return fmt.Sprint("%", p.Reg)
	case p.Op == operator.NoOp:
		return fmt.Sprint(p.Value)
	}
	if p.T != nil {
		return fmt.Sprint(p.Op, p.T.Bits, p.T.Signed, p.Args)
	}
	return fmt.Sprint(p.Op, p.Args)
}

// Holds reports whether the condition is true. If the condition depends on an unknown value, Holds returns true. leaf
// returns the value of a parameter or a register, and false if the value is not known.
func (p *Premise) Holds(leaf func(*Premise) (int64, bool)) bool {
	v, isKnown := p.eval(leaf)
	return !isKnown || v != 0
}

func (p *Premise) eval(leaf func(*Premise) (int64, bool)) (int64, bool) {
	if p.Allows != nil {
		return truth(p.Allows(valuesOf(p.Args, leaf))), true
	}
	if p.Op == operator.NoOp {
		if p.Param != nil || p.IsReg {
			return leaf(p)
		}
		return p.Value, true
	}
	a, isKnown := p.Args[0].eval(leaf)
	b, both := p.Args[1].eval(leaf)
	if !isKnown || !both {
		return 0, false
	}
	if p.T != nil {
		return integer.Fold(p.Op, p.T, integer.Wrap(a, p.T), integer.Wrap(b, p.T))
	}
	return apply(p.Op, a, b)
}

// valuesOf returns the values of parameters, nil for each parameter whose value leaf does not know.
func valuesOf(parameters []*Premise, leaf func(*Premise) (int64, bool)) (values []*int64) {
	for _, p := range parameters {
		if v, isKnown := leaf(p); isKnown {
			values = append(values, &v)
		} else {
			values = append(values, nil)
		}
	}
	return values
}

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

func apply(op operator.Op, a, b int64) (int64, bool) {
	switch op {
	case operator.EQ:
		return truth(a == b), true
	case operator.GT:
		return truth(a > b), true
	case operator.GE:
		return truth(a >= b), true
	case operator.Add:
		return a + b, true
	case operator.Sub:
		return a - b, true
	case operator.Mul:
		return a * b, true
	case operator.And:
		return a & b, true
	}
	if b == 0 || b == -1 {
		return 0, false
	}
	switch op {
	case operator.Div:
		return a / b, true
	case operator.Rem:
		return a % b, true
	}
	return 0, false
}

// CommonPremises returns the premises of a that are also in b.
func CommonPremises(a, b []*Premise) []*Premise {
	var common []*Premise
	for _, p := range a {
		if slices.ContainsFunc(b, func(q *Premise) bool { return p.Equal(q) }) {
			common = append(common, p)
		}
	}
	return common
}

// SamePremises reports whether the two lists hold the same premises.
func SamePremises(a, b []*Premise) bool {
	return len(a) == len(b) && len(CommonPremises(a, b)) == len(a)
}
