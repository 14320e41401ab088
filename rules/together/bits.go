package together

import (
	mathbits "math/bits"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// wordBits is the number of bits of a word that are tracked.
const wordBits = 64

// laneBits is the number of bits of a lane's number.
const laneBits = 5

// bits holds what is known about the bits of a word in each lane. This is known no matter which lanes run together. The
// zero value states that no bit is known.
type bits struct {
	// ones has the bits set that are known to be 1. zeros has those set that are known to be 0.
	ones, zeros uint64
	// lane is the number of lowest bits that are known to equal those of the lane's number.
	lane int
}

func constant(x int64) bits { return bits{ones: uint64(x), zeros: ^uint64(x)} }

// join returns what is known about a word that has either the bits b or the bits c.
func (b bits) join(c bits) bits {
	return bits{ones: b.ones & c.ones, zeros: b.zeros & c.zeros, lane: min(b.lane, c.lane)}
}

// known returns the bits that are known to be 1, as a number. The second result reports whether the lowest size bits
// are all known.
func (b bits) known(size int) (int64, bool) {
	all := lowest(size)
	return int64(b.ones), (b.ones|b.zeros)&all == all
}

func lowest(size int) uint64 {
	if size >= wordBits {
		return ^uint64(0)
	}
	return 1<<max(size, 0) - 1
}

// factor returns the largest n for which the word is known to be a multiple of 2^n.
func (b bits) factor() int { return mathbits.TrailingZeros64(^b.zeros) }

// converted returns what is known about the word after a conversion between integer types. It keeps the bits of type
// from, and adds the higher bits that sign extension or zero extension gives.
func (b bits) converted(from, to *types.Type) bits {
	if !isWord(from) || !isWord(to) {
		return bits{}
	}
	low, sign := lowest(from.Bits), uint64(1)<<max(from.Bits-1, 0)
	b.ones, b.zeros = b.ones&low, b.zeros&low
	switch {
	case !from.Signed || b.zeros&sign != 0:
		b.zeros |= ^low
	case b.ones&sign != 0:
		b.ones |= ^low
	}
	b.lane = min(b.lane, to.Bits)
	return b
}

// as returns the known bits of the word as a value of type t. The bits of t decide all higher bits of the value.
func (b bits) as(t *types.Type) bits { return b.converted(t, t) }

func isWord(t *types.Type) bool { return t != nil && t.Kind == types.Int && t.Bits > 0 }

// binaryBits returns what is known of the result of instr, an operator with the operands x and y.
func binaryBits(instr *cfg.Instr, x, y bits) bits {
	if instr.Type == nil || !isWord(instr.Type) {
		return bits{}
	}
	switch instr.Operator {
	case operator.And:
		return bits{x.ones & y.ones, x.zeros | y.zeros, max(keptLane(x, y, y.ones), keptLane(y, x, x.ones))}
	case operator.Or:
		return bits{x.ones | y.ones, x.zeros & y.zeros, max(keptLane(x, y, y.zeros), keptLane(y, x, x.zeros))}
	case operator.Xor:
		return bits{x.ones&y.zeros | x.zeros&y.ones, x.ones&y.ones | x.zeros&y.zeros,
			max(keptLane(x, y, y.zeros), keptLane(y, x, x.zeros))}
	}
	return arithmeticBits(instr.Operator, x, y)
}

// keptLane returns the number of lowest bits of an operation's result that equal the bits of the lane's number. The
// operation keeps a bit of x if the same bit of neutral is 1.
func keptLane(x, y bits, neutral uint64) int { return min(x.lane, mathbits.TrailingZeros64(^neutral)) }

func arithmeticBits(op operator.Op, x, y bits) bits {
	n, isKnown := y.known(wordBits)
	low := func(size int) bits { return bits{zeros: lowest(size)} }
	switch {
	case op == operator.Add:
		b := low(min(x.factor(), y.factor()))
		b.lane = max(min(x.lane, y.factor()), min(y.lane, x.factor()))
		return b.folded(x, y, func(x, y int64) int64 { return x + y })
	case op == operator.Sub:
		b := low(min(x.factor(), y.factor()))
		b.lane = min(x.lane, y.factor())
		return b.folded(x, y, func(x, y int64) int64 { return x - y })
	case op == operator.Mul:
		return low(min(x.factor()+y.factor(), wordBits)).folded(x, y, func(x, y int64) int64 { return x * y })
	case !isKnown || n < 0:
	case op == operator.Rem:
		return bits{lane: min(x.lane, y.factor())}
	case op == operator.Shl && n < wordBits:
		return bits{ones: x.ones << n, zeros: x.zeros<<n | lowest(int(n))}
	case op == operator.Shr && n < wordBits && x.zeros>>(wordBits-1) != 0:
		return bits{ones: x.ones >> n, zeros: x.zeros>>n | ^lowest(wordBits-int(n))}
	}
	return bits{}
}

// folded returns b, or the constant compute(x, y) if both operands are known.
func (b bits) folded(x, y bits, compute func(x, y int64) int64) bits {
	m, isM := x.known(wordBits)
	n, isN := y.known(wordBits)
	if isM && isN {
		return constant(compute(m, n))
	}
	return b
}

// specialBits returns what is known about the bits of a register. It assumes that blocks consist of whole warps.
func specialBits(register cfg.SpecialReg) bits {
	switch register {
	case cfg.TidX, cfg.LaneID:
		return bits{lane: laneBits}
	case cfg.NTidX:
		return bits{zeros: lowest(laneBits)}
	}
	return bits{}
}
