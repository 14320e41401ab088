// Package arrivals finds the places where kernels initialise mbarriers, arrive at them, expect bytes, or wait.
//
// An mbarrier counts arrivals. Runs of the concrete machine show whether a phase gets as many arrivals as it needs, and
// whether each wait sees the end of its phase ([Fault]). This package finds the instructions to look at:
//
//	mbarrier.init [full], 1;
//	if (warp == 0) mbarrier.arrive [full];              32 arrivals, but one would complete a phase
//	else while (!mbarrier.try_wait.parity [full], 0);
package arrivals

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
)

// Kind is a kind of wrong use of an mbarrier.
type Kind int

// The kinds of faults.
const (
	WrongCount       Kind = iota // initialised with a count that is out of range
	NeverCompleted               // a wait for a phase that never completes
	TooMany                      // an arrival whose count is larger than the number of arrivals that the phase still needs
	Overtakes                    // an arrival that may complete a phase before some warp has seen the end of the previous phase
	ExpectsLate                  // an instruction that expects bytes in a phase that never completes
	Unheeded                     // a wait whose result is not tested, and a read that follows it
	UsedEarly                    // a use that nothing orders after the initialization by another thread
	NeverInitialised             // a use of an mbarrier that no thread initialises
	InitialisedAgain             // an initialisation of an mbarrier that is still valid
	UsedAfterEnd                 // a use after mbarrier.inval
	EndsEarly                    // an mbarrier.inval that nothing orders after a use by another thread
)

// Fault is a run in which an mbarrier is used wrongly.
type Fault struct {
	Kind    Kind
	Witness *lanes.Witness
	// Barrier names the mbarrier as the kernel's source does. It is "" if the name is not known.
	Barrier string
	// Thread is the index of the thread that executes the instruction.
	Thread int
	// Count is the number of arrivals that a phase needs, or the wrong count of an initialisation. Pending is the
	// number of arrivals that the phase still needs, Bytes the number of bytes.
	Count, Pending, Bytes int64
	// Other is the wait that an arrival overtakes, the read after a wait, the initialization, the end, or the use that an
	// end does not wait for. The thread OtherThread executes it.
	Other       *cfg.Instr
	OtherThread int
	// Always reports whether runs with this block have the fault for all arguments and all contents of memory.
	Always bool
}

// MaxFound bounds the instructions that Find returns for a program.
const MaxFound = 1024

// Find returns the mbarrier instructions in the kernels of a program, in the order of the text.
func Find(program *cfg.Program) []cfg.Called { return program.InKernels(isUse, MaxFound) }

// isUse reports whether an instruction operates on an mbarrier. A copy that only signals an mbarrier when it completes
// does not count.
func isUse(in *cfg.Instr) bool { return in.Engine != nil && in.Engine.IsOfBarrier() }
