package memory

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// constantGlobal reads a variable that is never written and has known contents: numbers or pointers. It returns false
// for all other variables. memory is the unknown that an ordinary load would return. It is the result in the lanes
// whose entry is not known.
func (m *Memory) constantGlobal(p Pointer, t *types.Type, guard, memory vector.Vec) (vector.Vec, bool) {
	if p.Object == nil || p.Object.Decl == nil || p.Object.Decl.Contents == nil || p.Converted {
		return vector.Vec{}, false
	}
	at, ok := m.Layout.byteOffset(p)
	if !ok {
		return vector.Vec{}, false
	}
	o := p.Object.Decl
	m.excludeBeyond(o, at, guard)
	return vector.Later(wordBits(t), func() vector.Vec {
		return vector.Build(func(l int) *term.Term {
			if x := m.entry(o, at.At(l), t); x != nil {
				return x
			}
			return memory.At(l)
		})
	}), true
}

// byteOffset returns the distance of p from the start of its object. It returns false if some field of the path has no
// known byte offset.
func (lay *Layout) byteOffset(p Pointer) (vector.Vec, bool) {
	sum := lay.vectors.Constant(64, 0)
	for _, s := range p.Path {
		switch {
		case s.Field == nil:
			sum = vector.Map2(sum, s.Bytes, lay.t.Add)
		case s.Field.Offset < 0 || s.Field.BitWidth > 0:
			return vector.Vec{}, false
		default:
			sum = vector.Map2(sum, lay.vectors.Constant(64, uint64(s.Field.Offset/8)), lay.t.Add)
		}
	}
	return sum, true
}

// excludeBeyond records, for an unknown offset, that no lane of guard reads beyond the end of the table o.
func (m *Memory) excludeBeyond(o *cfg.Object, offset, guard vector.Vec) {
	end := m.t.Const(64, uint64(Size(o.Type)))
	beyond := m.vectors.And(guard, vector.Map1(offset, func(x *term.Term) *term.Term {
		if x.IsConst() {
			return m.t.False
		}
		return m.t.Not(m.t.ULt(x, end))
	}))
	if !beyond.IsFalse() {
		m.Excluded = append(m.Excluded, beyond)
	}
}

// entry returns the number or pointer of type t at an offset of the constant o. If the offset is unknown, the result is
// a choice among the entries at the possible offsets. It returns nil if there is no entry, if one of the entries is
// unknown, or if there are too many.
func (m *Memory) entry(o *cfg.Object, offset *term.Term, t *types.Type) *term.Term {
	if offset.IsConst() {
		if v, known := o.Content(int64(offset.K), Size(t)); known {
			return m.LiteralOf(t, v)
		}
		return nil
	}
	fitting := candidates(o, offset, t)
	if len(fitting) == 0 || len(fitting) > choiceLimit ||
		slices.ContainsFunc(fitting, func(c cfg.Content) bool { return c.Unknown }) {
		return nil
	}
	unit := m.t.Const(64, uint64(offset.Zeros)) // the possible offsets are multiples of 2^Zeros
	index := m.t.LShr(offset, unit)
	last := len(fitting) - 1
	x := m.LiteralOf(t, fitting[last].Value)
	for _, c := range fitting[:last] {
		here := m.t.Eq(index, m.t.Const(64, uint64(c.Offset)>>offset.Zeros))
		v := m.LiteralOf(t, c.Value)
		if Width(t) == 0 {
			x = m.t.IteBool(here, v, x)
		} else {
			x = m.t.Ite(here, v, x)
		}
	}
	return x
}

// candidates lists the entries of the constant o that have the size of t and lie at a possible value of offset. If
// values of t are words, these entries are numbers. Otherwise they are addresses. If no entry has the size of t,
// smaller entries are joined to numbers, because PTX declares tables as bytes.
func candidates(o *cfg.Object, offset *term.Term, t *types.Type) (list []cfg.Content) {
	fits := func(c cfg.Content) bool { return c.Size == Size(t) && c.Address == (Width(t) < 0) }
	isWhole := slices.ContainsFunc(o.Contents, fits)
	for _, c := range o.Contents {
		k := uint64(c.Offset)
		switch {
		case k < offset.Lo || k > offset.Hi || k&(1<<offset.Zeros-1) != 0:
		case isWhole && fits(c):
			list = append(list, c)
		case !isWhole && Width(t) >= 0 && c.Offset+Size(t) <= Size(o.Type):
			value, known := o.Content(c.Offset, Size(t))
			list = append(list, cfg.Content{Offset: c.Offset, Size: Size(t), Value: value, Unknown: !known})
		}
	}
	return list
}

// LiteralOf returns a constant of type t: an integer, a bool, or the address in a pointer.
func (m *Memory) LiteralOf(t *types.Type, v int64) *term.Term {
	if Width(t) == 0 {
		return m.t.Bool(v != 0)
	}
	return m.t.Const(wordBits(t), uint64(v))
}

// wordBits returns the width of the word that holds a scalar of type t in memory.
func wordBits(t *types.Type) int {
	if bits := Width(t); bits >= 0 {
		return bits
	}
	return 64
}
