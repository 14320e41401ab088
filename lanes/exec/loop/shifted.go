package loop

import (
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// A distance is often halved or doubled in every iteration:
//
//	for (int o = width / 2; o > 0; o >>= 1) v += __shfl_xor_sync(mask, v, o);
//	for (int o = 1; o < width; o *= 2) ...
//
// In iteration k the distance is its first value, shifted by k bits. The term table combines a shift by k bits and one
// more bit into a shift by k + 1. So whether an iteration agrees with the candidate is known without the solver. The
// exception is a signed division, which is a shift only if the word is not negative. This has to be proved for the
// lanes that take the back edge.

// shift is a shift by some bits in every iteration.
type shift struct {
	op     term.Op // Shl, LShr or AShr. Const stands for no shift
	places uint64
	// inWord: the shift is to the left, and in every iteration some bit of the original word remains. staysInWord
	// proves this: no lane takes the back edge in iteration number most, the last one that keeps a bit.
	inWord bool
}

// most returns the number of the last iteration in which some bit of the original word remains. The word has the given
// number of bits. If s.inWord is false, the shift does not limit the iterations, and most returns maxIterations.
func (s shift) most(bits int) uint64 {
	if !s.inWord {
		return maxIterations
	}
	return uint64(bits-1) / s.places
}

// staysInWord reports whether all lanes of guard leave the loop before all bits of the word are shifted out: no lane
// may take the back edge from the last iteration in which some bit remains. It also returns true if step does not
// require this (inWord). If this trial allows iterations after that last one, it returns true as well, because the next
// trial decides.
func (in *Inference) staysInWord(step shift, l *search, bits int, guard vector.Vec) bool {
	if !step.inWord || l.K.Hi > step.most(bits) {
		return true
	}
	last := in.t.Eq(l.K, in.t.Const(l.K.Bits, step.most(bits)))
	answer, _ := in.trace.Prover.Solver.Satisfiable(in.t.And(last, in.t.Or(guard.List()...)))
	return answer == smt.No
}

// maxShift bounds the bits per iteration, so that the product of iterations and bits does not wrap around.
const maxShift = 3

// of returns x after the given number of iterations. Each iteration shifts it by s.
func (s shift) of(t *term.Table, x, iterations *term.Term) *term.Term {
	places := t.Mul(iterations, t.Const(x.Bits, s.places))
	switch s.op {
	case term.Shl:
		return t.Shl(x, places)
	case term.LShr:
		return t.LShr(x, places)
	}
	return t.AShr(x, places)
}

// shiftOf guesses the shift by which an iteration changes a word from now to next. It returns false if it finds none.
func (in *Inference) shiftOf(now, next vector.Vec, guard vector.Vec) (shift, bool) {
	if now.Bits() < 32 {
		return shift{}, false // the number of an iteration is a word of 32 bits
	}
	for places := uint64(1); places <= maxShift; places++ {
		for _, op := range []term.Op{term.Shl, term.LShr, term.AShr} {
			s := shift{op, places, op == term.Shl}
			if in.isShiftedBy(s, now, next, guard) {
				return s, true
			}
		}
	}
	return shift{}, false
}

// isShiftedBy reports whether the form of the two words shows that the word next is the word now, shifted by s. It
// returns false if the shift changes nothing.
func (in *Inference) isShiftedBy(s shift, now, next, guard vector.Vec) bool {
	for l := range warp.Size {
		x, y := now.At(l), next.At(l)
		half := y.Op == term.SDiv && s.op == term.AShr && y.Args[0] == x && y.Args[1].IsConst() && y.Args[1].K == 1<<s.places
		if !guard.At(l).IsFalse() && !half && s.of(in.t, x, in.t.Const(x.Bits, 1)) != y {
			return false
		}
	}
	return !now.EqualWhere(next, guard)
}

// isShifted reports whether an iteration shifts a word by s, from now to next, in the lanes of guard. Only lanes that
// take the back edge are in guard.
func (in *Inference) isShifted(s shift, now, next, guard vector.Vec) bool {
	want := vector.Map1(now, func(x *term.Term) *term.Term { return s.of(in.t, x, in.t.Const(x.Bits, 1)) })
	if next.EqualWhere(want, guard) {
		return true
	}
	if _, plausible := in.shiftOf(now, next, guard); !plausible {
		return false
	}
	unlike := vector.Build(func(l int) *term.Term {
		return in.t.And(guard.At(l), in.t.Not(in.t.Eq(want.At(l), next.At(l))))
	})
	for _, f := range unlike.Distinct() {
		if answer, _ := in.trace.Prover.Solver.Satisfiable(f); answer != smt.No {
			return false
		}
	}
	return true
}
