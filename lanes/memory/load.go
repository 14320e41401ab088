package memory

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Load reads the scalar or aggregate of type t at p for the lanes of guard. A volatile load of shared or external
// memory yields a new unknown each time.
func (m *Memory) Load(s *State, p Pointer, t *types.Type, guard vector.Vec, volatile bool) Value {
	if IsAggregate(t) {
		return m.loadAggregate(s, p, t, guard, volatile)
	}
	if c := p.Choices(); c != nil {
		yes := m.Load(s, c.ifTrue, t, m.vectors.And(guard, c.cond), volatile)
		no := m.Load(s, c.ifFalse, t, m.vectors.And(guard, m.vectors.Not(c.cond)), volatile)
		if v := m.mergeTwo(c.cond, yes, no); v != nil {
			return v
		}
	}
	if p.Object == nil || p.Object.Region != Private {
		return m.loadMemory(s, p, t, guard, volatile)
	}
	if p.mistyped(t) {
		return m.loadUnknown(s, p, t, guard)
	}
	if k, constant := m.Layout.Key(p.Path, t); constant {
		if part, is := m.partOfOpen(s, p, k, t); is {
			return m.seenBy(guard, part)
		}
		return m.seenBy(guard, m.cellValue(s, Cell{p.Object, k}, t))
	}
	return m.loadPerLane(s, p, t, guard)
}

// seenBy returns v as the lanes of guard see it. If guard decides a choice in v, the result has only the chosen side.
func (m *Memory) seenBy(guard vector.Vec, v Value) Value {
	if word, ok := v.(vector.Vec); ok {
		return m.vectors.SeenFrom(guard, word)
	}
	return v
}

// loadPerLane reads an array element whose index differs from lane to lane or is not known.
func (m *Memory) loadPerLane(s *State, p Pointer, t *types.Type, guard vector.Vec) Value {
	if Width(t) < 0 {
		return m.loadIndexedPointer(s, p, t, guard)
	}
	var each [warp.Size]*term.Term
	for l := range each {
		if guard.At(l).IsFalse() {
			each[l] = m.t.Const(Width(t), 0)
			continue
		}
		k, constant := m.Layout.Key(lanePath(p.Path, l), t)
		if !constant {
			return m.loadIndexed(s, p, t, guard)
		}
		v, ok := m.cellValue(s, Cell{p.Object, k}, t).(vector.Vec)
		if !ok {
			return m.loadUnknown(s, p, t, guard)
		}
		each[l] = v.At(l)
	}
	return vector.Build(func(l int) *term.Term { return each[l] })
}

// loadUnknown reads a private object at an unknown place, or as another type. It returns the bytes there if they are
// known. Otherwise the value is an unknown. The first case that applies decides which:
//
//   - one function of the offset for all lanes, if the object is an unwritten argument that is the same in all lanes
//     (isAsGiven) or a uniform array,
//   - a new unknown for each lane, if values of t are no words,
//   - a function of the offset and of all contents of the object, if these are known,
//   - one function of the offset for all lanes, if the object is assumed to be the same in all lanes,
//   - else a function of the offset for each lane.
func (m *Memory) loadUnknown(s *State, p Pointer, t *types.Type, guard vector.Vec) Value {
	switch bits, given := Width(t), m.isAsGiven(s, p.Object); {
	case bits > 0 && m.isKnownAt(s, p, t):
		v, _ := m.bytesAt(s, p, t)
		return v
	case given && bits < 0:
		return Pointer{Addr: m.contentAt(p, 64), Elem: ElemOf(t)}
	case given:
		return m.contentAt(p, bits)
	case m.IsUniform(s, p.Object, guard):
		return m.loadUniform(s, p, t)
	case bits < 0:
		return m.Imprecise("load", t)
	}
	if v, ok := m.bytesAt(s, p, t); ok {
		return v
	}
	offset := m.Layout.offset(p)
	version, written := m.t.Const(32, uint64(s.version(p.Object))), m.t.Const(32, uint64(s.StoreVersion))
	if m.IsAlike(p.Object) {
		return vector.Map1(offset, func(position *term.Term) *term.Term {
			return m.t.Opaque("?local "+p.Object.Name, Width(t), Approximation{}, version, written, position)
		})
	}
	return vector.Build(func(l int) *term.Term {
		return m.t.Opaque("?local "+p.Object.Name, Width(t), ThreadOrigin{approximate: true},
			version, written, offset.At(l), m.t.Const(32, uint64(l)))
	})
}

// isAsGiven reports whether o holds an argument that is the same in all lanes and that no store has changed yet.
func (m *Memory) isAsGiven(s *State, o *Object) bool {
	if !s.IsUntouched(o) || !m.root.Kernel && !m.Alike {
		return false
	}
	for c := range s.Cells {
		if c.Object == o {
			return false
		}
	}
	return true
}

// contentAt returns an unknown for the contents of p's object at the offset of p. In lanes with equal offsets it is the
// same unknown.
func (m *Memory) contentAt(p Pointer, bits int) vector.Vec {
	return vector.Map1(m.Layout.offset(p), func(offset *term.Term) *term.Term {
		return m.t.Opaque("?in "+p.Object.Name, bits, Approximation{}, offset)
	})
}

// cellValue returns the value of a cell, as type t. A cell that was never written holds an argument or an unknown.
func (m *Memory) cellValue(s *State, c Cell, t *types.Type) Value {
	if v, ok := s.Cells[c]; ok {
		if fits(v, t) {
			return v
		}
		return m.recast(v, t)
	}
	if s.IsUntouched(c.Object) {
		return m.argument(c, t)
	}
	if s.forgets(c.Object) {
		return m.UnknownOf(unknownIn(s, c), t, LocalOrigin{c.Object}, true)
	}
	return m.UnknownOf(unknownIn(s, c), t, Approximation{}, m.IsAlike(c.Object))
}

// recast returns an unknown for the stored value v, read as another type t. If t depends on the arguments of a
// template, the unknown is a function of v, so that equal stored words give equal results.
func (m *Memory) recast(v Value, t *types.Type) Value {
	if word, is := v.(vector.Vec); is && types.IsUnknown(t) && Width(t) > 0 {
		return vector.Map1(word, func(stored *term.Term) *term.Term {
			return m.t.Opaque("?retyped", Width(t), Approximation{}, stored)
		})
	}
	return m.Imprecise("recast", t)
}

// unknownIn names the unknown in a cell for the current version of its object.
func unknownIn(s *State, c Cell) string {
	return fmt.Sprintf("?%s#%d%s:%d", c.Object.Name, c.Object.ID, c.Path, s.version(c.Object))
}

// fits reports whether a stored value can be read as type t without reinterpretation.
func fits(v Value, t *types.Type) bool {
	switch v := v.(type) {
	case vector.Vec:
		return v.Bits() == Width(t)
	case Pointer:
		return Width(t) < 0
	}
	return false
}

// loadMemory reads shared or external memory. The same address in the same version of memory gives the same unknown,
// except for volatile loads.
func (m *Memory) loadMemory(s *State, p Pointer, t *types.Type, guard vector.Vec, volatile bool) Value {
	if volatile {
		return m.Input("a volatile read", t)
	}
	bits, version := wordBits(t), s.version(p.Object)
	like := Origin{Size: int(Size(t)), Signed: signedBits(t), Own: m.isOwn(s, p)}
	if o := p.Object; o != nil {
		like.Object, like.Shared = o.Name, o.Region == Shared
		like.AsGiven = o.Region == External && !m.storedBehind[o] && !m.storedBehind[nil]
	}
	like.Given = !like.Own && (version == AtEntry || !m.written[p.Object] && !m.written[nil]) && p.Object.mayBeSet()
	stored := AtEntry
	if p.Object == nil && len(m.reachable) > 0 && !m.isFromBefore(p.Addr) {
		stored = s.StoreVersion // p may point to a variable of the lane, so any store may change the word
	}
	v := vector.Later(bits, func() vector.Vec { return m.memoryWord(p, version, stored, bits, like) })
	if known, ok := m.constantGlobal(p, t, guard, v); ok {
		v = known
	}
	if Width(t) < 0 {
		return Pointer{Addr: v, Elem: ElemOf(t)}
	}
	return v
}

// mayBeSet reports whether the host may fill this memory before the root begins. It cannot fill a constant, which holds
// its initial value.
func (o *Object) mayBeSet() bool {
	return o == nil || o.Region == External && !(o.Decl != nil && o.Decl.Var != nil && o.Decl.Var.Const)
}

// memoryWord returns the unknown at p in a version of memory. If the origin is Own, there is one unknown for each lane.
// stored matters only if p may point to a private object. It is then the version after the last store to any memory.
// Otherwise it is AtEntry.
func (m *Memory) memoryWord(p Pointer, version, stored, bits int, origin Origin) vector.Vec {
	id, where := "", p.Addr
	if p.Object != nil {
		id, where = fmt.Sprintf("#%d", p.Object.ID), m.Layout.offset(p)
	}
	at := m.t.Const(32, uint64(version))
	return vector.Build(func(l int) *term.Term {
		args := []*term.Term{at, where.At(l)}
		if origin.Own {
			args = append(args, m.t.Const(32, uint64(l)))
		}
		if stored != AtEntry {
			args = append(args, m.t.Const(32, uint64(stored)))
		}
		return m.t.Opaque("mem "+origin.Object+id, bits, origin, args...)
	})
}

// loadAggregate reads a record or array part by part.
func (m *Memory) loadAggregate(s *State, p Pointer, t *types.Type, guard vector.Vec, volatile bool) Value {
	agg := Aggregate{}
	list, ok := m.Layout.Parts(t)
	if !ok {
		return agg
	}
	for _, part := range list {
		q, k := m.Layout.enter(p, part)
		agg[k] = m.Load(s, q, part.Type, guard, volatile)
	}
	return agg
}
