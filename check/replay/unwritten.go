package replay

import (
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
	// opened are runs that stand for all arguments and contents of memory with a block (sim.Input.Opened), whose reads may
	// be without effect. small are runs with small arguments.
	opened, small kernelRuns[unwrittenRun]
	// seeks says whether runs are made for reads that not every run makes.
	seeks bool
}

// unwrittenRun is a run of a kernel and its reads of unwritten bytes. isLikely says whether its block is a guess, in which
// a kernel that is written for another one may leave cells unwritten.
type unwrittenRun struct {
	input    *lanes.Witness
	reads    []sim.UnwrittenRead
	isLikely bool
}

// NewUnwritten returns an Unwritten that has run nothing yet.
func NewUnwritten(program *cfg.Program, model warp.Model, seeks bool) *Unwritten {
	return &Unwritten{newKernelRuns[unwrittenRun](program, model), newKernelRuns[unwrittenRun](program, model), seeks}
}

// By returns a run in which a read finds bytes that no thread has written, or nil if none of the runs does.
func (u *Unwritten) By(read *unwritten.Read) *rules.Unwritten {
	_, _, isAlways := readIn(u.opened.of(read.Root, func(kernel *cfg.Func) []unwrittenRun { return u.run(kernel, 1, true) }), read)
	if !isAlways && !read.IsFirst && !u.seeks {
		return nil
	}
	r, seen, isShown := readIn(u.small.of(read.Root, func(kernel *cfg.Func) []unwrittenRun { return u.run(kernel, unwrittenRuns, false) }), read)
	if !isShown || r.isLikely && !read.IsFirst {
		return nil
	}
	return &rules.Unwritten{Witness: inWarp(r.input, seen.Thread/warp.Size), Element: read.Root.ElementOf(seen.Object, seen.Offset), Always: isAlways}
}

// readIn returns the first of some runs that makes a read, and the read there.
func readIn(runs []unwrittenRun, read *unwritten.Read) (r unwrittenRun, seen sim.UnwrittenRead, found bool) {
	for _, r := range runs {
		for _, seen := range r.reads {
			if seen.Site == read.At && slices.Equal(seen.Path, read.Path()) {
				return r, seen, true
			}
		}
	}
	return r, seen, false
}

// run runs a kernel in the blocks that it is launched with, or else in a likely one, with the first rows of small
// arguments that the host may pass. A run for all arguments is made only in a block with which the kernel is launched for certain.
func (u *Unwritten) run(kernel *cfg.Func, rows int, isOpened bool) (runs []unwrittenRun) {
	if kernel.LeadsTo(isUnasked) {
		return nil
	}
	left, isLaunched := unwrittenSteps, false
	try := func(shape warp.Shape, premises []*cfg.Premise) {
		made := 0
		for row := 0; row < len(arguments) && made < rows; row++ {
			if r, isRun := u.try(kernel, shape, premises, row, isOpened, &left); isRun {
				r.isLikely = !isLaunched
				runs = append(runs, r)
				made++
			}
		}
	}
	for _, launch := range u.small.program.Launches {
		if launch.Kernel == kernel.Decl && launch.IsKnown() && !(isOpened && launch.Possible) {
			isLaunched = true
			try(warp.Shape(*launch.Block), launch.Premises)
		}
	}
	if !isLaunched && !isOpened {
		try(likelyShape(kernel), nil)
	}
	return runs
}

// isUnasked reports whether an instruction is of an asynchronous engine, a barrier of some warps, which the machine takes
// for no order here, or a matter of several blocks: another one of a cluster may write the shared memory of this one.
func isUnasked(in *cfg.Instr) bool {
	c := in.Collective
	return in.Engine != nil || in.Text == mapShared || c != nil && c.BeyondWarp && (c.Scope != cfg.OfBlock || !c.HoldsBlock())
}

// mapShared makes the address of a variable in another block of the cluster.
const mapShared = "__warpcheck_map_shared"

// try makes a run of a kernel. isRun is false if there is none, or if it breaks a rule of collectives.
func (u *Unwritten) try(kernel *cfg.Func, shape warp.Shape, premises []*cfg.Premise, row int, isOpened bool, left *int) (r unwrittenRun, isRun bool) {
	in, example, isGiven := u.small.input(kernel, shape, premises, row)
	if *left <= 0 || !isGiven || !inOneBlock(example).IsGiven() {
		return r, false
	}
	in.Unwritten, in.Opened = true, isOpened
	b := sim.RunBlock(in)
	*left -= stepsOf(b)
	if slices.ContainsFunc(b.Warps, func(o *sim.Outcome) bool { return len(o.Violations) > 0 }) || len(b.Deserted) > 0 {
		return r, false
	}
	r = unwrittenRun{input: example}
	for _, seen := range b.Unwritten {
		if seen.IsCertain && (isOpened || *left > 0 && hasEffect(in, b, seen, left)) {
			r.reads = append(r.reads, seen)
		}
	}
	return r, true
}

// inOneBlock returns an example with the grid of one block that the machine runs.
func inOneBlock(example *lanes.Witness) *lanes.Witness {
	made := *example
	made.Special = map[cfg.SpecialReg]uint32{cfg.NCtaidX: 1, cfg.NCtaidY: 1, cfg.NCtaidZ: 1}
	return &made
}

func stepsOf(b *sim.Block) (steps int) {
	for _, o := range b.Warps {
		steps += o.Steps
	}
	return steps
}

// otherWords make other contents of unwritten memory: all bits differ, or all but the sign. A maximum keeps what it finds only
// where that is large.
var otherWords = []func(word uint64, size int) uint64{
	func(word uint64, _ int) uint64 { return ^word },
	func(word uint64, size int) uint64 { return word ^ (1<<(8*size-1) - 1) },
}

// hasEffect reports whether a run leaves something else in the memory behind the kernel's pointers if a read finds other
// words in unwritten bytes.
func hasEffect(in sim.Input, before *sim.Block, read sim.UnwrittenRead, left *int) bool {
	_, pointers := sim.Parameters(in.Func)
	given := in.Memory
	in.Unwritten = false
	return slices.ContainsFunc(otherWords, func(other func(uint64, int) uint64) bool {
		in.Memory = func(object string, offset int64, size int) uint64 {
			word := given(object, offset, size)
			if object == read.Object.Name && offset < read.Offset+read.Size && read.Offset < offset+int64(size) {
				return other(word, size)
			}
			return word
		}
		behind := sim.RunBlock(in)
		*left -= stepsOf(behind)
		return slices.ContainsFunc(pointers, func(p sim.Parameter) bool {
			return !before.Warps[0].LeavesAs(behind.Warps[0], p.Name)
		})
	})
}
