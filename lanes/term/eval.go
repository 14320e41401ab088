package term

import (
	"math/bits"
	"sync/atomic"
)

// Model gives values to the unknowns, which are Var and Opaque terms. An unknown without a value has its lower bound.
type Model map[*Term]uint64

// Evaluator computes the values of terms under a model, each term once. The values are stored in the terms, with the
// number of the evaluation, which is cheaper than a map. Another evaluator or visit of the same terms overwrites them.
type Evaluator struct {
	model    Model
	round    round
	computed int
}

// round is the number of an evaluation or visit, unique in the whole program. A term stores the number of the last one
// that reached it.
type round int64

var rounds atomic.Int64

func newRound() round { return round(rounds.Add(1)) }

// NewEvaluator returns an evaluator for the model, which must not change.
func NewEvaluator(m Model) *Evaluator { return &Evaluator{model: m, round: newRound()} }

// Reset drops all computed values and begins with another model.
func (e *Evaluator) Reset(m Model) { *e = *NewEvaluator(m) }

// Set gives an unknown a value that replaces the value of the model in the following evaluations.
func (e *Evaluator) Set(x *Term, v uint64) { x.value, x.evaluated = v, e.round }

// Value returns the value of x: a word modulo 2^Bits, or 0 or 1 for a formula.
func (e *Evaluator) Value(x *Term) uint64 {
	if x.Op == Const {
		return x.K
	}
	if x.evaluated != e.round {
		v := e.compute(x) & ones(x.Bits)
		e.computed++
		e.Set(x, v)
	}
	return x.value
}

// Computed returns the number of terms computed so far.
func (e *Evaluator) Computed() int { return e.computed }

// Holds reports whether formula x is true.
func (e *Evaluator) Holds(x *Term) bool { return e.Value(x) != 0 }

// Visit marks terms as seen, each once. The same terms must not be evaluated during a visit.
type Visit struct{ round round }

// NewVisit begins a visit, in which no term has been seen.
func NewVisit() Visit { return Visit{newRound()} }

// IsFirst reports whether the visit sees x for the first time.
func (v Visit) IsFirst(x *Term) bool {
	first := x.evaluated != v.round
	x.evaluated = v.round
	return first
}

func (e *Evaluator) compute(x *Term) uint64 {
	switch x.Op {
	case Var, Opaque:
		if v, ok := e.model[x]; ok {
			return v
		}
		return x.Lo
	case Add:
		sum := x.K
		for i, a := range x.Args {
			sum += x.Coefs[i] * e.Value(a)
		}
		return sum
	case And, Or:
		for _, a := range x.Args {
			if e.Holds(a) == (x.Op == Or) {
				return truth(x.Op == Or)
			}
		}
		return truth(x.Op == And)
	case Ite:
		if e.Holds(x.Args[0]) {
			return e.Value(x.Args[1])
		}
		return e.Value(x.Args[2])
	case Pack:
		v := uint64(0)
		for i, a := range x.Args {
			v |= e.Value(a) << uint(i)
		}
		return v
	case Not, Bit, ZExt, SExt, Trunc, Popc, Ffs, Clz, Brev:
		return e.unary(x)
	}
	return e.binary(x)
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (e *Evaluator) unary(x *Term) uint64 {
	a, width := e.Value(x.Args[0]), x.Args[0].Bits
	switch x.Op {
	case Not:
		return 1 - a
	case Bit:
		return a >> x.K & 1
	case SExt:
		return uint64(Signed(a, width))
	case Popc:
		return uint64(bits.OnesCount64(a))
	case Ffs:
		if a == 0 {
			return 0
		}
		return uint64(bits.TrailingZeros64(a) + 1)
	case Clz:
		return uint64(bits.LeadingZeros64(a) - (64 - width))
	case Brev:
		return bits.Reverse64(a) >> uint(64-width)
	}
	return a // for ZExt and Trunc
}

func (e *Evaluator) binary(x *Term) uint64 {
	a, b, width := e.Value(x.Args[0]), e.Value(x.Args[1]), x.Args[0].Bits
	switch x.Op {
	case Eq:
		return truth(a == b)
	case ULt:
		return truth(a < b)
	case SLt:
		return truth(Signed(a, width) < Signed(b, width))
	case Mul:
		return a * b
	case UDiv, URem, SDiv, SRem:
		return divideWords(x.Op, a, b, width)
	case Shl:
		return a << b
	case LShr:
		return a >> b
	case AShr:
		return uint64(Signed(a, width) >> min(b, 63))
	case BAnd:
		return a & b
	case BOr:
		return a | b
	}
	return a ^ b
}

// divideWords follows SMT-LIB where C++ leaves a division by zero undefined.
func divideWords(op Op, a, b uint64, width int) uint64 {
	sa, sb := Signed(a, width), Signed(b, width)
	switch {
	case b == 0 && op == UDiv:
		return ones(width)
	case b == 0 && op == SDiv:
		if sa < 0 {
			return 1
		}
		return ones(width)
	case b == 0:
		return a
	case op == UDiv:
		return a / b
	case op == URem:
		return a % b
	case op == SDiv:
		return uint64(sa / sb)
	}
	return uint64(sa % sb)
}
