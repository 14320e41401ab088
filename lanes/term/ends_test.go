package term

import (
	"fmt"
	"testing"
)

// heads returns a set with lane 0 in it; every other lane may be in it.
func heads(t *Table) *Term {
	bits := []*Term{t.True}
	for l := 1; l < 32; l++ {
		bits = append(bits, t.Unknown(fmt.Sprintf("head%d", l), 0, nil))
	}
	return t.Pack(bits)
}

// The mask of a lane's segment, from the last head that is not behind the lane to the next one, names the lanes that no
// head separates from it.
func TestSegmentsAreFormulasOfHeads(t *testing.T) {
	tb := NewTable()
	word := func(v uint64) *Term { return tb.Const(32, v) }
	set := heads(tb)
	for l := range 32 {
		upTo := uint64(1)<<(l+1) - 1
		start := tb.Sub(word(31), tb.Clz(tb.BAnd(set, word(upTo))))
		later := tb.BAnd(set, word(^upTo))
		end := tb.Ite(tb.Eq(later, word(0)), word(32), tb.AddConst(tb.Ffs(later), ^uint64(0)))
		below := tb.Ite(tb.Eq(end, word(32)), word(^uint64(0)), tb.AddConst(tb.Shl(word(1), end), ^uint64(0)))
		mask := tb.BAnd(below, tb.Shl(word(^uint64(0)), start))
		for o := range 32 {
			none := tb.True
			for h := min(l, o) + 1; h <= max(l, o); h++ {
				none = tb.And(none, tb.Not(tb.Bit(set, h)))
			}
			if got := tb.Bit(mask, o); got != none {
				t.Fatalf("lane %d names lane %d where %v, want %v", l, o, got, none)
			}
		}
	}
}

// However the first or the last member is removed from a set, a part of the set remains.
func TestASetWithoutItsEndIsAPartOfIt(t *testing.T) {
	tb := NewTable()
	word := func(v uint64) *Term { return tb.Const(32, v) }
	set := tb.Unknown("set", 32, nil)
	first := tb.Shl(word(1), tb.AddConst(tb.Ffs(set), ^uint64(0)))
	last := tb.Shl(word(1), tb.Sub(word(31), tb.Clz(set)))
	lowest := tb.BAnd(set, tb.Neg(set))
	other := tb.Shl(word(1), tb.Ffs(set))
	for _, bit := range []*Term{first, last, lowest} {
		want := tb.BAnd(set, tb.BNot(bit))
		if tb.BXor(set, bit) != want || tb.BXor(bit, set) != want || tb.Sub(set, bit) != want {
			t.Errorf("without %v: %v, %v, want %v", bit, tb.BXor(set, bit), tb.Sub(set, bit), want)
		}
		for _, v := range []uint64{0, 1, 0x80000000, 0x00f0a000, 0xffffffff} {
			e := NewEvaluator(Model{set: v})
			if got := e.Value(want); got != v^e.Value(bit) || got != v-e.Value(bit) {
				t.Errorf("%#x without %v is %#x", v, bit, got)
			}
		}
	}
	if tb.BXor(set, other) == tb.BAnd(set, tb.BNot(other)) {
		t.Error("what lies above the first member need not be one")
	}
}

// A word that is nearly the first or the last member of a set is removed from it like any other word.
func TestWhatIsNoEndIsTakenAsAnyWord(t *testing.T) {
	tb := NewTable()
	word := func(v uint64) *Term { return tb.Const(32, v) }
	bit := func(of uint64, at *Term) *Term { return tb.Shl(word(of), at) }
	set, another := tb.Unknown("set", 32, nil), tb.Unknown("another", 32, nil)
	members := []uint64{0, 1, 0x80000000, 0x00f0a000, 0xffffffff, 0x6}
	for _, near := range []*Term{
		tb.BAnd(set, tb.Neg(another)), tb.BAnd(another, tb.Neg(set)), tb.BAnd(set, tb.AddConst(tb.Neg(set), 1)),
		tb.BAnd(set, tb.Mul(word(3), set)), tb.BAnd(set, tb.Sub(another, set)),
		bit(1, tb.Ffs(set)), bit(1, tb.AddConst(tb.Ffs(set), ^uint64(1))), bit(2, tb.AddConst(tb.Ffs(set), ^uint64(0))),
		bit(1, tb.AddConst(tb.Ffs(another), ^uint64(0))), bit(1, tb.AddConst(tb.Mul(word(2), tb.Ffs(set)), ^uint64(0))),
		bit(1, tb.Clz(set)), bit(1, tb.Sub(word(30), tb.Clz(set))), bit(1, tb.Sub(word(31), tb.Clz(another))),
		bit(1, tb.AddConst(tb.Clz(set), ^uint64(0))), bit(1, tb.Sub(word(31), tb.Ffs(set))),
	} {
		without, less, parted := tb.BXor(set, near), tb.Sub(set, near), tb.BXor(near, set)
		for _, v := range members {
			for _, w := range members {
				e := NewEvaluator(Model{set: v, another: w})
				n := e.Value(near)
				if e.Value(without) != v^n || e.Value(parted) != v^n || e.Value(less) != uint64(uint32(v-n)) {
					t.Errorf("%#x without %v is %#x and %#x", v, near, e.Value(without), e.Value(less))
				}
			}
		}
	}
}
