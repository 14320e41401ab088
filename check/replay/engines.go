package replay

import (
	"cmp"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/rules/unfenced"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// engineSteps bounds the runs of a kernel that uses asynchronous engines. The warps of all runs together may execute so
// many instructions, in some tenths of a second. engineRuns is the number of runs with different arguments in each
// block. copySteps bounds a run of a kernel that has no other asynchronous instructions than copies by its lanes.
const (
	engineSteps = 1 << 20
	engineRuns  = 4
	copySteps   = 1 << 16
)

// Engines looks for runs of kernels in which asynchronous engines are used wrongly.
type Engines struct {
	kernels kernelRuns[engineRun]
}

// engineRun is a run of a kernel. If isOpened, it stands for all arguments and contents of memory with this block
// (sim.Input.Opened).
type engineRun struct {
	input    *lanes.Witness
	outcome  *sim.Block
	isOpened bool
}

// NewEngines returns an Engines that has run nothing yet.
func NewEngines(program *cfg.Program, model warp.Model) *Engines {
	return &Engines{newKernelRuns[engineRun](program, model)}
}

// kindsOfProxyFaults maps the machine's kinds of faults to those of package unfenced.
var kindsOfProxyFaults = map[sim.ProxyFaultKind]unfenced.Fault{
	sim.Unfenced: unfenced.Unfenced, sim.Overwritten: unfenced.Overwritten, sim.ReachedEarly: unfenced.ReachedEarly, sim.Refilled: unfenced.Refilled,
}

// mostTelling lists the faults of a place, the one to report first. If accesses are not ordered at all, a fence between
// them is of no use.
var mostTelling = []unfenced.Fault{unfenced.Refilled, unfenced.Overwritten, unfenced.ReachedEarly, unfenced.Unfenced}

// Unfenced returns a run with a fault of a place, or nil if there is none. If the place has several, it returns one that
// all runs with the block have, if there is one.
func (e *Engines) Unfenced(read *unfenced.Read) *rules.Unfenced {
	found := map[unfenced.Fault]*rules.Unfenced{}
	for _, r := range e.kernels.of(read.Root, e.run) {
		for _, o := range r.outcome.Warps {
			for _, seen := range o.ProxyFaults {
				if seen.Site == read.At && slices.Equal(seen.Path, read.Path()) {
					r.show(found, seen)
				}
			}
		}
	}
	var shown *rules.Unfenced
	for _, fault := range mostTelling {
		if one := found[fault]; one != nil && (shown == nil || one.Always && !shown.Always) {
			shown = one
		}
	}
	return shown
}

// show adds what the run shows about a fault to the faults that are found.
func (r *engineRun) show(found map[unfenced.Fault]*rules.Unfenced, seen sim.ProxyFault) {
	fault := kindsOfProxyFaults[seen.Kind]
	if shown := found[fault]; shown != nil {
		shown.Always = shown.Always || r.isOpened && seen.IsCertain
	} else if !r.isOpened {
		found[fault] = &rules.Unfenced{Fault: fault, Witness: inWarp(r.input, seen.Thread/warp.Size), Other: seen.Other}
	}
}

// run runs a kernel with small arguments in each block with which it is launched. If such a launch is certain, run also
// makes a run in this block that stands for all arguments. If no block is known, run uses a likely block.
func (e *Engines) run(kernel *cfg.Func) (runs []engineRun) {
	left, rows := engineSteps, engineRuns
	isAwaited, isOfEngine := kernel.LeadsTo(unfenced.IsAwaited), kernel.LeadsTo(unfenced.IsOfEngine)
	if !isOfEngine {
		rows = 1
	}
	try := func(shape warp.Shape, premises []*cfg.Premise, row int, isOpened bool) {
		in, example, isGiven := e.kernels.input(kernel, shape, premises, row)
		if left <= 0 || !isGiven {
			return
		}
		in.Engines, in.Proxies, in.Deliveries, in.Opened = true, isOfEngine, isAwaited, isOpened
		if !isOfEngine {
			in.Steps = min(in.Steps, copySteps*warp.Size/max(shape.Threads(), warp.Size))
		}
		b := sim.RunBlock(in)
		left -= stepsOf(b)
		if !b.BreaksRule() {
			runs = append(runs, engineRun{example, b, isOpened})
		}
	}
	launches := launchesOf(e.kernels.program, kernel)
	for _, launch := range launches {
		for row := range rows {
			try(warp.Shape(*launch.Block), launch.Premises, row, false)
		}
		if !launch.Possible {
			try(warp.Shape(*launch.Block), launch.Premises, 0, true)
		}
	}
	for row := 0; row < rows && len(launches) == 0; row++ {
		try(likelyShape(kernel), nil, row, false)
	}
	return runs
}

// likelyShape returns a block for a kernel whose launches are not known: the largest that its bounds allow, or a
// warpgroup.
func likelyShape(kernel *cfg.Func) warp.Shape {
	return warp.Shape{cmp.Or(kernel.Decl.MaxThreads, warp.GroupSize), 1, 1}
}
