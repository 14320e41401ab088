package sim

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// pure computes a function of operands of lane l. If it does not know the function, the result is supposed. But the run
// becomes Unknown if the input neither supposes values nor asks for effects.
func (m *machine) pure(f *frame, instr *cfg.Instr, l int) uint64 {
	args := make([]uint64, len(instr.Args))
	for i, a := range instr.Args {
		args[i] = f.word(a, l)
	}
	if fn, ok := integerFunctions[instr.Text]; ok && len(args) >= fn.args && !isAggregate(instr.Args[0].Type) {
		return fn.eval(args)
	}
	for _, table := range []map[string]integerFunction{smallFunctions, simdFunctions} {
		if fn, ok := table[instr.Text]; ok && len(args) >= fn.args {
			return fn.eval(args)
		}
	}
	if instr.Text == "__byte_perm" && len(args) == 3 {
		return m.permute(args)
	}
	name := strings.TrimPrefix(strings.TrimPrefix(instr.Text, "std::"), "__")
	if w, ok := m.calculator.floating(instr, name, args); ok {
		return w
	}
	if m.in.Supposed == nil && !m.asksForEffects() {
		m.unknown("the function " + instr.Text)
		return 0
	}
	return m.supposeOf(f, instr, l)
}

// integerFunction is a function of words in canonical form. args is the number of words.
type integerFunction struct {
	args int
	eval func(a []uint64) uint64
}

// one and two make an integerFunction of a Go function with one or two operands.
func one(eval func(x uint64) uint64) integerFunction {
	return integerFunction{1, func(a []uint64) uint64 { return eval(a[0]) }}
}

func two(eval func(x, y uint64) uint64) integerFunction {
	return integerFunction{2, func(a []uint64) uint64 { return eval(a[0], a[1]) }}
}

// permute executes __byte_perm, which picks four of the eight bytes of two words. a[2] holds a selector of four bits
// for each picked byte. The fourth bit of a selector has a meaning only in PTX. If it is set, the run becomes Unknown.
func (m *machine) permute(a []uint64) uint64 {
	if a[2]&0x8888 != 0 {
		m.unknown("a byte selector above 7")
	}
	var bytes [8]byte
	binary.LittleEndian.PutUint64(bytes[:], a[1]<<32|a[0]&math.MaxUint32)
	word := uint64(0)
	for i := range 4 {
		word |= uint64(bytes[a[2]>>(4*i)&7]) << (8 * i)
	}
	return word
}

func mulHigh(x, y uint64) uint64 { return x * y >> 32 }

// mulHighSigned returns the upper 64 bits of a signed product.
func mulHighSigned(x, y uint64) uint64 {
	high, _ := bits.Mul64(x, y)
	if int64(x) < 0 {
		high -= y
	}
	if int64(y) < 0 {
		high -= x
	}
	return high
}

// signBits returns how many bits directly below the sign bit equal it.
func signBits(x uint64) uint64 {
	return uint64(bits.LeadingZeros64(x^uint64(int64(x)>>63))) - 1
}

// sad returns the absolute difference of the first two words, plus the third.
func sad(a []uint64) uint64 {
	if int64(a[0]) < int64(a[1]) { // the signed comparison is right for unsigned words too, because all words are in canonical form
		return a[1] - a[0] + a[2]
	}
	return a[0] - a[1] + a[2]
}

// average returns the average of x and y, rounded down. averageUp rounds up.
func average(x, y uint64) uint64 { return uint64((int64(x) + int64(y)) >> 1) }

func averageUp(x, y uint64) uint64 { return uint64((int64(x) + int64(y) + 1) >> 1) }

// funnelLeft and funnelRight shift a 64-bit word by up to 32 bits. a[0] is its low word, a[1] its high word. funnelLeft
// returns the high word of the result, funnelRight the low word.
func funnelLeft(a []uint64, bits uint64) uint64 {
	return (a[1]<<32 | a[0]&math.MaxUint32) << bits >> 32
}

func funnelRight(a []uint64, bits uint64) uint64 {
	return (a[1]<<32 | a[0]&math.MaxUint32) >> bits
}

func sameBits(x uint64) uint64 { return x }

var integerFunctions = map[string]integerFunction{
	"__popc":                 one(func(x uint64) uint64 { return uint64(bits.OnesCount32(uint32(x))) }),
	"__popcll":               one(func(x uint64) uint64 { return uint64(bits.OnesCount64(x)) }),
	"__ffs":                  one(func(x uint64) uint64 { return firstSet(uint64(uint32(x))) }),
	"__ffsll":                one(firstSet),
	"__clz":                  one(func(x uint64) uint64 { return uint64(bits.LeadingZeros32(uint32(x))) }),
	"__clzll":                one(func(x uint64) uint64 { return uint64(bits.LeadingZeros64(x)) }),
	"__brev":                 one(func(x uint64) uint64 { return uint64(bits.Reverse32(uint32(x))) }),
	"__brevll":               one(bits.Reverse64),
	"__builtin_ctz":          one(func(x uint64) uint64 { return uint64(bits.TrailingZeros64(x)) }),
	"__builtin_ctzll":        one(func(x uint64) uint64 { return uint64(bits.TrailingZeros64(x)) }),
	"__umulhi":               two(mulHigh),
	"__mulhi":                two(mulHigh),
	"__umul64hi":             two(func(x, y uint64) uint64 { high, _ := bits.Mul64(x, y); return high }),
	"__mul64hi":              two(mulHighSigned),
	"__builtin_bswap16":      one(func(x uint64) uint64 { return uint64(bits.ReverseBytes16(uint16(x))) }),
	"__builtin_bswap32":      one(func(x uint64) uint64 { return uint64(bits.ReverseBytes32(uint32(x))) }),
	"__builtin_bswap64":      one(bits.ReverseBytes64),
	"__builtin_parity":       one(func(x uint64) uint64 { return uint64(bits.OnesCount32(uint32(x)) & 1) }),
	"__builtin_parityll":     one(func(x uint64) uint64 { return uint64(bits.OnesCount64(x) & 1) }),
	"__builtin_clrsb":        one(func(x uint64) uint64 { return uint64(bits.LeadingZeros32(uint32(int32(x)^int32(x)>>31)) - 1) }),
	"__builtin_clrsbll":      one(signBits),
	"__mul24":                two(func(x, y uint64) uint64 { return uint64(low24(x) * low24(y)) }),
	"__umul24":               two(func(x, y uint64) uint64 { return x & 0xffffff * (y & 0xffffff) }),
	"__warpcheck_pack_lanes": two(packLanes),
	"__fns": {3, func(a []uint64) uint64 {
		return findNth(uint32(a[0]), int(uint32(a[1])), int(int32(a[2])))
	}},
	"__sad": {3, sad}, "__usad": {3, sad},
	"__hadd": two(average), "__uhadd": two(average),
	"__rhadd": two(averageUp), "__urhadd": two(averageUp),
	"__funnelshift_l":  {3, func(a []uint64) uint64 { return funnelLeft(a, a[2]&31) }},
	"__funnelshift_r":  {3, func(a []uint64) uint64 { return funnelRight(a, a[2]&31) }},
	"__funnelshift_lc": {3, func(a []uint64) uint64 { return funnelLeft(a, min(a[2], 32)) }},
	"__funnelshift_rc": {3, func(a []uint64) uint64 { return funnelRight(a, min(a[2], 32)) }},

	"__float_as_int":       one(sameBits),
	"__float_as_uint":      one(sameBits),
	"__int_as_float":       one(sameBits),
	"__uint_as_float":      one(sameBits),
	"__double2hiint":       one(func(x uint64) uint64 { return x >> 32 }),
	"__double2loint":       one(sameBits),
	"__hiloint2double":     two(func(x, y uint64) uint64 { return x<<32 | y&math.MaxUint32 }),
	"__double_as_longlong": one(sameBits),
	"__longlong_as_double": one(sameBits),
}

func firstSet(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return uint64(bits.TrailingZeros64(x)) + 1
}

// packLanes picks the bits of lanes at the positions that are set in mask, and packs them at the low end: mask 0b1010
// and lanes 0b1000 give 0b10.
func packLanes(mask, lanes uint64) (packed uint64) {
	for rank := 0; mask != 0; rank++ {
		packed |= lanes >> bits.TrailingZeros64(mask) & 1 << rank
		mask &= mask - 1
	}
	return packed
}

func low24(x uint64) int64 { return int64(x<<40) >> 40 }

// findNth computes __fns: the position of the offset-th set bit of mask, counted from base. It counts upwards for a
// positive offset and downwards for a negative one. For offset 0 the position is base itself, if bit base is set. The
// result is 0xffffffff if no bit fits.
func findNth(mask uint32, base, offset int) uint64 {
	step := 1
	if offset < 0 {
		step = -1
	}
	if offset == 0 {
		offset = 1
		mask &= 1 << base
	}
	for at := base; at >= 0 && at < warp.Size; at += step {
		if mask>>at&1 == 0 {
			continue
		}
		if offset -= step; offset == 0 {
			return uint64(at)
		}
	}
	return math.MaxUint32
}

// integerMinMax computes min, max and abs of integers of type t. It returns false for other functions.
func integerMinMax(name string, t *types.Type, a []uint64) (uint64, bool) {
	switch name {
	case "abs", "labs", "llabs":
		if t.Signed && int64(a[0]) < 0 {
			return -a[0], true
		}
		return a[0], true
	}
	if len(a) < 2 {
		return 0, false
	}
	less := a[0] < a[1]
	if t.Signed {
		less = int64(a[0]) < int64(a[1])
	}
	switch strings.TrimLeft(name, "ul") {
	case "min":
		if less {
			return a[0], true
		}
		return a[1], true
	case "max":
		if less {
			return a[1], true
		}
		return a[0], true
	}
	return 0, false
}
