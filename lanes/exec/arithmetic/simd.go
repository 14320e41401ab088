package arithmetic

import (
	"strings"

	"github.com/warpcheck/warpcheck/lanes/term"
)

// A SIMD function of CUDA works on the two halves or the four bytes of a word. It applies a function of narrower
// words to each part, and joins the results.

// partFunction computes one part of the result from the parts x, y and z of the operands.
type partFunction func(t *term.Table, x, y, z *term.Term) *term.Term

// simdFunctions holds the functions of halves and bytes by name.
var simdFunctions = func() map[string]integerFunction {
	table := map[string]integerFunction{}
	for suffix, bits := range map[string]int{"2": 16, "4": 8} {
		for name, f := range simdParts {
			table["__v"+name+suffix] = onParts(bits, argumentsOf(name), f)
		}
		for name, holds := range simdComparisons {
			table["__vset"+name+suffix] = onParts(bits, 2, asPart(holds, 1))
			table["__vcmp"+name+suffix] = onParts(bits, 2, asPart(holds, ^uint64(0)))
		}
		table["__vsads"+suffix] = summed(table["__vabsdiffs"+suffix], bits)
		table["__vsadu"+suffix] = summed(table["__vabsdiffu"+suffix], bits)
	}
	for kind, bits := range map[string]int{"s32": 32, "u32": 32, "s16x2": 16, "u16x2": 16} {
		addFused(table, kind, bits)
	}
	for name, signed := range map[string]bool{"__warpcheck_sdp": true, "__warpcheck_udp": false} {
		table[name+"4a"] = dotProduct(8, 0, signed)
		table[name+"2a_lo"] = dotProduct(16, 0, signed)
		table[name+"2a_hi"] = dotProduct(16, 2, signed)
	}
	return table
}()

// argumentsOf returns the number of words that a function takes.
func argumentsOf(name string) int {
	if strings.HasPrefix(name, "abs") && !strings.HasPrefix(name, "absdiff") || strings.HasPrefix(name, "neg") {
		return 1
	}
	return 2
}

// onParts returns the function that applies f to each part of its words; bits is the width of a part.
func onParts(bits, args int, f partFunction) integerFunction {
	return integerFunction{args, func(t *term.Table, a []*term.Term) *term.Term {
		a = append(a, a[0], a[0]) // f ignores the operands that it does not have
		word := t.Const(32, 0)
		for at := 0; at < 32; at += bits {
			made := f(t, partAt(t, a[0], at, bits), partAt(t, a[1], at, bits), partAt(t, a[2], at, bits))
			word = t.Add(word, t.Mul(t.Resize(made, 32, false), t.Const(32, 1<<at)))
		}
		return word
	}}
}

// partAt returns the part of a word that begins at the given bit and is bits wide.
func partAt(t *term.Table, x *term.Term, bit, bits int) *term.Term {
	return t.Resize(t.LShr(x, t.Const(32, uint64(bit))), bits, false)
}

// summed returns the function that adds up the parts of f's result.
func summed(f integerFunction, bits int) integerFunction {
	return integerFunction{f.args, func(t *term.Table, a []*term.Term) *term.Term {
		word, sum := f.eval(t, a), t.Const(32, 0)
		for at := 0; at < 32; at += bits {
			sum = t.Add(sum, t.ZExt(partAt(t, word, at, bits), 32))
		}
		return sum
	}}
}

// dotProduct returns the function that multiplies each part of its first word with a byte of its second word, and adds
// the products to its third word. A part has the given bits. firstByte is the first of the bytes. signed reports
// whether the parts and bytes have signs.
func dotProduct(bits, firstByte int, signed bool) integerFunction {
	return integerFunction{3, func(t *term.Table, a []*term.Term) *term.Term {
		sum := a[2]
		for i := range 32 / bits {
			x := t.Resize(partAt(t, a[0], i*bits, bits), 32, signed)
			y := t.Resize(partAt(t, a[1], (firstByte+i)*8, 8), 32, signed)
			sum = t.Add(sum, t.Mul(x, y))
		}
		return sum
	}}
}

// wide widens a part by two bits, with its sign if signed is set, so that the sum of two parts fits.
func wide(t *term.Table, x *term.Term, signed bool) *term.Term { return t.Resize(x, x.Bits+2, signed) }

// asPart returns the function whose result is word if holds is true of the arguments, and zero otherwise.
func asPart(holds partFunction, word uint64) partFunction {
	return func(t *term.Table, x, y, z *term.Term) *term.Term {
		return t.Ite(holds(t, x, y, z), t.Const(x.Bits, word), t.Const(x.Bits, 0))
	}
}

// clamp limits a widened number to the range from least to limit, and then narrows it to the given bits.
func clamp(t *term.Table, x *term.Term, least, limit int64, bits int) *term.Term {
	low, high := t.Const(x.Bits, uint64(least)), t.Const(x.Bits, uint64(limit))
	return t.Resize(t.Ite(t.SLt(x, low), low, t.Ite(t.SLt(high, x), high, x)), bits, false)
}

// saturated returns the function that clamps the result of op, a sum or a difference, to the range of the parts, which
// have signs if signed is set.
func saturated(op func(t *term.Table, x, y *term.Term) *term.Term, signed bool) partFunction {
	return func(t *term.Table, x, y, _ *term.Term) *term.Term {
		least, most := int64(0), int64(1)<<x.Bits-1
		if signed {
			least, most = -1<<(x.Bits-1), 1<<(x.Bits-1)-1
		}
		return clamp(t, op(t, wide(t, x, signed), wide(t, y, signed)), least, most, x.Bits)
	}
}

// chosen returns the function that selects x if holds is true of x and y, else y.
func chosen(holds partFunction) partFunction {
	return func(t *term.Table, x, y, z *term.Term) *term.Term { return t.Ite(holds(t, x, y, z), x, y) }
}

func signedBelow(t *term.Table, x, y, _ *term.Term) *term.Term   { return t.SLt(x, y) }
func unsignedBelow(t *term.Table, x, y, _ *term.Term) *term.Term { return t.ULt(x, y) }
func sameParts(t *term.Table, x, y, _ *term.Term) *term.Term     { return t.Eq(x, y) }

// swapped returns f with its first two operands exchanged.
func swapped(f partFunction) partFunction {
	return func(t *term.Table, x, y, z *term.Term) *term.Term { return f(t, y, x, z) }
}

func inverted(f partFunction) partFunction {
	return func(t *term.Table, x, y, z *term.Term) *term.Term { return t.Not(f(t, x, y, z)) }
}

var simdComparisons = map[string]partFunction{
	"eq": sameParts, "ne": inverted(sameParts),
	"lts": signedBelow, "ltu": unsignedBelow,
	"gts": swapped(signedBelow), "gtu": swapped(unsignedBelow),
	"ges": inverted(signedBelow), "geu": inverted(unsignedBelow),
	"les": inverted(swapped(signedBelow)), "leu": inverted(swapped(unsignedBelow)),
}

// simdParts maps the names of functions of one or two operands to their computation on a part.
var simdParts = map[string]partFunction{
	"add":   func(t *term.Table, x, y, _ *term.Term) *term.Term { return t.Add(x, y) },
	"sub":   func(t *term.Table, x, y, _ *term.Term) *term.Term { return t.Sub(x, y) },
	"addss": saturated((*term.Table).Add, true),
	"addus": saturated((*term.Table).Add, false),
	"subss": saturated((*term.Table).Sub, true),
	"subus": saturated((*term.Table).Sub, false),
	"neg":   func(t *term.Table, x, _, _ *term.Term) *term.Term { return t.Neg(x) },
	"negss": func(t *term.Table, x, _, z *term.Term) *term.Term { return negatedPart(t, x) },
	"abs":   func(t *term.Table, x, _, _ *term.Term) *term.Term { return t.Ite(t.Bit(x, x.Bits-1), t.Neg(x), x) },
	"absss": func(t *term.Table, x, _, _ *term.Term) *term.Term {
		return t.Ite(t.Bit(x, x.Bits-1), negatedPart(t, x), x)
	},
	"maxs":     chosen(swapped(signedBelow)),
	"maxu":     chosen(swapped(unsignedBelow)),
	"mins":     chosen(signedBelow),
	"minu":     chosen(unsignedBelow),
	"absdiffs": differenceBy(signedBelow),
	"absdiffu": differenceBy(unsignedBelow),
	"haddu":    averageOf(false, func(t *term.Table, sum *term.Term) *term.Term { return sum }),
	"avgu":     averageOf(false, func(t *term.Table, sum *term.Term) *term.Term { return t.AddConst(sum, 1) }),
	// avgs rounds halves away from zero
	"avgs": averageOf(true, func(t *term.Table, sum *term.Term) *term.Term {
		return t.Ite(t.Bit(sum, sum.Bits-1), sum, t.AddConst(sum, 1))
	}),
}

// negatedPart returns -x. For the least number, whose negative does not fit, it returns the largest one.
func negatedPart(t *term.Table, x *term.Term) *term.Term {
	least := t.Const(x.Bits, 1<<(x.Bits-1))
	return t.Ite(t.Eq(x, least), t.Const(x.Bits, 1<<(x.Bits-1)-1), t.Neg(x))
}

func differenceBy(isBelow partFunction) partFunction {
	return func(t *term.Table, x, y, z *term.Term) *term.Term {
		return t.Ite(isBelow(t, x, y, z), t.Sub(y, x), t.Sub(x, y))
	}
}

// averageOf returns the function that computes `corrected(x + y) / 2`, rounded down. signed reports whether x and y
// have signs.
func averageOf(signed bool, corrected func(t *term.Table, sum *term.Term) *term.Term) partFunction {
	return func(t *term.Table, x, y, _ *term.Term) *term.Term {
		sum := corrected(t, t.Add(wide(t, x, signed), wide(t, y, signed)))
		return t.Resize(t.AShr(sum, t.Const(sum.Bits, 1)), x.Bits, false)
	}
}

// addFused adds to the table functions that combine three numbers: the minimum or maximum of all three, or of a sum
// of two and the third. Functions with relu in their names replace a negative result by zero.
func addFused(table map[string]integerFunction, kind string, bits int) {
	isBelow := signedBelow
	if kind[0] == 'u' {
		isBelow = unsignedBelow
	}
	least, most := chosen(isBelow), chosen(swapped(isBelow))
	for name, choose := range map[string]partFunction{"min": least, "max": most} {
		for form, f := range map[string]partFunction{
			"iadd" + name + "_": func(t *term.Table, x, y, z *term.Term) *term.Term { return choose(t, t.Add(x, y), z, nil) },
			"i" + name + "3_":   func(t *term.Table, x, y, z *term.Term) *term.Term { return choose(t, choose(t, x, y, nil), z, nil) },
		} {
			table["__v"+form+kind] = onParts(bits, 3, f)
			table["__v"+form+kind+"_relu"] = onParts(bits, 3, orZero(f))
		}
		table["__vi"+name+"_"+kind+"_relu"] = onParts(bits, 2, orZero(choose))
	}
}

// orZero returns the function that replaces a negative result of f by zero.
func orZero(f partFunction) partFunction {
	return func(t *term.Table, x, y, z *term.Term) *term.Term {
		made := f(t, x, y, z)
		return t.Ite(t.Bit(made, made.Bits-1), t.Const(made.Bits, 0), made)
	}
}
