// Package term builds the symbolic words and formulas of the lane domain.
//
// A [Term] is an immutable directed acyclic graph over bit-vectors (Bits > 0) and booleans (Bits == 0, called
// formulas). A [Table] hash-conses terms: two terms that are written the same after normalisation are the same pointer.
// So "the mask equals the guard" is mostly a comparison of pointers. The normal forms suit the arithmetic of warp code
// on lane numbers:
//
//   - sums are linear: a constant plus coefficients times distinct terms, modulo 2^Bits. In
//     `for (i = lane; i < n; i += 32)`, i - lane is 32k for every lane: the same pointer, hence uniform.
//   - every word carries an unsigned range and its known trailing zeros, so that threadIdx.x & 31 of 32*warp + lane is
//     lane.
//   - a mask made of formulas is a Pack of its bits; ~, &, |, ^ and constant shifts work bit by bit, and Bit of a Pack
//     gives the formula back.
//   - a comparison with the position of a set's first or last member is a formula of its bits.
//   - conjunctions and disjunctions are flat, sorted sets of literals with complements, unit propagation and the merge
//     (g & c) | (g & ~c) = g.
//
// The solver decides the questions that the normal forms leave open (package smt).
package term

import (
	"fmt"
	"math"
	"slices"
)

// Op is the operation at the root of a term.
type Op uint8

// The operations. Operands and results are words unless noted.
const (
	Const  Op = iota // K (a formula's K is 0 or 1)
	Var              // an unknown: Name
	Opaque           // an uninterpreted function: Name, Args
	Not              // yields a formula
	And              // yields a formula; the literals are sorted
	Or               // yields a formula; the literals are sorted
	Eq               // formula: x = y
	ULt              // formula: x < y, unsigned
	SLt              // formula: x < y, signed
	Bit              // formula: bit K of x
	Add              // K + sum of Coefs[i] * Args[i]
	Mul
	UDiv
	URem
	SDiv
	SRem
	Shl
	LShr
	AShr
	BAnd
	BOr
	BXor
	Ite // c, x, y
	Pack
	ZExt
	SExt
	Trunc
	Popc
	Ffs
	Clz
	Brev
)

var opNames = [...]string{"const", "var", "opaque", "not", "and", "or", "eq", "ult", "slt", "bit",
	"add", "mul", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr", "band", "bor", "bxor",
	"ite", "pack", "zext", "sext", "trunc", "popc", "ffs", "clz", "brev"}

// String returns the operation's name.
func (o Op) String() string { return opNames[o] }

// Term is a word or a formula: an operation and its arguments. Equal terms of one table are one pointer.
type Term struct {
	ID   int
	Op   Op
	Bits int // the width of a word, 0 for a formula
	Args []*Term
	// complement is the negation of a formula, nil until it is needed.
	complement *Term
	// mark identifies the last conjunction that marked the formula: the formula is a member of it, or the complement of
	// one (literalmarks.go).
	mark int64
	// value is the value of the term in the evaluation with the number `evaluated`, the last evaluation or visit that
	// reached the term (eval.go).
	value     uint64
	evaluated round
	// operands counts the operands of a formula, and the operands of these operands.
	operands int
	// ops is the set of the operators of the term and of all terms below it.
	ops Ops
	// Coefs holds the coefficients of Add, modulo 2^Bits.
	Coefs []uint64
	// K is the constant of Const and Add, the index of Bit.
	K    uint64
	Name string
	// Lo and Hi bound the word, unsigned and inclusive.
	Lo, Hi uint64
	// Zeros is the number of low bits known to be zero.
	Zeros int
	// Origin states what a Var or Opaque stands for. The table does not use it.
	Origin any
}

// ones returns the largest unsigned word of the given width.
func ones(bits int) uint64 {
	if bits == 0 {
		return 1
	}
	return ^uint64(0) >> uint(64-bits)
}

// Signed returns a word of the given width as a signed number.
func Signed(v uint64, bits int) int64 {
	shift := uint(64 - bits)
	return int64(v<<shift) >> shift
}

// Float returns the floating-point number with the bits of a constant. It returns false if x is not a constant of 32 or
// 64 bits.
func (x *Term) Float() (float64, bool) {
	switch {
	case !x.IsConst():
	case x.Bits == 32:
		return float64(math.Float32frombits(uint32(x.K))), true
	case x.Bits == 64:
		return math.Float64frombits(x.K), true
	}
	return 0, false
}

// MayBeNegative reports whether the range of x, read as a signed number, has both negative and non-negative numbers. It
// returns false for an x that is negative in any case, and for a word of one bit.
func (x *Term) MayBeNegative() bool {
	return x.Bits > 1 && x.Lo < 1<<(x.Bits-1) && x.Hi >= 1<<(x.Bits-1)
}

// Const returns the word v modulo 2^bits.
func (t *Table) Const(bits int, v uint64) *Term {
	v &= ones(bits)
	return t.intern(Term{Op: Const, Bits: bits, K: v, Lo: v, Hi: v, Zeros: trailingZeros(v, bits)})
}

// Bool returns the formula true or false.
func (t *Table) Bool(b bool) *Term {
	if b {
		return t.True
	}
	return t.False
}

// Var returns the unknown with the given name. The first call with the name sets its bounds.
func (t *Table) Var(name string, bits int, lo, hi uint64, origin any) *Term {
	return t.intern(Term{Op: Var, Bits: bits, Name: name, Lo: lo, Hi: hi, Origin: origin})
}

// Unknown returns a Var with the full range.
func (t *Table) Unknown(name string, bits int, origin any) *Term {
	return t.Var(name, bits, 0, ones(bits), origin)
}

// Opaque applies an uninterpreted function: equal arguments give equal results.
func (t *Table) Opaque(name string, bits int, origin any, args ...*Term) *Term {
	return t.intern(Term{Op: Opaque, Bits: bits, Name: name, Hi: ones(bits), Origin: origin}, args...)
}

// OpaqueBounded applies an uninterpreted function whose results lie between lo and hi.
func (t *Table) OpaqueBounded(name string, bits int, lo, hi uint64, origin any, args ...*Term) *Term {
	return t.intern(Term{Op: Opaque, Bits: bits, Name: name, Lo: lo, Hi: hi, Origin: origin}, args...)
}

// IsConst reports whether x is a constant.
func (x *Term) IsConst() bool { return x.Op == Const }

// IsUnknown reports whether x is an unknown, to which a model gives a value.
func (x *Term) IsUnknown() bool { return x.Op == Var || x.Op == Opaque }

// IsTrue reports whether x is the formula true.
func (x *Term) IsTrue() bool { return x.Op == Const && x.Bits == 0 && x.K == 1 }

// IsFalse reports whether x is the formula false.
func (x *Term) IsFalse() bool { return x.Op == Const && x.Bits == 0 && x.K == 0 }

// String returns the term as an S-expression. Shared parts are repeated.
func (x *Term) String() string {
	switch x.Op {
	case Const:
		if x.Bits == 0 {
			return fmt.Sprint(x.K == 1)
		}
		return fmt.Sprint(x.K)
	case Var:
		return x.Name
	}
	s := "(" + x.Head()
	for i, a := range x.Args {
		s += " " + x.Factor(i) + a.String()
	}
	return s + ")"
}

// Head returns the operator of a term with operands, as String writes it.
func (x *Term) Head() string {
	switch x.Op {
	case Opaque:
		return x.Name
	case Bit:
		return fmt.Sprintf("%v %d", x.Op, x.K)
	case Add:
		return fmt.Sprintf("%v %d", x.Op, Signed(x.K, x.Bits))
	}
	return x.Op.String()
}

// Factor returns the text that String writes before the i-th operand. In a sum this is its coefficient.
func (x *Term) Factor(i int) string {
	if x.Op == Add && x.Coefs[i] != 1 {
		return fmt.Sprintf("%d*", Signed(x.Coefs[i], x.Bits))
	}
	return ""
}

// Ops is a set of operators.
type Ops uint64

// OpsOf makes a set of the given operators.
func OpsOf(list ...Op) (set Ops) {
	for _, op := range list {
		set |= 1 << op
	}
	return set
}

// Has reports whether x, or a term below it, has one of the operators.
func (x *Term) Has(ops Ops) bool { return x.ops&ops != 0 }

// All returns the terms under x, including x, that have one of the operators. It does not descend into terms without
// any of them.
func (t *Table) All(x *Term, ops Ops) (list []*Term) {
	seen, looked := NewVisit(), 0
	var visit func(x *Term)
	visit = func(x *Term) {
		if x.ops&ops == 0 || !seen.IsFirst(x) {
			return
		}
		looked++
		if ops&(1<<x.Op) != 0 {
			list = append(list, x)
		}
		for _, a := range x.Args {
			visit(a)
		}
	}
	visit(x)
	t.Work.Spend(VisitWork * looked)
	return list
}

// Any reports whether is(x) holds for some term x of the xs, or for a term below one. It also visits the arguments of
// opaque terms.
func Any(xs []*Term, is func(*Term) bool) bool { return AnySince(0, xs, is) }

// AnySince reports whether is(x) holds for some term x of the xs, or for a term below one. is must be false for all
// terms whose number is less than oldest. These are not visited.
func AnySince(oldest int, xs []*Term, is func(*Term) bool) bool {
	var seen Memo[struct{}]
	var visit func(x *Term) bool
	visit = func(x *Term) bool {
		if x.ID < oldest || !seen.Add(x) {
			return false
		}
		return is(x) || slices.ContainsFunc(x.Args, visit)
	}
	return slices.ContainsFunc(xs, visit)
}

func trailingZeros(v uint64, bits int) int {
	for z := 0; z < bits; z++ {
		if v>>uint(z)&1 != 0 {
			return z
		}
	}
	return bits
}
