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
// block.
const (
	engineSteps = 1 << 20
	engineRuns  = 4
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

// Unfenced returns a run with the fault of a place (unfenced.Kind), or nil if there is none.
func (e *Engines) Unfenced(read *unfenced.Read) (shown *rules.Unfenced) {
	for _, r := range e.kernels.of(read.Root, e.run) {
		for _, o := range r.outcome.Warps {
			for _, seen := range o.ProxyFaults {
				if seen.Site != read.At || !slices.Equal(seen.Path, read.Path()) {
					continue
				}
				if shown == nil && !r.isOpened {
					shown = &rules.Unfenced{Witness: inWarp(r.input, seen.Thread/warp.Size), Other: seen.Other}
				}
				if shown != nil && r.isOpened && seen.IsCertain {
					shown.Always = true
				}
			}
		}
	}
	return shown
}

// run runs a kernel with small arguments in each block with which it is launched. If such a launch is certain, run also
// makes a run in this block that stands for all arguments. If no block is known, run uses a likely block.
func (e *Engines) run(kernel *cfg.Func) (runs []engineRun) {
	left := engineSteps
	try := func(shape warp.Shape, premises []*cfg.Premise, row int, isOpened bool) {
		in, example, isGiven := e.kernels.input(kernel, shape, premises, row)
		if left <= 0 || !isGiven {
			return
		}
		in.Engines, in.Opened = true, isOpened
		b := sim.RunBlock(in)
		left -= stepsOf(b)
		if !b.BreaksRule() {
			runs = append(runs, engineRun{example, b, isOpened})
		}
	}
	launches := launchesOf(e.kernels.program, kernel)
	for _, launch := range launches {
		for row := range engineRuns {
			try(warp.Shape(*launch.Block), launch.Premises, row, false)
		}
		if !launch.Possible {
			try(warp.Shape(*launch.Block), launch.Premises, 0, true)
		}
	}
	for row := 0; row < engineRuns && len(launches) == 0; row++ {
		try(likelyShape(kernel), nil, row, false)
	}
	return runs
}

// likelyShape returns a block for a kernel whose launches are not known: the largest that its bounds allow, or a
// warpgroup.
func likelyShape(kernel *cfg.Func) warp.Shape {
	return warp.Shape{cmp.Or(kernel.Decl.MaxThreads, warp.GroupSize), 1, 1}
}
