package replay

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// kernelRuns runs the kernels of a program, for claims without a witness. It caches the results of type R that the runs
// of each kernel give.
type kernelRuns[R any] struct {
	program *cfg.Program
	model   warp.Model
	runs    map[*cfg.Func][]R
	// compared caches comparedArguments.
	compared map[*cfg.Func][]comparedArgument
}

func newKernelRuns[R any](program *cfg.Program, model warp.Model) kernelRuns[R] {
	return kernelRuns[R]{program, model, map[*cfg.Func][]R{}, map[*cfg.Func][]comparedArgument{}}
}

// of returns the runs of kernel. At first use, it calls run to make them. There are none if the machine panics.
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

// launchesOf returns the launches of a kernel with a known block.
func launchesOf(program *cfg.Program, kernel *cfg.Func) (launches []*cfg.Launch) {
	for _, launch := range program.Launches {
		if launch.Kernel == kernel.Decl && launch.IsKnown() {
			launches = append(launches, launch)
		}
	}
	return launches
}

// commonPremises returns the conditions that hold for the arguments of a kernel at each of its launches.
func commonPremises(program *cfg.Program, kernel *cfg.Func) (premises []*cfg.Premise) {
	isFirst := true
	for _, launch := range program.Launches {
		switch {
		case launch.Kernel != kernel.Decl:
		case isFirst:
			premises, isFirst = launch.Premises, false
		default:
			premises = cfg.CommonPremises(premises, launch.Premises)
		}
	}
	return premises
}

// rowsOf returns attempts with a block shape and the first count numbers of arguments.
func rowsOf(shape warp.Shape, count int) (list []attempt) {
	for row, argument := range arguments[:count] {
		list = append(list, attempt{shape: shape, fill: row % len(fills), arg: argument})
	}
	return list
}

// input returns the input of a run with the arguments and memory of an attempt. example is the same input as a witness.
// isGiven is false if a kernel cannot be launched with the block, or if the arguments contradict the premises.
func (k *kernelRuns[R]) input(kernel *cfg.Func, premises []*cfg.Premise, a attempt) (in sim.Input, example *lanes.Witness, isGiven bool) {
	w := &lanes.Witness{Root: kernel, Site: &cfg.Instr{Op: cfg.Load}, Shape: a.shape, Model: k.model, Special: map[cfg.SpecialReg]uint32{}, Premises: premises}
	s := newSample(w, a)
	s.Special = readBy(kernel, constantGrid(premises))
	if a.isInLastBlock {
		s.Special = inLastBlock(s.Special)
	}
	s.fit()
	if !a.shape.IsLaunchable() || !s.IsGiven() {
		return sim.Input{}, nil, false
	}
	in = s.input()
	in.Steps, in.Races, in.Supposed = attemptSteps[len(attemptSteps)-1], false, unequal[0]
	return in, s.Witness, true
}

// readBy returns those extents of the grid that the kernel reads, or whose dimension of the block's place it reads.
func readBy(kernel *cfg.Func, extents map[cfg.SpecialReg]uint32) map[cfg.SpecialReg]uint32 {
	read := map[cfg.SpecialReg]uint32{}
	for _, d := range grid.Axes {
		isRead := func(in *cfg.Instr) bool { return in.Op == cfg.Special && (in.Special == d.At || in.Special == d.Grid) }
		if extent, isGiven := extents[d.Grid]; isGiven && kernel.LeadsTo(isRead) {
			read[d.Grid] = extent
		}
	}
	return read
}

// constantGrid returns the extents of the grid that premises fix.
func constantGrid(premises []*cfg.Premise) map[cfg.SpecialReg]uint32 {
	fixed := map[cfg.SpecialReg]uint32{}
	for _, p := range premises {
		if p.Op != operator.EQ || !p.Args[0].IsReg || !p.Args[1].IsConstant() {
			continue
		}
		switch reg := p.Args[0].Reg; reg {
		case cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ:
			fixed[reg] = uint32(p.Args[1].Value)
		}
	}
	return fixed
}

// inWarp returns a copy of the example for the warp with index number.
func inWarp(example *lanes.Witness, number int) *lanes.Witness {
	shown := *example
	shown.Warp = number
	return &shown
}
