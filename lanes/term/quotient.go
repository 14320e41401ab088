package term

// below is a pair of words. The first word is less than the second.
type below struct{ x, y *Term }

// KnowBelow records that x is less than y, for all uses of the terms of the table. For example, threadIdx.x is less
// than blockDim.x. Then x / y is 0 and x % y is x.
func (t *Table) KnowBelow(x, y *Term) { t.below[below{x, y}] = true }

func (t *Table) isBelow(x, y *Term) bool { return x.Hi < y.Lo || t.below[below{x, y}] }

// divided returns x / y and x % y in a simpler form for an unknown y. Both are nil if no simpler form is known, or if y
// may be 0 and is not known to be greater than x:
//
//	(32*w + 7) / (32*n) = w / n         what is below the lowest bit of the divisor makes no difference
//	(w + n*b) / n       = w / n + b     where the sum does not wrap around
func (t *Table) divided(x, y *Term) (quotient, rest *Term) {
	switch {
	case t.isBelow(x, y):
		return t.Const(x.Bits, 0), x
	case y.Lo == 0: // y may be 0
		return nil, nil
	}
	if s := y.Zeros; s > 0 {
		quotient, rest = t.divided(t.lshrConst(x, uint64(s)), t.lshrConst(y, uint64(s)))
		if quotient == nil {
			return nil, nil
		}
		low := t.BAnd(x, t.Const(x.Bits, ones(s)))
		return quotient, t.linear(x.Bits, 0, []scaled{{1 << s, rest}, {1, low}})
	}
	times, left := t.timesOf(x, y)
	if times == nil {
		return nil, nil
	}
	if quotient, rest = t.divided(left, y); quotient == nil {
		return nil, nil
	}
	return t.linear(x.Bits, 0, []scaled{{1, quotient}, {1, times}}), rest
}

// timesOf splits a sum that does not wrap around into y*times + rest. It returns nil if the sum has no multiple of y.
func (t *Table) timesOf(x, y *Term) (times, rest *Term) {
	if x.Op != Add || x.Hi == ones(x.Bits) || Signed(x.K, x.Bits) < 0 {
		return nil, nil
	}
	var multiples, others []scaled
	for i, a := range x.Args {
		c := x.Coefs[i]
		switch {
		case Signed(c, x.Bits) < 0:
			return nil, nil
		case a == y:
			multiples = append(multiples, scaled{c, t.Const(x.Bits, 1)})
		case a.Op == Mul && a.Args[0] == y:
			multiples = append(multiples, scaled{c, a.Args[1]})
		case a.Op == Mul && a.Args[1] == y:
			multiples = append(multiples, scaled{c, a.Args[0]})
		default:
			others = append(others, scaled{c, a})
		}
	}
	if multiples == nil {
		return nil, nil
	}
	return t.linear(x.Bits, 0, multiples), t.linear(x.Bits, x.K, others)
}
