package memory

import (
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// EachObject calls see with a pointer, or with those that it was chosen from, and the lanes of a
// guard that take each.
func (m *Memory) EachObject(p Pointer, guard vector.Vec, see func(Pointer, vector.Vec)) {
	c := p.Choices()
	if c == nil {
		see(p, guard)
		return
	}
	m.EachObject(c.yes, m.And(guard, c.cond), see)
	m.EachObject(c.no, m.And(guard, m.Not(c.cond)), see)
}

// ByteOffset is how many bytes lie between the beginning of an object and what a pointer leads to;
// known is false where a field does not tell where it lies in its class.
func (m *Memory) ByteOffset(p Pointer) (at vector.Vec, known bool) {
	sum, known := m.Constant(64, 0), true
	for _, s := range p.Path {
		switch {
		case s.Field == nil:
			sum = m.plus(sum, s.Bytes)
		case s.Field.Offset >= 0 && s.Field.Owner != nil:
			sum = m.plus(sum, m.Constant(64, uint64(s.Field.Offset/8)))
		case !isAtBeginning(s.Field):
			known = false
			sum = m.plus(sum, vector.Uniform(m.Displacement(s.Field)))
		}
	}
	return sum, known
}
