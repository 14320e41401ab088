// Package sim is the concrete warp machine: it runs a function of the
// intermediate representation (package cfg) on 32 concrete lanes and reports,
// for every collective that the warp executes, who arrived with which mask,
// who was elsewhere, who had exited, and which rules of a model are broken.
//
// It confirms the witnesses of the abstract interpreter, shows whether an undefined value has an effect
// (effects.go), and is the oracle of the property tests. It shares no code with the interpreter beyond
// the graph, and package barrier.
//
// # Convergence
//
// Loops nest, so the blocks of a loop body, with each inner loop contracted to
// one node and the edges back to the header left out, form an acyclic graph.
// A warp walks it in topological order. All lanes of a frame that reach one
// block in one iteration of its loops are converged there and run it together,
// once; lanes that took a back edge wait at the header for the rest of their
// iteration; lanes that left a loop wait behind it until the loop is done. The
// lanes that make one call run the callee together and come together again
// when it returns. The k-th execution by one lane thus meets the k-th by the
// others, loop by loop, and every instruction runs at most once in each place:
//
//	place = call path + iteration of each loop + block + instruction
//
// Places are partly ordered: one reaches another when control can flow from
// the first to the second in this unrolled graph. Two places are incomparable
// when neither reaches the other, that is when they lie on two sides of a
// branch, and no lane can pass both.
//
// # Who arrives
//
// At an executed collective every lane is in one of three states. The
// converged lanes arrive. A lane that retired by an early return, an exit or a
// trap, at a place that the collective's place does not reach, has exited, but for
// one that waited before, on its side of the branch, for a lane that waits here for it (match.go).
// The lanes beyond the end of the block have exited as well. Every other lane is elsewhere.
// A return inside a loop belongs to the iteration it was taken in. A return
// from a device function ends no lane, not even when the function is the root.
//
// Under the independent model lanes on two sides of a branch may meet as well (match.go): a lane a at
// one event and b at an incomparable one meet when the events stand at the same index in the two lanes'
// sequences of collectives between their last and their next common block, where the events whose own
// mask does not name the other lane are dropped, and a shuffle counts as often as its value has words,
// with equal class and equal mask there and at every earlier index. The strict model asks for the same
// call site and call path in addition, which two incomparable places never have; so there, and under
// lockstep, the converged lanes are all that arrive.
//
// # Values
//
// A value is a 64-bit word per lane with the meaning of its C++ type, or the
// bytes of an aggregate. Addresses are words too (memory.go). Shared and global
// memory are sequentially consistent: instruction by instruction, lane 0
// first. Collectives compute their real results; a shuffle of a lane that takes no part yields the
// reader's own value, or what the input says. When lanes meet across a
// branch they exchange values that one side has not computed yet when the
// other needs them; the machine then runs again with what the last run found,
// until nothing changes (match.go).
//
// __activemask returns to each lane the converged lanes that run together with it, which the
// input chooses: nothing else promises any but the lane itself.
//
// # Spin loops
//
// The lanes that go round a loop keep those that have left it from going on, and the sides of a branch
// run one after the other: so it is in lockstep, and a loop that waits for what another lane of the
// warp writes later ends with the budget. The order of the sides is an input (Backward). From sm_70 on
// each lane goes on by itself, which this machine does not show: such a run says nothing there.
//
// # Races
//
// Accesses of two lanes to one byte of shared memory are a race where nothing orders them, whatever
// the machine ran first (race.go), and so are those of threads of two warps, which barriers of the block order (blockrace.go).
//
// # What is not modelled
//
// Run runs one warp: other warps of the block write no memory, and what a barrier of the block tells of the predicates
// of several warps is unknown (Outcome.NeedsBlock). RunBlock runs all warps, one after the other up to their next block
// barriers (block.go), which is one of the orders that there are. 16-bit floats, functions without a
// body and instructions without meaning yield 0; all but the bodiless functions make the outcome
// Unknown.
package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// DefaultSteps bounds a run when Input.Steps is 0, in instructions of the warp.
const DefaultSteps = 1 << 18

// Input is one function and everything that decides how it runs.
type Input struct {
	Func *cfg.Func
	// Shape is the extent of the block in threads, Warp the warp's index in it.
	Shape warp.Shape
	Warp  int
	Model warp.Model
	// Special gives registers that the shape does not decide (blockIdx,
	// gridDim, clocks). Missing ones are 0, extents of the grid 1.
	Special map[cfg.SpecialReg]uint32
	// Args are scalar arguments by parameter name, parts of a record by
	// "param.field", elements of an array by "param.field[1]", and the constants of a
	// template that nobody instantiates by their names. Missing ones are 0. Floating arguments are given as their bits.
	Args map[string]uint64
	// Memory is the initial content of the memory behind a pointer parameter
	// ("d", "param.field") and of globals and shared variables, by name: the
	// cell of size bytes at a byte offset. The pointer that stands in a cell
	// of such memory leads to the object "name@offset". nil means zeros.
	Memory func(object string, offset int64, size int) uint64
	// Together tells apart the lanes of one execution of __activemask, in some iterations of
	// the loops around it, outermost first: those with equal keys run together. nil lets all
	// lanes do that are converged, as they do in lockstep.
	Together func(site *cfg.Instr, iterations []int) [warp.Size]uint8
	// Undefined is what a shuffle yields whose source lane the mask does not name or that does
	// not arrive, and a reduction or a scan of a library that takes the value of such a lane, for
	// each lane that reads. nil yields what is there.
	Undefined func(site *cfg.Instr, lane int) (word uint64, ok bool)
	// Supposed is what the machine takes a value for that it does not know, made of a digest of
	// what it depends on. nil: a run that needs one is not to be trusted.
	Supposed func(digest uint64) uint64
	// Backward runs the sides of each branch in the other order, the one that stands last in the
	// text first.
	Backward bool
	// Steps bounds the run, in instructions of the warp and with its repetitions;
	// 0 is DefaultSteps.
	Steps int
	// Trusted asks for nothing but a run that is to be trusted: the first reason
	// not to ends it, as the budget does.
	Trusted bool
	// Races asks for races: what each lane does to memory is kept then, which takes as long as to
	// do it.
	Races bool
}

// Rendezvous is one execution of a collective by the warp.
type Rendezvous struct {
	Site *cfg.Instr
	// Path are the calls from the root to the function of the site.
	Path []source.Pos
	// Index counts the executions of the same site with the same path.
	Index int
	// Converged are the lanes that execute it together. Arrive adds the lanes
	// that meet some of them from another side of a branch.
	Converged, Arrive warp.Lanes
	// Elsewhere are the live lanes that do not arrive, Exited those that left
	// the kernel and those beyond the end of the block. With Arrive they
	// partition the warp.
	Elsewhere, Exited warp.Lanes
	// Masks holds the mask that each converged lane passes.
	Masks [warp.Size]uint32
	// Meets holds, for each converged lane, the lanes that arrive for it.
	Meets [warp.Size]warp.Lanes
	// Values are the operand, Sources the source lane operand and Widths the
	// width of each converged lane, where the form has them.
	Values, Sources, Widths [warp.Size]uint64
	// Supposed is the first thing that is not known and was supposed, where that decided who comes or what they pass; ""
	// where nothing did.
	Supposed string
	// Barriers and Threads are the operands of a named block barrier.
	Barriers, Threads [warp.Size]uint64

	place place
	// placeKey is kept by key.
	placeKey string
	// heldUp are the lanes that wait on another side of a branch for one that waits here for them.
	heldUp warp.Lanes
	// conflicting holds, for each converged lane, the union of the masks that
	// conflict with its own: unequal, overlapping, at this rendezvous or at one on
	// another side of a branch that it does not meet.
	conflicting [warp.Size]uint32
}

// IsOf reports a rendezvous of a collective, and of the calls that lead to it.
func (p *Rendezvous) IsOf(site *cfg.Instr, path []source.Pos) bool {
	return p.Site == site && slices.Equal(p.Path, path)
}

// Kind is the rule that a violation breaks.
type Kind int

// The rules (docs/rules.md).
const (
	NotParticipating Kind = iota // a mask names a lane that does not arrive
	DivergentMask                // masks are unequal and overlap
	NotInMask                    // a lane arrives and does not name itself
	SourceNotInMask              // a shuffle reads a lane outside the mask, or an exited one
	Width                        // a width that is no power of two up to 32
	Barrier                      // a block barrier that not all live lanes reach, or not with one name
)

// String is a short name for drawings and test failures.
func (k Kind) String() string {
	return [...]string{"not participating", "divergent mask", "not in mask",
		"source not in mask", "width", "barrier"}[k]
}

// Violation is one broken rule at one rendezvous.
type Violation struct {
	Kind       Kind
	Rendezvous *Rendezvous
	// Lanes are the offending lanes: the absent ones for NotParticipating, and for
	// Barrier those or the ones with other operands; those with a deviating mask for
	// DivergentMask, the readers for SourceNotInMask.
	Lanes warp.Lanes
	// Mask is the mask that the offending lanes pass, or that names them.
	Mask uint32
	// Union of the conflicting masks, for DivergentMask.
	Union uint32
	// Sources are the lanes read, for SourceNotInMask.
	Sources warp.Lanes
	// Value is the width, for Width.
	Width uint64
}

// Outcome is what a run showed.
type Outcome struct {
	// Rendezvous in the order of execution, which is topological.
	Rendezvous []*Rendezvous
	// Violations by rendezvous, then kind, then the first offending lane. There are
	// none when the run ended OutOfSteps: lanes under way might still arrive.
	Violations []Violation
	// Touches are the executions of accesses to shared memory, races finds those that race.
	Touches []*Touch
	races   func() []Race
	// Unknown is why the run is not to be trusted: the first instruction
	// without a concrete meaning; "" when there was none.
	Unknown string
	// NeedsBlock reports that Unknown is what the other warps of the block bring to a barrier, as RunBlock knows.
	NeedsBlock bool
	// Supposed is the first thing that is not known and was supposed, "" for none.
	Supposed string
	// Notes list the functions without a body that were called, each once.
	Notes []string
	// OutOfSteps reports that the run was ended before its end, in block Stopped. In lockstep a lane
	// that waits for what another lane of its warp writes later goes round until then.
	OutOfSteps bool
	Stopped    *cfg.Block
	// Exited are the lanes that left the kernel early.
	Exited warp.Lanes
	// Steps is how many instructions the warp ran.
	Steps int
	// Effects is a digest of what others see of the run: what its lanes stored outside their own
	// variables, each in its own order, and which came to the collectives with which masks. An atomic is what it is given. It is made
	// where Input.Undefined is given.
	Effects uint64
	// Decisions are the comparisons behind the first undefined value that was read, where
	// Input.Undefined is given.
	Decisions []Decided

	born   warp.Lanes
	exits  [warp.Size]place // where the lanes left the kernel early
	memory *memory
	warp   int // its number in the block
	// decided is what was supposed and decided a branch in the block.
	decided string
}

// Left is what a run left in the memory behind a pointer parameter, up to the last byte that was
// written; nothing where none was.
func (o *Outcome) Left(name string) []byte {
	if o.memory.given[name] == 0 {
		return nil
	}
	return o.memory.spaces[o.memory.given[name]>>spaceBits-1].cells.inOrder()
}

// Run executes the function. It never fails: an outcome says what it is worth.
func Run(in Input) *Outcome {
	if in.Steps == 0 {
		in.Steps = DefaultSteps
	}
	var met exchange
	for range warp.Size {
		m := newMachine(in, met)
		m.run()
		next := m.match()
		if next.equal(met) || m.out.OutOfSteps {
			m.check()
			return m.out
		}
		met = next
		in.Steps -= m.steps
	}
	m := newMachine(in, met)
	m.run()
	m.match()
	m.unknown("values exchanged across branches do not settle")
	m.check()
	return m.out
}
