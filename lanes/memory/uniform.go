package memory

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/vector"
)

// TakeAlike takes what may be the same in all lanes to be the same, but for what the objects
// hold that lanes are seen to write differently.
func (m *Memory) TakeAlike() { m.Alike, m.unlike = true, map[*Object]bool{} }

// KeepAlike returns a function that takes back which objects were found to differ from lane to lane in between.
func (m *Memory) KeepAlike() (end func()) {
	unlike := m.unlike
	m.unlike = maps.Clone(unlike)
	return func() { m.unlike = unlike }
}

// Vary notes an unknown of each lane its own that may be the same in all.
func (m *Memory) Vary(name string) {
	if !slices.Contains(m.Varied, name) {
		m.Varied = append(m.Varied, name)
	}
}

// UniformWords are the words that a value is made of; false where it is not the same in all lanes
// of a guard.
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
			return nil, false // else all lanes see one memory
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

// IsAlike reports a private object that holds the same in all lanes.
func (m *Memory) IsAlike(o *Object) bool {
	return m.Alike && o != nil && o.Region == Private && !m.unlike[o]
}

// setUnlike notes that an object may not hold the same in all lanes.
func (m *Memory) setUnlike(o *Object) {
	if m.Alike && o != nil {
		m.unlike[o] = true
	}
}

// differsBy notes that lanes of a guard store a value in an object.
func (m *Memory) differsBy(o *Object, v Value, guard vector.Vec) {
	if !m.IsAlike(o) {
		return
	}
	if _, same := m.UniformWords(v, guard); !same {
		m.setUnlike(o)
	}
}
