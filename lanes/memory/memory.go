package memory

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Memory makes and changes the states of one interpretation: its objects, and the unknowns that they hold.
type Memory struct {
	// Layout says where pointers point in objects.
	Layout  *Layout
	vectors vector.Algebra
	t       *term.Table
	root    *cfg.Func
	// IsNumber reports the unknown number of a loop's iteration.
	IsNumber func(*term.Term) bool
	counters
	// globals are the instances of variables that there is one of, arguments the memory behind
	// pointer arguments.
	globals   map[*cfg.Object]*Object
	arguments map[Cell]*Object
	// objects counts the objects made; those that others can write are listed.
	objects                  int
	sharedObjects, reachable []*Object
	// Varied names what is each lane's own and may be the same in all; alike: it is the same, but
	// for what the objects of unlike hold.
	Varied []string
	Alike  bool
	unlike map[*Object]bool
	// storedBehind are the objects open to others in which some word was stored, in this trial or an earlier one. The
	// value is nil where it is not known in which word.
	storedBehind map[*Object]bool
	// written are the objects open to others which the root has written, in this trial or an earlier one. The value
	// is nil where it is not known in which word.
	written map[*Object]bool
	// ownReads are where lanes saw words of their own, by versions of objects.
	ownReads map[ownRead][]Pointer
	Record
}

// Record is what the memory records in program order.
type Record struct {
	// Excluded are lanes that come to where control never does: there are none.
	Excluded []vector.Vec
	// contents is what was stored in uniform arrays.
	contents []content
}

// Mark is a point of what is recorded.
type Mark struct{ excluded, contents int }

// New is the memory of an interpretation of root.
func New(t *term.Table, root *cfg.Func) *Memory {
	return &Memory{Layout: newLayout(t), vectors: vector.NewAlgebra(t), t: t, root: root,
		globals: map[*cfg.Object]*Object{}, arguments: map[Cell]*Object{},
		storedBehind: map[*Object]bool{}, written: map[*Object]bool{}, ownReads: map[ownRead][]Pointer{}}
}

// counters name what is new: unknowns and versions of memory. No name is given twice, so that a
// version with a lower number than a loop's first is from before the loop.
type counters struct{ Unknowns, Versions int }

// VariedNames lists Varied.
func (m *Memory) VariedNames() []string { return m.Varied }

// TakesAlike reports that what may be the same in all lanes is taken to be.
func (m *Memory) TakesAlike() bool { return m.Alike }

// RuledOut lists Excluded.
func (m *Memory) RuledOut() []vector.Vec { return m.Excluded }

// RuleOut says of lanes that they are not there.
func (m *Memory) RuleOut(lanes vector.Vec) { m.Excluded = append(m.Excluded, lanes) }

// Marked is the point up to which there is a record.
func (m *Memory) Marked() Mark { return Mark{len(m.Excluded), len(m.contents)} }

// RecordSince is what was recorded from a point on.
func (m *Memory) RecordSince(k Mark) Record {
	return Record{slices.Clone(m.Excluded[k.excluded:]), slices.Clone(m.contents[k.contents:])}
}

// BackTo forgets what was recorded from a point on.
func (m *Memory) BackTo(k Mark) {
	m.Excluded, m.contents = m.Excluded[:k.excluded], m.contents[:k.contents]
}

// PutBack records again what was.
func (m *Memory) PutBack(r Record) {
	m.Excluded, m.contents = append(m.Excluded, r.Excluded...), append(m.contents, r.contents...)
}

// Scope begins a call and returns what ends it: its variables are gone then.
func (m *Memory) Scope() (end func()) {
	reachable := len(m.reachable)
	return func() { m.reachable = m.reachable[:reachable] }
}

// Drop forgets the private ones of the objects of a call that is over.
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

// Global is the one instance of a variable in a region.
func (m *Memory) Global(decl *cfg.Object, r Region) *Object {
	o, ok := m.globals[decl]
	if !ok {
		o = m.NewObject(m.root.NameOf(decl), decl, r)
		o.lasting = decl.Storage == types.Constant
		m.globals[decl] = o
	}
	return o
}
