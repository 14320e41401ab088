package term

import (
	"fmt"
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// draw builds a random word and, beside it, its value computed by Go.
type draw struct {
	t     *rapid.T
	table *Table
	model Model
	vars  map[int][]*Term
	// long are the terms of a sum that other sums take as a whole.
	long map[int][]*Term
}

func (d *draw) word(width, depth int) (*Term, uint64) {
	if depth == 0 || rapid.IntRange(0, 5).Draw(d.t, "leaf") == 0 {
		if rapid.Bool().Draw(d.t, "const") {
			v := rapid.Uint64Range(0, 70).Draw(d.t, "k") & ones(width)
			if rapid.IntRange(0, 3).Draw(d.t, "neg") == 0 {
				v = -v & ones(width)
			}
			return d.table.Const(width, v), v
		}
		x := d.vars[width][rapid.IntRange(0, 2).Draw(d.t, "var")]
		return x, d.model[x]
	}
	x, a := d.word(width, depth-1)
	y, b := d.word(width, depth-1)
	m := ones(width)
	t := d.table
	switch op := rapid.IntRange(0, 26).Draw(d.t, "op"); op {
	case 0:
		return t.Add(x, y), (a + b) & m
	case 1:
		return t.Sub(x, y), (a - b) & m
	case 2:
		return t.Mul(x, y), (a * b) & m
	case 3:
		return t.UDiv(x, y), divideWords(UDiv, a, b, width) & m
	case 4:
		return t.URem(x, y), divideWords(URem, a, b, width) & m
	case 5:
		return t.SDiv(x, y), divideWords(SDiv, a, b, width) & m
	case 6:
		return t.SRem(x, y), divideWords(SRem, a, b, width) & m
	case 7:
		return t.Shl(x, y), (a << b) & m
	case 8:
		return t.LShr(x, y), a >> b
	case 9:
		return t.AShr(x, y), uint64(Signed(a, width)>>min(b, 63)) & m
	case 10:
		return t.BAnd(x, y), a & b
	case 11:
		return t.BOr(x, y), a | b
	case 12:
		return t.BXor(x, y), a ^ b
	case 13:
		return t.BNot(x), ^a & m
	case 14:
		return t.Popc(x), uint64(bits.OnesCount64(a))
	case 15:
		ffs := uint64(0)
		if a != 0 {
			ffs = uint64(bits.TrailingZeros64(a) + 1)
		}
		return t.Ffs(x), ffs
	case 16:
		return t.Clz(x), uint64(bits.LeadingZeros64(a) - (64 - width))
	case 17:
		return t.Brev(x), bits.Reverse64(a) >> uint(64-width)
	case 18:
		return t.Pack(t.Split(x)), a
	case 19:
		other := 96 - width
		z, c := d.word(other, depth-1)
		if other > width {
			return t.Trunc(z, width), c & m
		}
		if rapid.Bool().Draw(d.t, "signed") {
			return t.SExt(z, width), uint64(Signed(c, other)) & m
		}
		return t.ZExt(z, width), c
	case 20:
		f, v := d.formula(width, depth-1)
		i := rapid.IntRange(0, width-1).Draw(d.t, "bit")
		fs := t.Split(x)
		fs[i] = f
		return t.Pack(fs), a&^(1<<uint(i)) | v<<uint(i)
	case 21, 22:
		unit := uint64(1) << rapid.IntRange(1, 9).Draw(d.t, "unit")
		high, low := t.Mul(x, t.Const(width, unit)), t.BAnd(y, t.Const(width, unit-1))
		return t.Add(high, low), (a*unit + b&(unit-1)) & m
	case 26: // units that do not wrap around; the divisor is no power of two
		unit, by := uint64(1)<<rapid.IntRange(1, 5).Draw(d.t, "unit"), rapid.SampledFrom([]uint64{3, 5, 6, 12, 24}).Draw(d.t, "by")
		shares := t.Const(width, unit*by>>rapid.IntRange(0, 1).Draw(d.t, "less")&m)
		if rapid.Bool().Draw(d.t, "odd") {
			unit++ // low bits do not show what is below a unit
		}
		low := min(unit, 8) - 1
		whole := t.AddConst(t.Add(t.Mul(t.BAnd(x, t.Const(width, 7)), t.Const(width, unit)), t.BAnd(y, t.Const(width, low))), 2*unit)
		v := ((a&7+2)*unit + b&low) & m
		if rapid.Bool().Draw(d.t, "rest") {
			return t.URem(whole, shares), divideWords(URem, v, shares.K, width) & m
		}
		return t.UDiv(whole, shares), divideWords(UDiv, v, shares.K, width) & m
	case 23:
		sum, v := x, a
		for _, term := range d.long[width][:rapid.IntRange(longSum-3, longSum+3).Draw(d.t, "terms")] {
			sum, v = t.Add(sum, term), v+d.model[term]
		}
		return sum, v & m
	default:
		f, v := d.formula(width, depth-1)
		if v != 0 {
			return t.Ite(f, x, y), a
		}
		return t.Ite(f, x, y), b
	}
}

func (d *draw) formula(width, depth int) (*Term, uint64) {
	t := d.table
	if depth > 0 && rapid.Bool().Draw(d.t, "connective") {
		f, a := d.formula(width, depth-1)
		g, b := d.formula(width, depth-1)
		switch rapid.IntRange(0, 4).Draw(d.t, "conn") {
		case 0:
			return t.And(f, g), a & b
		case 1:
			return t.Or(f, g), a | b
		case 2:
			return t.Not(f), 1 - a
		case 3:
			return t.Iff(f, g), truth(a == b)
		default:
			return t.IteBool(f, g, t.Not(g)), truth(a == b)
		}
	}
	x, a := d.word(width, max(depth-1, 0))
	y, b := d.word(width, max(depth-1, 0))
	switch rapid.IntRange(0, 4).Draw(d.t, "atom") {
	case 0:
		return t.Eq(x, y), truth(a == b)
	case 1:
		return t.ULt(x, y), truth(a < b)
	case 2:
		return t.SLt(x, y), truth(Signed(a, width) < Signed(b, width))
	case 3:
		return t.Select(x, y), truth(b < uint64(width) && a>>b&1 == 1)
	default:
		i := rapid.IntRange(0, width-1).Draw(d.t, "bit")
		return t.Bit(x, i), a >> uint(i) & 1
	}
}

// TestNormalFormsKeepTheValue builds random terms and compares their value
// under a random model with plain arithmetic; ranges and known zeros must hold.
func TestNormalFormsKeepTheValue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := &draw{t: rt, table: NewTable(), model: Model{}, vars: map[int][]*Term{}, long: map[int][]*Term{}}
		for _, width := range []int{32, 64} {
			for i := range longSum + 3 {
				x := d.table.Unknown(fmt.Sprintf("long%d.%d", width, i), width, nil)
				d.model[x] = uint64(i) * 3
				d.long[width] = append(d.long[width], x)
			}
			for i, hi := range []uint64{31, 1000, ones(width)} {
				x := d.table.Var(fmt.Sprintf("v%d.%d", width, i), width, 0, hi, nil)
				d.model[x] = rapid.Uint64Range(0, hi).Draw(rt, "value")
				d.vars[width] = append(d.vars[width], x)
			}
		}
		x, want := d.word(32, 4)
		e := NewEvaluator(d.model)
		if got := e.Value(x); got != want {
			rt.Fatalf("%v = %d, want %d", x, got, want)
		}
		if want < x.Lo || want > x.Hi || want&(1<<uint(x.Zeros)-1) != 0 {
			rt.Fatalf("%v = %d outside [%d, %d], zeros %d", x, want, x.Lo, x.Hi, x.Zeros)
		}
		f, truthValue := d.formula(32, 4)
		if got := e.Value(f); got != truthValue {
			rt.Fatalf("%v = %d, want %d", f, got, truthValue)
		}
	})
}

// TestLaneIdioms lists spellings that must become constants or share a pointer.
func TestLaneIdioms(t *testing.T) {
	tb := NewTable()
	w := tb.Var("warp", 32, 0, 31, nil)
	k := tb.Var("k", 32, 0, 1<<20, nil)
	c := func(v uint64) *Term { return tb.Const(32, v) }
	for l := uint64(0); l < 32; l++ {
		tid := tb.Add(tb.Mul(w, c(32)), c(l))
		for name, lane := range map[string]*Term{
			"& 31":     tb.BAnd(tid, c(31)),
			"% 32":     tb.SRem(tid, c(32)),
			"div, mul": tb.Sub(tid, tb.Mul(tb.SDiv(tid, c(32)), c(32))),
		} {
			if lane != c(l) {
				t.Errorf("lane %d by %s is %v", l, name, lane)
			}
		}
		if tb.LShr(tid, c(5)) != w {
			t.Errorf("warp of lane %d is %v", l, tb.LShr(tid, c(5)))
		}
		rows := tb.Mul(tb.Unknown("rows", 32, nil), c(32))
		if tb.SLt(tid, rows) != tb.SLt(tb.Mul(w, c(32)), rows) {
			t.Errorf("whole rows of 32 do not end alike for lane %d", l)
		}
		i := tb.Add(c(l), tb.Mul(k, c(32)))
		if tb.Sub(i, c(l)) != tb.Mul(k, c(32)) {
			t.Errorf("i - lane differs at lane %d", l)
		}
	}
}

// TestEndOfMask: the first and the last member of a mask are members of it, unless it is empty.
func TestEndOfMask(t *testing.T) {
	tb := NewTable()
	m := tb.Unknown("m", 32, nil)
	modulo := func(x *Term) *Term { return tb.BAnd(x, tb.Const(32, 31)) }
	for name, at := range map[string]*Term{
		"first": modulo(tb.AddConst(tb.Ffs(m), ^uint64(0))),
		"last":  modulo(tb.Sub(tb.Const(32, 31), tb.Clz(m))),
	} {
		member := tb.Select(m, at)
		if want := tb.Not(tb.Eq(m, tb.Const(32, 0))); member != want {
			t.Errorf("%s: %v, want %v", name, member, want)
		}
		for _, v := range []uint64{0, 1, 6, 1 << 31, 0xfffffffe} {
			e := NewEvaluator(Model{m: v})
			if e.Holds(member) != (v>>e.Value(at)&1 == 1) {
				t.Errorf("%s of %x", name, v)
			}
		}
	}
}

// TestMemberOfMask: the members of a constant mask are constants.
func TestMemberOfMask(t *testing.T) {
	tb := NewTable()
	none := uint64(0xffffffff)
	for n, want := range []uint64{1: 1, 2: 4, 3: 31, 4: none} {
		at := tb.Fns(tb.Const(32, 0x80000012), tb.Const(32, 0), tb.Const(32, uint64(n)))
		if n > 0 && (!at.IsConst() || at.K != want) {
			t.Errorf("member %d is %v, want %d", n, at, want)
		}
	}
	if at := tb.Fns(tb.Const(32, 2), tb.Const(32, 0), tb.Const(32, none)); at.IsConst() {
		t.Errorf("downward from the lowest bit: %v", at)
	}
}

// TestSharedChoices: a chain of choices whose branches share the previous choice has exponentially many paths. Each
// operation on it must visit each part once.
func TestSharedChoices(t *testing.T) {
	table := NewTable()
	word := table.Unknown("x", 64, nil)
	for i := range 200 {
		c := table.Unknown(fmt.Sprint("c", i), 0, nil)
		word = table.Ite(c, table.BXor(word, table.Const(64, uint64(i+1))), word)
	}
	table.Bit(word, 3)
	table.Trunc(word, 32)
	table.Select(table.Pack(table.Split(table.Unknown("m", 32, nil))), table.Trunc(word, 32))
	table.Eq(table.Pack([]*Term{table.Unknown("p", 0, nil), table.Unknown("q", 0, nil)}), table.Trunc(word, 2))
	if n := table.Len(); n > 20_000 {
		t.Errorf("%d terms", n)
	}
}

// TestNarrowedMask: if a mask is narrowed by a condition that is computed from it, its bits are the old condition and
// what the new one adds.
func TestNarrowedMask(t *testing.T) {
	tb := NewTable()
	a, b := tb.Unknown("a", 0, nil), tb.Unknown("b", 0, nil)
	group, key, other := tb.Or(a, b), tb.Unknown("key", 0, nil), tb.Unknown("other", 0, nil)
	ones := tb.And(group, other)
	mask := func(f *Term) *Term { return tb.Pack([]*Term{f, tb.True}) }
	got := tb.BAnd(mask(group), mask(tb.Ite(key, ones, tb.Not(ones))))
	if want := mask(tb.And(group, tb.Ite(key, other, tb.Not(other)))); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestMeter: work on a table is counted and ends at the limit; work on existing terms counts too.
func TestMeter(t *testing.T) {
	tb := NewTable()
	x := tb.Unknown("x", 32, nil)
	sum := func() { tb.Add(x, tb.Const(32, 7)) }
	sum()
	ended := false
	tb.Work = &Meter{Limit: 1000, Stop: func() { ended = true }}
	sum()
	if once := tb.Work.Done; once == 0 || ended {
		t.Fatalf("%d units, ended %v", once, ended)
	}
	for range 1000 {
		sum()
	}
	if !ended {
		t.Errorf("%d units of at most %d are no end", tb.Work.Done, tb.Work.Limit)
	}
}

// TestMeterOfParts: a part leaves an eighth of the remaining work, the next part the same share of the rest, and a
// nested part has the limit of its outer one.
func TestMeterOfParts(t *testing.T) {
	m := &Meter{Limit: 6400, Stop: func() {}}
	for _, left := range []int{800, 100, 13} {
		end := m.Part()
		m.Part()()
		for !m.Exceeded() {
			m.Spend(1)
		}
		if end(); m.Limit-m.Done < left-2 || m.Limit-m.Done > left {
			t.Errorf("a part leaves %d units, want %d", m.Limit-m.Done, left)
		}
	}
	if !m.RanOut {
		t.Error("it does not tell that parts were ended")
	}
	m = &Meter{Limit: 6400, Stop: func() {}}
	endPart := m.Part()
	end := m.Attempt()
	for !m.Exceeded() {
		m.Spend(1)
	}
	if end(); m.Exceeded() || m.Limit-m.kept-m.Done != 700-1 {
		t.Errorf("what is attempted leaves %d units of the part around it, want an eighth", m.Limit-m.kept-m.Done)
	}
	if endPart(); m.kept != 0 {
		t.Errorf("%d units are kept behind all parts", m.kept)
	}
}

// TestMeterOfPartsOfMemory: a part leaves an eighth of the remaining memory, too, so that a question whose terms are many
// does not take the answers of those after it.
func TestMeterOfPartsOfMemory(t *testing.T) {
	m := &Meter{Limit: 6400, MaxTaken: 6400, Stop: func() {}}
	for _, left := range []int{800, 100, 13} {
		end := m.Part()
		for !m.Exceeded() {
			m.take(1)
		}
		if end(); m.MaxTaken-m.Taken < left-2 || m.MaxTaken-m.Taken > left {
			t.Errorf("a part leaves %d bytes, want %d", m.MaxTaken-m.Taken, left)
		}
		if m.Exceeded() || m.IsSpent() {
			t.Error("nothing is left behind a part")
		}
	}
	if !m.RanOut || !m.LackedMemory() {
		t.Error("it does not tell that parts were ended by their memory")
	}
}

// TestMeterOfMemory: work on a table ends when its terms reach the memory limit; existing terms take no more memory.
func TestMeterOfMemory(t *testing.T) {
	tb := NewTable()
	x := tb.Unknown("x", 32, nil)
	ended := false
	tb.Work = &Meter{Limit: 1 << 30, MaxTaken: 100 * termBytes, Stop: func() { ended = true }}
	for range 1000 {
		tb.Add(x, tb.Const(32, 7))
	}
	if ended {
		t.Fatalf("%d bytes taken by two terms", tb.Work.Taken)
	}
	for i := range uint64(100) {
		tb.Const(32, 1000+i)
	}
	if !ended || !tb.Work.LackedMemory() || !tb.Work.Exceeded() {
		t.Errorf("%d bytes of at most %d are no end", tb.Work.Taken, tb.Work.MaxTaken)
	}
}

// TestPropagateBesideLargeMember: a member with more parts than the limit does not prevent the others from simplifying
// each other.
func TestPropagateBesideLargeMember(t *testing.T) {
	table := NewTable()
	formula := func(i int) *Term { return table.Unknown(fmt.Sprint(i), 0, nil) }
	var ways []*Term
	for i := range propagateLimit {
		ways = append(ways, table.And(formula(2*i), formula(2*i+1)))
	}
	a, b, c := formula(-1), formula(-2), formula(-3)
	large := table.Or(ways...)
	if f := table.And(large, table.Not(table.And(a, b)), a, b); !f.IsFalse() {
		t.Errorf("~(a & b) & a & b is not false, but has %d operands", f.operands)
	}
	if f := table.And(large, table.Or(a, b), table.Not(b)); f != table.And(large, a, table.Not(b)) {
		t.Errorf("(a | b) & ~b has %d operands", f.operands)
	}
	if f := table.And(table.And(large, table.Not(table.And(a, b))), c, a, b); !f.IsFalse() {
		t.Errorf("~(a & b) & a & b is not false where the first came before, but has %d operands", f.operands)
	}
}
