package sim

import "strings"

// CUDA has SIMD functions on the two halves or the four bytes of a word, such as __vadd4 and __vmaxs2. They are
// computed part by part, with wide signed numbers.

// simdFunctions maps names to functions on the parts of words: CUDA's functions on halves and bytes, the fused
// functions (addFused), and the dot products (dotProducts).
var simdFunctions = func() map[string]integerFunction {
	table := map[string]integerFunction{}
	for suffix, p := range map[string]parts{"2": {2, 16}, "4": {4, 8}} {
		for name, f := range simdOfOne {
			table["__v"+name+suffix] = one(func(x uint64) uint64 { return p.each(name, f, x, 0, 0) })
		}
		for name, f := range simdOfTwo {
			table["__v"+name+suffix] = two(func(x, y uint64) uint64 { return p.each(name, f, x, y, 0) })
		}
		for name, f := range simdComparisons {
			table["__vcmp"+name+suffix] = two(func(x, y uint64) uint64 { return p.each(name, allBits(f), x, y, 0) })
			table["__vset"+name+suffix] = two(func(x, y uint64) uint64 { return p.each(name, f, x, y, 0) })
		}
		table["__vsads"+suffix] = two(func(x, y uint64) uint64 { return p.sum(p.each("absdiffs", distanceOf, x, y, 0)) })
		table["__vsadu"+suffix] = two(func(x, y uint64) uint64 { return p.sum(p.each("absdiffu", distanceOf, x, y, 0)) })
	}
	for kind, p := range map[string]parts{"s32": {1, 32}, "u32": {1, 32}, "s16x2": {2, 16}, "u16x2": {2, 16}} {
		p.addFused(table, kind)
	}
	for name, f := range dotProducts {
		table[name] = integerFunction{3, f}
	}
	return table
}()

// parts is a division of a word into count parts of the given bits.
type parts struct{ count, bits int }

// partFunction computes one part of the result from the corresponding parts of three words. bits is the number of bits
// of a part.
type partFunction func(x, y, z int64, bits int) int64

// each applies f to every part of the words x, y and z. name is the name of the CUDA function, which shows whether the
// parts are signed.
func (p parts) each(name string, f partFunction, x, y, z uint64) (word uint64) {
	signed := isOfSigned(name)
	for i := range p.count {
		made := f(p.part(x, i, signed), p.part(y, i, signed), p.part(z, i, signed), p.bits)
		word |= uint64(made) & (1<<p.bits - 1) << (i * p.bits)
	}
	return word
}

// isOfSigned reports whether a function works on signed parts: its name lacks the u that marks unsigned parts.
func isOfSigned(name string) bool {
	return !strings.HasSuffix(name, "u") && !strings.HasSuffix(name, "us") && name[0] != 'u'
}

func (p parts) part(word uint64, i int, signed bool) int64 {
	high := 64 - p.bits
	moved := word << (high - i*p.bits)
	if signed {
		return int64(moved) >> high
	}
	return int64(moved >> high)
}

func (p parts) sum(word uint64) (sum uint64) {
	for i := range p.count {
		sum += uint64(p.part(word, i, false))
	}
	return sum
}

// ofTwo makes a partFunction of a Go function with two operands.
func ofTwo(f func(x, y int64) int64) partFunction {
	return func(x, y, _ int64, _ int) int64 { return f(x, y) }
}

func distanceOf(x, y, _ int64, _ int) int64 { return max(x, y) - min(x, y) }

// signedPart and unsignedPart saturate a number to the range of a signed or unsigned part with the given bits.
func signedPart(x int64, bits int) int64   { return min(max(x, -1<<(bits-1)), 1<<(bits-1)-1) }
func unsignedPart(x int64, bits int) int64 { return min(max(x, 0), 1<<bits-1) }

var simdOfOne = map[string]partFunction{
	"abs":   ofTwo(func(x, _ int64) int64 { return max(x, -x) }),
	"absss": func(x, _, _ int64, bits int) int64 { return signedPart(max(x, -x), bits) },
	"neg":   ofTwo(func(x, _ int64) int64 { return -x }),
	"negss": func(x, _, _ int64, bits int) int64 { return signedPart(-x, bits) },
}

var simdOfTwo = map[string]partFunction{
	"add":      ofTwo(func(x, y int64) int64 { return x + y }),
	"addss":    func(x, y, _ int64, bits int) int64 { return signedPart(x+y, bits) },
	"addus":    func(x, y, _ int64, bits int) int64 { return unsignedPart(x+y, bits) },
	"sub":      ofTwo(func(x, y int64) int64 { return x - y }),
	"subss":    func(x, y, _ int64, bits int) int64 { return signedPart(x-y, bits) },
	"subus":    func(x, y, _ int64, bits int) int64 { return unsignedPart(x-y, bits) },
	"avgs":     ofTwo(awayFromZero),
	"avgu":     ofTwo(awayFromZero),
	"haddu":    ofTwo(func(x, y int64) int64 { return (x + y) / 2 }),
	"absdiffs": distanceOf,
	"absdiffu": distanceOf,
	"maxs":     ofTwo(func(x, y int64) int64 { return max(x, y) }),
	"maxu":     ofTwo(func(x, y int64) int64 { return max(x, y) }),
	"mins":     ofTwo(func(x, y int64) int64 { return min(x, y) }),
	"minu":     ofTwo(func(x, y int64) int64 { return min(x, y) }),
}

// awayFromZero returns the average of x and y, with halves rounded away from zero.
func awayFromZero(x, y int64) int64 {
	sum := x + y
	return sum/2 + sum%2
}

var simdComparisons = map[string]partFunction{
	"eq": ofTruth(func(x, y int64) bool { return x == y }), "ne": ofTruth(func(x, y int64) bool { return x != y }),
	"ges": ofTruth(func(x, y int64) bool { return x >= y }), "geu": ofTruth(func(x, y int64) bool { return x >= y }),
	"gts": ofTruth(func(x, y int64) bool { return x > y }), "gtu": ofTruth(func(x, y int64) bool { return x > y }),
	"les": ofTruth(func(x, y int64) bool { return x <= y }), "leu": ofTruth(func(x, y int64) bool { return x <= y }),
	"lts": ofTruth(func(x, y int64) bool { return x < y }), "ltu": ofTruth(func(x, y int64) bool { return x < y }),
}

func ofTruth(f func(x, y int64) bool) partFunction {
	return ofTwo(func(x, y int64) int64 { return int64(truth(f(x, y))) })
}

// allBits returns a function whose result has all bits set if f yields 1, and none if f yields 0.
func allBits(f partFunction) partFunction {
	return func(x, y, z int64, bits int) int64 { return -f(x, y, z, bits) }
}

// addFused adds functions on parts to table. kind is the suffix in their names that identifies the parts. The functions
// compute the minimum or maximum of three parts, or of one part and the wrapped sum of two others. Variants with relu
// replace a negative result by zero. The minimum and maximum of two parts exist only with relu.
func (p parts) addFused(table map[string]integerFunction, kind string) {
	wrapped := func(x int64) int64 { return p.part(uint64(x), 0, isOfSigned(kind)) }
	for name, f := range map[string]func(x, y, z int64) int64{
		"iaddmax_": func(x, y, z int64) int64 { return max(wrapped(x+y), z) },
		"iaddmin_": func(x, y, z int64) int64 { return min(wrapped(x+y), z) },
		"imax3_":   func(x, y, z int64) int64 { return max(x, y, z) },
		"imin3_":   func(x, y, z int64) int64 { return min(x, y, z) },
	} {
		plain := func(x, y, z int64, _ int) int64 { return f(x, y, z) }
		relu := func(x, y, z int64, _ int) int64 { return max(f(x, y, z), 0) }
		table["__v"+name+kind] = integerFunction{3, func(a []uint64) uint64 { return p.each(kind, plain, a[0], a[1], a[2]) }}
		table["__v"+name+kind+"_relu"] = integerFunction{3, func(a []uint64) uint64 { return p.each(kind, relu, a[0], a[1], a[2]) }}
	}
	most := func(x, y, _ int64, _ int) int64 { return max(x, y, 0) }
	least := func(x, y, _ int64, _ int) int64 { return max(min(x, y), 0) }
	table["__vimax_"+kind+"_relu"] = two(func(x, y uint64) uint64 { return p.each(kind, most, x, y, 0) })
	table["__vimin_"+kind+"_relu"] = two(func(x, y uint64) uint64 { return p.each(kind, least, x, y, 0) })
}

// dotProducts maps names to functions that return a sum of products plus the third word. The products are of bytes with
// bytes, or of halves with bytes.
var dotProducts = map[string]func(a []uint64) uint64{
	"__warpcheck_sdp4a":    func(a []uint64) uint64 { return products(parts{4, 8}, a, 0, true) },
	"__warpcheck_udp4a":    func(a []uint64) uint64 { return products(parts{4, 8}, a, 0, false) },
	"__warpcheck_sdp2a_lo": func(a []uint64) uint64 { return products(parts{2, 16}, a, 0, true) },
	"__warpcheck_udp2a_lo": func(a []uint64) uint64 { return products(parts{2, 16}, a, 0, false) },
	"__warpcheck_sdp2a_hi": func(a []uint64) uint64 { return products(parts{2, 16}, a, 2, true) },
	"__warpcheck_udp2a_hi": func(a []uint64) uint64 { return products(parts{2, 16}, a, 2, false) },
}

// products returns a[2] plus the sum of the products of the parts of a[0] with bytes of a[1]. firstByte is the first of
// these bytes. signed: the parts and bytes are signed numbers.
func products(p parts, a []uint64, firstByte int, signed bool) uint64 {
	sum := int64(a[2])
	for i := range p.count {
		sum += p.part(a[0], i, signed) * parts{4, 8}.part(a[1], firstByte+i, signed)
	}
	return uint64(sum)
}
