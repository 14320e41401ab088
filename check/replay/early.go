package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/early"
	"github.com/warpcheck/warpcheck/rules/inflight"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// earlySteps bounds the search for early accesses in a kernel. It is the number of instructions that the warps of all
// runs may execute together. Executing them takes some tenths of a second.
const earlySteps = 1 << 18

// Early looks for runs of kernels that use something too early: global memory before the wait for other grids, or
// registers of a product before the wait for the product.
type Early struct {
	kernels kernelRuns[earlyRun]
}

// earlyRun is a run of a kernel and its early accesses.
type earlyRun struct {
	input    *lanes.Witness
	accesses []sim.EarlyAccess
	// uses lists the uses of registers of a product. usedBy holds, for each use, the index of its warp.
	uses   []sim.ProductUse
	usedBy []int
}

// NewEarly returns an Early that has run nothing yet.
func NewEarly(program *cfg.Program, model warp.Model) *Early {
	return &Early{newKernelRuns[earlyRun](program, model)}
}

// Before returns the input of a run that makes the access early: no wait is ordered before the access. It returns nil
// if no run does.
func (e *Early) Before(access *early.Access) *lanes.Witness {
	for _, r := range e.kernels.of(access.Root, e.run) {
		for _, seen := range r.accesses {
			if seen.Site == access.At && slices.Equal(seen.Path, access.Path()) {
				return inWarp(r.input, seen.Thread/warp.Size)
			}
		}
	}
	return nil
}

// Using returns the input of a run that has the fault, a wrong use of registers. It returns nil if no run has it.
func (e *Early) Using(fault *inflight.Fault) *lanes.Witness {
	for _, r := range e.kernels.of(fault.Root, e.run) {
		for n, seen := range r.uses {
			if seen.Site == fault.At && slices.Equal(seen.Path, fault.Path()) {
				return inWarp(r.input, r.usedBy[n])
			}
		}
	}
	return nil
}

// run runs a kernel, including its asynchronous engines, with small arguments and with the numbers that the kernel
// compares its arguments with. It leaves out warps that break a rule of collectives.
func (e *Early) run(kernel *cfg.Func) (runs []earlyRun) {
	shape, premises := e.launchOf(kernel)
	left := earlySteps
	attempts := rowsOf(shape, len(arguments))
	for _, a := range append(attempts, e.kernels.comparedAttempts(kernel, attempts[0])...) {
		in, example, isGiven := e.kernels.input(kernel, premises, a)
		if left <= 0 || !isGiven {
			continue
		}
		in.Dependent, in.Products, in.Engines = true, true, true
		r := earlyRun{input: example}
		for index, o := range sim.RunBlock(in).Warps {
			left -= o.Steps
			if len(o.Violations) > 0 {
				continue
			}
			r.accesses = append(r.accesses, o.Early...)
			for _, use := range o.ProductUses {
				r.uses, r.usedBy = append(r.uses, use), append(r.usedBy, index)
			}
		}
		runs = append(runs, r)
	}
	return runs
}

// launchOf returns a block with which the kernel is launched, and the premises of the launch. If no launch is known,
// the block is a warpgroup for a kernel that multiplies matrices, and two warps for another kernel.
func (e *Early) launchOf(kernel *cfg.Func) (warp.Shape, []*cfg.Premise) {
	if launches := launchesOf(e.kernels.program, kernel); len(launches) > 0 {
		return warp.Shape(*launches[0].Block), launches[0].Premises
	}
	if kernel.LeadsTo(func(in *cfg.Instr) bool { return in.Product != nil }) {
		return warp.Shape{warp.GroupSize, 1, 1}, nil
	}
	return warp.Shape{2 * warp.Size, 1, 1}, nil
}
