package prove

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/warp"
)

// The form of masks may show that they are equal or disjoint for all data. In
//
//	for (bit) { b = ballot(key >> bit & 1); mask &= key >> bit & 1 ? b : ~b; }
//
// the mask of lane l names the lanes that have the same key as l. Bit b of its mask is
//
//	A(b) and k1(l) = k1(b) and k2(l) = k2(b) ...
//
// where A depends on lane b only, and the keys k(x) on lane x only. If the masks of lanes l and m have a bit b in
// common, every key of l equals that of b, and so does every key of m. So the conditions on any bit are the same for l
// and m, and their masks are equal. This is hard for a solver: 32 bits of each of 32 lanes. Instead, keys are taken
// from one mask, and each bit of all masks is compared with the bit that these keys give, as terms. Wrong keys do no
// harm, because the comparison is the proof.

// classRow is the mask that a lane passes, as a list of its bits.
type classRow struct {
	lane int
	bits []*term.Term
}

// Mask is the mask that a lane passes.
type Mask struct {
	Lane int
	Word *term.Term
}

// AreClasses reports whether any two of the masks are equal or disjoint, as their form shows. Masks without common
// bits, such as those of different tiles, are separated first.
func (p *Prover) AreClasses(masks []Mask) bool {
	rows := make([]classRow, len(masks))
	for i, m := range masks {
		rows[i] = classRow{m.Lane, p.t.Split(m.Word)}
	}
	for len(rows) > 0 {
		var alike, others []classRow
		for _, r := range rows {
			switch common := r.support() & rows[0].support(); {
			case common == 0:
				others = append(others, r)
			case common == r.support()|rows[0].support():
				alike = append(alike, r)
			default:
				return false
			}
		}
		if len(alike) == 0 {
			alike, others = rows[:1], rows[1:] // the first mask is empty
		}
		if len(alike) > 1 && !p.areSegments(alike) && !p.followKeys(alike) {
			return false
		}
		rows = others
	}
	return true
}

// Keys returns the keys of lane m.Lane: the terms that each bit of m.Word equates with a term. The bit of m.Lane and the
// bits that are never set do not count. The keys are a guess, because they are read off the form of m.Word.
func (p *Prover) Keys(m Mask) []*term.Term { return classRow{m.Lane, p.t.Split(m.Word)}.keys(p.t) }

// support returns the set of lanes that the mask may name.
func (r classRow) support() warp.Lanes {
	var s warp.Lanes
	for b, f := range r.bits {
		if !f.IsFalse() {
			s |= 1 << b
		}
	}
	return s
}

// followKeys reports whether all bits of the masks follow from keys. It first tries the keys of the last mask, because
// masks that depend on the number of a lane have the fewest conditions for a high lane. Then it tries the keys of each
// lane's own mask. These may differ in form from the terms with which other masks compare them. In the example, lane i
// may be absent, so that a bit of the ballot is i < n and odd, while the lane's own mask selects by odd:
//
//	if (i < n) { b = ballot(~0u, odd); mask = odd ? b : ~b; }
func (p *Prover) followKeys(rows []classRow) bool {
	first, last := rows[0], rows[len(rows)-1]
	columns := p.columns(last, first)
	if p.areMadeOf(rows, columns, func(r classRow) column { return columns[r.lane] }) {
		return true
	}
	columns[last.lane] = p.columns(first, last)[last.lane]
	return p.areMadeOf(rows, columns, func(r classRow) column { return column{keys: r.keys(p.t)} })
}

// areMadeOf reports whether every bit of the masks equals the formula column.bit for the keys of the lane that passes
// the mask. Two masks with a common bit then have equal keys, and so are equal. The bit of the passing lane itself may
// have another form, because it compares the keys with themselves. For this bit an equivalent formula suffices.
func (p *Prover) areMadeOf(rows []classRow, columns [warp.Size]column, keysOf func(classRow) column) bool {
	for _, r := range rows {
		keys := keysOf(r)
		for b, f := range r.bits {
			if f.IsFalse() { // f is then false in all masks, because all have the same support
				continue
			}
			want := columns[b].bit(p.t, keys)
			if want != f && (b != r.lane || !p.equivalent(want, f)) {
				return false
			}
		}
	}
	return true
}

// areSegments reports whether the masks are segments: a lane names another lane exactly if all pairs of neighbouring
// lanes between the two are connected. The first mask shows which neighbours are connected.
func (p *Prover) areSegments(rows []classRow) bool {
	together := rows[0].steps()
	for _, r := range rows {
		for o, f := range r.bits {
			var all []*term.Term
			for _, step := range together[min(r.lane, o):max(r.lane, o)] {
				all = append(all, step...)
			}
			if f != p.t.And(all...) {
				return false
			}
		}
	}
	return true
}

// steps compares each two neighbouring bits of the mask. For each pair it returns some conjuncts of the bit that is
// farther from the row's own lane: those that the nearer bit does not have.
func (r classRow) steps() [][]*term.Term {
	steps := make([][]*term.Term, len(r.bits)-1)
	for o := range steps {
		near, far := r.bits[o].Conjuncts(), r.bits[o+1].Conjuncts()
		if o+1 <= r.lane {
			near, far = far, near
		}
		steps[o] = slices.DeleteFunc(slices.Clone(far), func(f *term.Term) bool { return slices.Contains(near, f) })
	}
	return steps
}

func (p *Prover) equivalent(f, g *term.Term) bool {
	a, _ := p.Solver.Satisfiable(p.t.Not(p.t.Iff(f, g)))
	return a == smt.No
}

// column describes bit b of the masks of all lanes. keys lists the keys of lane b: terms that the bit compares with the
// keys of the lane that passes the mask. rest holds the bit's other conjuncts, which are the same in all masks.
type column struct {
	keys []*term.Term
	rest []*term.Term
}

// bit returns the bit of column c in the mask of the lane whose own column is lane. It holds if the keys of lane equal
// the keys of c, and the conjuncts in c.rest hold.
func (c column) bit(t *term.Table, lane column) *term.Term {
	if len(c.keys) != len(lane.keys) {
		return t.False
	}
	parts := slices.Clone(c.rest)
	for i, k := range c.keys {
		parts = append(parts, Agree(t, k, lane.keys[i]))
	}
	return t.And(parts...)
}

// Agree returns the formula u = v, in the same form as in bits of masks.
func Agree(t *term.Table, u, v *term.Term) *term.Term {
	if u.Bits == 0 {
		return t.Ite(u, v, t.Not(v))
	}
	return t.Eq(u, v)
}

// columns returns the columns of a mask: for each lane, its keys and the rest of its bit. Each bit compares the keys of
// the mask's own lane with the keys of the bit's lane. The bit of the own lane has no comparison, so its rest is taken
// from another mask (other).
func (p *Prover) columns(mask, other classRow) [warp.Size]column {
	var columns [warp.Size]column
	keys := mask.keys(p.t)
	for b, f := range mask.bits {
		if b == mask.lane {
			continue
		}
		for _, k := range keys {
			columns[b].keys = append(columns[b].keys, comparedIn(p.t, f, k)...)
		}
		columns[b].rest = without(p.t, f, keys)
	}
	columns[mask.lane] = column{keys, without(p.t, other.bits[mask.lane], keys)}
	return columns
}

// without returns the conjuncts of f that compare none of the keys.
func without(t *term.Table, f *term.Term, keys []*term.Term) []*term.Term {
	return slices.DeleteFunc(slices.Clone(f.Conjuncts()), func(x *term.Term) bool {
		return slices.ContainsFunc(keys, func(k *term.Term) bool { return comparedWith(t, x, k) != nil })
	})
}

// keys returns the terms that every bit of the mask compares with some term. The bit of the mask's own lane is left
// out.
func (r classRow) keys(t *term.Table) []*term.Term {
	var keys []*term.Term
	begun := false
	for b, f := range slices.Backward(r.bits) {
		switch {
		case b == r.lane || f.IsFalse():
		case begun:
			keys = slices.DeleteFunc(keys, func(k *term.Term) bool { return len(comparedIn(t, f, k)) != 1 })
		default:
			begun = true
			for _, x := range f.Conjuncts() {
				if u, v := equality(t, x); u != nil {
					keys = append(keys, u, v)
				}
			}
		}
	}
	return keys
}

// comparedIn lists the terms that f requires key to be equal to.
func comparedIn(t *term.Table, f, key *term.Term) []*term.Term {
	var list []*term.Term
	for _, x := range f.Conjuncts() {
		if other := comparedWith(t, x, key); other != nil {
			list = append(list, other)
		}
	}
	return list
}

// comparedWith returns the term that the formula x requires key to be equal to, nil if there is none.
func comparedWith(t *term.Table, x, key *term.Term) *term.Term {
	for _, k := range []uint64{0, 1} { // the table writes a comparison with 0 or 1 in another form
		if c := t.Const(key.Bits, k); x == Agree(t, key, c) {
			return c
		}
	}
	u, v := equality(t, x)
	switch {
	case u == nil:
		return nil
	case u == key:
		return v
	case v == key:
		return u
	case key.Bits > 0:
		return nil
	case u == t.Not(key):
		return t.Not(v)
	case v == t.Not(key):
		return t.Not(u)
	}
	return nil
}
