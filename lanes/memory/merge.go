package memory

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Where control flow edges meet, each lane has the memory of the edge that it took.

// MergeStates merges the states of several edges: in each lane a cell has its value from the edge that the lane took.
// conds has a condition for each edge: the lanes that took it. MergeStates changes the first state and returns it.
func (m *Memory) MergeStates(states []*State, conds []vector.Vec) *State {
	merged := states[0]
	parted := !vector.All(conds, vector.Vec.IsUniform)
	for _, c := range m.Differing(states) {
		if parted {
			m.setUnlike(c.Object)
		}
		if v := m.mergeCell(states, conds, c); v != nil {
			merged.Cells[c] = v
		} else {
			delete(merged.Cells, c)
			delete(merged.Uniform, c.Object)
		}
	}
	for _, s := range states[1:] {
		mergeUniform(merged, s, parted)
		m.mergeVersions(merged, s, parted)
		mergeKnown(merged, s)
		mergeMultiples(merged, s)
	}
	return merged
}

// mergeVersions gives a new version to all memory that has different versions in the two states. parted reports
// whether the lanes of one warp may have taken different edges.
func (m *Memory) mergeVersions(merged, other *State, parted bool) {
	if other.GlobalVersion != merged.GlobalVersion {
		m.Versions++
		merged.GlobalVersion = m.Versions
	}
	if other.SharedVersion != merged.SharedVersion {
		m.Versions++
		merged.SharedVersion = m.Versions
	}
	for o := range other.Unsynchronized {
		merged.LeaveUnsynchronized(o)
	}
	if other.StoreVersion != merged.StoreVersion {
		m.Versions++
		merged.StoreVersion = m.Versions
	}
	m.Versions++
	for o, v := range other.Versions {
		if merged.Versions[o] != v {
			if parted {
				m.setUnlike(o)
			}
			merged.Versions[o] = m.Versions
		}
	}
	for o, v := range merged.Versions {
		if other.Versions[o] != v {
			merged.Versions[o] = m.Versions
		}
	}
}

// Differing lists the cells whose values differ between states, in a fixed order.
func (m *Memory) Differing(states []*State) []Cell {
	var list []Cell
	seen := map[Cell]bool{}
	first := states[0].Cells
	for _, s := range states[1:] {
		m.t.Work.Spend(cellWork * (len(first) + len(s.Cells)))
		for c, v := range s.Cells {
			if w, ok := first[c]; (!ok || !Identical(v, w)) && !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
		for c := range first {
			if _, ok := s.Cells[c]; !ok && !seen[c] {
				seen[c] = true
				list = append(list, c)
			}
		}
	}
	slices.SortFunc(list, CompareCells)
	return list
}

// Identical reports whether v and w are the same vector, or pointers with identical parts. It does not compute lazy
// vectors, so it may return false for equal values.
func Identical(v, w Value) bool {
	switch v := v.(type) {
	case vector.Vec:
		w, ok := w.(vector.Vec)
		return ok && v == w
	case Pointer:
		w, ok := w.(Pointer)
		return ok && v.Object == w.Object && v.Addr == w.Addr && v.Recast == w.Recast &&
			v.Converted == w.Converted && v.Row == w.Row && slices.Equal(v.Path, w.Path)
	}
	return false
}

// CellsKnown lists the cells for which s has a value, in a fixed order.
func (s *State) CellsKnown() []Cell { return slices.SortedFunc(maps.Keys(s.Cells), CompareCells) }

// CompareCells orders cells by object, then by path.
func CompareCells(a, b Cell) int {
	if a.Object != b.Object {
		return a.Object.ID - b.Object.ID
	}
	switch {
	case a.Path < b.Path:
		return -1
	case a.Path > b.Path:
		return 1
	}
	return 0
}

// mergeCell returns the value of c after the join, nil if it is not known.
func (m *Memory) mergeCell(states []*State, conds []vector.Vec, c Cell) Value {
	values := make([]Value, len(states))
	var like Value
	for i, s := range states {
		if v, ok := s.Cells[c]; ok {
			values[i], like = v, v
		}
	}
	for i, s := range states {
		if values[i] == nil {
			values[i] = m.Missing(s, c, like)
		}
	}
	return m.MergeList(values, conds)
}

// Missing returns the value of the cell c in the state s, which has no entry for c. like is the value of c in another
// state. The result has the same shape: a word or a pointer. It is nil if like is an aggregate.
func (m *Memory) Missing(s *State, c Cell, like Value) Value {
	given := s.IsUntouched(c.Object)
	name := unknownIn(s, c)
	_, uniformly := s.Uniform[c.Object]
	switch v := like.(type) {
	case vector.Vec:
		if uniformly {
			return vector.Uniform(m.t.Unknown(name, v.Bits(), LocalOrigin{c.Object}))
		}
		if given {
			return m.argumentWord(c, v.Bits())
		}
		if m.IsAlike(c.Object) {
			return vector.Uniform(m.t.Unknown(name, v.Bits(), Approximation{}))
		}
		return m.vectors.PerLane(name, v.Bits(), Approximation{})
	case Pointer:
		if uniformly {
			return Pointer{Addr: vector.Uniform(m.t.Unknown(name, 64, LocalOrigin{c.Object})), Elem: v.Elem}
		}
		if given {
			return m.argumentPointer(c, v.Elem)
		}
		return Pointer{Addr: m.vectors.PerLane(name, 64, Approximation{}), Elem: v.Elem}
	}
	return nil
}

// MergeList returns, for each lane, the element of values whose condition in conds holds. It returns nil if the values
// have no common shape.
func (m *Memory) MergeList(values []Value, conds []vector.Vec) Value {
	if words, ok := wordsOf(values); ok && len(words) > 2 {
		return m.vectors.Choose(conds, words)
	}
	result := values[0]
	for i := 1; i < len(values); i++ {
		result = m.mergeTwo(conds[i], values[i], result)
		if result == nil {
			return nil
		}
	}
	return result
}

// wordsOf returns values as words. It returns false if some value is no word, or if the words differ in width.
func wordsOf(values []Value) ([]vector.Vec, bool) {
	words, ok := OnlyWords(values)
	return words, ok && vector.All(words, func(w vector.Vec) bool { return w.Bits() == words[0].Bits() })
}

// mergeTwo returns the value c ? x : y. It returns nil if x and y have no common shape.
func (m *Memory) mergeTwo(c vector.Vec, x, y Value) Value {
	switch x := x.(type) {
	case vector.Vec:
		if y, ok := y.(vector.Vec); ok && x.Bits() == y.Bits() {
			return m.vectors.Ite(c, x, y)
		}
	case Pointer:
		if y, ok := y.(Pointer); ok {
			return m.mergePointers(c, x, y)
		}
	case Aggregate:
		if y, ok := y.(Aggregate); ok {
			return m.mergeAggregates(c, x, y)
		}
	}
	return nil
}

// mergePointers returns c ? x : y for pointers. If both point into the same object through the same fields, the
// result points into that object too.
func (m *Memory) mergePointers(c vector.Vec, x, y Pointer) Value {
	x, y = m.Layout.Alongside(x, y)
	if x.Object == y.Object && x.Object != nil && len(x.Path) == len(y.Path) && x.Recast == y.Recast &&
		x.Converted == y.Converted {
		path := make([]Step, len(x.Path))
		for i := range path {
			if x.Path[i].Field != y.Path[i].Field {
				path = nil
				break
			}
			path[i] = x.Path[i]
			if path[i].Field == nil {
				path[i].Bytes = m.vectors.Ite(c, x.Path[i].Bytes, y.Path[i].Bytes)
			}
		}
		if path != nil || len(x.Path) == 0 {
			x.Path = path
			if x.Row != y.Row {
				x.Row = 0
			}
			return x
		}
	}
	return m.chosen(c, x, y)
}

func (m *Memory) mergeAggregates(c vector.Vec, x, y Aggregate) Value {
	merged := Aggregate{}
	for k, v := range x.All() {
		if w, ok := y[k]; ok {
			if m := m.mergeTwo(c, v, w); m != nil {
				merged[k] = m
			}
		}
	}
	return merged
}
