package cfg

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// A Premise is a number that the host computes from the arguments of a kernel and the launch, or a condition on such
// numbers. A condition is 1 or 0. It is computed in signed 64 bits, except an operation that has a type (T). A result
// in 64 bits is wrong in two cases: the host code needs more bits, or the host passes an argument that does not fit its
// parameter.
//
//	if (n % 32 == 0) k<<<1, n>>>(n);     n % 32 == 0, blockDim.x == n
type Premise struct {
	// Op is an operation on Args. NoOp marks a leaf: a parameter, a register or a constant. A negation is EQ
	// with 0, and LAnd and LOr join conditions.
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

// Type returns the type of a parameter or of a part of it. For a bit-field the type has as many bits as the field.
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
	if decides := truth(p.Op == operator.LOr); p.IsConnective() && (isKnown && truth(a != 0) == decides || both && truth(b != 0) == decides) {
		return decides, true
	}
	if !isKnown || !both {
		return 0, false
	}
	if p.T != nil {
		return integer.Fold(p.Op, p.T, integer.Wrap(a, p.T), integer.Wrap(b, p.T))
	}
	return apply(p.Op, a, b)
}

// IsConnective reports whether p is the conjunction or the disjunction of two conditions.
func (p *Premise) IsConnective() bool { return p.Op == operator.LAnd || p.Op == operator.LOr }

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
	case operator.LAnd:
		return truth(a != 0 && b != 0), true
	case operator.LOr:
		return truth(a != 0 || b != 0), true
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

// CommonPremises returns the premises of a or b that hold if all of a hold, and also if all of b hold. The other list
// must contain the premise, or state constants for its parameters for which the premise is true (follows).
func CommonPremises(a, b []*Premise) []*Premise {
	var common []*Premise
	for _, p := range a {
		if contains(b, p) || follows(p, b) {
			common = append(common, p)
		}
	}
	for _, p := range b {
		if !contains(a, p) && follows(p, a) {
			common = append(common, p)
		}
	}
	return common
}

// mostBounds bounds the comparisons in a disjunction.
const mostBounds = 16

// EitherPremises returns what holds if the premises of a or those of b hold: the common ones and, if it is not too
// long, a disjunction of the other comparisons of parameters with constants (EitherPremise).
func EitherPremises(a, b []*Premise) []*Premise {
	either := CommonPremises(a, b)
	isOther := func(p *Premise) bool { return !p.isBound() || contains(either, p) }
	inA, inB := slices.DeleteFunc(slices.Clone(a), isOther), slices.DeleteFunc(slices.Clone(b), isOther)
	if one := EitherPremise(inA, inB); one != nil && one.leaves() <= 2*mostBounds {
		either = append(either, one)
	}
	return either
}

// EitherPremise returns the premise that all conditions of a hold, or all of b. It returns nil if one of the lists is
// empty, or if each input fulfils the premise.
//
//	n == 64 or (n != 64 and m > 3)       n == 64 or m > 3
func EitherPremise(a, b []*Premise) *Premise {
	a, b = withoutNegation(a, b), withoutNegation(b, a)
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	return &Premise{Op: operator.LOr, Args: []*Premise{allOf(a), allOf(b)}}
}

// withoutNegation returns the conditions of list without the negation of the other list, if that is one condition.
func withoutNegation(list, other []*Premise) []*Premise {
	if len(other) != 1 {
		return list
	}
	isNegation := func(p *Premise) bool { return p.negates(other[0]) || other[0].negates(p) }
	return slices.DeleteFunc(slices.Clone(list), isNegation)
}

// negates reports whether p is the negation of o, as it is written: o == 0.
func (p *Premise) negates(o *Premise) bool {
	return p.Op == operator.EQ && p.Args[0].Equal(o) && p.Args[1].Equal(ConstantPremise(0))
}

// allOf returns the conjunction of at least one condition.
func allOf(list []*Premise) *Premise {
	all := list[0]
	for _, p := range list[1:] {
		all = &Premise{Op: operator.LAnd, Args: []*Premise{all, p}}
	}
	return all
}

// isBound reports whether p consists of comparisons of parameters with constants.
func (p *Premise) isBound() bool {
	switch {
	case p.IsConnective():
		return p.Args[0].isBound() && p.Args[1].isBound()
	case p.Op != operator.EQ && p.Op != operator.GT && p.Op != operator.GE:
		return false
	}
	return (p.Args[0].Param != nil || p.Args[0].isBound()) && p.Args[1].IsConstant()
}

// leaves returns the number of parameters, registers and constants in p.
func (p *Premise) leaves() (n int) {
	if len(p.Args) == 0 {
		return 1
	}
	for _, a := range p.Args {
		n += a.leaves()
	}
	return n
}

func contains(list []*Premise, p *Premise) bool { return slices.ContainsFunc(list, p.Equal) }

// follows reports whether p is true for the constants that the premises of list state for parameters.
func follows(p *Premise, list []*Premise) bool {
	if p.Allows != nil {
		return false
	}
	v, isKnown := p.eval(func(leaf *Premise) (int64, bool) {
		i := slices.IndexFunc(list, func(o *Premise) bool {
			return o.Op == operator.EQ && leaf.Param != nil && o.Args[0].Equal(leaf) && o.Args[1].IsConstant()
		})
		if i < 0 {
			return 0, false
		}
		return list[i].Args[1].Value, true
	})
	return isKnown && v != 0
}

// SamePremises reports whether the two lists hold the same premises.
func SamePremises(a, b []*Premise) bool {
	isOnlyInA := func(p *Premise) bool { return !contains(b, p) }
	return len(a) == len(b) && !slices.ContainsFunc(a, isOnlyInA)
}
