package replay

import (
	"bytes"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/rules/unwritten"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// unwrittenSteps bounds the runs of a kernel in search of reads of unwritten shared memory, in instructions of a warp:
// some tenths of a second. unwrittenRuns is the number of arguments that are tried with each block.
const (
	unwrittenSteps = 1 << 17
	unwrittenRuns  = 4
)

// Unwritten looks for runs of kernels that read shared memory which no thread has written, with an effect: the run leaves
// something else in global memory if the bytes that it finds are other ones.
type Unwritten struct {
	kernels kernelRuns[unwrittenRun]
	// seeks says whether runs are made for reads that not every run makes.
	seeks bool
}

// unwrittenRun is a run of a kernel and its reads with an effect. isOpened says whether it stands for all arguments and
// contents of memory with this block (sim.Input.Opened); its reads may be without effect.
type unwrittenRun struct {
	input    *lanes.Witness
	reads    []sim.UnwrittenRead
	isOpened bool
}

// NewUnwritten returns an Unwritten that has run nothing yet.
func NewUnwritten(program *cfg.Program, model warp.Model, seeks bool) *Unwritten {
	return &Unwritten{newKernelRuns[unwrittenRun](program, model), seeks}
}

// By returns a run in which a read finds bytes that no thread has written, or nil if none of the runs does.
func (u *Unwritten) By(read *unwritten.Read) (shown *rules.Unwritten) {
	isAlways := false
	for _, r := range u.kernels.of(read.Root, u.run) {
		for _, seen := range r.reads {
			switch {
			case seen.Site != read.At || !slices.Equal(seen.Path, read.Path()):
			case r.isOpened:
				isAlways = true
			case shown == nil:
				shown = &rules.Unwritten{Witness: inWarp(r.input, seen.Thread/warp.Size), Element: read.Root.ElementOf(seen.Object, seen.Offset)}
			}
		}
	}
	if shown != nil {
		shown.Always = isAlways
	}
	return shown
}

// run runs a kernel in the blocks that it is launched with, once for all arguments. With small arguments it is run where
// that shows something, or where some read is sought.
func (u *Unwritten) run(kernel *cfg.Func) (runs []unwrittenRun) {
	if kernel.LeadsTo(isOfPart) {
		return nil
	}
	left, isLaunched := unwrittenSteps, false
	for _, launch := range u.kernels.program.Launches {
		if launch.Kernel != kernel.Decl || !launch.IsKnown() {
			continue
		}
		isLaunched = true
		always, isRun := u.try(kernel, warp.Shape(*launch.Block), launch.Premises, 0, true, &left)
		if isRun && len(always.reads) > 0 {
			runs = append(runs, always)
		}
		for row := 0; row < unwrittenRuns && (u.seeks || isRun && len(always.reads) > 0); row++ {
			if r, isRun := u.try(kernel, warp.Shape(*launch.Block), launch.Premises, row, false, &left); isRun {
				runs = append(runs, r)
			}
		}
	}
	for row := 0; row < unwrittenRuns && !isLaunched; row++ {
		if r, isRun := u.try(kernel, likelyShape(kernel), nil, row, false, &left); isRun {
			runs = append(runs, r)
		}
	}
	return runs
}

// isOfPart reports whether an instruction is a barrier of some warps, which the machine takes for no order here, or of an
// asynchronous engine.
func isOfPart(in *cfg.Instr) bool {
	return in.Engine != nil || in.Collective != nil && in.Collective.BeyondWarp && !in.Collective.HoldsBlock()
}

// try makes a run of a kernel. isRun is false if there is none, or if it breaks a rule of collectives.
func (u *Unwritten) try(kernel *cfg.Func, shape warp.Shape, premises []*cfg.Premise, row int, isOpened bool, left *int) (r unwrittenRun, isRun bool) {
	in, example, isGiven := u.kernels.input(kernel, shape, premises, row)
	if *left <= 0 || !isGiven {
		return r, false
	}
	in.Unwritten, in.Opened = true, isOpened
	b := sim.RunBlock(in)
	*left -= stepsOf(b)
	if slices.ContainsFunc(b.Warps, func(o *sim.Outcome) bool { return len(o.Violations) > 0 }) || len(b.Deserted) > 0 {
		return r, false
	}
	r = unwrittenRun{input: example, isOpened: isOpened}
	for _, seen := range b.Unwritten {
		if seen.IsCertain && (isOpened || *left > 0 && hasEffect(in, b, seen, left)) {
			r.reads = append(r.reads, seen)
		}
	}
	return r, true
}

func stepsOf(b *sim.Block) (steps int) {
	for _, o := range b.Warps {
		steps += o.Steps
	}
	return steps
}

// hasEffect reports whether a run leaves something else in the memory behind the kernel's pointers if the bytes that a
// read finds unwritten are inverted.
func hasEffect(in sim.Input, before *sim.Block, read sim.UnwrittenRead, left *int) bool {
	given := in.Memory
	in.Unwritten = false
	in.Memory = func(object string, offset int64, size int) uint64 {
		word := given(object, offset, size)
		if object == read.Object.Name && offset < read.Offset+read.Size && read.Offset < offset+int64(size) {
			return ^word
		}
		return word
	}
	behind := sim.RunBlock(in)
	*left -= stepsOf(behind)
	_, pointers := sim.Parameters(in.Func)
	return slices.ContainsFunc(pointers, func(p sim.Parameter) bool {
		return !bytes.Equal(before.Warps[0].FinalBytes(p.Name), behind.Warps[0].FinalBytes(p.Name))
	})
}
