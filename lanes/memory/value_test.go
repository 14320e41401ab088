package memory

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// newMemory returns the memory of a root: a kernel, or a device function that is analysed alone.
func newMemory(kernel bool) *Memory {
	m := New(term.NewTable(), &cfg.Func{Kernel: kernel, Decl: &types.Func{}})
	m.IsNumber = func(*term.Term) bool { return false }
	return m
}

// variable returns an object of a type.
func (m *Memory) variable(name string, t *types.Type, storage types.Storage, r Region) *Object {
	o := m.NewObject(name, &cfg.Object{Name: name, Type: t, Var: &types.Var{Name: name, Type: t}, Storage: storage}, r)
	o.Argument = storage == types.Param
	return o
}

// class returns a record with int fields and the given base classes.
func class(name string, bases []*types.Type, fields ...string) *types.Type {
	t := &types.Type{Kind: types.Record, Name: name, Bases: bases}
	for _, b := range bases {
		t.Size += b.Size
	}
	for i, f := range fields {
		t.Fields = append(t.Fields, &types.Field{Name: f, Type: word, Index: i, Offset: 8 * t.Size, Owner: t})
		t.Size += 4
	}
	return t
}

// TestBases: each base of a class is a part of its own. A pointer converts to it and back, and a store through one is
// read through the other.
func TestBases(t *testing.T) {
	first, second := class("first", nil, "a"), class("second", nil, "b")
	both := class("both", []*types.Type{first, second}, "c")
	m, s := newMemory(true), NewState()
	all := vector.Uniform(m.t.True)
	whole := Pointer{Object: m.variable("v", both, types.Local, Private), Elem: both}
	for i, base := range both.Bases {
		if !IsBase(base, both) || IsBase(both, base) {
			t.Errorf("%s is no base", base.Name)
		}
		up := m.ToBase(whole, both, base)
		if back := m.ToDerived(up, both, base); len(back.Path) != 0 || back.Elem != both {
			t.Errorf("%s: the way back leads to %v", base.Name, back.Path)
		}
		m.Store(s, up.Into(base.Fields[0]), m.vectors.Constant(32, uint64(10+i)), word, all)
	}
	for i, base := range both.Bases {
		v := m.Load(s, m.ToBase(whole, both, base).Into(base.Fields[0]), word, all, false).(vector.Vec)
		if !v.At(3).IsConst() || v.At(3).K != uint64(10+i) {
			t.Errorf("%s holds %v", base.Name, v.At(3))
		}
	}
	copied := m.Load(s, whole, both, all, false).(Aggregate)
	other := Pointer{Object: m.variable("w", both, types.Local, Private), Elem: both}
	m.Store(s, other, copied, both, all)
	if v := m.Load(s, m.ToBase(other, both, second).Into(second.Fields[0]), word, all, false).(vector.Vec); !v.At(0).IsConst() || v.At(0).K != 11 {
		t.Errorf("a copy holds %v", v.At(0))
	}
	missing := m.ToBase(Pointer{Addr: m.vectors.Constant(64, 0)}, both, second)
	if x := missing.Addr.At(0); !x.IsConst() || x.K != 0 {
		t.Errorf("the base of no object is at %v", x)
	}
}

// TestArguments: an argument of a kernel is one unknown for all lanes, with the name that a user knows. In a device
// function each lane has an unknown of its own, unless they are taken to be alike.
func TestArguments(t *testing.T) {
	parameters := class("parameters", nil, "stride", "count")
	read := func(m *Memory) vector.Vec {
		p := Pointer{Object: m.variable("p", parameters, types.Param, Private), Elem: parameters}
		return m.Load(NewState(), p.Into(parameters.Fields[1]), word, vector.Uniform(m.t.True), false).(vector.Vec)
	}
	of := newMemory(true)
	v := read(of)
	if origin, is := v.At(0).Origin.(ArgOrigin); !v.IsUniform() || !is || origin.Name != "p.count" {
		t.Errorf("of a kernel: %v, %v", v.At(0), v.At(0).Origin)
	}
	if !IsFromOutside(v.At(0)) || IsImprecise(v.At(0)) {
		t.Error("an argument does not come from outside")
	}
	alone := newMemory(false)
	if v := read(alone); v.IsUniform() || IsFromOutside(v.At(0)) || len(alone.VariedNames()) != 1 {
		t.Errorf("of a function alone: %v, varied: %v", v.At(0), alone.VariedNames())
	}
	alike := newMemory(false)
	alike.TakeAlike()
	if v := read(alike); !v.IsUniform() || !alike.TakesAlike() {
		t.Errorf("taken to be alike: %v", v.At(0))
	}
}

// TestPointedTo: each pointer argument has one object behind it, an address is one word for all lanes, and a pointer
// to a field differs from a pointer to the whole.
func TestPointedTo(t *testing.T) {
	pair := class("pair", nil, "x", "y")
	m, s := newMemory(true), NewState()
	all := vector.Uniform(m.t.True)
	pointer := &types.Type{Kind: types.Pointer, Bits: 64, Size: 8, Elem: pair}
	argument := func(name string) Pointer {
		return m.Load(s, Pointer{Object: m.variable(name, pointer, types.Param, Private), Elem: pointer}, pointer, all, false).(Pointer)
	}
	p, q := argument("p"), argument("q")
	if p.Object == nil || p.Object == q.Object || p.Object.Region != External {
		t.Fatalf("p and q lead to %v and %v", p.Object, q.Object)
	}
	x, y := m.Load(s, p.Into(pair.Fields[0]), word, all, false).(vector.Vec), m.Load(s, p.Into(pair.Fields[1]), word, all, false).(vector.Vec)
	if !x.IsUniform() || x.At(0) == y.At(0) {
		t.Errorf("p->x is %v, p->y is %v", x.At(0), y.At(0))
	}
	if o, is := x.At(0).Origin.(Origin); !is || o.Object != "p" || o.Size != 4 || o.Own || o.Shared {
		t.Errorf("p->x comes of %+v", x.At(0).Origin)
	}
	if a, b := m.Layout.Address(p), m.Layout.Address(q); a.At(0) == b.At(0) || !a.IsUniform() || a.At(0).Lo != 0 {
		t.Errorf("addresses %v and %v", a.At(0), b.At(0))
	}
	forward := m.Layout.Forward(p, vector.Build(func(l int) *term.Term { return m.t.Const(64, uint64(8*l)) }))
	for l := range warp.Size {
		if d := m.t.Sub(m.Layout.Address(forward).At(l), m.Layout.Address(p).At(l)); !d.IsConst() || d.K != uint64(8*l) {
			t.Errorf("lane %d is %v bytes further on", l, d)
		}
	}
	if a, b := m.Layout.Alongside(p, forward); !a.IsInside() || !b.IsInside() || p.IsInside() {
		t.Error("two pointers into one object have no offsets in common")
	}
}

// TestWordsOfUnknownTypes: a value of an unknown type is no word, because its bytes may not be those of one.
func TestWordsOfUnknownTypes(t *testing.T) {
	m := newMemory(true)
	v := m.vectors.Constant(32, 7)
	if words, known := m.Layout.WordsOf(v, word); !known || len(words) != 1 || words[0].At(0) != v.At(0) {
		t.Errorf("an int is %v, %t", words, known)
	}
	if _, known := m.Layout.WordsOf(v, &types.Type{Kind: types.Invalid, Name: "T"}); known {
		t.Error("a word tells all bytes of a T")
	}
}

// TestAddresses: the first part of an object has the address of the object, other parts and objects have other
// addresses. A number computed by adding to the address of a shared variable points into it, whatever widths it had in
// between.
func TestAddresses(t *testing.T) {
	first, second := class("first", nil, "a"), class("second", nil, "b")
	both := class("both", []*types.Type{first, second}, "c")
	m := newMemory(true)
	same := func(p, q Pointer) bool { return m.Layout.Address(p).At(0) == m.Layout.Address(q).At(0) }
	derived := class("derived", []*types.Type{first}, "c")
	one := Pointer{Object: m.variable("u", derived, types.Local, Private), Elem: derived}
	if !same(one, m.ToBase(one, derived, first)) {
		t.Error("the only base is elsewhere")
	}
	whole := Pointer{Object: m.variable("v", both, types.Local, Private), Elem: both}
	if same(whole, m.ToBase(whole, both, second)) {
		t.Error("the second base is where the whole is")
	}
	if same(whole, whole.Into(both.Fields[len(both.Fields)-1])) {
		t.Error("the last field is where the whole is")
	}
	row := &types.Type{Kind: types.Array, Elem: word, Len: 64, Size: 256}
	s := Pointer{Object: m.variable("s", row, types.Shared, Shared), Elem: row}
	other := Pointer{Object: m.variable("r", row, types.Shared, Shared), Elem: row}
	address := m.Layout.Address(s).At(0)
	low, four := m.t.Trunc(address, 32), m.t.Const(32, 4)
	for about, c := range map[string]struct {
		number *term.Term
		ahead  uint64
		found  bool
	}{
		"itself":                {address, 0, true},
		"narrow":                {low, 0, true},
		"narrow and further":    {m.t.Add(low, four), 4, true},
		"widened":               {m.t.ZExt(m.t.Add(low, four), 64), 4, true},
		"widened with its sign": {m.t.SExt(m.t.Add(low, four), 64), 4, true},
		"twice":                 {m.t.Mul(low, m.t.Const(32, 2)), 0, false},
		"any number":            {m.t.Unknown("x", 64, nil), 0, false},
	} {
		object, ahead := m.sharedIn(c.number)
		if (object == s.Object) != c.found || c.found && (!ahead.IsConst() || ahead.K != c.ahead) {
			t.Errorf("%s leads into %v, %v", about, object, ahead)
		}
	}
	if object, _ := m.sharedIn(m.Layout.Address(other).At(0)); object != other.Object {
		t.Error("the address of one variable leads into another")
	}
}

// TestTables: a constant table has its contents. At an unknown index it is one of the entries that the index may mean,
// and no lane reads beyond its end.
func TestTables(t *testing.T) {
	m, s := newMemory(true), NewState()
	all := vector.Uniform(m.t.True)
	decl := &cfg.Object{Name: "table", Type: &types.Type{Kind: types.Array, Elem: word, Len: 3, Size: 12}, Storage: types.Constant,
		Contents: []cfg.Content{{Offset: 0, Size: 4, Value: 7}, {Offset: 4, Size: 4, Value: 8}, {Offset: 8, Size: 4, Value: 9}}}
	table := m.Global(decl, External)
	index := m.t.Var("i", 64, 0, 1<<40, nil)
	read := func(i *term.Term) *term.Term {
		p := m.Layout.Forward(Pointer{Object: table, Elem: decl.Type}, vector.Uniform(m.t.Mul(i, m.t.Const(64, 4))))
		p.Elem = word
		return m.Load(s, p, word, all, false).(vector.Vec).At(0)
	}
	if m.Global(decl, External) != table {
		t.Error("a global is two objects")
	}
	some := read(index)
	for i, want := range []uint64{7, 8, 9} {
		if x := read(m.t.Const(64, uint64(i))); !x.IsConst() || x.K != want {
			t.Errorf("entry %d is %v", i, x)
		}
		if got := term.NewEvaluator(term.Model{index: uint64(i)}).Value(some); got != want {
			t.Errorf("entry i is %d for i = %d", got, i)
		}
	}
	excluded := m.RuledOut()
	if len(excluded) == 0 {
		t.Fatal("an index may be beyond the end")
	}
	for i := range uint64(5) {
		if beyond := term.NewEvaluator(term.Model{index: i}).Holds(excluded[0].At(0)); beyond != (i > 2) {
			t.Errorf("index %d is ruled out: %v", i, beyond)
		}
	}
}

// TestFacts: a join knows what is known along each of its edges. If facts are many, the newest are kept.
func TestFacts(t *testing.T) {
	m := newMemory(true)
	fact := func(i int) *term.Term { return m.t.Eq(m.t.Var("x", 32, 0, 1<<30, nil), m.t.Const(32, uint64(i))) }
	all := vector.Uniform(m.t.True)
	a, b := NewState(), NewState()
	a.Know(fact(1))
	a.Know(fact(2))
	a.Know(m.t.True)
	b.Know(fact(2))
	n := m.t.Var("n", 32, 0, 1<<30, nil)
	whole := m.t.Eq(m.t.URem(n, m.t.Const(32, 32)), m.t.Const(32, 0))
	a = a.Follows(vector.Uniform(m.t.And(whole, fact(3))), all)
	if len(a.Known) != 2 || len(a.Multiples) != 1 || a.Multiples[0] != (Multiple{n, 5}) {
		t.Fatalf("known: %v, multiples: %v", a.Known, a.Multiples)
	}
	some := vector.Uniform(m.t.Eq(m.t.Var("c", 32, 0, 1, nil), m.t.Const(32, 1)))
	merged := m.MergeStates([]*State{a, b}, []vector.Vec{some, m.vectors.Not(some)})
	if !slices.Equal(merged.Known, []*term.Term{fact(2)}) || len(merged.Multiples) != 0 {
		t.Errorf("known behind both: %v, multiples: %v", merged.Known, merged.Multiples)
	}
	for i := range 2 * maxKnown {
		b.Know(fact(i + 10))
	}
	if len(b.Known) != maxKnown || b.Known[maxKnown-1] != fact(2*maxKnown+9) {
		t.Errorf("of many facts %d are kept, the last %v", len(b.Known), b.Known[len(b.Known)-1])
	}
}

// TestOverlay: bytes of a word that was stored whole are read from it. A word is not known if some of its bytes are
// not.
func TestOverlay(t *testing.T) {
	m, s := newMemory(true), NewState()
	all := vector.Uniform(m.t.True)
	p := Pointer{Object: m.variable("v", octets, types.Local, Private), Elem: octets}
	at := func(i uint64, t *types.Type) Pointer {
		q := m.Layout.Forward(p, m.vectors.Constant(64, i))
		q.Elem = t
		return q
	}
	for i := range uint64(4) {
		m.Store(s, at(i, octet), m.vectors.Constant(8, 0x10+i), octet, all)
	}
	for i := range uint64(4) {
		if v := m.Load(s, at(i, octet), octet, all, false).(vector.Vec); !v.At(0).IsConst() || v.At(0).K != 0x10+i {
			t.Errorf("byte %d is %v", i, v.At(0))
		}
	}
	v := m.Load(s, Pointer{Object: p.Object, Elem: octets, Recast: true}, word, all, false).(vector.Vec)
	if x := v.At(0); !x.IsConst() && !IsImprecise(x) {
		t.Errorf("four bytes as a word: %v", x)
	}
}

// TestPartsHaveOneOrder: terms made from a record's parts are the same in each run, though a map holds the parts.
func TestPartsHaveOneOrder(t *testing.T) {
	m := newMemory(true)
	record := Aggregate{}
	var want []vector.Vec
	for _, path := range []string{".a", ".b", ".c", ".d", ".e", ".f", ".g", ".h"} {
		record[path] = m.vectors.Opaque(path, 32, nil)
		want = append(want, record[path].(vector.Vec))
	}
	for range 20 {
		words, same := m.UniformWords(record, m.vectors.Constant(0, 1))
		if !same || !slices.EqualFunc(words, want, vector.Vec.Equal) {
			t.Fatalf("words %v, %v, want those of the parts in the order of their paths", words, same)
		}
	}
}
