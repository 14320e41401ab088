package term

import "testing"

// both is a word as a term of x, y and i, and as a function in Go.
type both struct {
	term *Term
	of   func(x, y, i uint64) uint64
}

// TestNearMisses: forms that are simplified for some constants (a mask of low bits, a divisor that two parts have in
// common, the dividend of a remainder) have the right value for all other constants as well.
func TestNearMisses(t *testing.T) {
	tb := NewTable()
	x, y := tb.Unknown("x", 32, nil), tb.Unknown("y", 32, nil)
	i := tb.Var("i", 32, 0, 31, nil)
	vx := both{x, func(x, _, _ uint64) uint64 { return x }}
	vy := both{y, func(_, y, _ uint64) uint64 { return y }}
	vi := both{i, func(_, _, i uint64) uint64 { return i }}
	word := func(n uint64) both { return both{tb.Const(32, n), func(_, _, _ uint64) uint64 { return n }} }
	on := func(name string, a, b both) both {
		o := ofTwo[name]
		built := o.build(tb, a.term, b.term)
		if built.Bits == 0 {
			built = tb.Ite(built, tb.Const(32, 1), tb.Const(32, 0))
		}
		return both{built, func(x, y, i uint64) uint64 { return o.value(a.of(x, y, i), b.of(x, y, i)) & ones(32) }}
	}
	choice := func(c, a, b both) both { // of what is zero
		return both{tb.Ite(tb.Eq(c.term, tb.Const(32, 0)), a.term, b.term), func(x, y, i uint64) uint64 {
			if c.of(x, y, i) == 0 {
				return a.of(x, y, i)
			}
			return b.of(x, y, i)
		}}
	}
	add, sub, mul := func(a, b both) both { return on("add", a, b) }, func(a, b both) both { return on("subtract", a, b) }, func(a, b both) both { return on("multiply", a, b) }
	and, rem, div := func(a, b both) both { return on("and", a, b) }, func(a, b both) both { return on("urem", a, b) }, func(a, b both) both { return on("udiv", a, b) }
	xy, inverse := add(vx, vy), func(n uint64) both { return word(^n & ones(32)) }
	constants := []uint64{1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 31, 32, 33, 1<<31 - 1, 1 << 31, 1<<32 - 2, 1<<32 - 1}
	values := []uint64{0, 1, 2, 3, 5, 7, 8, 9, 30, 31, 32, 33, 40, 100, 1<<31 - 1, 1 << 31, 1<<32 - 3, 1<<32 - 1}
	for _, n := range constants {
		for _, m := range constants {
			c, d := word(n), word(m)
			forms := map[string]both{
				"x - (x & c)": sub(vx, and(vx, c)), "x + y - (x + y & c)": sub(xy, and(xy, c)), "x - x % c": sub(vx, rem(vx, c)),
				"x - y % c": sub(vx, rem(vy, c)), "x - d * (x % c)": sub(vx, mul(d, rem(vx, c))), "x / c * d + x % c": add(mul(div(vx, c), d), rem(vx, c)),
				"x / c * c + y % c": add(mul(div(vx, c), c), rem(vy, c)), "x / d * c + x % c": add(mul(div(vx, d), c), rem(vx, c)),
				"(x & c) == 0 ? x : y": choice(and(vx, c), vx, vy), "x % c == 0 ? x : y": choice(rem(vx, c), vx, vy), "y % c == 0 ? x : y": choice(rem(vy, c), vx, vy),
				"x / c == 0 ? x : y": choice(div(vx, c), vx, vy), "x >> c == 0 ? x : y": choice(on("lshr", vx, c), vx, vy), "(x & c) == d ? x : y": choice(sub(and(vx, c), d), vx, vy),
				"x & c & d": and(and(vx, c), d), "d * x + i & c": and(add(mul(vx, d), vi), c), "d * x + i & ~c": and(add(mul(vx, d), vi), inverse(n)),
				"x + d & ~c": and(add(vx, d), inverse(n)), "(x ? 5 : 9) & c": and(choice(vx, word(5), word(9)), c), "d * x == c": on("eq", mul(vx, d), c),
				"d * i == c": on("eq", mul(vi, d), c), "x + d == y + c": on("eq", add(vx, d), add(vy, c)), "(x & c) == d": on("eq", and(vx, c), d), "i + c < d": on("ult", add(vi, c), d),
				"x + c < d": on("ult", add(vx, c), d), "signed i - c < d": on("slt", sub(vi, c), d), "x / c / d": div(div(vx, c), d), "x % c % d": rem(rem(vx, c), d),
				"(d * i + x) / c": div(add(mul(vi, d), vx), c), "d * i / c": div(mul(vi, d), c), "d * i % c": rem(mul(vi, d), c), "i / c < d": on("ult", div(vi, c), d),
				"x << i": on("shl", vx, vi), "c << i": on("shl", c, vi), "c >> i": on("lshr", c, vi), "signed c >> i": on("ashr", c, vi), "signed x / c": on("sdiv", vx, c), "signed x % c": on("srem", vx, c),
				"signed (i - c) % d": on("srem", sub(vi, c), d), "signed (i - c) / d": on("sdiv", sub(vi, c), d), "x ^ c ^ d": on("xor", on("xor", vx, c), d), "(x | c) & d": and(on("or", vx, c), d),
				"(c << i) & d": and(on("shl", c, vi), d), "c << i == d": on("eq", on("shl", c, vi), d), "x >> c == d": on("eq", on("lshr", vx, c), d), "c - i & d": and(sub(c, vi), d),
			}
			for name := range ofTwo {
				forms["x "+name+" y + c"] = on(name, vx, add(vy, c))
				forms["x + c "+name+" y + d"] = on(name, add(vx, c), add(vy, d))
				forms["d "+name+" x + c"] = on(name, d, add(vx, c))
				forms["x + c "+name+" d"] = on(name, add(vx, c), d)
				forms["i + c "+name+" d * i"] = on(name, add(vi, c), mul(d, vi))
			}
			for about, b := range forms {
				for at, v := range values {
					w, lane := values[(at*7+3)%len(values)], uint64(at*5%32)
					got, want := NewEvaluator(Model{x: v, y: w, i: lane}).Value(b.term), b.of(v, w, lane)
					if got != want {
						t.Fatalf("%s with c = %#x, d = %#x, x = %#x, y = %#x, i = %d: %v is %#x and not %#x", about, n, m, v, w, lane, b.term, got, want)
					}
				}
			}
		}
	}
}
