package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/arrivals"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// Arrivals looks for runs of kernels that use mbarriers wrongly.
type Arrivals struct {
	kernels kernelRuns[arrivalsRun]
	waits   *PhaseWaits
}

// arrivalsRun is a run of a kernel, with the wrong uses of mbarriers in it. If isOpened is set, the run stands for all
// arguments and contents of memory in its block (sim.Input.Opened).
type arrivalsRun struct {
	input    *lanes.Witness
	wrong    []sim.BarrierFault
	isOpened bool
}

// NewArrivals returns an Arrivals without any runs. waits are the waits for phases in the program.
func NewArrivals(program *cfg.Program, model warp.Model, waits *PhaseWaits) *Arrivals {
	return &Arrivals{newKernelRuns[arrivalsRun](program, model), waits}
}

// kindsOfFaults maps the machine's kinds of faults to the kinds of package arrivals.
var kindsOfFaults = map[sim.BarrierFaultKind]arrivals.Kind{
	sim.WrongCount: arrivals.WrongCount, sim.NeverCompleted: arrivals.NeverCompleted, sim.TooMany: arrivals.TooMany,
	sim.Overtakes: arrivals.Overtakes, sim.ExpectsLate: arrivals.ExpectsLate, sim.Unheeded: arrivals.Unheeded,
	sim.UsedEarly: arrivals.UsedEarly, sim.NeverInitialised: arrivals.NeverInitialised,
	sim.InitialisedAgain: arrivals.InitialisedAgain, sim.UsedAfterEnd: arrivals.UsedAfterEnd, sim.EndsEarly: arrivals.EndsEarly,
}

// Of returns a fault of the mbarrier instruction use.At on the calls of use.Path, found in some run. It returns nil if
// there is none. The fault is certain (Always) if an opened run has one of the same kind.
func (a *Arrivals) Of(use *cfg.Called) (shown *arrivals.Fault) {
	for _, r := range a.kernels.of(use.Root, a.run) {
		i := slices.IndexFunc(r.wrong, func(f sim.BarrierFault) bool { return f.Site == use.At && slices.Equal(f.Path, use.Path()) })
		switch {
		case i < 0:
		case r.isOpened && shown != nil && kindsOfFaults[r.wrong[i].Kind] == shown.Kind:
			shown.Always = true
		case !r.isOpened && shown == nil:
			shown = faultOf(use, &r.wrong[i], r.input)
		}
	}
	return shown
}

func faultOf(use *cfg.Called, f *sim.BarrierFault, input *lanes.Witness) *arrivals.Fault {
	shown := &arrivals.Fault{Kind: kindsOfFaults[f.Kind], Witness: inWarp(input, f.Thread/warp.Size), Thread: f.Thread,
		Count: f.Count, Pending: f.Pending, Bytes: f.Bytes, Other: f.Other, OtherThread: f.OtherThread}
	if f.Object != nil {
		shown.Barrier = use.Root.ElementOf(f.Object, f.Offset)
	}
	return shown
}

// run runs a kernel in the block of each known launch, with small arguments and with the numbers that the kernel
// compares its arguments with. If the launch is certain, the kernel is also run once for all arguments. If no launch is
// known, it is run in several blocks that a launch may have (inAnyBlock).
func (a *Arrivals) run(kernel *cfg.Func) (runs []arrivalsRun) {
	left, launches := engineSteps, launchesOf(a.kernels.program, kernel)
	if len(launches) == 0 {
		return a.inAnyBlock(kernel, &left)
	}
	for _, launch := range launches {
		shape := warp.Shape(*launch.Block)
		rows := rowsOf(shape, engineRuns)
		runs = append(runs, a.runIn(kernel, launch.Premises, rows, &left)...)
		if !launch.Possible {
			runs = append(runs, a.try(kernel, launch.Premises, rows[0], true, &left)...)
		}
		runs = append(runs, a.runIn(kernel, launch.Premises, a.kernels.comparedAttempts(kernel, rows[0]), &left)...)
	}
	return runs
}

// runIn runs a kernel once for each attempt, and returns the runs. left is the number of instructions that may still be
// run.
func (a *Arrivals) runIn(kernel *cfg.Func, premises []*cfg.Premise, attempts []attempt, left *int) (runs []arrivalsRun) {
	for _, attempt := range attempts {
		runs = append(runs, a.try(kernel, premises, attempt, false, left)...)
	}
	return runs
}

// inAnyBlock runs a kernel with an unknown block in blocks that it may have. It returns the runs in the first of these
// blocks, with only the faults that occur in all of them, because the kernel may be right in one block only. It returns
// nil if no fault is left. A kernel that reads the y or z component of its block is not run: only the programmer knows
// for which shapes it is written.
//
//	init(&bar, 64); arrive(&bar);                       right in a block of 64
//	init(&bar, 2); if (threadIdx.x == 0) arrive(&bar);  wrong in each block
//	init(&bar, n); arrive(&bar);                        right if each launch is k<<<1, n>>>(n)
func (a *Arrivals) inAnyBlock(kernel *cfg.Func, left *int) (runs []arrivalsRun) {
	if kernel.LeadsTo(isOfFurtherDimension) {
		return nil
	}
	premises := commonPremises(a.kernels.program, kernel)
	for i, threads := range blocksFor(kernel) {
		here := a.runIn(kernel, premises, rowsOf(warp.Shape{threads, 1, 1}, engineRuns), left)
		if i == 0 {
			runs = here
		}
		for n := range runs {
			runs[n].wrong = slices.DeleteFunc(runs[n].wrong, func(f sim.BarrierFault) bool { return !areWrong(here, &f) })
		}
		if !slices.ContainsFunc(runs, func(r arrivalsRun) bool { return len(r.wrong) > 0 }) {
			return nil
		}
	}
	return runs
}

// areWrong reports whether one of the runs has a fault of the same kind as f, at the same instruction and path.
func areWrong(runs []arrivalsRun, f *sim.BarrierFault) bool {
	return slices.ContainsFunc(runs, func(r arrivalsRun) bool {
		return slices.ContainsFunc(r.wrong, func(o sim.BarrierFault) bool {
			return o.Kind == f.Kind && o.Site == f.Site && slices.Equal(o.Path, f.Path)
		})
	})
}

// blocksFor returns the numbers of threads to try for a kernel: its launch bound if that is below the largest block.
// Otherwise it returns all multiples of a warp up to the largest block, whole warpgroups first.
func blocksFor(kernel *cfg.Func) (threads []int) {
	if most := kernel.Decl.MaxThreads; most > 0 && most < warp.MaxThreads {
		return []int{most}
	}
	for n := warp.GroupSize; n <= warp.MaxThreads; n += warp.GroupSize {
		threads = append(threads, n)
	}
	for n := warp.Size; n <= warp.MaxThreads; n += warp.Size {
		if n%warp.GroupSize != 0 {
			threads = append(threads, n)
		}
	}
	return threads
}

// isOfFurtherDimension reports whether an instruction reads the y or z component of threadIdx or blockDim. The number
// of threads alone does not determine these.
func isOfFurtherDimension(in *cfg.Instr) bool {
	if in.Op != cfg.Special {
		return false
	}
	switch in.Special {
	case cfg.TidY, cfg.TidZ, cfg.NTidY, cfg.NTidZ:
		return true
	}
	return false
}

// try makes a run of a kernel. If isOpened is set, the run stands for all arguments and contents of memory
// (sim.Input.Opened). try returns nothing if no steps are left, if the arguments contradict the premises of the launch,
// or if the run breaks a rule of collectives or leaves warps at a barrier.
func (a *Arrivals) try(kernel *cfg.Func, premises []*cfg.Premise, made attempt, isOpened bool, left *int) []arrivalsRun {
	in, example, isGiven := a.kernels.input(kernel, premises, made)
	if *left <= 0 || !isGiven {
		return nil
	}
	in.Arrivals, in.Engines, in.Opened, in.Unheeded = true, true, isOpened, a.waits.unheeded(kernel)
	b := sim.RunBlock(in)
	*left -= stepsOf(b)
	if b.BreaksRule() || len(b.Deserted) > 0 {
		return nil
	}
	return []arrivalsRun{{example, b.WrongArrivals, isOpened}}
}
