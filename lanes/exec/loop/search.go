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

// change is the candidate invariant about one cell. Most fields are used by some kinds only.
type change struct {
	kind trace.Candidate
	step vector.Vec
	// shift is used by kind Shifted.
	shift shift
	// other is used by kind Alternating: the value in odd iterations. While a stronger kind is tried, it is kept for a
	// later trial of Alternating.
	other memory.Value
	// predicate is used by kind PredicateMask.
	predicate predicate
	// classes is used by kind ClassUniform. parted counts how often the classes were divided.
	classes classes
	parted  int
	// shrinks, for kinds ClassUniform and Top: an iteration sets no bits, it only clears some, as in a walk over the
	// lanes of a mask.
	shrinks bool
	// nonzero, for kinds ClassUniform and Top: the word is not zero.
	nonzero bool
	// most, for kinds ClassUniform and Top, is an unsigned upper bound of the word; 0 for none.
	most uint64
	// unbroken is a stronger candidate invariant that holds as long as no collective was broken, nil for none.
	unbroken *change
}

// search looks for invariants at the header of one loop: for each cell, the strongest candidate that no trial
// iteration has refuted.
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
	// togetherClasses holds the classes whose lanes stay in the loop and leave it together. unbroken holds the classes
	// whose lanes do so as long as no collective was broken. parted counts how often classes were divided.
	togetherClasses, unbroken classes
	parted                    int
	// peers holds keys of lanes. Lanes with equal keys stay in the loop together as long as no collective was broken
	// (peers.go). It is nil if no such keys are known. triedPeers reports whether keys were looked for.
	peers      peers
	triedPeers bool
	// mayStray: a lane that has left the loop may still be in the function. Otherwise it has left the kernel.
	mayStray       bool
	changes        map[memory.Cell]change
	global         bool                    // an iteration changes global memory
	shared         bool                    // an iteration changes shared memory
	stores         bool                    // an iteration stores to some memory
	unsynchronized map[*memory.Object]bool // objects that an iteration leaves unsynchronized
	nonUniform     map[*memory.Object]bool // arrays that an iteration does not leave uniform
	objects        map[*memory.Object]bool // objects whose contents change as a whole
	stored         map[*memory.Object]bool // followed shared variables that an iteration may store to
	back           Edge                    // the edge back to the header in the last trial
	// rounds holds, for each lane, the number of the last iteration that it can reach. mostRounds is the largest of
	// them.
	rounds     [warp.Size]uint64
	mostRounds uint64
	// outer is the search for the enclosing loop, nil for none.
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
