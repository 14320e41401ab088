package memory

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// choice is the pointer cond ? ifTrue : ifFalse, where cond is the condition of a branch. A load reads from both
// pointers, and a store writes to both. The choice is valid for a pointer with the address addr. A pointer whose
// address has changed is no longer this choice.
type choice struct {
	cond            vector.Vec
	ifTrue, ifFalse Pointer
	addr            vector.Vec
	// depth is the number of nested choices, including this one.
	depth int
}

// Choices returns the choice whose result is p. It returns nil if p is no result of a choice.
func (p Pointer) Choices() *choice {
	if p.either == nil || p.either.addr != p.Addr {
		return nil
	}
	return p.either
}

// chosen returns c ? x : y for pointers to different objects. Beyond a nesting of maxChoices, the result is only an
// address without a choice. The address is imprecise if x or y may point to a private object.
func (m *Memory) chosen(c vector.Vec, x, y Pointer) Pointer {
	p := Pointer{Addr: m.vectors.Ite(c, m.Layout.Address(x), m.Layout.Address(y)), Elem: x.Elem}
	depth := 1
	for _, q := range []Pointer{x, y} {
		if inner := q.Choices(); inner != nil {
			depth = max(depth, inner.depth+1)
		}
	}
	switch {
	case depth <= maxChoices:
		p.either = &choice{c, x, y, p.Addr, depth}
	case x.IsPrivate() || y.IsPrivate():
		m.Unknowns++
		p.Addr = m.vectors.PerLane(fmt.Sprintf("?chosen!%d", m.Unknowns), 64, Approximation{})
	}
	return p
}

// IsPrivate reports whether p may point to a private object. Each lane has its own copy of a private object.
func (p Pointer) IsPrivate() bool {
	if c := p.Choices(); c != nil {
		return c.ifTrue.IsPrivate() || c.ifFalse.IsPrivate()
	}
	return p.Object != nil && p.Object.Region == Private
}

// Moved returns p with the address addr, and with move applied to both pointers of its choice.
func (p Pointer) Moved(addr vector.Vec, move func(Pointer) Pointer) Pointer {
	c := p.Choices()
	p.Addr, p.either = addr, nil
	if c != nil {
		p.either = &choice{c.cond, move(c.ifTrue), move(c.ifFalse), addr, c.depth}
	}
	return p
}

// storeToEither writes v through the pointer that each lane chose. It makes a state for each of the two stores, and
// merges them by the condition of the choice, as at a join.
func (m *Memory) storeToEither(s *State, c *choice, v Value, t *types.Type, guard vector.Vec) {
	yes, no, otherwise := s.Clone(), s.Clone(), m.vectors.Not(c.cond)
	m.Store(yes, c.ifTrue, m.inBitField(c.ifTrue, v), t, m.vectors.And(guard, c.cond))
	m.Store(no, c.ifFalse, m.inBitField(c.ifFalse, v), t, m.vectors.And(guard, otherwise))
	*s = *m.MergeStates([]*State{yes, no}, []vector.Vec{c.cond, otherwise})
}

// inBitField returns the part of a stored word that fits into the bit-field at p, or the word itself if p points to
// no bit-field. Two bit-fields of one choice may differ in width.
func (m *Memory) inBitField(p Pointer, v Value) Value {
	word, isWord := v.(vector.Vec)
	if len(p.Path) == 0 || !isWord {
		return v
	}
	f := p.Path[len(p.Path)-1].Field
	if f == nil || f.BitWidth == 0 || f.BitWidth >= word.Bits() {
		return v
	}
	return vector.Map1(word, func(x *term.Term) *term.Term {
		return m.t.Resize(m.t.Resize(x, f.BitWidth, false), x.Bits, f.Type.Signed)
	})
}
