package memory

import (
	"fmt"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
	"pgregory.net/rapid"
)

var (
	word   = &types.Type{Kind: types.Int, Bits: 32, Size: 4}
	octet  = &types.Type{Kind: types.Int, Bits: 8, Size: 1}
	octets = &types.Type{Kind: types.Array, Elem: octet, Len: 4, Size: 4}
)

// run draws accesses to one private variable, and executes them in the memory and in 32 arrays of bytes.
type run struct {
	*rapid.T
	*Memory
	variable *Object
	model    term.Model
	unknowns int
}

// contents are the bytes of the variable in each lane.
type contents [warp.Size][]byte

func newRun(t *rapid.T, typ *types.Type) *run {
	r := &run{T: t, Memory: New(term.NewTable(), &cfg.Func{Kernel: true, Decl: &types.Func{}}), model: term.Model{}}
	r.IsNumber = func(*term.Term) bool { return false }
	r.variable = r.NewObject("v", &cfg.Object{Name: "v", Type: typ}, Private)
	return r
}

func (r *run) value(x *term.Term) uint64 { return term.NewEvaluator(r.model).Value(x) }

// unknown draws an unknown word below a bound, the same in all lanes or not.
func (r *run) unknown(bits int, bound uint64) vector.Vec {
	r.unknowns++
	name := fmt.Sprint("unknown", r.unknowns)
	draw := func(name string) *term.Term {
		x := r.t.Var(name, bits, 0, bound-1, nil)
		r.model[x] = rapid.Uint64Range(0, bound-1).Draw(r.T, name)
		return x
	}
	if rapid.Bool().Draw(r.T, name+" is uniform") {
		return vector.Uniform(draw(name))
	}
	return vector.Build(func(l int) *term.Term { return draw(fmt.Sprint(name, "@", l)) })
}

// index draws an index below a bound: a constant, one constant per lane, or an unknown.
func (r *run) index(bound int) vector.Vec {
	k := rapid.IntRange(0, bound-1).Draw(r.T, "index")
	switch rapid.IntRange(0, 2).Draw(r.T, "kind of index") {
	case 0:
		return r.vectors.Constant(64, uint64(k))
	case 1:
		return vector.Build(func(l int) *term.Term { return r.t.Const(64, uint64((k+l)%bound)) })
	}
	return r.unknown(64, uint64(bound))
}

// at returns the address of an element of an array that begins at p.
func (r *run) at(p Pointer, index vector.Vec, elem *types.Type) Pointer {
	p = r.Layout.Forward(p, vector.Map1(index, func(x *term.Term) *term.Term {
		return r.t.Mul(x, r.t.Const(64, uint64(elem.Size)))
	}))
	p.Elem = elem
	return p
}

// write stores a word for each lane of a guard at an address. It also writes the bytes of the word into c, at the
// offset of the address.
func (r *run) write(s *State, c *contents, p Pointer, offset, v vector.Vec, t *types.Type, guard vector.Vec) {
	r.Store(s, p, v, t, guard)
	for l := range warp.Size {
		if r.value(guard.At(l)) == 0 {
			continue
		}
		at, x := r.value(offset.At(l)), r.value(v.At(l))
		for b := range uint64(t.Size) {
			c[l][at+b] = byte(x >> (8 * b))
		}
	}
}

// check compares what the lanes of a guard read at an address with the bytes at an offset.
func (r *run) check(s *State, c *contents, p Pointer, offset uint64, t *types.Type, guard vector.Vec) {
	v := r.Load(s, p, t, guard, false).(vector.Vec)
	for l := range warp.Size {
		if r.value(guard.At(l)) == 0 {
			continue
		}
		want := uint64(0)
		for b := range uint64(t.Size) {
			want |= uint64(c[l][offset+b]) << (8 * b)
		}
		if got := r.value(v.At(l)); got != want {
			r.Fatalf("lane %d reads %#x at %d, want %#x: %v", l, got, offset, want, v.At(l))
		}
	}
}

// TestArray checks that the elements of an array are exact after any stores, at known and unknown indices, and after
// joins.
func TestArray(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, maxElements).Draw(t, "elements")
		array := &types.Type{Kind: types.Array, Elem: word, Len: int64(n), Size: int64(4 * n)}
		r, c, s := newRun(t, array), &contents{}, NewState()
		all := vector.Uniform(r.t.True)
		root := Pointer{Object: r.variable, Elem: array}
		for l := range c {
			c[l] = make([]byte, 4*n)
		}
		offsetOf := func(index vector.Vec) vector.Vec {
			return vector.Map1(index, func(x *term.Term) *term.Term { return r.t.Mul(x, r.t.Const(64, 4)) })
		}
		store := func(s *State, index, v, guard vector.Vec) {
			r.write(s, c, r.at(root, index, word), offsetOf(index), v, word, guard)
		}
		for i := range n {
			store(s, r.vectors.Constant(64, uint64(i)), r.vectors.Constant(32, uint64(i)), all)
		}
		for range rapid.IntRange(1, 4).Draw(t, "branches") {
			cond := vector.Map1(r.unknown(32, 2), func(x *term.Term) *term.Term { return r.t.Eq(x, r.t.Const(32, 1)) })
			sides, states := []vector.Vec{cond, r.vectors.Not(cond)}, []*State{s, s.Clone()}
			for i, guard := range sides {
				for range rapid.IntRange(0, 2).Draw(t, "stores") {
					store(states[i], r.index(n), r.unknown(32, 100), guard)
				}
			}
			s = r.MergeStates(states, r.vectors.EdgeConditions(sides))
		}
		for i := range n {
			r.check(s, c, r.at(root, r.vectors.Constant(64, uint64(i)), word), uint64(4*i), word, all)
		}
	})
}

// TestUnion checks that a word and its bytes in a union share their bits.
func TestUnion(t *testing.T) {
	union := &types.Type{Kind: types.Record, Union: true, Size: 4}
	asWord := &types.Field{Name: "word", Type: word, Owner: union}
	asBytes := &types.Field{Name: "bytes", Type: octets, Owner: union}
	union.Fields = []*types.Field{asWord, asBytes}
	rapid.Check(t, func(t *rapid.T) {
		r, c, s := newRun(t, union), &contents{}, NewState()
		all, root := vector.Uniform(r.t.True), Pointer{Object: r.variable, Elem: union}
		for l := range c {
			c[l] = make([]byte, 4)
		}
		r.write(s, c, root.Into(asWord), r.vectors.Constant(64, 0), r.unknown(32, 1<<32), word, all)
		for range rapid.IntRange(0, 5).Draw(t, "stores") {
			if rapid.Bool().Draw(t, "whole") {
				r.write(s, c, root.Into(asWord), r.vectors.Constant(64, 0), r.unknown(32, 1<<32), word, all)
				continue
			}
			at := r.vectors.Constant(64, rapid.Uint64Range(0, 3).Draw(t, "byte"))
			r.write(s, c, r.at(root.Into(asBytes), at, octet), at, r.unknown(8, 1<<8), octet, all)
		}
		r.check(s, c, root.Into(asWord), 0, word, all)
		for i := range uint64(4) {
			r.check(s, c, r.at(root.Into(asBytes), r.vectors.Constant(64, i), octet), i, octet, all)
		}
	})
}

// TestVersions checks when two loads of one address give one word: until a store that may write there. All lanes get
// the same word only after they met.
func TestVersions(t *testing.T) {
	m := New(term.NewTable(), &cfg.Func{Kernel: true, Decl: &types.Func{}})
	m.IsNumber = func(*term.Term) bool { return false }
	all := vector.Uniform(m.t.True)
	tile := m.NewObject("tile", &cfg.Object{Name: "tile", Type: octets, Storage: types.Shared}, Shared)
	data := m.NewObject("data", nil, External)
	s := NewState()
	read := func(o *Object) vector.Vec {
		return m.Load(s, Pointer{Object: o, Elem: word}, word, all, false).(vector.Vec)
	}
	write := func(o *Object) {
		m.Store(s, Pointer{Object: o, Elem: word}, m.vectors.Constant(32, 1), word, all)
	}
	shared, global := read(tile), read(data)
	if !shared.Equal(read(tile)) || !shared.IsUniform() || shared.Equal(global) {
		t.Error("an address is not one word for all lanes, or two addresses are one")
	}
	write(tile)
	if own := read(tile); own.IsUniform() || own.Equal(shared) {
		t.Errorf("what lanes see of what they wrote: %v", own.At(0))
	}
	if !read(data).Equal(global) {
		t.Error("a store to shared memory changes global memory")
	}
	s.Unsynchronized = nil // they meet
	if met := read(tile); !met.IsUniform() || met.Equal(shared) {
		t.Errorf("what lanes see once they have met: %v", met.At(0))
	}
	before := read(tile)
	m.ForgetShared(s)
	if read(tile).Equal(before) || read(data).Equal(global) {
		t.Error("other threads change nothing")
	}
}

// TestMergedVersions: if one of two joining edges wrote to memory, the version behind the join differs from both.
func TestMergedVersions(t *testing.T) {
	m := newMemory(true)
	cond := vector.Uniform(m.t.Unknown("condition", 0, nil))
	versions := map[string]func(*State) *int{
		"global memory": func(s *State) *int { return &s.GlobalVersion },
		"shared memory": func(s *State) *int { return &s.SharedVersion },
		"any store":     func(s *State) *int { return &s.StoreVersion },
	}
	for written, of := range versions {
		for first := range 2 {
			m.Versions++
			last, sides := m.Versions, []*State{NewState(), NewState()}
			*of(sides[first]) = last
			merged := m.MergeStates(sides, m.vectors.EdgeConditions([]vector.Vec{cond, m.vectors.Not(cond)}))
			for about, version := range versions {
				isNew := *version(merged) > last
				if isNew != (about == written) {
					t.Errorf("with %s written on way %d, %s has the version %d", written, first, about, *version(merged))
				}
			}
		}
	}
}

// TestChosenPointer checks that a load through a pointer that branches chose reads from the chosen place, and a store
// writes there alone.
func TestChosenPointer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, s := newRun(t, word), NewState()
		all := vector.Uniform(r.t.True)
		var pointers []Pointer
		var words, conds []vector.Vec
		rest := all
		for i := range rapid.IntRange(2, maxChoices+1).Draw(t, "variables") {
			o := r.NewObject(fmt.Sprint("v", i), &cfg.Object{Name: "v", Type: word}, Private)
			p := Pointer{Object: o, Elem: word}
			w := r.unknown(32, 1<<32)
			r.Store(s, p, w, word, all)
			c := vector.Map1(r.unknown(32, 2), func(x *term.Term) *term.Term { return r.t.Eq(x, r.t.Const(32, 1)) })
			pointers, words = append(pointers, p), append(words, w)
			conds, rest = append(conds, r.vectors.And(rest, c)), r.vectors.And(rest, r.vectors.Not(c))
		}
		values := make([]Value, len(pointers))
		for i, p := range pointers {
			values[i] = p
		}
		chosen := r.MergeList(values, conds).(Pointer)
		got, stored := r.Load(s, chosen, word, all, false).(vector.Vec), r.unknown(32, 1<<32)
		r.Store(s, chosen, stored, word, all)
		for l := range warp.Size {
			at := 0
			for i, c := range conds {
				if r.value(c.At(l)) == 1 {
					at = i
				}
			}
			if r.value(got.At(l)) != r.value(words[at].At(l)) {
				t.Fatalf("lane %d reads %v, want %v", l, got.At(l), words[at].At(l))
			}
			for i, p := range pointers {
				want := words[i]
				if i == at {
					want = stored
				}
				if now := r.Load(s, p, word, all, false).(vector.Vec); r.value(now.At(l)) != r.value(want.At(l)) {
					t.Fatalf("lane %d has %v in variable %d, want %v", l, now.At(l), i, want.At(l))
				}
			}
		}
	})
}
