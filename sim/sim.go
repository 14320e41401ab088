// Package sim is the concrete warp machine: it runs a function of the intermediate representation (package cfg) on 32
// concrete lanes. For every collective that the warp executes it reports which lanes arrived with which mask, which
// lanes were elsewhere, which had exited, and which rules of a model are broken.
//
// It confirms the witnesses of the abstract interpreter, shows whether an undefined value has an effect (effects.go),
// and is the oracle of the property tests. It shares no code with the interpreter beyond the graph, and package
// barrier.
//
// # Convergence
//
// Loops nest. So the blocks of a loop body form an acyclic graph if each inner loop is contracted to one node and the
// edges back to the header are left out. A warp walks this graph in topological order. All lanes of a frame that reach
// one block in one iteration of its loops are converged there, and run it together, once. Lanes that took a back edge
// wait at the header for the rest of their iteration. Lanes that left a loop wait after it until the loop is done. The
// lanes that make one call run the callee together, and are together again when it returns. Thus the k-th execution by
// one lane meets the k-th by the others, loop by loop, and every instruction runs at most once in each place:
//
//	place = call path + iteration of each loop + block + instruction
//
// Places are partly ordered: one place reaches another if control can flow from the first to the second in this
// unrolled graph. Two places are incomparable if neither reaches the other. Then they lie on two sides of a branch, and
// no lane can pass both.
//
// # Who arrives
//
// At an executed collective every lane is in one of three states. The converged lanes arrive. A lane has exited if it
// ended by an early return, an exit or a trap, at a place that the collective's place does not reach. There is one
// exception: before it ended, the lane waited on its side of the branch for a lane that waits here for it (match.go).
// Lanes beyond the end of the block have exited as well. Every other lane is elsewhere. A return inside a loop belongs
// to the iteration in which it was taken. A return from a device function ends no lane, even if the function is the
// root.
//
// Under the independent model lanes on two sides of a branch may meet as well (match.go). Take two lanes, and the
// sequences of collectives that each executes between their last and their next common block. Leave out the collectives
// whose mask does not name the other lane. A shuffle counts once for each 32-bit word of its value. Lane a at one event
// and lane b at an incomparable event meet if the events have the same index in the two sequences, and if class and
// mask are equal there and at every earlier index. The strict model also requires the same call site and call path,
// which two incomparable places never have. So under the strict model, and under lockstep, only the converged lanes
// arrive.
//
// # Values
//
// A value is a 64-bit word per lane, read as its C++ type, or the bytes of an aggregate. Addresses are words too
// (memory.go). Shared and global memory are sequentially consistent: instruction by instruction, lane 0 first.
// Collectives compute their real results. If a shuffle reads a lane that takes no part, it yields the reader's own
// value, or the value that the input gives (Undefined). When lanes meet across a branch, one side may need values that
// the other has not computed yet. So the machine runs again with the values that the last run found, until they no
// longer change (match.go).
//
// __activemask returns to each lane the converged lanes that run together with it. The input chooses these, because
// CUDA does not guarantee that any two lanes run together.
//
// # Spin loops
//
// Lanes that iterate in a loop hold up the lanes that have left it, and the sides of a branch run one after the other,
// as in lockstep. So a loop that waits for a later write of another lane of the warp runs until the budget ends. The
// order of the sides is an input (Backward). From sm_70 on each lane proceeds by itself, which this machine does not
// model. A spin loop that runs out of steps shows nothing about these devices.
//
// # Races
//
// Accesses of two lanes to one byte of shared memory race if nothing orders them, whichever the machine ran first
// (race.go). The same holds for threads of two warps, whose accesses are ordered by barriers of the block
// (blockrace.go).
//
// # Unwritten memory
//
// If the input asks for it, the machine notes reads of shared memory that no write can precede (unwritten.go).
//
// # Asynchronous engines
//
// The machine runs mbarriers (mbarrier.go) and, if the input asks for it, the copies and products of engines
// (engine.go). Otherwise copies and products have no meaning. An input may ask for more:
//
//	Proxies     fences between accesses through the two proxies, and waits for groups before stores (proxy.go, overwrite.go)
//	Deliveries  what orders accesses with copies and products, also copies by lanes (delivery.go)
//	Arrivals    counts, arrivals, waits, initialisations and ends of mbarriers (wrongarrivals.go, unheeded.go)
//	Products    uses of the registers of a product (product.go)
//	Dependent   accesses before a wait for other grids (early.go)
//
// Proxies are compared while the machine runs. For Deliveries and Arrivals the detector of races (race.go) goes through
// the histories of the lanes after the run, as it does for races.
//
// # What is not modelled
//
// Run runs one warp: other warps of the block write no memory, and the result of a barrier that reduces the predicates
// of several warps is unknown (Outcome.NeedsBlock). RunBlock runs all warps, one after the other up to their next block
// barriers (block.go), which is one of several possible orders. 16-bit floats, functions without a body and
// instructions without meaning yield 0. All of these except functions without a body make the outcome Unknown. A
// function that may be defined elsewhere may write memory, arrive at an mbarrier, wait and fence. So the machine drops
// its notes about unwritten memory and engines if they may depend on a call of one (noteOpen).
package sim

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// DefaultSteps is used if Input.Steps is 0. It counts instructions of the warp.
const DefaultSteps = 1 << 18

// Input is one function and everything that decides how it runs.
type Input struct {
	Func *cfg.Func
	// Shape is the block's extents in threads. Warp is the warp's index in the block.
	Shape warp.Shape
	Warp  int
	Model warp.Model
	// Special gives the values of registers that the shape does not determine (blockIdx, gridDim, clocks). A missing
	// register is 0. A missing extent of the grid or the cluster is the extent of the function's cluster
	// (types.Func.Cluster), or 1 if the function has none.
	Special map[cfg.SpecialReg]uint32
	// Args holds the scalar arguments by name: a parameter "n", a part of a record "param.field", an element of an
	// array "param.field[1]". They also hold, by name, the constants of a template that the program does not
	// instantiate. A missing argument is 0. A floating-point argument is given as its bits.
	Args map[string]uint64
	// Memory returns the initial value of size bytes of an object, from a byte offset on. The name of the object is
	// that of a global or shared variable, or of the pointer parameter that points to it ("d", "param.field"). A
	// pointer in this memory points to the object "name@offset". If Memory is nil, all memory is zero.
	Memory func(object string, offset int64, size int) uint64
	// Together returns a key for each lane at one execution of __activemask. Converged lanes with equal keys run
	// together. iterations holds the iteration number of each loop around the execution, outermost first. If Together
	// is nil, all converged lanes run together, as in lockstep.
	Together func(site *cfg.Instr, iterations []int) [warp.Size]uint8
	// Undefined returns an undefined result in a lane. It is called for a shuffle whose source lane is not in the mask
	// or does not arrive. It is also called for a library's reduction or scan that includes the value of a lane that
	// does not arrive. If Undefined is nil, or if ok is false, the machine computes the result from the values that it
	// has.
	Undefined func(site *cfg.Instr, lane int) (word uint64, ok bool)
	// Supposed returns a value to use where the machine does not know one. digest is computed from everything that the
	// value depends on. If Supposed is nil and a value is not known, the run cannot be trusted.
	Supposed func(digest uint64) uint64
	// Backward: run the sides of each branch in reverse order, so that the side that is last in the text runs first.
	Backward bool
	// LastFirst: RunBlock runs the warps from the last one to the first one, instead of in the order of their numbers.
	LastFirst bool
	// Nudge is a number of units in the last place. It is added to results that devices may round differently.
	Nudge int
	// Steps bounds the instructions of the warp, over the run and its repetitions. 0 means DefaultSteps.
	Steps int
	// Trusted: the caller can only use runs that can be trusted. So the run ends at the first reason not to trust it,
	// and counts as OutOfSteps.
	Trusted bool
	// Races: look for races. All accesses of each lane are then recorded, which takes as long as the accesses
	// themselves.
	Races bool
	// Dependent: look for accesses to global memory before the kernel waits for the grids that it depends on.
	Dependent bool
	// Engines: run the copies and products of asynchronous engines. mbarriers are run in any case.
	Engines bool
	// Proxies: look for copies and products that lack a proxy fence after an earlier store or read of their bytes. Also
	// look for stores and copies to bytes that a copy or product may still read. Engines must be set.
	Proxies bool
	// Opened: the scalar arguments, the content of memory and the position of the block count as supposed values. So
	// whatever does not depend on supposed values happens for all inputs with this block.
	Opened bool
	// Unwritten: RunBlock looks for reads of shared memory that no thread has written. Only barriers of the whole
	// block count as order between threads.
	Unwritten bool
	// Arrivals: RunBlock looks for wrong counts, arrivals and waits at mbarriers.
	Arrivals bool
	// Deliveries: RunBlock looks for accesses to shared memory that nothing orders with the copies into it. Engines
	// must be set.
	Deliveries bool
	// Impatient: a thread's first wait for a phase of an mbarrier returns false if the phase may still go on at this
	// time (impatient.go). This concerns the instructions that may return before the phase is over. Later waits for the
	// phase return whether it is over.
	Impatient bool
	// Unheeded is the set of the waits for phases of mbarriers whose results the program does not use. If Arrivals is
	// set, they order nothing.
	Unheeded map[*cfg.Instr]bool
	// Products: look for uses of registers that belong to a matrix product that still runs.
	Products bool
}

// Rendezvous is one execution of a collective by the warp.
type Rendezvous struct {
	Site *cfg.Instr
	// Path lists the calls from the root to the function of the site.
	Path []source.Pos
	// Index counts the earlier executions of the same site along the same path.
	Index int
	// Converged is the set of the lanes that execute the collective together. Arrive contains these lanes, and also the
	// lanes on other sides of a branch that meet some of them.
	Converged, Arrive warp.Lanes
	// Elsewhere is the set of the live lanes that do not arrive. Exited is the set of the lanes that left the kernel
	// and those beyond the end of the block. Arrive, Elsewhere and Exited partition the warp.
	Elsewhere, Exited warp.Lanes
	// Masks holds the mask that each converged lane passes.
	Masks [warp.Size]uint32
	// Meets holds, for each converged lane, the lanes that meet it here.
	Meets [warp.Size]warp.Lanes
	// Values, Sources and Widths hold operands of the converged lanes: the value, the source lane and the width.
	// Operands that the collective does not have are missing.
	Values, Sources, Widths [warp.Size]uint64
	// Supposed describes the first supposed value that decided which lanes arrive, or which operands they pass. It is
	// "" if none did.
	Supposed string
	// Barriers and Threads are the operands of a numbered block barrier.
	Barriers, Threads [warp.Size]uint64

	place place
	// placeKey caches the result of key.
	placeKey string
	// heldUp is the set of lanes on another side of a branch. Each waits for a lane that waits at this rendezvous for
	// it, so neither continues.
	heldUp warp.Lanes
	// conflicting holds, for each converged lane, the union of the masks that overlap its own mask and differ from it.
	// Other lanes pass these masks at this rendezvous, or on another side of a branch at a rendezvous that the lane
	// does not meet.
	conflicting [warp.Size]uint32
}

// IsOf reports whether p is an execution of the collective site, called along path.
func (p *Rendezvous) IsOf(site *cfg.Instr, path []source.Pos) bool {
	return p.Site == site && slices.Equal(p.Path, path)
}

// Kind identifies the rule that a violation breaks.
type Kind int

// The rules (docs/rules.md).
const (
	NotParticipating Kind = iota // a mask names a lane that does not arrive
	DivergentMask                // masks are unequal and overlap
	NotInMask                    // a lane arrives, but its mask does not name the lane itself
	SourceNotInMask              // a lane reads a lane outside its mask, or one that has exited
	Width                        // the width of a shuffle is no power of two up to 32
	Barrier                      // not all live lanes reach a block barrier, or they pass different numbers
	PartOfGroup                  // not all threads of a warpgroup execute an instruction of it
)

// String returns a short name, for drawings and test failures.
func (k Kind) String() string {
	return [...]string{"not participating", "divergent mask", "not in mask",
		"source not in mask", "width", "barrier", "part of a warpgroup"}[k]
}

// Violation is one broken rule at one rendezvous.
type Violation struct {
	Kind       Kind
	Rendezvous *Rendezvous
	// Lanes is the set of the lanes that break the rule. For NotParticipating they are the absent lanes. For Barrier
	// they are the absent lanes, or the lanes with other operands. For DivergentMask they are the lanes with a
	// deviating mask. For SourceNotInMask they are the readers. For PartOfGroup they are the absent lanes. If the block
	// ends before the warpgroup is whole, they are all lanes that execute the instruction.
	Lanes warp.Lanes
	// Mask is the mask that these lanes pass. If the lanes are absent, it is a mask of another lane that names them.
	Mask uint32
	// Union is the union of the conflicting masks, for DivergentMask.
	Union uint32
	// Sources is the set of the lanes that are read, for SourceNotInMask.
	Sources warp.Lanes
	// Width is the invalid width, for a violation of the kind Width.
	Width uint64
}

// Outcome is the result of running one warp on an input.
type Outcome struct {
	// Rendezvous are in the order of execution, which is topological.
	Rendezvous []*Rendezvous
	// Violations are ordered by rendezvous, then kind, then the first offending lane. If the run ended OutOfSteps there
	// are none, because lanes that still ran might have arrived.
	Violations []Violation
	// Touches lists the executions of instructions that access shared memory. races finds the accesses that race.
	Touches []*Touch
	races   func(KeptStores) []Race
	// Early lists the accesses to global memory before a wait for other grids, at most one for each instruction and
	// call path.
	Early []EarlyAccess
	// ProxyFaults lists one fault for each pair of instructions and call path. Stuck lists the waits for a phase of an
	// mbarrier that does not complete.
	ProxyFaults []ProxyFault
	Stuck       []StuckWait
	// ProductUses lists the faults with registers of matrix products, at most one for each instruction and call path.
	ProductUses []ProductUse
	// Unknown states why the run cannot be trusted: the first instruction without a concrete meaning. It is "" if
	// there was none.
	Unknown string
	// NeedsBlock: the run is Unknown for one reason only: other warps of the block take part in the reduction of a
	// barrier. RunBlock runs these warps.
	NeedsBlock bool
	// Supposed describes the first supposed value, "" if there was none.
	Supposed string
	// Approximated: the run computed a result that devices may round differently.
	Approximated bool
	// Notes names called functions without a body, and other operations that the machine does not execute. Each name
	// occurs once.
	Notes []string
	// OutOfSteps: the run was stopped before its end, in block Stopped. One cause is lanes in lockstep that wait in a
	// loop for a later write of another lane of their warp.
	OutOfSteps bool
	Stopped    *cfg.Block
	// Exited is the set of the lanes that left the kernel early.
	Exited warp.Lanes
	// Steps is the number of instructions that the warp ran.
	Steps int
	// Effects is a digest of the actions that other threads can see: what each lane stored outside its own variables,
	// in order, and which lanes reached collectives with which masks. An atomic is represented by its operands. Effects
	// is computed only if Input.Undefined is given.
	Effects uint64
	// Decisions lists the comparisons after the first read of an undefined value. They are recorded only if
	// Input.Undefined is given.
	Decisions []Decided

	born   warp.Lanes
	exits  [warp.Size]place // for each lane, where it left the kernel early
	memory *memory
	warp   int // the index of the warp in the block
	// decided describes the first supposed value that decided a branch, in any warp of the block; "" if none did.
	decided string
	// followsUndefined reports whether the run marks values that depend on an undefined value as supposed.
	followsUndefined bool
}

// FinalBytes returns the final content of the memory that a pointer parameter points to, up to the last byte that was
// written. It returns nil if nothing was written.
func (o *Outcome) FinalBytes(name string) []byte {
	if o.memory.given[name] == 0 {
		return nil
	}
	return o.memory.spaces[o.memory.given[name]>>spaceBits-1].cells.inOrder()
}

// LeavesAs reports whether two runs have left the same bytes in the memory that a pointer parameter points to. Only the
// blocks of memory with written bytes are compared, because the written bytes may be far from each other.
func (o *Outcome) LeavesAs(other *Outcome, name string) bool {
	return maps.EqualFunc(o.writtenBehind(name), other.writtenBehind(name), func(a, b *cellBlock) bool { return *a == *b })
}

// writtenBehind returns the blocks with written bytes in the memory that a pointer parameter points to. It returns nil
// if the run had no such parameter.
func (o *Outcome) writtenBehind(name string) map[int64]*cellBlock {
	at := o.memory.given[name]
	if at == 0 {
		return nil
	}
	return o.memory.spaces[at>>spaceBits-1].cells.blocks
}

// Run executes the function. It never fails: the outcome states whether the run can be trusted.
func Run(input Input) *Outcome {
	if input.Steps == 0 {
		input.Steps = DefaultSteps
	}
	var met exchange
	for range warp.Size {
		m := newMachine(input, met)
		m.run()
		next := m.match()
		if next.equal(met) || m.out.OutOfSteps {
			m.check()
			return m.out
		}
		met = next
		input.Steps -= m.steps
	}
	m := newMachine(input, met)
	m.run()
	m.match()
	m.unknown("values exchanged across branches do not settle")
	m.check()
	return m.out
}
