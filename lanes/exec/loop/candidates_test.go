package loop

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// TestComparable: the values of a cell before and after an iteration are compared if both are words of one width, or
// pointers with a known difference.
func TestComparable(t *testing.T) {
	in := ofTable(term.NewTable())
	own, another := in.memory.NewObject("own", nil, memory.Private), in.memory.NewObject("another", nil, memory.Private)
	shared, outside := in.memory.NewObject("shared", nil, memory.Shared), in.memory.NewObject("outside", nil, memory.External)
	left, right := &types.Field{Name: "left"}, &types.Field{Name: "right", Index: 1}
	bytes := func(n uint64) memory.Step { return memory.Step{Bytes: in.vectors.Constant(64, n)} }
	to := func(o *memory.Object, path ...memory.Step) memory.Pointer {
		return memory.Pointer{Object: o, Path: path}
	}
	at := func(n uint64) memory.Pointer { return memory.Pointer{Addr: in.vectors.Constant(64, n)} }
	word := func(bits int, n uint64) vector.Vec { return in.vectors.Constant(bits, n) }
	const none = -1
	for _, c := range []struct {
		about     string
		now, next memory.Value
		apart     int
	}{
		{"words", word(32, 3), word(32, 8), 5},
		{"a word that was not known", nil, word(32, 8), 0},
		{"words of two widths", word(32, 3), word(64, 8), none},
		{"a word and a pointer", word(64, 3), to(own), none},
		{"a pointer and a word", to(own), word(64, 3), none},
		{"a pointer that was not known", nil, to(own), none},
		{"an aggregate", memory.Aggregate{}, memory.Aggregate{}, none},
		{"a pointer to one place", to(own), to(own), 0},
		{"a pointer that moves", to(own, bytes(4)), to(own, bytes(12)), 8},
		{"a pointer that moves from the beginning", to(own), to(own, bytes(12)), 12},
		{"a pointer to one's own other variable", to(own), to(another), none},
		{"a pointer into one's own other variable", to(own, bytes(4)), to(another, bytes(4)), none},
		{"a pointer from one's own to what all share", to(own), to(shared), none},
		{"a pointer from what all share to one's own", to(shared), to(own), none},
		{"a pointer into what all share that goes to its beginning", to(shared, bytes(4)), to(outside), none},
		{"addresses", at(16), at(24), 8},
		{"a pointer and an address", to(own), at(24), none},
		{"an address and a pointer", at(24), to(own), none},
		{"one field", to(own, memory.Step{Field: left}), to(own, memory.Step{Field: left}), 0},
		{"two fields", to(own, memory.Step{Field: left}), to(own, memory.Step{Field: right}), none},
		{"into one field", to(own, memory.Step{Field: left}, bytes(0)), to(own, memory.Step{Field: left}, bytes(4)), 4},
		{"into two fields", to(own, memory.Step{Field: left}, bytes(0)), to(own, memory.Step{Field: right}, bytes(4)), none},
		{"a field and a way forward", to(own, memory.Step{Field: left}), to(own, bytes(4)), none},
		{"from an element to a field of it", to(own, bytes(4)), to(own, bytes(4), memory.Step{Field: left}), none},
	} {
		a, b, ok := in.comparable(c.now, c.next)
		if ok != (c.apart != none) {
			t.Errorf("%s: comparable is %t", c.about, ok)
		} else if d := in.t.Const(64, uint64(max(c.apart, 0))); ok && in.t.Resize(in.difference(a, b).At(3), 64, false) != d {
			t.Errorf("%s: apart are %v, want %v", c.about, in.difference(a, b).At(3), d)
		}
	}
	if a, b, ok := in.comparable(to(shared), to(outside)); !ok || a.Equal(b) {
		t.Errorf("a pointer to what all share that goes on to something else has two addresses: %t", ok)
	}
}

// TestIsPart: all bits of one word are bits of another if the form of the terms shows it. Only the lanes of the guard
// count.
func TestIsPart(t *testing.T) {
	in := ofTable(term.NewTable())
	x, y, p := in.t.Unknown("x", 32, nil), in.t.Unknown("y", 32, nil), in.t.Unknown("p", 0, nil)
	set := in.t.Pack(vector.Build(func(l int) *term.Term { return in.t.Bit(x, l) }).List())
	for about, c := range map[string]struct {
		part, whole *term.Term
		want        bool
	}{
		"the word itself":          {x, x, true},
		"what another leaves":      {in.t.BAnd(x, y), x, true},
		"without its lowest bit":   {in.t.BAnd(x, in.t.AddConst(x, ^uint64(0))), x, true},
		"with a bit turned round":  {in.t.BXor(x, in.t.Const(32, 4)), x, false},
		"a bit of another":         {in.t.BAnd(in.t.BXor(x, in.t.Const(32, 4)), y), x, false},
		"another word":             {y, x, false},
		"of which it is itself":    {x, in.t.BAnd(x, y), false},
		"a chosen one":             {in.t.Ite(p, x, in.t.Const(32, 0)), x, false}, // it is, but takes long to see
		"the lanes with its bits":  {set, x, true},
		"what cancels on one side": {in.t.BXor(x, in.t.BAnd(x, y)), x, true},
	} {
		guard := vector.Uniform(in.t.True)
		if got := in.isPart(vector.Uniform(c.part), vector.Uniform(c.whole), guard); got != c.want {
			t.Errorf("%s: %t", about, got)
		}
		away := vector.Build(func(l int) *term.Term { return in.t.Bool(l != 3) })
		parts := vector.Build(func(l int) *term.Term { return in.t.Ite(in.t.Bool(l == 3), c.part, x) })
		wholes := vector.Build(func(l int) *term.Term { return in.t.Ite(in.t.Bool(l == 3), c.whole, x) })
		if !in.isPart(parts, wholes, away) {
			t.Errorf("%s: of a lane that is not here it counts", about)
		}
	}
}

// TestIsNonzero: a word is not zero if its form or the guard shows it in each lane of the guard.
func TestIsNonzero(t *testing.T) {
	in := ofTable(term.NewTable())
	x := in.t.Unknown("x", 32, nil)
	all, positive := vector.Uniform(in.t.True), vector.Uniform(in.t.Not(in.t.Eq(x, in.t.Const(32, 0))))
	odd := vector.Build(func(l int) *term.Term { return in.t.Bool(l%2 == 1) })
	parity := vector.Build(func(l int) *term.Term { return in.t.Const(32, uint64(l%2)) })
	for about, c := range map[string]struct {
		word, guard vector.Vec
		want        bool
	}{
		"anything":                         {vector.Uniform(x), all, false},
		"what the lanes came by":           {vector.Uniform(x), positive, true},
		"a constant":                       {in.vectors.Constant(32, 2), all, true},
		"zero":                             {in.vectors.Constant(32, 0), all, false},
		"zero in some lanes":               {parity, all, false},
		"zero in lanes that are not here":  {parity, odd, true},
		"a truth value, which is no count": {vector.Uniform(in.t.True), all, false},
	} {
		if got := in.isNonzero(c.word, c.guard); got != c.want {
			t.Errorf("%s: %t", about, got)
		}
	}
}

// TestLike: a candidate that was weakened in any respect differs from what it was, so that it is tried again.
func TestLike(t *testing.T) {
	apart := alone()
	kept := change{kind: 1}
	base := change{kind: 1, unbroken: &kept}
	for about, other := range map[string]change{
		"kind":                          {kind: 2, unbroken: &kept},
		"shift":                         {kind: 1, shift: shift{places: 1}, unbroken: &kept},
		"classes":                       {kind: 1, classes: apart, unbroken: &kept},
		"whether it shrinks":            {kind: 1, shrinks: true, unbroken: &kept},
		"whether it is not zero":        {kind: 1, nonzero: true, unbroken: &kept},
		"what it is at most":            {kind: 1, most: 9, unbroken: &kept},
		"what is kept at all":           {kind: 1},
		"the kind of what is kept":      {kind: 1, unbroken: &change{kind: 2}},
		"the classes of what is kept":   {kind: 1, unbroken: &change{kind: 1, classes: apart}},
		"whether what is kept is zero":  {kind: 1, unbroken: &change{kind: 1, nonzero: true}},
		"whether what is kept shrinks":  {kind: 1, unbroken: &change{kind: 1, shrinks: true}},
		"the shift of what is kept too": {kind: 1, unbroken: &change{kind: 1, shift: shift{places: 2}}},
	} {
		if base.like(other) || other.like(base) {
			t.Errorf("candidates that differ in %s are taken for one", about)
		}
	}
	if again := (change{kind: 1, unbroken: &change{kind: 1}}); !base.like(again) {
		t.Error("a candidate is not like itself")
	}
}

// TestClasses: lanes of a class with the same term stay together, and absent lanes go with the first lane present.
func TestClasses(t *testing.T) {
	tb := term.NewTable()
	all := vector.Uniform(tb.True)
	byHalf := func(l int) *term.Term { return tb.Const(32, uint64(l/16)) }
	halves := classes{}.part(all, byHalf)
	if halves[3] != 0 || halves[16] != 16 || halves[31] != 16 || halves.isOne() {
		t.Errorf("halves are %v", halves)
	}
	if again := halves.part(all, func(int) *term.Term { return tb.True }); again != halves {
		t.Errorf("classes that tell the same meet: %v", again)
	}
	some := vector.Build(func(l int) *term.Term { return tb.Bool(l > 3) })
	own := classes{}.part(some, func(l int) *term.Term { return tb.Const(32, uint64(l/8)) })
	if own[0] != own[4] || own[7] != own[4] || own[8] == own[4] || own[9] != own[8] {
		t.Errorf("lanes 0-3 are not there: %v", own)
	}
	if l := halves.first(some, 2); l != 4 {
		t.Errorf("the first of lane 2's class that is there is %d", l)
	}
	if l := halves.first(vector.Uniform(tb.False), 20); l != 20 {
		t.Errorf("where none is there the first is %d", l)
	}
	v := halves.vector(tb, "v", 32, nil)
	if v.At(0) != v.At(15) || v.At(0) == v.At(16) || v.At(16) != v.At(31) || v.IsUniform() || !(classes{}).vector(tb, "w", 32, nil).IsUniform() {
		t.Error("a class has an unknown of its own, and no lane another one")
	}
}

// TestOwn: behind a loop, an unknown of an iteration becomes an unknown of the last iteration, with the same range.
// Terms from before the loop stay the same.
func TestOwn(t *testing.T) {
	in := ofTable(term.NewTable())
	within, before := in.t.Var("k", 32, 0, 99, nil), in.t.Var("before", 32, 0, 9, nil)
	s := in.newSearch(Task{})
	s.K, s.Mark = within, within.ID
	if before.ID < s.Mark {
		t.Fatal("the order of terms")
	}
	a, b := s.own(within, 2), s.own(within, 5)
	if a == within || a == b || a != s.own(within, 2) || a.Op != term.Var || a.Lo != within.Lo || a.Hi != within.Hi {
		t.Errorf("the last iterations of two classes are %v and %v", a, b)
	}
	if fed, known := in.trace.Fed[a]; !known || len(fed.Of) != 1 || fed.Of[0].At(0) != within {
		t.Errorf("%v is fed by %v", a, fed)
	}
	if word := in.t.Opaque("word", 32, nil, within); s.own(word, 2) == word || len(s.own(word, 2).Args) != 1 {
		t.Error("what is computed in the iteration is not its class's own")
	}
	s.Mark = in.t.Len()
	if s.own(before, 2) != before {
		t.Error("what was there before the loop has become another")
	}
}

// TestShifts: an iteration that shifts a word is recognised, whatever absent lanes do.
func TestShifts(t *testing.T) {
	in := ofTable(term.NewTable())
	x, y := in.t.Unknown("x", 32, nil), in.t.Unknown("y", 32, nil)
	by := func(op func(a, b *term.Term) *term.Term, n uint64) *term.Term { return op(x, in.t.Const(32, n)) }
	all, none := vector.Uniform(in.t.True), vector.Uniform(in.t.False)
	for _, c := range []struct {
		about string
		next  *term.Term
		want  shift
		moves bool
	}{
		{"to the left", by(in.t.Shl, 1), shift{term.Shl, 1, true}, true},
		{"by three", by(in.t.Shl, 3), shift{term.Shl, 3, true}, true},
		{"by four", by(in.t.Shl, 4), shift{}, false},
		{"to the right", by(in.t.LShr, 2), shift{op: term.LShr, places: 2}, true},
		{"with its sign", by(in.t.AShr, 1), shift{op: term.AShr, places: 1}, true},
		{"halved", in.t.SDiv(x, in.t.Const(32, 2)), shift{op: term.AShr, places: 1}, true},
		{"a third", in.t.SDiv(x, in.t.Const(32, 3)), shift{}, false},
		{"half of another", in.t.SDiv(y, in.t.Const(32, 2)), shift{}, false},
		{"not at all", x, shift{}, false},
	} {
		got, moves := in.shiftOf(vector.Uniform(x), vector.Uniform(c.next), all)
		if got != c.want || moves != c.moves {
			t.Errorf("%s: %v, %t", c.about, got, moves)
		}
	}
	if _, moves := in.shiftOf(vector.Uniform(x), vector.Uniform(by(in.t.Shl, 1)), none); moves {
		t.Error("of no lane it is known that it shifts")
	}
	third := vector.Build(func(l int) *term.Term { return in.t.Ite(in.t.Bool(l == 3), y, by(in.t.Shl, 1)) })
	others := vector.Build(func(l int) *term.Term { return in.t.Bool(l != 3) })
	if _, moves := in.shiftOf(vector.Uniform(x), third, all); moves {
		t.Error("a lane that does not shift counts as one that does")
	}
	if _, moves := in.shiftOf(vector.Uniform(x), third, others); !moves {
		t.Error("a lane that is not here counts")
	}
	for _, c := range []struct {
		s    shift
		most uint64
	}{{shift{term.Shl, 1, true}, 31}, {shift{term.Shl, 2, true}, 15}, {shift{term.Shl, 3, true}, 10}, {shift{term.LShr, 1, false}, maxIterations}} {
		if got := c.s.most(warp.Size); got != c.most {
			t.Errorf("%v leaves something of a word for %d iterations", c.s, got)
		}
	}
}
