package replay

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/rules/unwritten"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// unwrittenSteps bounds the search for reads of unwritten shared memory in a kernel. It is the number of instructions
// that the warps of all runs may execute together. Executing them takes some tenths of a second.
const unwrittenSteps = 1 << 17

// comparedSteps bounds further runs, with the numbers that a kernel compares its arguments with.
const comparedSteps = 1 << 16

// unwrittenArguments lists the values of arguments that are tried with each block. Some are smaller than usual blocks
// and one is larger, because many kernels compare an argument with the number of a thread.
var unwrittenArguments = []uint64{4, 1000, 1, 33, 63}

// Unwritten looks for reads of shared memory that no thread has written, in runs of kernels. A read counts if it has an
// effect: with other unwritten bytes, the run leaves other values in global memory.
type Unwritten struct {
	// opened holds the runs that stand for all arguments and contents of memory with a block (sim.Input.Opened). Their
	// reads may be without effect. small holds the runs with small arguments.
	opened, small kernelRuns[unwrittenRun]
	// seeks is true if runs with small arguments are also searched for a read that no run in opened shows.
	seeks bool
}

// unwrittenRun is a run of a kernel and its reads of unwritten bytes. isLikely reports whether the block of the run is
// a guess. In a guessed block, a kernel that is written for another block may leave cells unwritten.
type unwrittenRun struct {
	input    *lanes.Witness
	reads    []sim.UnwrittenRead
	isLikely bool
}

// NewUnwritten returns an Unwritten that has run nothing yet. seeks reports whether it also searches runs with small
// arguments.
func NewUnwritten(program *cfg.Program, model warp.Model, seeks bool) *Unwritten {
	return &Unwritten{newKernelRuns[unwrittenRun](program, model), newKernelRuns[unwrittenRun](program, model), seeks}
}

// By returns a run in which a read finds bytes that no thread has written, or nil if none of the runs does. Unless
// read.IsFirst is set, a run with a guessed block does not count.
func (u *Unwritten) By(read *unwritten.Read) *rules.Unwritten {
	_, _, isAlways := readIn(u.opened.of(read.Root, u.runOpened), read)
	if !isAlways && !read.IsFirst && !u.seeks {
		return nil
	}
	r, seen, isShown := readIn(u.small.of(read.Root, u.runSmall), read)
	if !isShown || (r.isLikely || seen.Counted != nil && !isAlways) && !read.IsFirst {
		return nil
	}
	example := inWarp(r.input, seen.Thread/warp.Size)
	isUnwritten := func(m lanes.MemoryValue) bool { return m.Object == seen.Object.Name }
	example.Memory = slices.DeleteFunc(slices.Clone(example.Memory), isUnwritten) // the values of unwritten bytes are left out, because the fault occurs with any values
	return &rules.Unwritten{Witness: example, Element: read.Root.ElementOf(seen.Object, seen.First), Thread: seen.Thread, Always: isAlways}
}

// readIn returns the first of runs that makes the read, and the read as the machine reports it.
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

// runOpened makes a run for all arguments in each block with which a kernel is launched for certain.
func (u *Unwritten) runOpened(kernel *cfg.Func) (runs []unwrittenRun) {
	if kernel.LeadsTo(isUnasked) {
		return nil
	}
	left := unwrittenSteps
	for _, launch := range launchesOf(u.small.program, kernel) {
		if launch.Possible {
			continue
		}
		for _, a := range unwrittenAttempts(warp.Shape(*launch.Block)) {
			if r, isRun := u.try(kernel, launch.Premises, a, true, &left); isRun {
				runs = append(runs, r)
				break
			}
		}
	}
	return runs
}

// runSmall runs a kernel with small arguments in the blocks with which it is launched. If none is known, it takes a
// likely block.
func (u *Unwritten) runSmall(kernel *cfg.Func) (runs []unwrittenRun) {
	if kernel.LeadsTo(isUnasked) {
		return nil
	}
	left, further := unwrittenSteps, comparedSteps
	launches := launchesOf(u.small.program, kernel)
	for _, launch := range launches {
		runs = append(runs, u.runIn(kernel, warp.Shape(*launch.Block), launch.Premises, &left, &further)...)
	}
	if len(launches) > 0 {
		return runs
	}
	for _, r := range u.runIn(kernel, likelyShape(kernel), nil, &left, &further) {
		r.isLikely = true
		runs = append(runs, r)
	}
	return runs
}

// runIn runs a kernel in a block, with each of the small arguments that the host may pass, and with the numbers that
// the kernel compares its arguments with. left is the number of instructions that may still be run with the small
// arguments, and compared with those numbers.
func (u *Unwritten) runIn(kernel *cfg.Func, shape warp.Shape, premises []*cfg.Premise, left, compared *int) (runs []unwrittenRun) {
	add := func(a attempt, left *int) *lanes.Witness {
		r, isRun := u.try(kernel, premises, a, false, left)
		if !isRun {
			return nil
		}
		runs = append(runs, r)
		return r.input
	}
	attempts := unwrittenAttempts(shape)
	var further []attempt
	for _, a := range attempts {
		if data := dataIn(add(a, left)); len(data) > 0 {
			further = append(further, a.withData(data, 0), a.withData(data, negative(1)))
		}
	}
	if readBy(kernel, constantGrid(premises))[cfg.NCtaidX] > 1 {
		last := attempts[0]
		last.isInLastBlock = true
		further = append(further, last)
	}
	for _, a := range further {
		add(a, left)
	}
	for _, base := range attempts[:2] {
		for _, a := range u.small.comparedAttempts(kernel, base) {
			add(a, compared)
		}
	}
	return runs
}

// unwrittenAttempts returns one attempt for each of the small arguments.
func unwrittenAttempts(shape warp.Shape) (list []attempt) {
	for n, argument := range unwrittenArguments {
		list = append(list, attempt{shape: shape, fill: n % len(fills), arg: argument, pattern: notEmpty})
	}
	return list
}

// dataIn returns the objects that hold data in a run: those of which the threads read at least as many words as a warp has
// lanes. Fewer words may be numbers of elements. There are none without a run.
func dataIn(run *lanes.Witness) map[string]bool {
	if run == nil {
		return nil
	}
	words := map[string]int{}
	for _, m := range run.Memory {
		words[m.Object]++
	}
	data := map[string]bool{}
	for object, n := range words {
		if n >= warp.Size {
			data[object] = true
		}
	}
	return data
}

// withData returns the attempt with one number in all elements of data, because the threads may find nothing that they
// look for. Other objects have the pattern notEmpty.
func (a attempt) withData(data map[string]bool, number uint64) attempt {
	a.pattern = func(s *sample, object string, index int64) uint64 {
		if data[object] {
			return number
		}
		return notEmpty(s, object, index)
	}
	return a
}

// notEmpty returns the number that the sample's pattern gives, but never 0 for the first element of an object. This
// element often holds a number of elements, and a kernel is hardly launched for none.
func notEmpty(s *sample, object string, index int64) uint64 {
	if index == 0 {
		return max(s.filled(object, index), 1)
	}
	return s.filled(object, index)
}

// isUnasked reports whether an instruction is of a kind that the runs do not cover. A kernel with such an instruction
// is not run. There are three kinds:
//
//   - an instruction of an asynchronous engine that neither copies nor belongs to an mbarrier;
//   - a barrier of only some warps, which does not order accesses in these runs;
//   - an instruction that affects several blocks, because another block of a cluster may write the shared memory of
//     this block.
func isUnasked(in *cfg.Instr) bool {
	c := in.Collective
	return in.Engine != nil && !isCopying(in.Engine) || in.Text == mapShared || c != nil && c.BeyondWarp && (c.Scope != cfg.OfBlock || !c.HoldsBlock())
}

// isCopying reports whether an instruction of an asynchronous engine makes copies within the block, or orders them.
func isCopying(e *cfg.Engine) bool {
	switch e.Does {
	case ptx.Copies, ptx.Commits, ptx.AwaitsGroup, ptx.FencesProxies, ptx.Prefetches:
		return !e.IsOfWarpgroup() && !e.IsOfSeveralBlocks()
	}
	return e.IsOfBarrier()
}

// mapShared is the function that returns the address of a variable in another block of the cluster.
const mapShared = "__warpcheck_map_shared"

// try makes a run of a kernel. If isOpened is set, the run stands for all arguments and contents of memory. isRun is
// false if no run is possible, or if the run breaks a rule of collectives.
func (u *Unwritten) try(kernel *cfg.Func, premises []*cfg.Premise, a attempt, isOpened bool, left *int) (r unwrittenRun, isRun bool) {
	in, example, isGiven := u.small.input(kernel, premises, a)
	if *left <= 0 || !isGiven || !inOneBlock(example).IsGiven() {
		return r, false
	}
	in.Unwritten, in.Opened, in.Engines = true, isOpened, kernel.LeadsTo(isOfEngine)
	b := sim.RunBlock(in)
	*left -= stepsOf(b)
	if b.BreaksRule() || len(b.Deserted) > 0 {
		return r, false
	}
	r = unwrittenRun{input: example}
	for _, seen := range b.Unwritten {
		if seen.IsCertain && isOpened {
			r.reads = append(r.reads, seen)
		} else if seen.IsCertain {
			r.reads = append(r.reads, withEffect(in, b, append([]sim.UnwrittenRead{seen}, seen.Further...), left)...)
		}
	}
	return r, true
}

// withEffect returns a list of one read that has an effect: the first of reads if it has one, otherwise another one.
// The list is empty if all reads together have no effect, or if no steps are left. The read of one thread may have no
// effect, for example if it is a factor that thread 0 multiplies by its number.
func withEffect(in sim.Input, before *sim.Block, reads []sim.UnwrittenRead, left *int) []sim.UnwrittenRead {
	switch {
	case *left <= 0:
		return nil
	case hasEffect(in, before, reads[:1], left):
		return reads[:1]
	case *left <= 0 || len(reads) == 1 || !hasEffect(in, before, reads[1:], left):
		return nil
	}
	reads = reads[1:]
	for len(reads) > 1 {
		half := reads[:len(reads)/2]
		if *left <= 0 {
			return nil
		}
		if !hasEffect(in, before, half, left) {
			half = reads[len(reads)/2:]
		}
		reads = half
	}
	return reads
}

// inOneBlock returns a copy of the example in which the grid is one block, as the machine runs it, unless its extents are
// known.
func inOneBlock(example *lanes.Witness) *lanes.Witness {
	made := *example
	made.Special = map[cfg.SpecialReg]uint32{cfg.NCtaidX: 1, cfg.NCtaidY: 1, cfg.NCtaidZ: 1}
	maps.Copy(made.Special, constantGrid(example.Premises))
	maps.Copy(made.Special, example.Special)
	return &made
}

func stepsOf(b *sim.Block) (steps int) {
	for _, o := range b.Warps {
		steps += o.Steps
	}
	return steps
}

// otherWords lists the functions that change a word of unwritten memory. The first inverts all bits, the second all
// bits except the sign. The second is for kernels that compute a maximum, because a maximum ignores small words. Both
// make a NaN of the floating-point number zero, and fmaxf and fminf ignore a NaN. So the last two make a large number
// of zero, one positive and one negative, by changing the highest byte.
var otherWords = []func(word uint64, size int) uint64{
	func(word uint64, _ int) uint64 { return ^word },
	func(word uint64, size int) uint64 { return word ^ (1<<(8*size-1) - 1) },
	func(word uint64, size int) uint64 { return word ^ 0x7f<<(8*size-8) },
	func(word uint64, size int) uint64 { return word ^ 0xff<<(8*size-8) },
}

// hasEffect reports whether a run leaves other values in the memory that the kernel's pointers point to, if the bytes
// of `reads` have other contents. All of these reads are made by one instruction.
func hasEffect(in sim.Input, before *sim.Block, reads []sim.UnwrittenRead, left *int) bool {
	type place struct {
		object string
		offset int64
	}
	found := map[place]bool{}
	for _, r := range reads {
		for at := r.Offset; at < r.Offset+r.Size; at++ {
			found[place{r.Object.Name, at}] = true
		}
	}
	_, pointers := sim.Parameters(in.Func)
	given := in.Memory
	in.Unwritten = false
	return slices.ContainsFunc(otherWords, func(other func(uint64, int) uint64) bool {
		in.Memory = func(object string, offset int64, size int) uint64 {
			word := given(object, offset, size)
			for at := offset; at < offset+int64(size); at++ {
				if found[place{object, at}] {
					return other(word, size)
				}
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
