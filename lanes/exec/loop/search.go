package loop

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// change is the candidate invariant about one cell, with what its kind needs.
type change struct {
	kind trace.Candidate
	step vector.Vec
	// shift belongs to kind Shifted.
	shift shift
	// other is the value in odd iterations of kind Alternating; for a stronger kind, the value to try when Alternating
	// is tried.
	other memory.Value
	// predicate belongs to kind PredicateMask.
	predicate predicate
	// classes belongs to kind ClassUniform; parted is how often they were divided.
	classes classes
	parted  int
	// shrinks, for kinds ClassUniform and Top: an iteration sets no bit that was not set, as in a walk over the lanes
	// of a mask.
	shrinks bool
	// nonzero, for kinds ClassUniform and Top: the word is not zero, such as the condition of a do loop.
	nonzero bool
	// most, for kinds ClassUniform and Top: the word is not above this, unsigned; 0 for no limit.
	most uint64
	// unbroken is a stronger candidate invariant that holds as long as no collective was broken,
	// nil for none.
	unbroken *change
}

// search looks for what holds at one loop's header in an arbitrary iteration k: the strongest candidate invariants
// that no trial iteration has refuted.
type search struct {
	*trace.Loop
	inference *Inference
	trace     *trace.Trace
	unknowns  *prove.Unknowns
	vectors   vector.Algebra
	t         *term.Table
	memory    *memory.Memory
	task      Task
	id        string
	entry     Edge
	// togetherClasses are the classes whose lanes stay in the loop and leave it together. unbroken are the classes that
	// do so as long as no collective was broken. parted is how often they were divided.
	togetherClasses, unbroken classes
	parted                    int
	// peers are keys by which lanes stay in the loop together as long as no collective was broken, nil if none are
	// known (peers.go). triedPeers reports whether they were looked for.
	peers      peers
	triedPeers bool
	// mayStray: a lane that has left the loop may be elsewhere in the function. If it is not set, the lane has left the
	// kernel.
	mayStray       bool
	changes        map[memory.Cell]change
	global         bool                    // global memory changes
	shared         bool                    // shared memory changes
	stores         bool                    // an iteration stores
	unsynchronized map[*memory.Object]bool // objects that an iteration leaves unsynchronized
	nonUniform     map[*memory.Object]bool // arrays that an iteration does not leave uniform
	objects        map[*memory.Object]bool // objects whose contents change as a whole
	stored         map[*memory.Object]bool // followed shared variables that an iteration may store to
	back           Edge                    // the edge back to the header in the last trial
	// rounds is the last iteration that each lane can reach, mostRounds the last that any can.
	rounds     [warp.Size]uint64
	mostRounds uint64
	// outer is the search for the loop around it, nil for none.
	outer *search
}

// sorted lists the changed cells in a fixed order.
func (s *search) sorted() []memory.Cell {
	var list []memory.Cell
	for c := range s.changes {
		list = append(list, c)
	}
	slices.SortFunc(list, memory.CompareCells)
	return list
}

// local reports whether the lifetime of a variable is one iteration.
func (s *search) local(o *memory.Object) bool { return o.Decl != nil && s.task.Locals[o.Decl] }
