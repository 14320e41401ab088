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
	"github.com/warpcheck/warpcheck/source"
)

// Use is an instruction of an mbarrier.
type Use struct {
	Root, In *cfg.Func
	// At is the instruction, Calls are the calls from the root to its function.
	At    *cfg.Instr
	Calls []*cfg.Instr
}

// Path returns the places of the calls from the root to the instruction.
func (u *Use) Path() []source.Pos { return cfg.PlacesOf(u.Calls) }

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

// maxDepth bounds the calls to a use, maxFound the uses of a program that are looked at.
const (
	maxDepth = 12
	maxFound = 1024
)

// Find finds the uses of the kernels of a program that initialise an mbarrier, in their order.
func Find(program *cfg.Program) []Use {
	f := finder{mayUse: cfg.LeadingTo(isUse)}
	for _, root := range program.Roots {
		if root.Kernel && f.mayUse(root) {
			f.root = root
			f.walk(root, nil)
		}
	}
	return f.found
}

// finder looks for the uses of one kernel after the other.
type finder struct {
	root *cfg.Func
	// mayUse reports whether a function leads to a use.
	mayUse func(*cfg.Func) bool
	found  []Use
}

// walk adds the uses of a function that is called by some calls, and of what it calls.
func (f *finder) walk(fn *cfg.Func, calls []*cfg.Instr) {
	for _, block := range fn.Blocks {
		for _, in := range block.Instrs {
			switch {
			case len(f.found) == maxFound:
				return
			case isUse(in):
				f.found = append(f.found, Use{f.root, fn, in, calls})
			case in.Op == cfg.Call && len(calls) < maxDepth && f.mayUse(in.Callee):
				f.walk(in.Callee, append(calls[:len(calls):len(calls)], in))
			}
		}
	}
}

// isUse reports whether an instruction is one of an mbarrier, and no copy that completes at one.
func isUse(in *cfg.Instr) bool { return in.Engine != nil && in.Engine.IsOfBarrier() }
