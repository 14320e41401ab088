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
}

// arrivalsRun is a run of a kernel with the wrong uses of mbarriers in it. If isOpened, the run stands for all
// arguments and contents of memory with its block (sim.Input.Opened).
type arrivalsRun struct {
	input    *lanes.Witness
	wrong    []sim.BarrierFault
	isOpened bool
}

// NewArrivals returns an Arrivals that has run nothing yet.
func NewArrivals(program *cfg.Program, model warp.Model) *Arrivals {
	return &Arrivals{newKernelRuns[arrivalsRun](program, model)}
}

// kindsOfFaults maps the machine's kinds of faults to those of package arrivals.
var kindsOfFaults = map[sim.BarrierFaultKind]arrivals.Kind{
	sim.WrongCount: arrivals.WrongCount, sim.NeverCompleted: arrivals.NeverCompleted, sim.TooMany: arrivals.TooMany,
	sim.Overtakes: arrivals.Overtakes, sim.ExpectsLate: arrivals.ExpectsLate,
}

// Of returns a fault of the mbarrier instruction use in a run with small arguments, or nil if no such run has one. The
// fault is certain (Always) if an opened run has one of the same kind.
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
		Count: f.Count, Pending: f.Pending, Bytes: f.Bytes, Other: f.Other, OtherWarp: f.OtherThread / warp.Size}
	if f.Object != nil {
		shown.Barrier = use.Root.ElementOf(f.Object, f.Offset)
	}
	return shown
}

// run runs a kernel with small arguments in each block that it is launched with, and once for all arguments. A kernel
// with an unknown block is not run, because the block decides how many threads arrive.
func (a *Arrivals) run(kernel *cfg.Func) (runs []arrivalsRun) {
	left := engineSteps
	for _, launch := range a.kernels.program.Launches {
		if launch.Kernel != kernel.Decl || !launch.IsKnown() {
			continue
		}
		for row := range engineRuns {
			runs = append(runs, a.try(kernel, launch, row, false, &left)...)
		}
		runs = append(runs, a.try(kernel, launch, 0, true, &left)...)
	}
	return runs
}

// try makes a run of a kernel. It returns nothing if the arguments contradict the premises of the launch, or if the run
// breaks a rule of collectives.
func (a *Arrivals) try(kernel *cfg.Func, launch *cfg.Launch, row int, isOpened bool, left *int) []arrivalsRun {
	in, example, isGiven := a.kernels.input(kernel, warp.Shape(*launch.Block), launch.Premises, row)
	if *left <= 0 || !isGiven {
		return nil
	}
	in.Arrivals, in.Engines, in.Opened = true, true, isOpened
	b := sim.RunBlock(in)
	*left -= stepsOf(b)
	if slices.ContainsFunc(b.Warps, func(o *sim.Outcome) bool { return len(o.Violations) > 0 }) || len(b.Deserted) > 0 {
		return nil
	}
	return []arrivalsRun{{example, b.WrongArrivals, isOpened}}
}
