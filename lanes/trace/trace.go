package trace

import (
	"math"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Note is something that the analysis could not model.
type Note struct {
	Pos    source.Pos
	Root   *cfg.Func
	Reason string
	// Budget reports that a budget ran out, or that the control flow is not followed: the
	// analysis of Root is incomplete.
	Budget bool
	// Hides reports a call of an unknown function by a kernel, or asm text that could not be read: their
	// collectives are not analysed.
	Hides bool
	// Undeclared reports that it hides what a name stands for that nothing in the unit declares.
	Undeclared bool
}

// Trace is the result of interpreting a root in one launch context. All questions about the root are answered
// from it. It does not change once the interpretation is done; lazy vectors (vector.Later) have a fixed value.
type Trace struct {
	// Terms holds the terms, Vectors makes vectors of them, and Prover decides formulas of them and knows what
	// the unknowns stand for.
	Terms   *term.Table
	Vectors vector.Algebra
	Prover  *prove.Prover
	Root    *cfg.Func
	Model   warp.Model
	Launch  *grid.Launch
	Log     Log
	// Alive are the lanes that exist at the entry.
	Alive vector.Vec
	// Active are masks taken from __activemask; Partition numbers the groups of each of
	// these and of each __match_any_sync.
	Active    map[*term.Term]bool
	Partition map[*term.Term]int
	// Fed maps unknowns to what they are computed from; FeedOf adds the unknowns that loops carry.
	Fed map[*term.Term]Feed
	// Signed are words that were signed numbers before they became parts of unsigned ones, where races are
	// looked for.
	Signed map[*term.Term]bool
	// Exact are the sums that signed operations gave.
	Exact map[*term.Term]bool
	// Chosen holds the conditions that select the target of an unknown function pointer. The value is true where the
	// host may pass the pointer to the kernel.
	Chosen map[*term.Term]bool
	// Slots are the results of atomics that add to counters, where races are looked for.
	Slots map[*term.Term]Slot
	// Undefined describes an undefined value, where its uses are asked for.
	Undefined Undefined
	// Memory holds facts about memory in all executions.
	Memory MemoryFacts
	// HasFlags reports that the root has fences and flags that may order accesses, and unfollowed
	// counts what may do so in a way that is not known, where races are looked for.
	HasFlags bool
	// HasSignals reports that it has objects by which threads of several warps wait for each other.
	HasSignals bool
	Unfollowed int
	// Notes are what could not be modelled, Steps the instructions executed.
	Notes []Note
	Steps int
	// CutShort are the functions with a call that was not followed.
	CutShort map[*cfg.Func]Imprecision
	// numbered are the summarised loops by number, nil until one is asked for.
	numbered map[int]*Loop
	// orders caches the order of pairs of points.
	orders map[[2]*Point]Order
}

// New makes an empty trace of a root; prover knows the terms of t.
func New(t *term.Table, root *cfg.Func, prover *prove.Prover) *Trace {
	return &Trace{Terms: t, Vectors: vector.NewAlgebra(t), Prover: prover, Root: root,
		Active: map[*term.Term]bool{}, Partition: map[*term.Term]int{}, Fed: map[*term.Term]Feed{}, Signed: map[*term.Term]bool{},
		Exact: map[*term.Term]bool{}, Slots: map[*term.Term]Slot{}, Chosen: map[*term.Term]bool{},
		Undefined: Undefined{Words: map[*term.Term]bool{}, Others: map[*term.Term]bool{}, Since: math.MaxInt}, CutShort: map[*cfg.Func]Imprecision{}, orders: map[[2]*Point]Order{}}
}

// Slot describes an atomic that adds By to a counter, or subtracts it (Down): the element At of the array Counter.
type Slot struct {
	Counter any
	At, By  *term.Term
	Down    bool
}

// MemoryFacts are facts about memory that hold in all executions.
type MemoryFacts interface {
	// VariedNames lists the values that may be the same in all lanes and were not assumed to be. TakesAlike reports
	// that they were assumed to be.
	VariedNames() []string
	TakesAlike() bool
	// RuledOut lists the guards of places that control never reaches.
	RuledOut() []vector.Vec
	// StoredIn lists all values stored in a uniform array.
	StoredIn(array *memory.Object) []vector.Vec
}

// Log is what the interpretation records in program order. Another trial of a loop discards the log of the trial
// before, but not its counters.
type Log struct {
	Events   []*Event
	Retired  []Retirement
	Branches []Branching
	// Summaries are those of the loops, inner ones first.
	Summaries []*Loop
	// Accesses are those to shared memory that may conflict, where races are looked for.
	Accesses []*Access
	// Uses are those of an undefined value, where they are asked for.
	Uses []*Use
}
