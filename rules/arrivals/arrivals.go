// Package arrivals finds where kernels use mbarriers: where they initialise them, arrive, expect bytes and wait.
//
// An mbarrier counts arrivals. Runs of the concrete machine show whether a phase gets as many as it needs, and whether
// each wait sees the end of its phase ([Fault]). This package finds the instructions to look at:
//
//	mbarrier.init [full], 1;
//	if (warp == 0) mbarrier.arrive [full];              32 arrivals, where one completes a phase
//	else while (!mbarrier.try_wait.parity [full], 0);
package arrivals

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
)

// Kind is how an mbarrier is used wrongly.
type Kind int

// The kinds of faults.
const (
	WrongCount     Kind = iota // initialised with a count that no mbarrier has
	NeverCompleted             // a wait for a phase that does not complete
	TooMany                    // an arrival that counts for more than are missing
	Overtakes                  // an arrival that may complete a phase before a warp has seen the end of the phase before
	ExpectsLate                // an instruction that expects bytes in a phase that does not complete
	Unheeded                   // a wait whose answer nobody looks at, and a read behind it
)

// Fault is a run in which an mbarrier is used wrongly.
type Fault struct {
	Kind    Kind
	Witness *lanes.Witness
	// Barrier is the mbarrier as the kernel would write it, "" if it is not known.
	Barrier string
	// Thread executes the instruction.
	Thread int
	// Count is the number of arrivals that a phase needs, or the wrong count of an initialisation. Pending and Bytes
	// are the arrivals and bytes that the phase still needs.
	Count, Pending, Bytes int64
	// Other is the wait that an arrival overtakes, or the read behind a wait. It is executed by the warp OtherWarp.
	Other     *cfg.Instr
	OtherWarp int
	// Always says whether runs with the block have the fault for all arguments and contents of memory.
	Always bool
}

// MaxFound bounds the instructions that Find returns for a program.
const MaxFound = 1024

// Find returns the mbarrier instructions in the kernels of a program, in their order.
func Find(program *cfg.Program) []cfg.Called { return program.InKernels(isUse, MaxFound) }

// isUse reports whether an instruction operates on an mbarrier. A copy that completes at one does not count.
func isUse(in *cfg.Instr) bool { return in.Engine != nil && in.Engine.IsOfBarrier() }
