package memory

import (
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// The members of a union share their memory. A scalar of a union has one cell, named after the first member that has a
// scalar of the same kind at the same bits. So a load gives the same value through all members with such a scalar. Tags
// in a common initial sequence rely on this, as in thread_group of CUDA's own cooperative_groups.h. A store gives its
// bits to the words that lie within it or around it. Everything else that overlaps the store becomes unknown.

// extent is the place of a scalar in a union or in a whole object, in bits.
type extent struct {
	start, bits int64
	kind        types.Kind
}

func (e extent) overlaps(f extent) bool {
	return e.start < f.start+f.bits && f.start < e.start+e.bits
}

// leaf is a scalar of a union: its extent, its type, and the key of the path to it from the union.
type leaf struct {
	extent
	t   *types.Type
	key string
}

// extentOf returns the extent of the scalar of type t at the end of a path, relative to the start of the path. ok is
// false if the layout is not known or an index is not constant.
func extentOf(path []Step, t *types.Type) (e extent, ok bool) {
	if t == nil {
		return extent{}, false
	}
	e = extent{bits: 8 * Size(t), kind: t.Kind}
	var within *types.Type
	for _, s := range path {
		if s.Field == nil {
			n, constant := s.constant()
			if !constant {
				return extent{}, false
			}
			e.start += 8 * int64(n)
			continue
		}
		if s.Field.Offset < 0 || within != nil && s.Field.Owner != within {
			return extent{}, false
		}
		e.start += s.Field.Offset
		if s.Field.BitWidth > 0 {
			e.bits = int64(s.Field.BitWidth)
		}
		within = element(s.Field.Type)
	}
	return e, true
}

// element returns the type of the elements of t, an array of any rank. If t is no array, it returns t.
func element(t *types.Type) *types.Type {
	for t != nil && t.Kind == types.Array {
		t = t.Elem
	}
	return t
}

// throughUnion returns the index of the first step of a path into a member of a union, or -1.
func throughUnion(path []Step) int {
	for i, s := range path {
		if s.Field != nil && s.Field.Owner != nil && s.Field.Owner.Union {
			return i
		}
	}
	return -1
}

// overlay lists the scalars of a union. If several have the same extent, it lists the first of them. The list is empty
// if there are too many scalars or the layout is not known.
func (lay *Layout) overlay(union *types.Type) []leaf {
	leaves, known := lay.overlays[union]
	if known {
		return leaves
	}
	seen := map[extent]bool{}
	list, known := lay.scalars(union)
	for _, p := range list {
		path := lay.PathOf(p)
		e, placed := extentOf(path, p.Type)
		known = known && placed
		if !seen[e] {
			seen[e] = true
			key, _ := lay.spelled(path)
			leaves = append(leaves, leaf{e, p.Type, key})
		}
	}
	if !known {
		leaves = nil // with only a part of the list, a store would not change the other scalars
	}
	lay.overlays[union] = leaves
	return leaves
}

// overlaid returns the key of the scalar of type t at the end of a path that begins at a union. The key is relative to
// the union. It returns false if the scalar is not known.
func (lay *Layout) overlaid(path []Step, t *types.Type) (string, bool) {
	e, ok := extentOf(path, t)
	if !ok {
		return "", false
	}
	for _, l := range lay.overlay(path[0].Field.Owner) {
		if l.extent == e {
			return l.key, true
		}
	}
	return "", false
}

// invalidateOverlap updates a union after a store of v to one of its scalars. path leads to this scalar, and t is its
// type. Each other scalar of the union that overlaps the stored one gets a new value. If both scalars are words, and
// the bits of one contain those of the other, it gets the bits that they share. Otherwise it becomes unknown.
func (m *Memory) invalidateOverlap(s *State, o *Object, path []Step, v Value, t *types.Type) {
	i := throughUnion(path)
	if i < 0 {
		return
	}
	written, _ := extentOf(path[i:], t)
	before, _ := m.Layout.spelled(path[:i])
	for _, l := range m.Layout.overlay(path[i].Field.Owner) {
		if l.extent != written && l.overlaps(written) {
			c := Cell{o, before + l.key}
			s.Cells[c] = m.overwritten(m.cellValue(s, c, l.t), l, v, written)
		}
	}
}

// overwritten returns the value of the leaf l of a union after v was written at the extent written. old is the value
// of l before.
func (m *Memory) overwritten(old Value, l leaf, v Value, written extent) Value {
	word, isWord := v.(vector.Vec)
	before, wasWord := old.(vector.Vec)
	switch {
	case !isWord || !wasWord || !written.isWord(word) || !l.isWord(before):
	case written.contains(l.extent):
		return vector.Map1(word, func(x *term.Term) *term.Term {
			return m.t.Trunc(m.t.LShr(x, m.t.Const(x.Bits, uint64(l.start-written.start))), int(l.bits))
		})
	case l.contains(written):
		at := m.t.Const(int(l.bits), uint64(written.start-l.start))
		hole := m.t.Const(int(l.bits), ^((1<<written.bits - 1) << at.K))
		return vector.Map2(before, word, func(x, y *term.Term) *term.Term {
			return m.t.BOr(m.t.BAnd(x, hole), m.t.Shl(m.t.ZExt(y, x.Bits), at))
		})
	}
	return m.Imprecise("overlaid", l.t)
}

// isWord reports whether v is a number that fills the extent: no bit-field, and no bool.
func (e extent) isWord(v vector.Vec) bool {
	return (e.kind == types.Int || e.kind == types.Float) && v.Bits() == int(e.bits)
}

func (e extent) contains(f extent) bool {
	return e.start <= f.start && f.start+f.bits <= e.start+e.bits
}
