package memory

import (
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// TestOpenObject: the fields of an object whose class depends on a template's arguments have the contents of the whole.
func TestOpenObject(t *testing.T) {
	m := newMemory(true)
	s := NewState()
	all := vector.Uniform(m.t.True)
	whole := Pointer{Object: m.NewObject("box", &cfg.Object{Name: "box", Type: types.Unknown}, Private), Elem: types.Unknown}
	mask, count := whole.Into(&types.Field{Name: "mask", Type: word}), whole.Into(&types.Field{Name: "count", Type: word})
	load := func(p Pointer, of *types.Type) vector.Vec { return m.Load(s, p, of, all, false).(vector.Vec) }
	store := func(p Pointer, v vector.Vec, of *types.Type) { m.Store(s, p, v, of, all) }

	store(whole, m.vectors.Constant(32, 1), types.Unknown)
	before := load(count, word)
	if !before.IsUniform() || !before.Equal(load(count, word)) || before.Equal(load(mask, word)) {
		t.Error("a field is no function of the whole of its own")
	}
	object := load(whole, types.Unknown)
	store(mask, m.vectors.Constant(32, 5), word)
	if !load(mask, word).Equal(m.vectors.Constant(32, 5)) {
		t.Error("what was stored in a field is not there")
	}
	copied := load(whole, types.Unknown)
	if copied.Equal(object) || !load(count, word).Equal(before) {
		t.Error("the whole is as before a field was stored, or another field is not")
	}
	store(whole, m.vectors.Constant(32, 1), types.Unknown)
	if load(mask, word).Equal(m.vectors.Constant(32, 5)) || !load(count, word).Equal(before) {
		t.Error("a field is as before the whole was stored")
	}
	store(whole, copied, types.Unknown)
	if !load(mask, word).Equal(m.vectors.Constant(32, 5)) || !load(count, word).Equal(before) {
		t.Error("a copy has other fields than what was copied")
	}
}

// TestOpenUnion: what lies deeper in such an object may overlap other parts.
func TestOpenUnion(t *testing.T) {
	m := newMemory(true)
	s := NewState()
	all := vector.Uniform(m.t.True)
	whole := Pointer{Object: m.NewObject("box", &cfg.Object{Name: "box", Type: types.Unknown}, Private), Elem: types.Unknown}
	union := whole.Into(&types.Field{Type: types.Unknown})
	one, other := union.Into(&types.Field{Name: "one", Type: word}), union.Into(&types.Field{Name: "other", Type: word})
	m.Store(s, one, m.vectors.Constant(32, 5), word, all)
	m.Store(s, other, m.vectors.Constant(32, 6), word, all)
	if m.Load(s, one, word, all, false).(vector.Vec).Equal(m.vectors.Constant(32, 5)) {
		t.Error("a field keeps what another one may have been stored over")
	}
}
