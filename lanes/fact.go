package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Options choose what to analyse under.
type Options struct {
	Model warp.Model
	// Shapes lists the block shapes that the configuration gives for a kernel;
	// nil when it gives none.
	Shapes func(kernel *cfg.Func) []warp.Shape
	// Skip reports a root that is not analysed because another program has the same; nil for none.
	Skip func(root *cfg.Func) bool
	// See is called with the facts of each root in each context. When it returns
	// they answer no more questions, which frees what the answers need. nil: the
	// facts of the result can be asked.
	See func([]*Fact)
	// Races asks for races of the lanes of a warp on shared memory, BlockRaces for those of several warps of a block.
	Races, BlockRaces bool
	// Steps bounds the interpretation of one root in one context; 0 is the default.
	Steps int
	// Work bounds the work on one root in one context, all questions about it included, in
	// units of term.Meter; 0 is the default.
	Work int
	// AllWork bounds the work on all roots; 0 is the default.
	AllWork int
	// QuerySteps bounds one question to the solver; 0 is its default.
	QuerySteps uint32
	// Session is for several analyses, one after the other; nil: the analysis opens its own.
	Session *smt.Session
}

// Result is what the interpreter knows about one program under one model.
type Result struct {
	// Facts in the order of roots, contexts and program order.
	Facts []*Fact
	// Notes list what could not be modelled.
	Notes []trace.Note
	// Roots is the number of roots interpreted, Steps the instructions executed. Work is
	// what the root with the most took, AllWork what all took, in units of term.Meter.
	Roots, Steps, Work, AllWork int
}

// Note is something that the analysis could not model.
type Note = trace.Note

// Context is the circumstances under which a fact holds.
type Context struct {
	Root *cfg.Func
	// Shape of the block, as far as it is known; nil when nothing but how many
	// dimensions it has is known.
	Shape *warp.Shape
	// Size is what is known of the extent of Shape that the host computes and that need not
	// complete warps, nil for others.
	Size  *warp.Extent
	Model warp.Model
	Arch  warp.Arch
	// Path are the call sites from the root to the function of the site.
	Path []source.Pos
	// PathNames are the functions called on Path.
	PathNames []string
}

// Certainty of a verdict.
type Certainty int

// The certainties.
const (
	Potential Certainty = iota
	Definite
	// Undecided: whether the rule is broken is not known; the sets say nothing.
	Undecided
	// Unconfirmed: some execution may break the rule as far as the formulas say, and no run has shown it.
	Unconfirmed
)

// IsOfSome reports a verdict about some executions, whether a run has shown one or not.
func (c Certainty) IsOfSome() bool { return c == Potential || c == Unconfirmed }

// Openness is why a verdict is undecided.
type Openness int

// The reasons.
const (
	// OutOfBudget: the solver gave up, or the work on the root was used up.
	OutOfBudget Openness = iota
	// NotPerLane: only values that differ from lane to lane would break it, of something that
	// is built from operands which do not.
	NotPerLane
	// RunsAhead: warps that only arrive at a barrier with a number may come again before others have waited.
	RunsAhead
)

// Verdict is the answer to one question about a site: some lanes break a rule.
// Lanes, Mask and the other sets are those of the witness, or of every
// execution when it is definite and they are the same in all.
type Verdict struct {
	Certainty Certainty
	// Lanes are the offending lanes, Mask the mask they pass (or that names them).
	Lanes warp.Lanes
	Mask  uint32
	// InWarp is the index in the block of the warp that a definite verdict is proved for, nil for any warp that reaches
	// the site.
	InWarp *int
	// Other is the index in the block of the warp that Lanes are of, nil for the warp
	// that the other sets are of.
	Other *int
	// OtherBlock is where in the grid the block is that it is a warp of, nil for this one.
	OtherBlock *[3]int
	// Detail describes the fault beyond the lanes and the mask, nil for nothing.
	Detail detail.Detail
	// Arrives, Elsewhere and Exited picture the rendezvous.
	Arrives, Elsewhere, Exited warp.Lanes
	// Splits are the branches at which the lanes diverge, outermost first; of an undecided verdict those at which they may.
	Splits []Split
	// Related is the other place of a pair (the other branch's collective).
	Related []source.Pos
	// Witness is a concrete input for a potential verdict, or for a definite one whose
	// masks differ from execution to execution; nil for others.
	Witness *Witness
	// Clearing is a block of another shape in which not every execution breaks the rule, which is why the verdict is
	// potential; nil for others.
	Clearing *warp.Shape
	// Reservation is why a verdict is not certain: a run that shows it lifts that.
	Reservation Reservation
	// Condition is what decides whether the code is compiled at all, "" for nothing.
	Condition string
	// varies reports a verdict that would be definite if the collective were shown to be reached, and whose lanes vary
	// between executions.
	varies bool
	// IsShown reports that a run of the witness shows the fault. IsUntried reports that no run was tried, as nobody asked
	// for potential findings.
	IsShown, IsUntried bool
	// Open is why it is undecided, and RestsOn names the inputs of the program that the answer depends on. RestsOnBlock
	// reports that the lanes that arrive depend on the unknown shape of the block.
	Open         Openness
	RestsOn      []string
	RestsOnBlock bool
}

// IfReached reports a verdict that would be definite if some execution were shown to reach the collective.
func (v *Verdict) IfReached() bool { return v.Reservation.Cause == Unreached }

// IsExample reports a verdict whose sets are those of one execution.
func (v *Verdict) IsExample() bool { return v.Certainty == Potential || v.Witness != nil }

// Split is a divergent branch that a site depends on.
type Split struct {
	Pos source.Pos
	// Away are the lanes that do not take the side of the site; none if that is not known.
	Away warp.Lanes
	// Earlier reports a branch out of a loop around the site, by which the lanes may have
	// gone in an earlier iteration.
	Earlier bool
	// Way is how those that are away go.
	Way Way
}

// Way is where the lanes go that leave the others at a branch.
type Way int

const (
	// PastBranch: at once to where the sides meet again.
	PastBranch Way = iota
	// OtherBranch: through code of their own.
	OtherBranch
	// OtherCase is that of a switch.
	OtherCase
	// OutOfLoop leaves the loop that the branch is in, OutOfKernel the kernel, and OutOfCall a function that it calls.
	OutOfLoop
	OutOfKernel
	OutOfCall
)

// Witness is a concrete input under which a collective breaks a rule.
type Witness struct {
	Root *cfg.Func
	Site *cfg.Instr
	// Premises hold of what the root is given.
	Premises []*cfg.Premise
	// Path are the call sites from the root to the function of the site.
	Path  []source.Pos
	Shape warp.Shape
	Warp  int
	// Other is the index of another warp that does not do what this one waits for, nil
	// for none.
	Other *int
	// RacesWith is the index of the warp that this one races with, nil for none.
	RacesWith *int
	// OtherBlock is where in the grid the other warp's block is, nil for the same block.
	OtherBlock *[3]int
	// InAll reports that it takes all warps of the block to see what is wrong.
	InAll bool
	Model warp.Model
	// Grid and Block position: uniform launch values by register.
	Special map[cfg.SpecialReg]uint32
	// Args are scalar arguments by parameter object, and the constants of a template that nobody instantiates.
	Args []ArgValue
	// Memory are the cells that the execution reads.
	Memory []MemoryValue
	// Together are the lanes that run together where the program asks for them.
	Together []Together
}

// ArgValue is the value of a scalar parameter (or a scalar part of it).
type ArgValue struct {
	Name  string // "n", "params.stride"
	Value uint64
	// Signed is the number of bits of a signed type, 0 for others.
	Signed int
}

// MemoryValue is one cell of input memory.
type MemoryValue struct {
	// Object is what the pointer came from: "d" for the memory that
	// parameter d points to, or the name of a global.
	Object string
	// Offset is the byte offset from that pointer, Size the size of the cell in bytes.
	Offset int64
	Size   int
	Value  uint64
	// Signed is the number of bits of a signed type, 0 for others.
	Signed int
}

// IsOfAccess reports a fact about an access to shared memory, not about a collective.
func (f *Fact) IsOfAccess() bool { return f.Site.Collective == nil }

// IsBetweenWarps reports a fact about an access that may race with those of other warps.
func (f *Fact) IsBetweenWarps() bool { return f.betweenWarps }

// IsOfOneAccess reports two facts about executions of one access along the same calls.
func (f *Fact) IsOfOneAccess(other *Fact) bool {
	return f.IsOfAccess() && f.Context.Root == other.Context.Root && f.isOf(other)
}

// Fact is what is known about one collective, or one access to shared memory, in one context. One dynamic site
// that executes several times (unrolled iterations, several call paths) has one
// fact for each.
type Fact struct {
	Site    *cfg.Instr
	Context Context
	// Pos is where to report: the innermost place in the user's own code on the
	// way from the root to the site.
	Pos source.Pos
	// Imprecision is why the fact is not exact.
	Imprecision trace.Imprecision
	// ActiveMask reports that every lane passes a value of __activemask for its mask.
	ActiveMask bool
	// Undecided reports a question that was asked and not decided within the solver's
	// budget or the work on the root.
	Undecided bool

	// rendezvous holds the lanes that arrive, nil where the fact is about a root as a whole.
	rendezvous   *rendezvous
	betweenWarps bool
	// races are those that an access may be the later one of, nil for a collective.
	races *race.Candidate
	// shares says whether threads of other warps may use the cells of the race (SharesWithOtherWarps), nil until it is
	// asked for.
	shares *bool
}

// remark notes the reason why a question about a fact is left out, if the fact is exact otherwise.
func (f *Fact) remark(reason string) {
	if f.Imprecision.IsNone() && !f.rendezvous.j.isOfOneWarp() {
		f.Imprecision = trace.Imprecision{Kind: trace.NotAsked, Pos: f.Pos, Reason: reason}
	}
}
