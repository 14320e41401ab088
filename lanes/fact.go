package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/detail"
	"github.com/warpcheck/warpcheck/lanes/exec"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/smt"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Options states what an analysis assumes, looks for, and may spend.
type Options struct {
	Model warp.Model
	// Shapes lists the block shapes that the configuration gives for a kernel. It is nil if the configuration gives
	// none.
	Shapes func(kernel *cfg.Func) []warp.Shape
	// Skip reports whether to leave out a root, because it is the same as a root of another program. If Skip is nil, no
	// root is left out.
	Skip func(root *cfg.Func) bool
	// See is called with the facts of each root in each context. After See returns, the facts answer no more questions,
	// and their memory is freed. If See is nil, the facts are kept in the result and still answer questions.
	See func([]*Fact)
	// Known returns the outcome that an earlier analysis of the same root kept. It returns nil if there is none, or if
	// mayTake refuses it. A root with a known outcome is not analysed, and See is not called for it. Keep is called
	// with the outcome of a root that was analysed. It is not called if the outcome depends on the work that the roots
	// before took.
	Known func(root *cfg.Func, mayTake func(*Outcome) bool) *Outcome
	Keep  func(root *cfg.Func, outcome *Outcome)
	// Races: look for races on shared memory between the lanes of a warp. BlockRaces: look for races between the
	// warps of a block.
	Races, BlockRaces bool
	// Steps bounds the instructions that one interpretation of a root executes; 0 is the default.
	Steps int
	// Work bounds the work on one root in one context, including all questions about it, in units of term.Meter; 0 is
	// the default.
	Work int
	// AllWork bounds the work on all roots; 0 is the default.
	AllWork int
	// QuerySteps bounds the steps of the solver for one question; 0 is the solver's default.
	QuerySteps uint32
	// Effort scales the limits of questions and races, and the limits above that are 0.
	Effort exec.Effort
	// Session is the solver's session. Several analyses may use it one after the other. If it is nil, the analysis
	// opens its own.
	Session *smt.Session
}

// Result is the result of analysing one program under one model.
type Result struct {
	// Facts are in the order of roots, contexts and program order.
	Facts []*Fact
	// Notes list the parts of the program that could not be modelled.
	Notes []trace.Note
	// Roots is the number of roots interpreted. Steps is the number of instructions executed. Work is the largest work
	// on one root. AllWork is the work on all roots. Both are in units of term.Meter.
	Roots, Steps, Work, AllWork int
	// Effort is the effort in the options.
	Effort exec.Effort
}

// Note describes a part of the program that the analysis could not model.
type Note = trace.Note

// Context holds the circumstances under which a fact is true.
type Context struct {
	Root *cfg.Func
	// Shape is the shape of the block, with 0 for extents that are not known. It is nil if at most the number of
	// dimensions is known.
	Shape *warp.Shape
	// IsLikely reports whether Shape only stands for blocks with unknown extents (grid.Blocks.StandsFor).
	IsLikely bool
	// Size describes an extent of Shape that the host computes, so that the last warp may be incomplete. It is nil for
	// blocks without a computed extent.
	Size  *warp.Extent
	Model warp.Model
	Arch  warp.Arch
	// Path lists the call sites from the root to the function of the site.
	Path []source.Pos
	// PathNames lists the functions called on Path, by name.
	PathNames []string
	// Guesses lists the guesses of the frontend about macros before Root and before the functions on Path.
	Guesses []types.Guess
}

// Certainty states what is known about a verdict: it holds in all executions or in some, it was not decided, or no run
// has shown it.
type Certainty int

// The certainties.
const (
	Potential Certainty = iota
	Definite
	// Undecided: it is not known whether the rule is broken. The lane sets mean nothing.
	Undecided
	// Unconfirmed: according to the formulas some execution may break the rule, but no run has shown it.
	Unconfirmed
)

// IsOfSome reports whether a verdict is about some executions rather than all. It does not state whether a run has
// shown one of these executions.
func (c Certainty) IsOfSome() bool { return c == Potential || c == Unconfirmed }

// Openness is the reason why a verdict is undecided.
type Openness int

// The reasons.
const (
	// OutOfBudget: the solver gave up, or the work on the root was used up.
	OutOfBudget Openness = iota
	// NotPerLane: the rule is broken only if a value that is computed from uniform operands differs from lane to
	// lane.
	NotPerLane
	// RunsAhead: warps that arrive at a numbered barrier without waiting may arrive again before other warps have
	// waited.
	RunsAhead
)

// Verdict is the answer to one question about a site: some lanes break a rule. Lanes, Mask and the other sets are those
// of the witness, a concrete input. A definite verdict may have no witness. Its sets are then the same in every
// execution.
type Verdict struct {
	Certainty Certainty
	// Lanes is the set of the offending lanes. Mask is the mask that they pass, or that names them.
	Lanes warp.Lanes
	Mask  uint32
	// InWarp is the warp for which a definite verdict is proved, by its index in the block. It is nil if the verdict
	// is proved for any warp that reaches the site.
	InWarp *int
	// Other is the warp to which Lanes belong, by its index in the block. It is nil if Lanes belong to the same warp as
	// the other sets.
	Other *int
	// Others are the warps whose threads all stay away, in a definite verdict about Other. Other is among them, unless
	// some of its threads arrive.
	Others []int
	// OtherBlock is the position in the grid of the block of warp Other, nil for the same block.
	OtherBlock *[3]int
	// Detail describes the fault beyond the lanes and the mask, nil for nothing.
	Detail detail.Detail
	// Arrives, Elsewhere and Exited state where the lanes are at the rendezvous: they arrive, are elsewhere, or have
	// exited.
	Arrives, Elsewhere, Exited warp.Lanes
	// Splits lists the branches at which the lanes diverge, the outermost first. In an undecided verdict, they may
	// diverge there.
	Splits []Split
	// Related lists other places of the fault, such as a collective in the other branch.
	Related []source.Pos
	// Witness is a concrete input. It is set in a potential verdict. It is also set in a definite one if the masks
	// differ from execution to execution.
	Witness *Witness
	// Run is an input with which the rule is broken. It is set if the lanes of the verdict are the lanes of one
	// execution. It is the same as Witness, unless Witness is nil or a search has replaced it.
	Run *Witness
	// Excluding is a condition under which runs do not show the fault of the witness; nil if none was found.
	Excluding *Exclusion
	// Reservation is the reason why the verdict is not certain. A run that shows the fault removes it.
	Reservation Reservation
	// Condition is the condition in the source that decides whether the code is compiled at all, "" if it always is.
	Condition string
	// lanesVary reports whether the lanes of a verdict vary between executions. It is set only for verdicts that would
	// be definite if some execution were shown to reach the collective (IfReached).
	lanesVary bool
	// IsShown reports whether a run of the witness shows the fault. IsUntried reports whether there was no run
	// because potential findings were not requested.
	IsShown, IsUntried bool
	// Open is the reason why the verdict is undecided. RestsOn names inputs of the program that the answer depends on.
	// RestsOnBlock reports whether the lanes that arrive depend on the unknown shape of the block.
	Open         Openness
	RestsOn      []string
	RestsOnBlock bool
}

// Exclusion is a condition on an argument of a kernel under which the fault does not occur. Kernels often rely on such
// a condition.
type Exclusion struct {
	Arg  string
	Kind ExclusionKind
	// Number is used by MultipleOf.
	Number uint64
	// IsOfPointer reports whether the argument is a pointer.
	IsOfPointer bool
}

// ExclusionKind is the form of a condition under which the fault does not occur.
type ExclusionKind int

// The conditions.
const (
	NotZero ExclusionKind = iota
	NotNegative
	MultipleOf
	PowerOfTwo
	// AtLeastBlock: the argument is at least blockDim.x. EqualsBlock: it is blockDim.x.
	AtLeastBlock
	EqualsBlock
	// Positive: the argument, which is signed, is greater than 0.
	Positive
)

// IfReached reports whether the verdict would be definite if some execution were shown to reach the collective.
func (v *Verdict) IfReached() bool { return v.Reservation.Cause == Unreached }

// IsExample reports whether the sets of the verdict are those of one execution.
func (v *Verdict) IsExample() bool { return v.Certainty == Potential || v.Witness != nil }

// Split is a divergent branch that a site depends on.
type Split struct {
	Pos source.Pos
	// Away is the set of the lanes that take another side than the lanes at the site. It is empty if they are not
	// known.
	Away warp.Lanes
	// Earlier reports whether the branch leaves a loop around the site, so that lanes may have left by it in an earlier
	// iteration.
	Earlier bool
	// To states where the lanes in Away go.
	To Destination
}

// Destination is where lanes go that diverge from the others at a branch.
type Destination int

const (
	// PastBranch: straight to where the sides meet again.
	PastBranch Destination = iota
	// OtherBranch: through the other side of the branch, before the sides meet again.
	OtherBranch
	// OtherCase: to another case of a switch.
	OtherCase
	// OutOfLoop: out of the loop that the branch is in. OutOfKernel: out of the kernel. OutOfCall: out of the
	// function that the branch is in, if that is not the kernel.
	OutOfLoop
	OutOfKernel
	OutOfCall
	// OutBehindCollective: out of the kernel or the function, on a path with a collective or a barrier.
	OutBehindCollective
)

// Witness is a concrete input under which a collective breaks a rule.
type Witness struct {
	Root *cfg.Func
	Site *cfg.Instr
	// Premises lists the conditions on the arguments that the host checks before the launch.
	Premises []*cfg.Premise
	// Path lists the call sites from the root to the function of the site.
	Path  []source.Pos
	Shape warp.Shape
	Warp  int
	// Other is the index of another warp for which this warp waits in vain, for example at a barrier; nil if there is
	// none.
	Other *int
	// RacesWith is the index of the warp with which this warp races, nil if there is none.
	RacesWith *int
	// OtherBlock is the position in the grid of the other warp's block, nil for the same block.
	OtherBlock *[3]int
	// InAll reports whether all warps of the block must run to show the fault.
	InAll bool
	Model warp.Model
	// Special holds the values of launch registers that are uniform, such as the extents of the grid and the position
	// of the block.
	Special map[cfg.SpecialReg]uint32
	// Args lists the scalar arguments by name, and the constants of a template that the program does not instantiate.
	Args []ArgValue
	// Memory lists the cells of memory that the execution reads, with their initial values.
	Memory []MemoryValue
	// Together states which lanes run together in each execution of __activemask.
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
	// Object names the object that contains the cell: "d" for the memory that parameter d points to, or the name of a
	// global.
	Object string
	// Offset is the offset of the cell in Object. Size is the size of the cell. Both are in bytes.
	Offset int64
	Size   int
	Value  uint64
	// Signed is the number of bits of a signed type, 0 for others.
	Signed int
}

// IsOfAccess reports whether the fact is about an access to shared memory, not about a collective.
func (f *Fact) IsOfAccess() bool { return f.Site.Collective == nil }

// UsersCall returns the instruction of the user's code that reaches the site: the site itself, or the call of a
// library. It returns nil if there is none.
func (f *Fact) UsersCall() *cfg.Instr {
	if f.rendezvous == nil {
		return nil
	}
	path := f.rendezvous.event.Point.Path()
	for i := len(path) - 1; i >= 0; i-- {
		if !path[i].Pos.System {
			return path[i].Instr()
		}
	}
	return nil
}

// IsBetweenWarps reports whether the fact is about an access that may race with accesses of other warps.
func (f *Fact) IsBetweenWarps() bool { return f.betweenWarps }

// IsOfOneAccess reports whether two facts are about the same access along the same calls.
func (f *Fact) IsOfOneAccess(other *Fact) bool {
	return f.IsOfAccess() && f.Context.Root == other.Context.Root && f.isOf(other)
}

// Fact describes one collective, or one access to shared memory, in one context. A site that executes several times,
// in unrolled iterations or along several call paths, has a fact for each.
type Fact struct {
	Site    *cfg.Instr
	Context Context
	// Pos is the place to report. It is in the user's own code, the innermost such place on the path from the root to
	// the site.
	Pos source.Pos
	// Imprecision is the reason why the fact is not exact.
	Imprecision trace.Imprecision
	// ActiveMask reports whether each mask that lanes pass is the result of an __activemask.
	ActiveMask bool
	// Undecided reports whether some question was left undecided by the solver, or for lack of work on the root.
	Undecided bool

	// rendezvous holds the lanes that arrive. It is nil if the fact is about a root as a whole.
	rendezvous   *rendezvous
	betweenWarps bool
	// races holds the races whose later access is the fact's site. It is nil for a collective.
	races *race.Candidate
	// shares caches whether threads of other warps may use a cell of the race, nil until this is computed.
	shares *bool
}

// remark marks a fact as inexact: for the given reason, a question about it was not asked. It does nothing if the fact
// is already inexact, or in an interpretation of a single warp.
func (f *Fact) remark(reason string) {
	if f.Imprecision.IsNone() && !f.rendezvous.j.isOfOneWarp() {
		f.Imprecision = trace.Imprecision{Kind: trace.NotAsked, Pos: f.Pos, Reason: reason}
	}
}
