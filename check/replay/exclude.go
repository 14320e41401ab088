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

// A finding with an example invites the answer that no launch passes such arguments. The user can state that in the code,
// but a condition that excludes the example may well leave the fault:
//
//	if (i < n) __syncthreads();        // n = 1; n % 32 == 0 is not enough in blocks of 256, n % 256 == 0 is
//
// So a condition is proposed only if runs with other arguments that satisfy it reach the place and do not show the fault.

// excludeSteps bounds the runs for one verdict, in instructions.
const excludeSteps = 1 << 17

// exclude sets the condition of a verdict (lanes.Verdict.Excluding). These runs are not counted in the budgets, because
// they decide nothing else: if the machine panics, the verdict has no condition.
func (r *replayer) exclude(kind sim.Kind, v *lanes.Verdict) {
	if w := v.Witness; w.OtherBlock != nil || w.InAll || w.Other != nil {
		return
	}
	left := r.leftToReplay
	defer func() {
		_ = recover()
		r.leftToReplay = left
	}()
	r.leftToReplay = excludeSteps
	for i := range v.Witness.Args {
		for _, c := range violatedBy(v.Witness, v.Witness.Args[i]) {
			if r.isCleanUnder(kind, v, i, c) {
				v.Excluding = &c
				return
			}
		}
	}
}

// isCleanUnder reports whether the fault of a verdict is gone in all runs that are tried in which the argument with an
// index satisfies c, and whether some of these runs reach the place of the fault.
func (r *replayer) isCleanUnder(kind sim.Kind, v *lanes.Verdict, index int, c lanes.Exclusion) bool {
	r.hasReached = false
	for _, value := range satisfying(c) {
		w := *v.Witness
		w.Args = slices.Clone(w.Args)
		w.Args[index].Value = value
		if c.IsOfPointer {
			w.Args = slices.Delete(w.Args, index, index+1) // the machine then passes an address
		}
		first := w // with a small argument, other blocks may have nothing to do
		first.Special = inFirstBlock(w.Special)
		if !r.isClean(kind, *v, &w) || !maps.Equal(first.Special, w.Special) && !r.isClean(kind, *v, &first) {
			return false
		}
	}
	return r.hasReached
}

// isClean reports whether a run with the witness w does not show the fault of v.
func (r *replayer) isClean(kind sim.Kind, v lanes.Verdict, w *lanes.Witness) bool {
	if r.leftToReplay <= 0 {
		return false
	}
	v.Witness, v.Splits = w, slices.Clone(v.Splits)
	r.isWhole = false
	return !r.replay(kind, &v) && r.isWhole
}

// reaches reports whether a run reaches the place of a witness.
func reaches(o *sim.Outcome, w *lanes.Witness) bool {
	return slices.ContainsFunc(o.Rendezvous, func(p *sim.Rendezvous) bool { return p.Site == w.Site }) ||
		slices.ContainsFunc(o.Touches, func(t *sim.Touch) bool { return t.IsOf(w.Site, w.Path) })
}

// violatedBy returns conditions that kernels often rely on, and that the value of an argument does not satisfy.
func violatedBy(w *lanes.Witness, arg lanes.ArgValue) (list []lanes.Exclusion) {
	i := slices.IndexFunc(w.Root.Params, func(p *cfg.Object) bool { return p.Name == arg.Name })
	if i < 0 {
		return nil
	}
	isInteger, isPointer := types.IsInteger(w.Root.Params[i].Type), types.IsPointer(w.Root.Params[i].Type)
	add := func(kind lanes.ExclusionKind, number uint64) {
		list = append(list, lanes.Exclusion{Arg: arg.Name, Kind: kind, Number: number, IsOfPointer: isPointer})
	}
	whole := wholeNumber(w)
	switch {
	case arg.Value == 0 && (isInteger || isPointer):
		add(lanes.NotZero, 0)
	case !isInteger:
	case arg.Signed > 0 && arg.Value>>(arg.Signed-1)&1 != 0:
		add(lanes.NotNegative, 0)
	default:
		if arg.Value%whole != 0 {
			add(lanes.MultipleOf, whole)
		}
		if bits.OnesCount64(arg.Value) != 1 {
			add(lanes.PowerOfTwo, 0)
		}
	}
	return list
}

// wholeNumber returns the number of threads that a fault concerns: those of the block, or those of the warp.
func wholeNumber(w *lanes.Witness) uint64 {
	if c := w.Site.Collective; w.RacesWith != nil || c != nil && c.BeyondWarp {
		return uint64(w.Shape.Threads())
	}
	return warp.Size
}

// satisfying returns values that satisfy a condition. For a pointer it returns one value, which is not used.
func satisfying(c lanes.Exclusion) []uint64 {
	switch {
	case c.IsOfPointer:
		return []uint64{0}
	case c.Kind == lanes.NotZero:
		return []uint64{1, 2, warp.Size, 100}
	case c.Kind == lanes.NotNegative:
		return []uint64{0, 1, warp.Size, 100}
	case c.Kind == lanes.MultipleOf:
		return []uint64{c.Number, 2 * c.Number, 3 * c.Number, 16 * c.Number}
	}
	return []uint64{1, 2, 4, 16, warp.Size, 64, 256}
}
