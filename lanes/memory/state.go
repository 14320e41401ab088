package memory

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// A Value is a [vector.Vec] (an integer, a boolean as a formula, or an uninterpreted floating-point word), a [Pointer],
// or an [Aggregate].
type Value interface{}

// Aggregate is a record or array by value: its scalar parts by path.
type Aggregate map[string]Value

// Region is the kind of memory that an object lies in. It decides who else may write the object.
type Region int

const (
	Private  Region = iota // a variable or temporary of one lane
	Shared                 // __shared__: written by other lanes and warps
	External               // globals, and memory that a kernel argument points to
)

// Object is one piece of memory during the interpretation: an instance of a cfg.Object in one call, or the memory that
// a pointer argument points to.
type Object struct {
	ID     int
	Name   string
	Decl   *cfg.Object
	Region Region
	// Argument reports whether this is a parameter of the root. At entry it holds an unknown argument. In a kernel, the
	// argument is the same in all lanes.
	Argument bool
	// lasting reports whether this memory is never written while the kernel runs. It is __constant__ memory, or the
	// target of a const T *__restrict__ argument of the kernel. A store there is ignored.
	lasting bool
	// isBehindArgument reports whether this is the memory to which a pointer argument points. The pointer may be null.
	isBehindArgument bool
	// Owner is the call that has the object as its variable.
	Owner *slice.Call
}

// Cell names a scalar at a constant place of an object.
type Cell struct {
	Object *Object
	Path   string
}

// State is the contents of memory at a program point. It has the cells with a known value and, for all other contents,
// a version of each object. External memory has one version for all objects, because any thread may write it.
type State struct {
	Cells         map[Cell]Value
	Versions      map[*Object]int
	GlobalVersion int
	// SharedVersion is the version of all shared memory, for loads from unknown addresses.
	SharedVersion int
	// StoreVersion is the version after the last store to any cell. Two loads from an unknown cell may give different
	// words if StoreVersion differs between them.
	StoreVersion int
	// Unsynchronized holds the shared and external objects that lanes wrote after they last met at a collective. Until
	// they meet again, each lane may see its own stores in these objects.
	Unsynchronized map[*Object]bool
	// Uniform holds the private arrays whose contents are the same in all lanes (uniformarray.go). The value is true if
	// some of the contents are not known.
	Uniform map[*Object]bool
	// Known lists facts that hold in all executions that reach this point (facts.go).
	Known []*term.Term
	// Multiples lists words whose low bits are zero in all executions that reach this point (facts.go).
	Multiples []Multiple
}

// NewState returns the memory at the start of the root.
func NewState() *State {
	return &State{Cells: map[Cell]Value{}, Versions: map[*Object]int{}}
}

// Clone returns a copy of s that can change independently.
func (s *State) Clone() *State {
	c := *s
	c.Cells, c.Versions = maps.Clone(s.Cells), maps.Clone(s.Versions)
	c.Unsynchronized, c.Uniform = maps.Clone(s.Unsynchronized), maps.Clone(s.Uniform)
	return &c
}

func (s *State) version(o *Object) int {
	switch {
	case o != nil && o.lasting:
		return AtEntry
	case o == nil:
		return max(s.GlobalVersion, s.SharedVersion)
	case o.Region == External:
		return s.GlobalVersion
	}
	return s.Versions[o]
}

// AtEntry is the version of all memory when the root begins.
const AtEntry = 0

// MemoryFor returns the state from which a load at p reads. It is the state at entry if the load goes through the
// read-only cache and p may point to external memory, otherwise s.
func (m *Memory) MemoryFor(load *cfg.Instr, p Pointer, s *State) *State {
	if load.ReadOnly && (p.Object == nil || p.Object.Region == External) {
		return NewState()
	}
	return s
}

// Forget makes the contents of o unknown and different from lane to lane, after a store by the root. If o is nil or
// external, it does so for all external memory, which has one version.
func (m *Memory) Forget(s *State, o *Object) {
	if o == nil || o.Region == External {
		m.written[o] = true
	}
	m.forget(s, o)
}

// forget makes the contents of o unknown and different from lane to lane. Unlike Forget, it does not record that the
// root wrote o.
func (m *Memory) forget(s *State, o *Object) {
	m.setUnlike(o)
	delete(s.Uniform, o)
	m.renew(s, o)
}

// renew makes the contents of an object unknown: it drops the known cells and begins a new version.
func (m *Memory) renew(s *State, o *Object) {
	m.Versions++
	if o == nil || o.Region == External {
		s.GlobalVersion = m.Versions
		return
	}
	s.Versions[o] = m.Versions
	if o.Region == Shared {
		s.SharedVersion = m.Versions
	}
	maps.DeleteFunc(s.Cells, func(c Cell, _ Value) bool { return c.Object == o })
}

// ForgetShared makes all shared and external memory unknown, after a store by the root to an unknown address there.
func (m *Memory) ForgetShared(s *State) {
	m.Forget(s, nil)
	for _, o := range m.sharedObjects {
		m.Forget(s, o)
	}
}

// SeeOthers makes all shared and external memory unknown, because other threads may have written it.
func (m *Memory) SeeOthers(s *State) {
	m.forget(s, nil)
	for _, o := range m.sharedObjects {
		m.forget(s, o)
	}
}

// ForgetReachable makes all memory unknown that a store through an unknown pointer may write. This is global and shared
// memory, and every private object whose address escapes.
func (m *Memory) ForgetReachable(s *State) {
	m.ForgetShared(s)
	for _, o := range m.reachable {
		m.Forget(s, o)
	}
}

// NewObject makes an object for an instance of the variable decl. decl is nil for other memory.
func (m *Memory) NewObject(name string, decl *cfg.Object, r Region) *Object {
	o := &Object{ID: m.objects, Name: name, Decl: decl, Region: r}
	m.objects++
	switch {
	case r == Shared:
		m.sharedObjects = append(m.sharedObjects, o)
	case r == Private && decl != nil && decl.Escapes:
		m.reachable = append(m.reachable, o)
	}
	return o
}

// IsUntouched reports whether o is a parameter of the root that still holds its argument. Cells with values in s are
// excepted.
func (s *State) IsUntouched(o *Object) bool {
	return o.Argument && s.version(o) == AtEntry
}

// IsInput reports whether o is not private to a lane: it is shared or global memory, or memory that an argument points
// to.
func (o *Object) IsInput() bool { return o.Region != Private }

// All yields the parts with their paths, sorted by path, so that terms made from the parts have the same order in
// every run.
func (a Aggregate) All() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, path := range slices.Sorted(maps.Keys(a)) {
			if !yield(path, a[path]) {
				return
			}
		}
	}
}

// HoldsPointer reports whether some part is a pointer.
func (a Aggregate) HoldsPointer() bool {
	for _, v := range a {
		if _, ok := v.(Pointer); ok {
			return true
		}
	}
	return false
}

// OnlyWords returns the values in args as vectors. ok is false if one of them is no vector.
func OnlyWords(args []Value) (words []vector.Vec, ok bool) {
	for _, a := range args {
		v, isWord := a.(vector.Vec)
		if !isWord {
			return nil, false
		}
		words = append(words, v)
	}
	return words, true
}

// AllWords returns the words of a value v of type t, including addresses. known is false if some part is not known or
// is a pointer to private memory.
func (m *Memory) AllWords(v Value, t *types.Type) (words []vector.Vec, known bool) {
	switch v := v.(type) {
	case vector.Vec:
		return []vector.Vec{v}, true
	case Pointer:
		return []vector.Vec{m.Layout.Address(v)}, !v.IsPrivate()
	case Aggregate:
		if _, known = m.Layout.Parts(t); !known {
			return nil, false
		}
		m.EachPart(v, t, func(_ string, part Value, t *types.Type) Value {
			more, ok := m.AllWords(part, t)
			words, known = append(words, more...), known && ok
			return part
		})
		return words, known
	}
	return nil, false
}

// ByID orders objects by the time of their creation.
func ByID(a, b *Object) int { return cmp.Compare(a.ID, b.ID) }
