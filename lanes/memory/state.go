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

// A Value is a [vector.Vec] (integers, booleans as formulas, floating words as
// uninterpreted ones), a [Pointer], or an [Aggregate].
type Value interface{}

// Aggregate is a record or array by value: its scalar parts by path.
type Aggregate map[string]Value

// Region is where an object lives, which decides who else may write it.
type Region int

const (
	Private  Region = iota // a variable or temporary of one lane
	Shared                 // __shared__: written by other lanes and warps
	External               // globals and whatever a kernel argument points to
)

// Object is one piece of memory during the interpretation: an instance of a
// cfg.Object in one call, or the memory behind a pointer argument.
type Object struct {
	ID     int
	Name   string
	Decl   *cfg.Object
	Region Region
	// Argument reports a parameter of the root: what it holds at entry is an
	// unknown argument, the same for all lanes of a kernel.
	Argument bool
	// lasting reports memory that nobody writes while the kernel runs: __constant__, and
	// what a const T *__restrict__ of the kernel points to. A store that may seem to
	// leaves it as it was.
	lasting bool
	// given reports the memory behind a pointer argument, if that is not null.
	given bool
	// Owner is the call that it is a variable of.
	Owner *slice.Call
}

// Cell names a scalar at a constant place of an object.
type Cell struct {
	Object *Object
	Path   string
}

// State is memory at a point: the cells with a known value, and for every object
// a version that says which contents the others are taken from. Memory that
// anyone may write shares one version, everywhere.
type State struct {
	Cells         map[Cell]Value
	Versions      map[*Object]int
	GlobalVersion int
	// SharedVersion is the version of all shared memory, for addresses that are not known.
	SharedVersion int
	// StoreVersion is the version after the last store to any cell: a load from an unknown cell gives a new word
	// after it.
	StoreVersion int
	// Unsynchronized are the shared and external objects that lanes wrote after they last met at a collective: until
	// the next, each lane may see its own stores.
	Unsynchronized map[*Object]bool
	// Uniform are the private arrays that hold the same in all lanes (uniformarray.go): true where
	// something of it is not known any more.
	Uniform map[*Object]bool
	// Known are facts that all executions which come here agree with (facts.go).
	Known []*term.Term
	// Multiples are words whose low bits are zero in all of them (facts.go).
	Multiples []Multiple
}

// NewState is memory when the root begins.
func NewState() *State {
	return &State{Cells: map[Cell]Value{}, Versions: map[*Object]int{}}
}

// Clone is a state that changes by itself.
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

// MemoryFor is the memory that a load reads: the read-only cache has what was there at the entry.
func (m *Memory) MemoryFor(load *cfg.Instr, p Pointer, s *State) *State {
	if load.ReadOnly && (p.Object == nil || p.Object.Region == External) {
		return NewState()
	}
	return s
}

// Forget makes the contents of an object unknown, in each lane by itself.
func (m *Memory) Forget(s *State, o *Object) {
	if o == nil || o.Region == External {
		m.written[o] = true
	}
	m.forget(s, o)
}

// forget makes the contents of an object unknown, which the root may not have written itself.
func (m *Memory) forget(s *State, o *Object) {
	m.setUnlike(o)
	delete(s.Uniform, o)
	m.renew(s, o)
}

// renew makes the contents of an object unknown.
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

// ForgetShared makes unknown what is written to an address that is not known, and seen by all.
func (m *Memory) ForgetShared(s *State) {
	m.Forget(s, nil)
	for _, o := range m.sharedObjects {
		m.Forget(s, o)
	}
}

// SeeOthers makes unknown what other threads may have written.
func (m *Memory) SeeOthers(s *State) {
	m.forget(s, nil)
	for _, o := range m.sharedObjects {
		m.forget(s, o)
	}
}

// ForgetReachable makes unknown what a store through an unknown pointer may
// write: global and shared memory, and every private object whose address is used.
func (m *Memory) ForgetReachable(s *State) {
	m.ForgetShared(s)
	for _, o := range m.reachable {
		m.Forget(s, o)
	}
}

// NewObject makes an instance of a variable.
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

// IsUntouched reports a parameter of the root whose cells hold what it was given, as far as
// a state has no value for them.
func (s *State) IsUntouched(o *Object) bool {
	return o.Argument && s.version(o) == AtEntry
}

// IsInput reports memory that is not the program's own: behind an argument, or a global.
func (o *Object) IsInput() bool { return o.Region != Private }

// All are the parts by their paths, in one order in each run: what is made of them may rest on it.
func (a Aggregate) All() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, path := range slices.Sorted(maps.Keys(a)) {
			if !yield(path, a[path]) {
				return
			}
		}
	}
}

// HoldsPointer reports a part that is one.
func (a Aggregate) HoldsPointer() bool {
	for _, v := range a {
		if _, ok := v.(Pointer); ok {
			return true
		}
	}
	return false
}

// OnlyWords are arguments as vectors, if all of them are.
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

// AllWords are the words that a value of type t is made of, those of lasting addresses among them; false where not all
// of them are known.
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

// ByID orders objects as they were made.
func ByID(a, b *Object) int { return cmp.Compare(a.ID, b.ID) }
