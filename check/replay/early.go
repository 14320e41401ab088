package replay

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules/early"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// earlySteps bounds the runs of a kernel in search of early accesses, in instructions of a warp: some tenths of a second.
const earlySteps = 1 << 18

// Early looks for runs of kernels that use global memory before they wait for the grids that they depend on.
type Early struct {
	program *cfg.Program
	model   warp.Model
	// runs are the runs of each kernel, made when the kernel is asked about.
	runs map[*cfg.Func][]earlyRun
}

// earlyRun is a run of a kernel and its early accesses.
type earlyRun struct {
	input    *lanes.Witness
	accesses []sim.EarlyAccess
}

// NewEarly returns an Early that has run nothing yet.
func NewEarly(program *cfg.Program, model warp.Model) *Early {
	return &Early{program, model, map[*cfg.Func][]earlyRun{}}
}

// Before returns the input of a run in which the access comes before all waits that are ordered before it, nil if none
// of the runs does.
func (e *Early) Before(access *early.Access) *lanes.Witness {
	runs, isKnown := e.runs[access.Root]
	if !isKnown {
		runs = e.run(access.Root)
		e.runs[access.Root] = runs
	}
	for _, r := range runs {
		for _, seen := range r.accesses {
			if seen.Site == access.At && slices.Equal(seen.Path, access.Path()) {
				shown := *r.input
				shown.Warp = seen.Thread / warp.Size
				return &shown
			}
		}
	}
	return nil
}

// run runs a kernel with small arguments. A panic of the machine shows nothing.
func (e *Early) run(kernel *cfg.Func) (runs []earlyRun) {
	defer func() {
		if recover() != nil {
			runs = nil
		}
	}()
	left := earlySteps
	for row, arg := range arguments {
		shape, premises := e.launchOf(kernel)
		w := &lanes.Witness{Root: kernel, Site: &cfg.Instr{Op: cfg.Load}, Shape: shape, Model: e.model, Special: map[cfg.SpecialReg]uint32{}, Premises: premises}
		s := newSample(w, attempt{shape: shape, fill: row % len(fills), arg: arg})
		if left <= 0 || !shape.IsLaunchable() || !s.IsGiven() {
			continue
		}
		in := s.input()
		in.Steps, in.Dependent, in.Races, in.Supposed = attemptSteps[len(attemptSteps)-1], true, false, unequal[0]
		r := earlyRun{input: s.Witness}
		for _, o := range sim.RunBlock(in).Warps {
			left -= o.Steps
			if len(o.Violations) == 0 {
				r.accesses = append(r.accesses, o.Early...)
			}
		}
		runs = append(runs, r)
	}
	return runs
}

// launchOf returns a block that the kernel is launched with and what holds for its arguments there, or a block of two
// warps.
func (e *Early) launchOf(kernel *cfg.Func) (warp.Shape, []*cfg.Premise) {
	for _, launch := range e.program.Launches {
		if launch.Kernel == kernel.Decl && launch.IsKnown() {
			return warp.Shape(*launch.Block), launch.Premises
		}
	}
	return warp.Shape{2 * warp.Size, 1, 1}, nil
}
