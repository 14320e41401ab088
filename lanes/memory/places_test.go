package memory

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// TestAlongside: if one pointer was moved within an array and another points to its beginning, the second one gets a
// step of 0 bytes.
func TestAlongside(t *testing.T) {
	m := newMemory(true)
	v, w := m.variable("v", word, types.Local, Private), m.variable("w", word, types.Local, Private)
	field := class("r", nil, "a").Fields[0]
	bytes := func(n uint64) Step { return Step{Bytes: m.vectors.Constant(64, n)} }
	recast := Pointer{Object: v, Recast: true}
	for _, c := range []struct {
		about string
		p, q  Pointer
		steps [2]int
	}{
		{"the beginning and further", Pointer{Object: v}, Pointer{Object: v, Path: []Step{bytes(8)}}, [2]int{1, 1}},
		{"further and the beginning", Pointer{Object: v, Path: []Step{bytes(8)}}, Pointer{Object: v}, [2]int{1, 1}},
		{"of a field", Pointer{Object: v, Path: []Step{{Field: field}}}, Pointer{Object: v, Path: []Step{{Field: field}, bytes(4)}}, [2]int{2, 2}},
		{"of another object", Pointer{Object: w}, Pointer{Object: v, Path: []Step{bytes(8)}}, [2]int{0, 1}},
		{"as another type", recast, Pointer{Object: v, Path: []Step{bytes(8)}}, [2]int{0, 1}},
		{"two beginnings", Pointer{Object: v}, Pointer{Object: v}, [2]int{0, 0}},
		{"of no object", Pointer{}, Pointer{}, [2]int{0, 0}},
		{"two steps further", Pointer{Object: v}, Pointer{Object: v, Path: []Step{{Field: field}, bytes(4)}}, [2]int{0, 2}},
	} {
		p, q := m.Layout.Alongside(c.p, c.q)
		if len(p.Path) != c.steps[0] || len(q.Path) != c.steps[1] {
			t.Errorf("%s: %d and %d steps, want %v", c.about, len(p.Path), len(q.Path), c.steps)
		}
		for n, r := range []Pointer{p, q} {
			if given := []Pointer{c.p, c.q}[n]; len(r.Path) > len(given.Path) {
				if k, constant := r.Path[len(r.Path)-1].constant(); !constant || k != 0 {
					t.Errorf("%s: moved by %d", c.about, k)
				}
			}
		}
	}
}

// TestSteps: a second step of a pointer adds to the first. In a private object, a step from a field reaches the field
// at that offset. A pointer that does not point to a part of its type is marked.
func TestSteps(t *testing.T) {
	m := newMemory(true)
	record := class("r", nil, "a", "b")
	record.Fields[1].BitWidth = 0
	bits := class("s", nil, "a", "b")
	bits.Fields[1].BitWidth = 3
	other := class("other", nil, "c")
	own, shared := m.variable("v", record, types.Local, Private), m.variable("s", record, types.Shared, Shared)
	first := Pointer{Object: own, Elem: record}.Into(record.Fields[0])
	if p := m.Layout.Forward(first, m.vectors.Constant(64, 4)); len(p.Path) != 1 || p.Path[0].Field != record.Fields[1] || p.Recast {
		t.Errorf("4 bytes behind a is %v", p.Path)
	}
	if p := m.Layout.Forward(first, m.vectors.Constant(64, 2)); !p.Recast || len(p.Path) != 2 {
		t.Errorf("2 bytes behind a is %v", p.Path)
	}
	if p := m.Layout.Forward(Pointer{Object: own, Elem: bits}.Into(bits.Fields[0]), m.vectors.Constant(64, 4)); !p.Recast {
		t.Error("some bits are taken for the word beside another")
	}
	if p := m.Layout.Forward(Pointer{Object: shared, Elem: record}.Into(record.Fields[0]), m.vectors.Constant(64, 4)); len(p.Path) != 2 || p.Recast {
		t.Errorf("in shared memory 4 bytes behind a is %v", p.Path)
	}
	p := m.Layout.Forward(m.Layout.Forward(Pointer{Object: own}, m.vectors.Constant(64, 4)), m.vectors.Constant(64, 8))
	if k, _ := p.Path[0].constant(); len(p.Path) != 1 || k != 12 || !p.IsInside() || first.IsInside() {
		t.Errorf("4 and 8 bytes ahead is %v", p.Path)
	}
	if q := (Pointer{Object: own, Elem: record, Recast: true}).Into(record.Fields[0]); q.Converted {
		t.Error("a field of the type itself is one of another class")
	}
	if q := (Pointer{Object: own, Elem: record, Recast: true}).Into(other.Fields[0]); !q.Converted {
		t.Error("of what is taken for another class a field is known to lie somewhere")
	}
	if q := (Pointer{Object: own, Elem: record}).Into(other.Fields[0]); q.Converted || q.Recast {
		t.Error("a field is taken for one of another class")
	}
}

// TestForgotten: a store through a pointer makes unknown what it may point to, and nothing else.
func TestForgotten(t *testing.T) {
	hidden := &cfg.Object{Name: "hidden", Type: word}
	seen := &cfg.Object{Name: "seen", Type: word, Escapes: true}
	for _, c := range []struct {
		about  string
		forget func(m *Memory, s *State, o map[string]*Object)
		want   []string
	}{
		{"one object", func(m *Memory, s *State, o map[string]*Object) { m.Forget(s, o["hidden"]) }, []string{"hidden"}},
		{"one of shared memory", func(m *Memory, s *State, o map[string]*Object) { m.Forget(s, o["shared"]) }, []string{"shared"}},
		{"what others write", func(m *Memory, s *State, _ map[string]*Object) { m.ForgetShared(s) }, []string{"another", "shared"}},
		{"what may be reached", func(m *Memory, s *State, _ map[string]*Object) { m.ForgetReachable(s) }, []string{"another", "seen", "shared"}},
	} {
		m, s := newMemory(true), NewState()
		objects := map[string]*Object{"hidden": m.NewObject("hidden", hidden, Private), "seen": m.NewObject("seen", seen, Private),
			"shared": m.NewObject("shared", nil, Shared), "another": m.NewObject("another", nil, Shared)}
		for _, o := range objects {
			s.Cells[Cell{Object: o}] = m.vectors.Constant(32, 3)
		}
		before := s.Clone()
		c.forget(m, s, objects)
		var gone []string
		for name, o := range objects {
			if _, known := s.Cells[Cell{Object: o}]; !known && s.Versions[o] != before.Versions[o] {
				gone = append(gone, name)
			}
		}
		slices.Sort(gone)
		if !slices.Equal(gone, c.want) {
			t.Errorf("%s: forgotten are %v", c.about, gone)
		}
		all := c.about != "one object" && c.about != "one of shared memory"
		if (s.GlobalVersion != before.GlobalVersion) != all || (s.SharedVersion != before.SharedVersion) != (all || c.want[0] == "shared") {
			t.Errorf("%s: versions %d and %d", c.about, s.GlobalVersion, s.SharedVersion)
		}
	}
}

// TestUntouched: a parameter holds its argument until something is stored in it.
func TestUntouched(t *testing.T) {
	m, s := newMemory(true), NewState()
	given, own := m.variable("n", word, types.Param, Private), m.variable("v", word, types.Local, Private)
	if !s.IsUntouched(given) || s.IsUntouched(own) {
		t.Error("a parameter that nobody touched is none, or another variable is one")
	}
	m.Forget(s, given)
	if s.IsUntouched(given) {
		t.Error("what was forgotten is what was given")
	}
}

// TestMultipleOf: remainders and low bits that are zero show which words are multiples, and nothing else does.
func TestMultipleOf(t *testing.T) {
	tb := term.NewTable()
	n := tb.Var("n", 32, 0, 1<<30, nil)
	is := func(x *term.Term, k uint64) *term.Term { return tb.Eq(x, tb.Const(32, k)) }
	of := func(op func(a, b *term.Term) *term.Term, k uint64) *term.Term { return op(n, tb.Const(32, k)) }
	for about, c := range map[string]struct {
		f     *term.Term
		zeros int
	}{
		"no remainder by 32":      {is(of(tb.URem, 32), 0), 5},
		"no signed remainder":     {is(of(tb.SRem, 8), 0), 3},
		"a remainder":             {is(of(tb.URem, 32), 1), 0},
		"by an odd number":        {is(of(tb.URem, 3), 0), 0},
		"by six":                  {is(of(tb.URem, 6), 0), 1},
		"no low bits":             {is(of(tb.BAnd, 7), 0), 3},
		"no bit but the lowest":   {is(of(tb.BAnd, 6), 0), 0},
		"low bits of some value":  {is(of(tb.BAnd, 7), 4), 0},
		"not without a remainder": {tb.Not(is(of(tb.URem, 32), 0)), 0},
		"zero":                    {is(n, 0), 0},
		"a comparison":            {tb.ULt(n, tb.Const(32, 8)), 0},
	} {
		m, known := multipleOf(c.f)
		if known != (c.zeros > 0) || known && (m.Zeros != c.zeros || m.Word != n) {
			t.Errorf("%s: %v, %t", about, m, known)
		}
	}
}

// TestFollows: what holds for one lane alone is not known for all.
func TestFollows(t *testing.T) {
	m := newMemory(true)
	n := m.t.Var("n", 32, 0, 1<<30, nil)
	whole := m.t.Eq(m.t.URem(n, m.t.Const(32, 32)), m.t.Const(32, 0))
	one := vector.Build(func(l int) *term.Term { return m.t.Or(m.t.Bool(l != 3), whole) })
	if s := NewState().Follows(one, vector.Uniform(m.t.True)); len(s.Multiples) != 0 {
		t.Errorf("known is %v", s.Multiples)
	}
	s := NewState().Follows(vector.Uniform(whole), vector.Uniform(m.t.True))
	if again := s.Follows(vector.Uniform(whole), vector.Uniform(m.t.True)); again != s || len(s.Multiples) != 1 {
		t.Errorf("known twice: %v", again.Multiples)
	}
}

// TestEntries: an offset that is a multiple of the size selects among entries of that size only, integers or
// pointers. Too many entries give an unknown.
func TestEntries(t *testing.T) {
	m := newMemory(true)
	half := &types.Type{Kind: types.Int, Bits: 16, Size: 2}
	mixed := &cfg.Object{Name: "mixed", Contents: []cfg.Content{{Offset: 0, Size: 4, Value: 7}, {Offset: 4, Size: 2, Value: 8}, {Offset: 6, Size: 2, Value: 9}, {Offset: 8, Size: 4, Value: 10}}}
	pointer := &types.Type{Kind: types.Pointer, Size: 8}
	rows := &cfg.Object{Name: "rows", Contents: []cfg.Content{{Offset: 0, Size: 8, Value: 5}, {Offset: 8, Size: 8, Value: 16, Address: true},
		{Offset: 16, Size: 8, Value: 6}, {Offset: 24, Size: 8, Address: true, Unknown: true}}}
	i := m.t.Var("i", 64, 0, 3, nil)
	by := func(n uint64) *term.Term { return m.t.Mul(i, m.t.Const(64, n)) }
	for _, c := range []struct {
		in   *cfg.Object
		at   *term.Term
		as   *types.Type
		want []int64
	}{
		{mixed, by(4), word, []int64{7, 10}},
		{mixed, by(4), half, []int64{8}},
		{mixed, by(2), half, []int64{8, 9}},
		{mixed, by(8), word, []int64{7, 10}},
		{mixed, m.t.AddConst(by(2), 6), half, []int64{9}},
		{rows, by(8), &types.Type{Kind: types.Int, Bits: 64, Size: 8}, []int64{5, 6}},
		{rows, by(8), pointer, []int64{16, 0}},
	} {
		var got []int64
		for _, k := range candidates(c.in, c.at, c.as) {
			got = append(got, k.Value)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d bytes of %s at %v are one of %v, want %v", c.as.Size, c.in.Name, c.at, got, c.want)
		}
	}
	if x := m.entry(rows, by(8), pointer); x != nil {
		t.Errorf("a pointer, of which one is not known, is %v", x)
	}
	if x := m.entry(rows, m.t.Const(64, 8), pointer); x == nil || x.K != 16 {
		t.Errorf("the pointer at 8 is %v", x)
	}
	if x := m.entry(mixed, m.t.Const(64, 6), half); x == nil || !x.IsConst() || x.K != 9 {
		t.Errorf("2 bytes at 6 are %v", x)
	}
	if x := m.entry(mixed, m.t.Const(64, 6), word); x != nil {
		t.Errorf("4 bytes at 6 are %v", x)
	}
	if x := m.entry(mixed, m.t.AddConst(by(4), 12), word); x != nil {
		t.Errorf("behind the end there is %v", x)
	}
	bytes := &cfg.Object{Name: "bytes", Type: &types.Type{Kind: types.Array, Size: 8}}
	for k, v := range []int64{255, 1, 0, 0, 0, 0, 2, 255} {
		bytes.Contents = append(bytes.Contents, cfg.Content{Offset: int64(k), Size: 1, Value: v})
	}
	var words []int64
	for _, k := range candidates(bytes, by(4), word) {
		words = append(words, k.Value)
	}
	if !slices.Equal(words, []int64{0x1ff, 0xff020000}) {
		t.Errorf("the words of some bytes are %x", words)
	}
	long := &cfg.Object{Name: "long"}
	for k := range int64(choiceLimit + 1) {
		long.Contents = append(long.Contents, cfg.Content{Offset: 4 * k, Size: 4, Value: k})
	}
	far := m.t.Mul(m.t.Var("j", 64, 0, choiceLimit, nil), m.t.Const(64, 4))
	if x := m.entry(long, far, word); x != nil {
		t.Errorf("one of very many entries is %v", x)
	}
	long.Contents = long.Contents[1:]
	if x := m.entry(long, far, word); x == nil {
		t.Error("one of many entries is not known")
	}
}

// TestGiven: a parameter has a value of its type, and memory behind a pointer that nobody writes through keeps its
// contents.
func TestGiven(t *testing.T) {
	signed := &types.Type{Kind: types.Int, Bits: 32, Size: 4, Signed: true}
	pair := class("pair", nil, "x", "y")
	m, s := newMemory(true), NewState()
	all := vector.Uniform(m.t.True)
	signOf := func(p Pointer, of *types.Type) int {
		return m.Load(s, p, of, all, false).(vector.Vec).At(0).Origin.(ArgOrigin).Signed
	}
	for about, c := range map[string]struct {
		t    *types.Type
		want int
	}{"whole": {signed, 32}, "unsigned": {word, 0}, "real": {&types.Type{Kind: types.Float, Bits: 32, Size: 4, Signed: true}, 0}} {
		if got := signOf(Pointer{Object: m.variable(about, c.t, types.Param, Private), Elem: c.t}, c.t); got != c.want {
			t.Errorf("the %s number has %d bits with a sign", about, got)
		}
	}
	if got := signOf(Pointer{Object: m.variable("p", pair, types.Param, Private), Elem: pair}.Into(pair.Fields[1]), word); got != 0 {
		t.Errorf("a part of a record has %d bits with a sign", got)
	}
	pointer := &types.Type{Kind: types.Pointer, Bits: 64, Size: 8, Elem: word}
	for _, unwritten := range []bool{false, true} {
		o := m.variable("q", pointer, types.Param, Private)
		o.Decl.Var.Unwritten = unwritten
		p := m.Load(s, Pointer{Object: o, Elem: pointer}, pointer, all, false).(Pointer)
		before := m.Load(s, p, word, all, false).(vector.Vec).At(0)
		m.ForgetShared(s)
		if after := m.Load(s, p, word, all, false).(vector.Vec).At(0); (after == before) != unwritten {
			t.Errorf("what nobody writes through q (%t) is %v and then %v", unwritten, before, after)
		}
	}
}

// TestHoldsPointer: an aggregate points to other memory if a part of it is a pointer.
func TestHoldsPointer(t *testing.T) {
	m := newMemory(true)
	p, w := Pointer{Addr: m.vectors.Constant(64, 16)}, m.vectors.Constant(32, 3)
	for about, c := range map[string]struct {
		a    Aggregate
		want bool
	}{"none": {Aggregate{}, false}, "words": {Aggregate{"a": w, "b": w}, false}, "one of two": {Aggregate{"a": w, "b": p}, true}} {
		if got := c.a.HoldsPointer(); got != c.want {
			t.Errorf("%s: %t", about, got)
		}
	}
	if words, only := OnlyWords([]Value{w, p}); only || words != nil {
		t.Error("a pointer is taken for a word")
	}
	if words, only := OnlyWords([]Value{w, w}); !only || len(words) != 2 {
		t.Error("two words are not taken for words")
	}
}

// TestPartAddresses: a part that is not at the beginning has an address of its own, and a pointer to it moves by as
// many bytes.
func TestPartAddresses(t *testing.T) {
	m := newMemory(true)
	rows := class("rows", nil, "a", "b")
	rows.Fields[1].Type = &types.Type{Kind: types.Array, Elem: word, Len: 8, Size: 32}
	whole := Pointer{Object: m.variable("v", rows, types.Shared, Shared), Elem: rows}
	part := whole.Into(rows.Fields[1])
	moved := m.Layout.Forward(part, m.vectors.Constant(64, 12))
	if d := m.t.Sub(m.Layout.Address(moved).At(0), m.Layout.Address(part).At(0)); !d.IsConst() || d.K != 12 {
		t.Errorf("12 bytes further on is %v further on", d)
	}
	if m.Layout.Address(part).At(0) == m.Layout.Address(whole).At(0) {
		t.Error("the second field has the address of the whole")
	}
	unknown := m.Layout.Forward(part, vector.Uniform(m.t.Unknown("i", 64, nil)))
	if _, constant := m.Layout.Key(unknown.Path, word); constant {
		t.Error("a place that is not known is a cell")
	}
	if k, constant := m.Layout.Key(moved.Path, word); !constant || k == "" {
		t.Errorf("a place that is known is the cell %q, %t", k, constant)
	}
}

// TestIsPlaced: a place is known in bytes unless the arguments of a template decide how large the elements are.
func TestIsPlaced(t *testing.T) {
	m := newMemory(true)
	open, another := &types.Type{Kind: types.Invalid, Name: "T"}, &types.Type{Kind: types.Invalid, Name: "U"}
	array := func(of *types.Type) *types.Type {
		return &types.Type{Kind: types.Array, Elem: of, Len: 8, Size: 8 * of.Size}
	}
	here := m.vectors.Constant(64, 8)
	byTemplate := vector.Uniform(m.t.Opaque("N", 64, TemplateOrigin{Name: "N"}))
	for _, c := range []struct {
		about    string
		in, elem *types.Type
		at       vector.Vec
		want     bool
	}{
		{"words", array(word), word, here, true},
		{"a word", word, word, here, true},
		{"elements of the parameter's type", array(open), open, here, true},
		{"elements of another parameter's type", array(open), another, here, false},
		{"words among elements of a parameter's type", array(open), word, here, false},
		{"elements of a parameter's type among words", array(word), open, here, false},
		{"elements in raw memory", array(octet), open, here, true},
		{"elements in raw memory that the parameters divide", array(octet), open, byTemplate, false},
	} {
		p := Pointer{Object: m.variable("v", c.in, types.Shared, Shared), Elem: c.elem}
		if got := m.Layout.IsPlaced(p, c.at); got != c.want {
			t.Errorf("%s: %t", c.about, got)
		}
	}
}
