package taint

import (
	"fmt"
	"hash/fnv"
	"math"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// twin rewrites each term to its values in two runs that have the same input but may have different undefined values.
type twin struct {
	a   *Taint
	t   *term.Table
	dep *dependence
	// values holds the values of the undefined words in the two runs. It is nil if the values are arbitrary.
	values *pair
	// isFree reports whether x may have any value, because it is used only together with undefined values (freeMemory).
	isFree func(*term.Term) bool
	known  map[*term.Term][2]*term.Term
	// lasting maps an unknown that the loop around the collective carries to the condition under which its two values
	// differ after the loop. facts lists formulas that hold about unknowns of the two runs.
	lasting map[*term.Term]*term.Term
	facts   []*term.Term
	// number distinguishes twins in one formula: each has its own unknowns for values that are not computed.
	number int
	// keeps reports whether undefined words have the same value in both runs.
	keeps bool
}

func (a *Taint) newTwin(values *pair, isFree func(*term.Term) bool) *twin {
	return &twin{a: a, t: a.t, dep: a.dep, values: values, isFree: isFree, known: map[*term.Term][2]*term.Term{}}
}

// inBoth returns the values of x in the two runs, as terms: a in one run, b in the other.
func (w *twin) inBoth(x *term.Term) (a, b *term.Term) {
	if x.IsConst() {
		return x, x
	}
	if both, known := w.known[x]; known {
		return both[0], both[1]
	}
	a, b = w.made(x)
	w.known[x] = [2]*term.Term{a, b}
	return a, b
}

func (w *twin) made(x *term.Term) (a, b *term.Term) {
	switch {
	case x.Op != term.Var && x.Op != term.Opaque:
		return w.rebuilt(x)
	case w.dep.tr.Undefined.Words[x]:
		return w.undefined(x)
	case w.isOfItself(x):
		return w.givenUp(x)
	case w.values != nil && w.isFree(x) && x.Op == term.Var:
		c := w.values.filled(w.t, x)
		return c, c
	case x.Op == term.Var:
		return x, x
	}
	a, b = w.rebuilt(x)
	switch {
	case w.values == nil:
		return a, b
	case a == x && b == x && w.isFree(x):
		c := w.values.filled(w.t, x)
		return c, c
	case a != b:
		return w.carried(x, a, b)
	}
	return a, b
}

// givenUp returns a new unknown for the value of x in each run. The two values may differ. If a loop carries a
// difference to x, they surely differ (differsAfter).
func (w *twin) givenUp(x *term.Term) (a, b *term.Term) {
	a, b = w.rebuilt(x)
	a, b = w.dep.tr.Prover.Unknowns.Another(fmt.Sprintf("one run %d ", w.number), a), w.dep.tr.Prover.Unknowns.Another(fmt.Sprintf("other run %d ", w.number), b)
	if when := w.differsAfter(x); when != nil {
		w.facts = append(w.facts, w.t.Implies(when, w.t.Not(w.t.Eq(a, b))))
	}
	return a, b
}

// isOfItself reports whether the unknown x may depend on an undefined value even if its arguments do not.
func (w *twin) isOfItself(x *term.Term) bool {
	if x.Op == term.Var {
		return w.dep.has(x)
	}
	more, itself := w.dep.fedBy(x)
	if itself {
		return true
	}
	for _, y := range more[len(x.Args):] {
		if w.dep.has(y) {
			return true
		}
	}
	return false
}

// rebuilt returns x for each run, with its operands replaced by their values in that run.
func (w *twin) rebuilt(x *term.Term) (a, b *term.Term) {
	left, right := make([]*term.Term, len(x.Args)), make([]*term.Term, len(x.Args))
	changed, same := false, true
	for i, part := range x.Args {
		left[i], right[i] = w.inBoth(part)
		changed = changed || left[i] != part || right[i] != part
		same = same && left[i] == right[i]
	}
	if !changed {
		return x, x
	}
	a = w.t.Replace(x, x.Args, left)
	if same {
		return a, a
	}
	return a, w.t.Replace(x, x.Args, right)
}

// undefined returns the values of the undefined word x in the two runs. They are the values of the pair w.values if
// there is a pair. Otherwise they are one unknown if w.keeps is set, or two unknowns.
func (w *twin) undefined(x *term.Term) (a, b *term.Term) {
	switch {
	case w.keeps:
		return x, x
	case w.values == nil:
		return x, w.dep.tr.Prover.Unknowns.Another("other run ", x)
	}
	return w.tried(x)
}

// tried returns the values that the pair w.values gives to the undefined word x in the two runs.
func (w *twin) tried(x *term.Term) (x1, x2 *term.Term) {
	x1 = word(w.t, x.Bits, w.values.one(x))
	if by := w.values.substitutes[x]; by != nil {
		by, _ = w.inBoth(by)
		return x1, w.t.AddConst(by, w.values.added)
	}
	return x1, word(w.t, x.Bits, w.values.other(x))
}

// carried returns the values of the opaque term x in the two runs. a and b are x with the arguments of each run. If
// some argument differs, and x is an uninterpreted function or a free word of memory, the results differ too: they are
// the two values of the pair w.values. The order of two floating-point words is decided by ordered. Otherwise the
// results are a and b.
func (w *twin) carried(x, a, b *term.Term) (one, other *term.Term) {
	differs := w.t.False
	for i := range a.Args {
		differs = w.t.Or(differs, w.t.Not(w.t.Eq(a.Args[i], b.Args[i])))
	}
	if _, isOrder := x.Origin.(memory.FloatOrder); isOrder {
		return w.ordered(a), w.ordered(b)
	}
	if !isFunction(x) && !(isMemory(x) && w.isFree(x)) {
		return a, b
	}
	k, l := w.tried(x)
	return w.t.Ite(differs, k, a), w.t.Ite(differs, l, b)
}

// isFunction reports whether x is floating-point arithmetic, or an uninterpreted function.
func isFunction(x *term.Term) bool {
	switch x.Origin.(type) {
	case nil, memory.FloatFunction, memory.Unmodelled:
		return len(x.Args) > 0
	}
	return false
}

// word returns v as a word, or as a formula if its width bits is 0.
func word(t *term.Table, bits int, v uint64) *term.Term {
	if bits == 0 {
		return t.Bool(v != 0)
	}
	return t.Const(bits, v)
}

// ordered decides the comparison of two floating-point words in three cases: both are constants, one is NaN, or one is
// the greatest or the least number. The greatest and the least number lie above and below any word of memory.
func (w *twin) ordered(order *term.Term) *term.Term {
	x, y := order.Args[0], order.Args[1]
	v, isKnown := x.Float()
	u, isKnownToo := y.Float()
	lies := func(k uint64) *term.Term { return w.t.Const(order.Bits, k) }
	switch {
	case isKnown && math.IsNaN(v), isKnownToo && math.IsNaN(u):
		return lies(0)
	case isKnown && isKnownToo && v < u, isKnown && isLeast(v), isKnownToo && isLeast(-u):
		return lies(below)
	case isKnown && isKnownToo && v > u, isKnown && isLeast(-v), isKnownToo && isLeast(u):
		return lies(above)
	case isKnown && isKnownToo:
		return lies(equal)
	}
	return order
}

// Results of a comparison of two floating-point words, as package exec writes them.
const (
	below = 1 + iota
	equal
	above
)

// isLeast reports whether v is the least finite number of a width.
func isLeast(v float64) bool { return v == -math.MaxFloat32 || v == -math.MaxFloat64 }

// pair holds the values of undefined words in two runs, and the value that memory is filled with.
type pair struct {
	one, other func(x *term.Term) uint64
	// substitutes maps words to terms. In the second run, such a word is its term plus added.
	substitutes map[*term.Term]*term.Term
	added       uint64
	fill        uint64
}

// filled returns the content of an arbitrary word of memory.
func (p *pair) filled(t *term.Table, x *term.Term) *term.Term {
	return word(t, x.Bits, fit(p.fill, x.Bits))
}

// fit returns the given number of highest bits of v, with the lowest of them set. If v is 1 or bits is 0, it returns v.
func fit(v uint64, bits int) uint64 {
	if v == 1 || bits == 0 {
		return v
	}
	return v>>(64-bits) | 1
}

// fills lists the values with which memory is filled: the bits of a floating-point number above one, and 1. All of
// memory has the same value, so that it does not matter whether two addresses are equal.
var fills = []uint64{0x3ff3ae147ae147af, 1}

// values lists the values of an undefined word in the second run: the greatest floating-point number, 0, the least
// floating-point number, a different number for each word, 1, 2, and the least integer. In the first run the word is
// the greatest integer, which is NaN as a floating-point word.
var values = []func(x *term.Term) uint64{
	func(x *term.Term) uint64 { return greatest(x.Bits) },
	func(*term.Term) uint64 { return 0 },
	func(x *term.Term) uint64 { return greatest(x.Bits) | top(x.Bits) },
	func(x *term.Term) uint64 { return ownNumber(x) },
	func(*term.Term) uint64 { return 1 },
	func(*term.Term) uint64 { return 2 },
	func(x *term.Term) uint64 { return top(x.Bits) },
}

// most returns the greatest signed integer of the width of x.
func most(x *term.Term) uint64 { return top(x.Bits) - 1 }

func top(bits int) uint64 {
	if bits == 0 {
		return 1
	}
	return 1 << (bits - 1)
}

// greatest returns the bits of the greatest floating-point number of a width.
func greatest(bits int) uint64 {
	switch bits {
	case 64:
		return math.Float64bits(math.MaxFloat64)
	case 32:
		return uint64(math.Float32bits(math.MaxFloat32))
	}
	return top(bits) - 2
}

// ownNumber returns a number that depends only on the word's name.
func ownNumber(x *term.Term) uint64 {
	h := fnv.New64a()
	h.Write([]byte(x.Name))
	return h.Sum64() >> (64 - max(x.Bits, 1))
}

// pairs returns the pairs of values to try for the undefined words. Each entry of named maps words to terms with which
// they are compared. For an entry there are two pairs: one makes the words equal to these terms, and one makes them
// greater by one. The other pairs are from values. All pairs are tried with the first content of memory in fills. If
// fillsMemory is set, they are also tried with the second.
func pairs(named []map[*term.Term]*term.Term, fillsMemory bool) (list []*pair) {
	used := fills
	if !fillsMemory {
		used = fills[:1]
	}
	for _, fill := range used {
		for _, v := range values {
			list = append(list, &pair{one: most, other: v, fill: fill})
		}
		for _, words := range named {
			for added := range uint64(2) {
				list = append(list, &pair{one: most, other: ownNumber, substitutes: words, added: added, fill: fill})
			}
		}
	}
	return list
}
