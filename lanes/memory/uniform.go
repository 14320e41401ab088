package memory

import (
	"maps"

	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// TakeAlike sets Alike: from then on, values that may be the same in all lanes are assumed to be. Objects in which
// lanes store different values are excepted.
func (m *Memory) TakeAlike() { m.Alike, m.unlike = true, map[*Object]bool{} }

// KeepAlike saves the set of objects that are excepted from Alike. end restores the set.
func (m *Memory) KeepAlike() (end func()) {
	unlike := m.unlike
	m.unlike = maps.Clone(unlike)
	return func() { m.unlike = unlike }
}

// Vary records the name of an unknown that is assumed to differ from lane to lane, but may be the same in all lanes.
func (m *Memory) Vary(name string) {
	m.Varied = distinct.Append(m.Varied, name)
}

// UniformWords returns the words that make up a value. same is false if the value is not the same in all lanes of
// guard, and for an aggregate without known parts.
func (m *Memory) UniformWords(v Value, guard vector.Vec) (words []vector.Vec, same bool) {
	switch v := v.(type) {
	case vector.Vec:
		x := v.UniformWhere(guard)
		if x == nil {
			return nil, false
		}
		return []vector.Vec{vector.Uniform(x)}, true
	case Pointer:
		if v.IsPrivate() && m.unlike[v.Object] {
			return nil, false // the lanes' copies of the object may differ
		}
		return m.UniformWords(m.Layout.Address(v), guard)
	case Aggregate:
		for _, part := range v.All() {
			more, uniformly := m.UniformWords(part, guard)
			if !uniformly {
				return nil, false
			}
			words = append(words, more...)
		}
		return words, len(v) > 0
	}
	return nil, false
}

// IsAlike reports whether o is a private object whose contents are assumed to be the same in all lanes.
func (m *Memory) IsAlike(o *Object) bool {
	return m.Alike && o != nil && o.Region == Private && !m.unlike[o]
}

// setUnlike records that the contents of o may differ between lanes.
func (m *Memory) setUnlike(o *Object) {
	if m.Alike && o != nil {
		m.unlike[o] = true
	}
}

// differsBy is called when the lanes of guard store v in o. If v is not the same in all of them, o is excepted from
// Alike from then on.
func (m *Memory) differsBy(o *Object, v Value, guard vector.Vec) {
	if !m.IsAlike(o) {
		return
	}
	if _, same := m.UniformWords(v, guard); !same {
		m.setUnlike(o)
	}
}
