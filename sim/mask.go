package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/warp"
)

// Some programs compute a remainder by x & (n - 1), and so expect n to be a power of two. For another n the mask has
// gaps, and a run with such an argument shows nothing about the program:
//
//	at = t & (size - 1);      size is a power of two
//	rest = x & (x - 1);       x is any number: this clears a bit

// noteMask sets isOdd if an instruction computes a mask from a number that is not a power of two.
func (u *unwritten) noteMask(f *frame, in *cfg.Instr, lanes warp.Lanes) {
	if in.Op != cfg.Binary || in.Operator != operator.And {
		return
	}
	for i, arg := range in.Args {
		n := maskedBy(arg)
		if n == nil || isSameValue(n, in.Args[1-i].Unconverted()) {
			continue
		}
		for l := range lanesOf(lanes) {
			word := f.word(n, l)
			u.isOdd = u.isOdd || word&(word-1) != 0
		}
	}
}

// maskedBy returns n if mask has the form n - 1 or ~(n - 1), else nil.
func maskedBy(mask *cfg.Instr) *cfg.Instr {
	mask = mask.Unconverted()
	if mask.Op == cfg.Unary && mask.Operator == operator.BNot {
		mask = mask.Args[0].Unconverted()
	}
	if mask.Op == cfg.Binary && mask.Operator == operator.Sub && isOne(mask.Args[1].Unconverted()) {
		return mask.Args[0].Unconverted()
	}
	return nil
}

func isOne(v *cfg.Instr) bool { return v.Op == cfg.Const && v.Int == 1 }

// isSameValue reports whether two values are the same instruction, or loads of the same variable.
func isSameValue(a, b *cfg.Instr) bool {
	return a == b || a.Op == cfg.Load && b.Op == cfg.Load && a.Args[0].Op == cfg.Addr && b.Args[0].Op == cfg.Addr && a.Args[0].Object == b.Args[0].Object
}
