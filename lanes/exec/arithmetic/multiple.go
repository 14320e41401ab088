package arithmetic

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A promise or an earlier branch may show that a word is a multiple of a power of two:
//
//	__builtin_assume(n % 32 == 0);
//	if (n % blockDim.x != 0) return;
//
// In a comparison i < n with such a bound n, i may differ between the lanes of a warp only in its low bits. Then the
// result is the same for all lanes. To make this visible, n is replaced by n without its low bits, which are zero.

// asMultiples returns the operands of a comparison without the low bits that are known to be zero.
func (u *Unit) asMultiples(i *cfg.Instr, args []vector.Vec, multiples []memory.Multiple) []vector.Vec {
	if len(multiples) == 0 || !isComparison(i.Operator) {
		return args
	}
	out := slices.Clone(args)
	for n, v := range args {
		out[n] = vector.Map1(v, func(x *term.Term) *term.Term { return u.asMultiple(x, multiples) })
	}
	return out
}

func (u *Unit) asMultiple(x *term.Term, multiples []memory.Multiple) *term.Term {
	for _, m := range multiples {
		whole := u.t.BAnd(m.Word, u.t.Const(m.Word.Bits, ^(uint64(1)<<m.Zeros-1)))
		if y := u.t.Replace(x, []*term.Term{m.Word}, []*term.Term{whole}); y.Zeros > x.Zeros {
			x = y
		}
	}
	return x
}

func isComparison(op operator.Op) bool {
	return isEquality(op) || op == operator.LT || op == operator.GT || op == operator.LE || op == operator.GE
}
