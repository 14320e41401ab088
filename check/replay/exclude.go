package replay

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// A user may answer an example of a finding: no launch passes these arguments. The user can state this as a condition
// in the code. But a condition that excludes the example may keep the fault:
//
//	if (i < n) __syncthreads();        // n = 1; n % 32 == 0 is not enough in blocks of 256, n % 256 == 0 is
//
// So a condition is proposed only if runs with other arguments that satisfy it reach the place and do not show the
// fault. These runs also change the other sizes, the block in the grid and, if no launch is known, the size of the
// block, because the user takes the proposed condition as sufficient. For the same reason the fault must be gone in all
// warps of the block, and with other data:
//
//	if (4 * i + 3 < n) __syncthreads();        // n = 4; with n = 256 all lanes of warp 0 arrive, and no lane of warp 2

// excludeSteps bounds the runs for one verdict, in instructions.
const excludeSteps = 1 << 20

// exclude sets the condition of a verdict (lanes.Verdict.Excluding). Its runs are not counted in the budgets, because
// they decide nothing else. If the machine panics, the verdict has no condition.
func (r *replayer) exclude(kind sim.Kind, fact *lanes.Fact, v *lanes.Verdict) {
	if w := v.Witness; w.OtherBlock != nil || w.InAll {
		return
	}
	left := r.leftToReplay
	defer func() {
		_ = recover()
		r.leftToReplay = left
	}()
	r.leftToReplay = excludeSteps
	isOfAny := isOfAnyBlock(fact)
	for i := range v.Witness.Args {
		for _, c := range violatedBy(v.Witness, v.Witness.Args[i], isOfAny) {
			if r.isCleanUnder(kind, v, i, c, isOfAny) {
				v.Excluding = &c
				return
			}
		}
	}
}

// isCleanUnder tries runs in which the argument with the given index satisfies c. It reports whether the fault of a
// verdict is gone in all of them. Some of these runs must reach the place of the fault. If isOfAny is set, further
// blocks of the grid are tried (variants).
func (r *replayer) isCleanUnder(kind sim.Kind, v *lanes.Verdict, index int, c lanes.Exclusion, isOfAny bool) bool {
	r.hasReached = false
	for _, w := range variants(v.Witness, index, isOfAny) {
		for _, value := range satisfying(c, w.Shape) {
			w.Args = slices.Clone(w.Args)
			w.Args[index].Value = value
			if c.IsOfPointer {
				w.Args = slices.Delete(w.Args, index, index+1) // without a value in the witness, the machine passes an address
			}
			if !w.IsGiven() && !fitGrid(&w) {
				continue
			}
			if !r.isClean(kind, &w) {
				return false
			}
		}
	}
	return r.hasReached
}

// otherSizes lists values of the other integer arguments in runs that try a condition. Few sizes are multiples of 17.
var otherSizes = []uint64{17, 100, 1}

// fitGrid makes the grid of a witness as wide as one of its arguments, and reports whether the premises of the launch then
// hold: many launches have a block for each row.
func fitGrid(w *lanes.Witness) bool {
	w.Special = maps.Clone(w.Special)
	for _, arg := range w.Args {
		w.Special[cfg.NCtaidX] = uint32(arg.Value)
		if w.Special[cfg.CtaidX] < uint32(arg.Value) && w.IsGiven() {
			return true
		}
	}
	return false
}

// firstBlocks is the number of blocks of the grid in which a condition is tried. With a size of four elements for each
// thread of a block, the fourth block may be the one that is not full.
const firstBlocks = 4

// variants returns witnesses like w for the runs that try a condition on the argument with an index: with other sizes in
// the other arguments, in the first blocks of the grid and, if isOfAny is set, in other blocks. With a small argument,
// blocks other than the first may have nothing to do.
func variants(w *lanes.Witness, index int, isOfAny bool) (list []lanes.Witness) {
	own := *w
	list = []lanes.Witness{own}
	for n := range uint32(firstBlocks) {
		if own.Special = inBlock(w.Special, n); n > 0 && maps.Equal(own.Special, list[len(list)-1].Special) {
			break // the kernel does not read the index of its block
		}
		list = append(list, own)
		for _, size := range otherSizes {
			other := own
			other.Args = withSizes(w, w.Args[index].Name, size)
			list = append(list, other)
		}
	}
	if isOfAny && w.Shape.IsLine() && w.RacesWith == nil {
		for _, threads := range []int{warp.Size, 2 * warp.Size, 8 * warp.Size} {
			other := own
			other.Special = inFirstBlock(w.Special)
			if other.Shape = (warp.Shape{threads, 1, 1}); other.Shape != w.Shape && w.Warp*warp.Size < threads {
				list = append(list, other)
			}
		}
	}
	return list
}

// inBlock returns the registers as they are in the block with index n of the grid along x.
func inBlock(registers map[cfg.SpecialReg]uint32, n uint32) map[cfg.SpecialReg]uint32 {
	registers = inFirstBlock(registers)
	if _, isRead := registers[cfg.CtaidX]; isRead {
		registers[cfg.CtaidX], registers[cfg.NCtaidX] = n, max(registers[cfg.NCtaidX], n+1)
	}
	return registers
}

// withSizes returns the arguments of a witness with size for each integer that may be a size, but not for the argument
// except.
func withSizes(w *lanes.Witness, except string, size uint64) []lanes.ArgValue {
	args := slices.Clone(w.Args)
	for _, p := range w.Root.Params {
		if p.Name == except || !isSizeType(p.Type) {
			continue
		}
		if i := slices.IndexFunc(args, func(a lanes.ArgValue) bool { return a.Name == p.Name }); i >= 0 {
			args[i].Value = size
		} else {
			args = append(args, lanes.ArgValue{Name: p.Name, Value: size})
		}
	}
	return args
}

// isClean reports whether runs with the witness w do not show a fault at its place in any warp: a run with the memory of
// the witness, which must be complete, and one with other data.
func (r *replayer) isClean(kind sim.Kind, w *lanes.Witness) bool {
	if r.leftToReplay <= 0 || !w.Shape.IsLaunchable() {
		return false
	}
	own := r.runBlock(r.supposing(w, machineInput(w)))
	bare := *w
	bare.Memory = nil
	filled := r.runBlock(r.supposing(w, newSample(&bare, attempt{shape: w.Shape, withWitness: true}).input()))
	r.hasReached = r.hasReached || slices.ContainsFunc(own.Warps, func(o *sim.Outcome) bool { return reaches(o, w) })
	return own.IsComplete() && !showsFault(kind, own, w) && !showsFault(kind, filled, w)
}

// supposing returns an input for w in which the machine may suppose values (Input.Supposed).
func (r *replayer) supposing(w *lanes.Witness, input sim.Input) sim.Input {
	input.Supposed, input.Engines = suppositionsFor(w.Site)[0], r.hasEngines(input.Func)
	return input
}

// showsFault reports whether the run of a block breaks the rule at the place of a witness, in any warp. The fault may
// depend on a supposed value.
func showsFault(kind sim.Kind, b *sim.Block, w *lanes.Witness) bool {
	isThere := func(v sim.Violation) bool { return v.Kind == kind && v.Rendezvous.IsOf(w.Site, w.Path) }
	races := func(list []sim.Race) bool {
		return slices.ContainsFunc(list, func(race sim.Race) bool { return race.Later.IsOf(w.Site, w.Path) })
	}
	if w.Site.Collective != nil && w.Site.Collective.BeyondWarp {
		if _, isDeserted := b.DesertionOf(w.Site, w.Path); isDeserted || b.HangsAt(w.Site) {
			return true
		}
	}
	return w.RacesWith != nil && races(b.Races()) || slices.ContainsFunc(b.Warps, func(o *sim.Outcome) bool {
		return slices.ContainsFunc(o.Violations, isThere) || w.Site.Collective == nil && w.RacesWith == nil && races(o.Races())
	})
}

// reaches reports whether a run reaches the place of a witness.
func reaches(o *sim.Outcome, w *lanes.Witness) bool {
	return slices.ContainsFunc(o.Rendezvous, func(p *sim.Rendezvous) bool { return p.Site == w.Site }) ||
		slices.ContainsFunc(o.Touches, func(t *sim.Touch) bool { return t.IsOf(w.Site, w.Path) })
}

// violatedBy returns conditions on which kernels often rely, and which the value of an argument does not satisfy. If
// the block is not known (isOfAny), the conditions also relate the argument to the size of the block, because it may be
// the length of an array.
func violatedBy(w *lanes.Witness, arg lanes.ArgValue, isOfAny bool) (list []lanes.Exclusion) {
	i := slices.IndexFunc(w.Root.Params, func(p *cfg.Object) bool { return p.Name == arg.Name })
	if i < 0 {
		return nil
	}
	is := w.Root.Params[i].Type
	isInteger, isPointer := types.IsInteger(is), types.IsPointer(is)
	isNumber := isInteger && is.Kind != types.Bool && !is.Enumeration
	add := func(kind lanes.ExclusionKind, number uint64) {
		list = append(list, lanes.Exclusion{Arg: arg.Name, Kind: kind, Number: number, IsOfPointer: isPointer})
	}
	isOfArray := isNumber && isOfAny && w.Site.Collective == nil
	whole := wholeNumber(w)
	switch {
	case arg.Value == 0 && (isInteger || isPointer):
		if isInteger && arg.Signed > 0 {
			add(lanes.Positive, 0)
		} else {
			add(lanes.NotZero, 0)
		}
		if isOfArray {
			add(lanes.AtLeastBlock, 0)
		}
	case !isNumber:
	case arg.Signed > 0 && arg.Value>>(arg.Signed-1)&1 != 0:
		add(lanes.NotNegative, 0)
	default:
		if isOfArray && arg.Value < uint64(w.Shape[0]) {
			add(lanes.AtLeastBlock, 0)
			add(lanes.EqualsBlock, 0)
		}
		for _, each := range []uint64{1, 4} { // a thread often processes four elements
			if arg.Value%(each*whole) != 0 {
				add(lanes.MultipleOf, each*whole)
			}
		}
		if bits.OnesCount64(arg.Value) != 1 {
			add(lanes.PowerOfTwo, 0)
		}
	}
	return list
}

// wholeNumber returns the number of threads in the unit that a fault concerns: the block or the warp.
func wholeNumber(w *lanes.Witness) uint64 {
	if c := w.Site.Collective; w.RacesWith != nil || c != nil && c.BeyondWarp {
		return uint64(w.Shape.Threads())
	}
	return warp.Size
}

// satisfying returns values that satisfy a condition in a block. For a pointer it returns one value, which is not used.
func satisfying(c lanes.Exclusion, block warp.Shape) []uint64 {
	width := uint64(block[0])
	switch {
	case c.IsOfPointer:
		return []uint64{0}
	case c.Kind == lanes.NotZero, c.Kind == lanes.Positive:
		return []uint64{1, 2, warp.Size, 100}
	case c.Kind == lanes.NotNegative:
		return []uint64{0, 1, warp.Size, 100}
	case c.Kind == lanes.AtLeastBlock:
		return []uint64{width, width + 1, 2 * width, 10 * width}
	case c.Kind == lanes.EqualsBlock:
		return []uint64{width}
	case c.Kind == lanes.MultipleOf:
		return []uint64{0, c.Number, 2 * c.Number, 3 * c.Number, 16 * c.Number}
	}
	return []uint64{1, 2, 4, 16, warp.Size, 64, 256}
}
