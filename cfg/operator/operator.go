// Package operator has the operators of C++ and the kinds of casts. The syntax tree and the graph both use it.
package operator

import "strconv"

// Op is an operator or the kind of a cast.
type Op int

// Operators.
const (
	NoOp  Op = iota
	Plain    // =
	Add
	Sub
	Mul
	Div
	Rem
	Shl
	Shr
	And
	Or
	Xor
	LAnd
	LOr
	EQ
	NE
	LT
	GT
	LE
	GE
	Comma
	// Unary operators.
	Neg
	Not  // !
	BNot // ~
	UPlus
	PreInc
	PreDec
	PostInc
	PostDec
	AddrOf
	Deref
	Arrow // Member and Call through a pointer

	// Casts.
	CastInt     // between integers, enums and bool: by Type of operand and result
	CastBool    // any scalar to bool
	CastFloat   // a floating-point type on one side or both
	CastLoad    // lvalue to rvalue
	CastDecay   // array to pointer, function to pointer
	CastPointer // pointer to pointer, pointer to integer and back: reinterpretation
	CastBits    // reinterpretation of an lvalue's bits as another type
	CastBase    // derived to base (class or pointer to it)
	CastDerived // base to derived
	CastNone    // no change of value
	CastNull    // null pointer constant
	CastVoid
	CastUnknown
)

var opNames = [...]string{
	NoOp: "", Plain: "=", Add: "+", Sub: "-", Mul: "*", Div: "/", Rem: "%", Shl: "<<", Shr: ">>",
	And: "&", Or: "|", Xor: "^", LAnd: "&&", LOr: "||", EQ: "==", NE: "!=", LT: "<", GT: ">",
	LE: "<=", GE: ">=", Comma: ",", Neg: "neg", Not: "!", BNot: "~", UPlus: "plus",
	PreInc: "++x", PreDec: "--x", PostInc: "x++", PostDec: "x--", AddrOf: "addr",
	Deref: "deref", Arrow: "->", CastInt: "int", CastBool: "bool", CastFloat: "float",
	CastLoad: "load", CastDecay: "decay", CastPointer: "pointer", CastBits: "bits",
	CastBase: "base", CastDerived: "derived", CastNone: "none", CastNull: "null",
	CastVoid: "void", CastUnknown: "unknown",
}

// String returns the operator's C++ spelling or the cast's name: "+", "load".
func (o Op) String() string {
	if o < 0 || int(o) >= len(opNames) {
		return strconv.Itoa(int(o))
	}
	return opNames[o]
}

// Mirrored returns the comparison with the same result for exchanged operands: a > b is b < a. It returns NoOp for
// other operators.
func (o Op) Mirrored() Op {
	switch o {
	case EQ, NE:
		return o
	case LT:
		return GT
	case GT:
		return LT
	case LE:
		return GE
	case GE:
		return LE
	}
	return NoOp
}
