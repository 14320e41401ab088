package replay

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// kernelRuns makes runs of the kernels of a program, for claims that have no witness. It stores for each kernel the
// values of type R that its runs give.
type kernelRuns[R any] struct {
	program *cfg.Program
	model   warp.Model
	runs    map[*cfg.Func][]R
}

func newKernelRuns[R any](program *cfg.Program, model warp.Model) kernelRuns[R] {
	return kernelRuns[R]{program, model, map[*cfg.Func][]R{}}
}

// of returns the runs of kernel, and calls run to make them the first time. If the machine panics, there are none.
func (k *kernelRuns[R]) of(kernel *cfg.Func, run func(*cfg.Func) []R) (runs []R) {
	if runs, isKnown := k.runs[kernel]; isKnown {
		return runs
	}
	defer func() {
		if recover() != nil {
			runs = nil
		}
		k.runs[kernel] = runs
	}()
	return run(kernel)
}

// launchesOf returns the launches of a kernel whose blocks are known.
func launchesOf(program *cfg.Program, kernel *cfg.Func) (launches []*cfg.Launch) {
	for _, launch := range program.Launches {
		if launch.Kernel == kernel.Decl && launch.IsKnown() {
			launches = append(launches, launch)
		}
	}
	return launches
}

// input returns the input of a run in a block of the given shape with small arguments: those with number row. example
// is the same input as a witness. isGiven is false if a kernel cannot be launched with the block, or if the arguments
// contradict the premises.
func (k *kernelRuns[R]) input(kernel *cfg.Func, shape warp.Shape, premises []*cfg.Premise, row int) (in sim.Input, example *lanes.Witness, isGiven bool) {
	return k.inputOf(kernel, premises, attempt{shape: shape, fill: row % len(fills), arg: arguments[row]})
}

// inputOf returns what input does, for an attempt.
func (k *kernelRuns[R]) inputOf(kernel *cfg.Func, premises []*cfg.Premise, a attempt) (in sim.Input, example *lanes.Witness, isGiven bool) {
	w := &lanes.Witness{Root: kernel, Site: &cfg.Instr{Op: cfg.Load}, Shape: a.shape, Model: k.model, Special: map[cfg.SpecialReg]uint32{}, Premises: premises}
	s := newSample(w, a)
	if !a.shape.IsLaunchable() || !s.IsGiven() {
		return sim.Input{}, nil, false
	}
	in = s.input()
	in.Steps, in.Races, in.Supposed = attemptSteps[len(attemptSteps)-1], false, unequal[0]
	return in, s.Witness, true
}

// inWarp returns a copy of the example for the warp with that number.
func inWarp(example *lanes.Witness, number int) *lanes.Witness {
	shown := *example
	shown.Warp = number
	return &shown
}
