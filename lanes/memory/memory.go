package memory

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Memory makes and changes the states of one interpretation. It holds the objects and the unknowns in them.
type Memory struct {
	// Layout computes where pointers point in objects.
	Layout  *Layout
	vectors vector.Algebra
	t       *term.Table
	root    *cfg.Func
	// IsNumber reports whether a term is the unknown number of a loop's iteration.
	IsNumber func(*term.Term) bool
	counters
	// globals holds the one instance of each global or shared variable. arguments holds the memory that each pointer
	// argument points to.
	globals   map[*cfg.Object]*Object
	arguments map[Cell]*Object
	// objects is the number of objects made so far. sharedObjects lists the shared ones. reachable lists the private
	// objects that a store through an unknown pointer may write.
	objects                  int
	sharedObjects, reachable []*Object
	// Varied names values that may be the same in all lanes, but that this interpretation assumes to differ from lane
	// to lane. If Alike is set, such values are assumed to be the same in all lanes instead. The contents of the
	// objects in unlike are excepted.
	Varied []string
	Alike  bool
	unlike map[*Object]bool
	// storedBehind holds the external objects into which a word was stored. If a loop is interpreted several times (in
	// trials), stores of earlier trials count. The key nil represents a store to an unknown object whose address is not
	// computed from an argument in each lane.
	storedBehind map[*Object]bool
	// written holds the external objects that the root has written, also in earlier trials of a loop. The key nil
	// represents a store to an unknown object.
	written map[*Object]bool
	// ownReads holds, for each version of an object, the places at which each lane read its own word.
	ownReads map[ownRead][]Pointer
	Record
}

// Record holds the facts that the memory records in program order.
type Record struct {
	// Excluded lists path conditions that no lane can satisfy: control never reaches these places.
	Excluded []vector.Vec
	// contents lists the stores to uniform arrays.
	contents []content
}

// Mark is a position in a Record.
type Mark struct{ excluded, contents int }

// New returns the memory of an interpretation of root.
func New(t *term.Table, root *cfg.Func) *Memory {
	return &Memory{Layout: newLayout(t), vectors: vector.NewAlgebra(t), t: t, root: root,
		globals: map[*cfg.Object]*Object{}, arguments: map[Cell]*Object{},
		storedBehind: map[*Object]bool{}, written: map[*Object]bool{}, ownReads: map[ownRead][]Pointer{}}
}

// counters holds the last number of an unknown and of a version of memory. New numbers are larger. So a version from
// before a loop has a lower number than the first version in the loop.
type counters struct{ Unknowns, Versions int }

// VariedNames names the values that may be the same in all lanes, but that this interpretation assumes to differ (the
// field Varied).
func (m *Memory) VariedNames() []string { return m.Varied }

// TakesAlike reports whether values that may be the same in all lanes are assumed to be (the field Alike).
func (m *Memory) TakesAlike() bool { return m.Alike }

// RuledOut lists the guards of places that control never reaches (the field Excluded).
func (m *Memory) RuledOut() []vector.Vec { return m.Excluded }

// RuleOut records that no lane executes under a guard.
func (m *Memory) RuleOut(lanes vector.Vec) { m.Excluded = append(m.Excluded, lanes) }

// Marked returns a mark at the present end of the record.
func (m *Memory) Marked() Mark { return Mark{len(m.Excluded), len(m.contents)} }

// RecordSince returns the entries recorded after k.
func (m *Memory) RecordSince(k Mark) Record {
	return Record{slices.Clone(m.Excluded[k.excluded:]), slices.Clone(m.contents[k.contents:])}
}

// BackTo removes the entries recorded after k.
func (m *Memory) BackTo(k Mark) {
	m.Excluded, m.contents = m.Excluded[:k.excluded], m.contents[:k.contents]
}

// PutBack appends r to the record. r holds entries that BackTo has removed.
func (m *Memory) PutBack(r Record) {
	m.Excluded, m.contents = append(m.Excluded, r.Excluded...), append(m.contents, r.contents...)
}

// Scope begins a call. It returns the function that ends the call. After the end, a store through an unknown pointer
// cannot write the call's variables.
func (m *Memory) Scope() (end func()) {
	reachable := len(m.reachable)
	return func() { m.reachable = m.reachable[:reachable] }
}

// Drop removes the contents of the given private objects from s: the variables of a call that has ended.
func (m *Memory) Drop(s *State, objects map[*cfg.Object]*Object) {
	gone := map[*Object]bool{}
	for _, o := range objects {
		if o.Region == Private {
			gone[o] = true
			delete(s.Versions, o)
		}
	}
	m.t.Work.Spend(cellWork * len(s.Cells))
	maps.DeleteFunc(s.Cells, func(c Cell, _ Value) bool { return gone[c.Object] })
}

// Global returns the object of a variable that has one instance. The first call creates it, in the region r.
func (m *Memory) Global(decl *cfg.Object, r Region) *Object {
	o, ok := m.globals[decl]
	if !ok {
		o = m.NewObject(m.root.NameOf(decl), decl, r)
		o.lasting = decl.Storage == types.Constant
		m.globals[decl] = o
	}
	return o
}
