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

// Note describes a part of the program that the analysis could not model.
type Note struct {
	Pos    source.Pos
	Root   *cfg.Func
	Reason string
	// Budget reports whether the analysis of Root is incomplete. Either a budget ran out, or the control flow could not
	// be followed.
	Budget bool
	// Limited reports whether a limit of counted work ended the analysis. Then a higher effort may complete it. Judged
	// reports whether Root was interpreted to its end before the limit, so that some questions about it are answered.
	Limited, Judged bool
	// Hides reports whether the analysis may miss collectives at the place of the note: a kernel calls an unknown
	// function there, or the text of an asm statement could not be read.
	Hides bool
	// Undeclared reports whether the hidden code uses a name that nothing in the unit declares.
	Undeclared bool
	// Foreign reports whether the hidden code is a function whose body is not in the unit.
	Foreign bool
	// NotFollowed is a function with a call that is not followed. The call is recursive, or nested too deep. In other
	// notes it is nil.
	NotFollowed *cfg.Func
}

// Trace is the result of interpreting a root in one launch context. All questions about the root are answered from it.
// It does not change once the interpretation is done: lazy vectors (vector.Later) are computed later, but their values
// are fixed.
type Trace struct {
	// Terms holds the terms. Vectors makes vectors of terms. Prover decides formulas, and holds the facts about
	// unknowns.
	Terms   *term.Table
	Vectors vector.Algebra
	Prover  *prove.Prover
	Root    *cfg.Func
	Model   warp.Model
	Launch  *grid.Launch
	Log     Log
	// Alive holds, for each lane, the formula that it exists at the entry.
	Alive vector.Vec
	// Active contains the masks that __activemask returned. Partition maps each mask that an __activemask or a
	// __match_any_sync returned to a number for this execution. Masks with equal numbers are equal or disjoint.
	Active    map[*term.Term]bool
	Partition map[*term.Term]int
	// Fed maps unknowns to the terms from which they are computed. It lacks the unknowns that loops carry: FeedOf
	// computes their feeds.
	Fed map[*term.Term]Feed
	// Signed contains signed words that may be negative and were converted to unsigned, and those of their summands that
	// may be negative. It is filled only if races are looked for.
	Signed map[*term.Term]bool
	// Exact contains the sums that are results of signed operations, and so do not wrap around.
	Exact map[*term.Term]bool
	// Chosen contains the conditions that select the target of an unknown function pointer. The value is true if the
	// host may pass the pointer to the kernel.
	Chosen map[*term.Term]bool
	// Slots describes the results of atomics that add to counters, such as pos = atomicAdd(&n, 1). It is filled only if
	// races are looked for.
	Slots map[*term.Term]term.Slot
	// Undefined describes the undefined results of one collective, if the setting requests their uses.
	Undefined Undefined
	// Memory holds facts about memory in all executions.
	Memory MemoryFacts
	// HasSignals reports whether the root has objects by which threads of several warps wait for each other.
	HasSignals bool
	// Notes lists the parts of the program that could not be modelled. Steps counts the instructions executed.
	Notes []Note
	Steps int
	// CutShort maps a function to the reason why one of its calls was not followed. Other functions have no entry.
	CutShort map[*cfg.Func]Imprecision
	// numbered holds the summarised loops by number. It is nil until the first use.
	numbered map[int]*Loop
	// orders caches the order of pairs of points.
	orders map[[2]*Point]Order
}

// New returns an empty trace of a root. prover decides formulas of the table t.
func New(t *term.Table, root *cfg.Func, prover *prove.Prover) *Trace {
	return &Trace{Terms: t, Vectors: vector.NewAlgebra(t), Prover: prover, Root: root,
		Active: map[*term.Term]bool{}, Partition: map[*term.Term]int{}, Fed: map[*term.Term]Feed{}, Signed: map[*term.Term]bool{},
		Exact: map[*term.Term]bool{}, Slots: map[*term.Term]term.Slot{}, Chosen: map[*term.Term]bool{},
		Undefined: Undefined{Words: map[*term.Term]bool{}, Others: map[*term.Term]bool{}, Since: math.MaxInt}, CutShort: map[*cfg.Func]Imprecision{}, orders: map[[2]*Point]Order{}}
}

// MemoryFacts are facts about memory that hold in all executions.
type MemoryFacts interface {
	// VariedNames lists the values that were assumed to differ between lanes although they may be the same in all.
	// TakesAlike reports whether such values were assumed to be the same in all lanes instead.
	VariedNames() []string
	TakesAlike() bool
	// RuledOut lists the guards of places that control never reaches.
	RuledOut() []vector.Vec
	// StoredIn lists the words, places and guards of all stores to a uniform array. Constants are left out.
	StoredIn(array *memory.Object) []vector.Vec
}

// Log holds the entries that the interpretation records in program order. A loop may be interpreted several times, in
// trials. Each trial discards the entries of the trial before. The numbers of discarded entries are not used again.
type Log struct {
	Events   []*Event
	Retired  []Retirement
	Branches []Branching
	// Summaries lists the summarised loops, inner ones first.
	Summaries []*Loop
	// Accesses lists the accesses to shared memory that may conflict. It is filled only if races are looked for.
	Accesses []*Access
	// Links lists the instructions besides barriers that may order accesses. It is filled only if races are looked for.
	Links []Link
	// Uses lists the uses of an undefined value. It is filled only if the setting requests them.
	Uses []*Use
}
