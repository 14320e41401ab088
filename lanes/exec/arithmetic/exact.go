package arithmetic

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// noteExact records that the sum of a signed operation does not wrap around: signed overflow is undefined behaviour.
func (u *Unit) noteExact(op operator.Op, result vector.Vec) {
	if op != operator.Add && op != operator.Sub && op != operator.Mul {
		return
	}
	vector.Map1(result, func(x *term.Term) *term.Term {
		if x.Op == term.Add {
			u.trace.Exact[x] = true
		}
		return x
	})
}

// constantAside moves a small constant from a signed sum to the index that is compared with it: i < n - 1 becomes i + 1
// < n. The comparisons are equal because neither n - 1 nor i + 1 wraps around. If n - 1 could wrap around, it would be
// the largest number for the least n, and i < n - 1 would be true.
func (u *Unit) constantAside(x, y *term.Term) (_, _ *term.Term) {
	if rest := u.besidesConstant(y); rest != nil {
		if moved := u.t.AddConst(x, -y.K); u.isWhole(x) && u.isWhole(moved) {
			return moved, rest
		}
	}
	if rest := u.besidesConstant(x); rest != nil {
		if moved := u.t.AddConst(y, -x.K); u.isWhole(y) && u.isWhole(moved) {
			return rest, moved
		}
	}
	return x, y
}

// besidesConstant returns the sum x without its constant. It returns nil if x has no constant or a large one, if x is
// an index (prove.Prover.IsIndex), or if x or the rest may wrap around.
func (u *Unit) besidesConstant(x *term.Term) *term.Term {
	k := prove.SignedConstant(x)
	if k == 0 || k <= -prove.MaxIndex || k >= prove.MaxIndex || !u.trace.Exact[x] || u.prover.IsIndex(x) {
		return nil
	}
	rest := u.t.AddConst(x, -x.K)
	if rest.Op == term.Add && !u.trace.Exact[rest] {
		return nil
	}
	return rest
}

// resize returns x with the given number of bits, widened with its sign if signed is set. A signed sum of a word and a
// small constant is widened summand by summand.
func (u *Unit) resize(x *term.Term, bits int, signed bool) *term.Term {
	rest := u.besidesConstant(x)
	if rest == nil || !signed || bits <= x.Bits {
		return u.t.Resize(x, bits, signed)
	}
	sum := u.t.AddConst(u.resize(rest, bits, signed), uint64(prove.SignedConstant(x)))
	u.noteExact(operator.Add, vector.Uniform(sum))
	return sum
}

// isWhole reports whether x is an index (prove.Prover.IsIndex) or a small constant.
func (u *Unit) isWhole(x *term.Term) bool {
	if x.IsConst() {
		k := term.Signed(x.K, x.Bits)
		return -prove.MaxIndex < k && k < prove.MaxIndex
	}
	return u.prover.IsIndex(x)
}
