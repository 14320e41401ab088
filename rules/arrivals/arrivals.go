// Package arrivals finds where kernels use mbarriers: where they initialise them, arrive, expect bytes and wait.
//
// An mbarrier counts arrivals. Whether they are as many as a phase needs, and whether each wait sees the phase that it is
// for, is shown by runs of the concrete machine ([Fault]); this package says where to look:
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
	Overtakes                  // an arrival that may complete a phase before a warp has seen the one before
	ExpectsLate                // bytes are expected in a phase that nobody completes
)

// Fault is a run in which an mbarrier is used wrongly.
type Fault struct {
	Kind    Kind
	Witness *lanes.Witness
	// Barrier is the mbarrier as the kernel would write it, "" if it is not known.
	Barrier string
	// Thread executes the instruction.
	Thread int
	// Count is how many arrivals a phase needs, or the count of an initialisation. Pending and Bytes are what the phase
	// still needs.
	Count, Pending, Bytes int64
	// Other is the wait that an arrival overtakes, of the warp OtherWarp.
	Other     *cfg.Instr
	OtherWarp int
	// Always says whether the block does so for all arguments and contents of memory.
	Always bool
}

// maxFound bounds the uses of a program that are looked at.
const maxFound = 1024

// Find finds the instructions of mbarriers in the kernels of a program, in their order.
func Find(program *cfg.Program) []cfg.Called { return program.InKernels(isUse, maxFound) }

// isUse reports whether an instruction is one of an mbarrier, and no copy that completes at one.
func isUse(in *cfg.Instr) bool { return in.Engine != nil && in.Engine.IsOfBarrier() }
