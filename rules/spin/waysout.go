package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// A loop hangs only if a lane can leave it for no reason other than the lock, and tries to take the same lock each
// time. These loops do not hang:
//
//	while (atomicCAS(&used[i], 0, 1)) i = (i + 1) % n;        another cell each time
//	while (atomicExch(l, 1) && tries-- > 0);                   another reason to leave

// isOnlyWayOut reports whether, after the first iteration, only the result of the step s can make a lane leave the
// loop.
func (f *finder) isOnlyWayOut(fn *cfg.Func, loop *cfg.Loop, s step) bool {
	exits, known := f.of(fn).exits(loop)
	return known && !slices.ContainsFunc(exits, func(e exit) bool {
		inv := &invariance{function: f.of(fn), loop: loop, through: s.top, seen: map[*cfg.Instr]bool{}}
		return !inv.isInvariant(e.block.Term.Cond)
	})
}

// triesOneCell reports whether a step of a loop accesses the same cell in all iterations.
func (f *finder) triesOneCell(fn *cfg.Func, loop *cfg.Loop, s step) bool {
	return !slices.ContainsFunc(s.top.Args, func(a *cfg.Instr) bool {
		inv := &invariance{function: f.of(fn), loop: loop, ofCell: true, seen: map[*cfg.Instr]bool{}}
		return !inv.isInvariant(a)
	})
}

// invariance checks whether a value may change from one iteration of a loop to the next. Changes by the result of the
// instruction in the field through do not count.
type invariance struct {
	*function
	loop    *cfg.Loop
	through *cfg.Instr
	// ofCell reports whether the checked value is an address. For an address, memory that is read to compute it is
	// assumed not to change.
	ofCell bool
	seen   map[*cfg.Instr]bool
}

func (inv *invariance) isInvariant(v *cfg.Instr) bool {
	if v == inv.through || inv.seen[v] || !slices.Contains(inv.loop.Blocks, v.Block) {
		return true
	}
	inv.seen[v] = true
	switch v.Op {
	case cfg.Load:
		if o := variable(v); o != nil {
			return inv.isUnchanged(o)
		}
		return (inv.ofCell || isLocal(v.Args[0])) && inv.areInvariant(v.Args)
	case cfg.Special:
		return isOfLaunch(v.Special)
	case cfg.Call:
		return inv.ofCell && inv.areInvariant(v.Args)
	case cfg.Const, cfg.Float, cfg.Addr, cfg.FieldAddr, cfg.IndexAddr, cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure:
		return inv.areInvariant(v.Args)
	}
	return false
}

func (inv *invariance) areInvariant(list []*cfg.Instr) bool {
	return !slices.ContainsFunc(list, func(v *cfg.Instr) bool { return !inv.isInvariant(v) })
}

// isUnchanged reports whether the loop does not change the variable o. A store of the result of inv.through is allowed.
// If the value is an address (ofCell), a store of an unchanged value is allowed as well.
func (inv *invariance) isUnchanged(o *cfg.Object) bool {
	for _, b := range inv.loop.Blocks {
		for _, instr := range b.Instrs {
			if storesTo(instr, o) && !inv.isResultOfThrough(instr.Args[1]) && !(inv.ofCell && inv.isInvariantStore(instr)) {
				return false
			}
		}
	}
	return true
}

// isInvariantStore reports whether the value and the condition of a store are the same in every iteration. Both the
// value and the condition must be computed from variables to which the loop does not store.
func (inv *invariance) isInvariantStore(store *cfg.Instr) bool {
	values := []*cfg.Instr{store.Args[1]}
	for e := decider(inv.loop, store.Block); e != nil; e = decider(inv.loop, e.block) {
		if e.block.Term.Targets[1-e.out].Loop.Within(inv.loop) { // otherwise the lane has left the loop
			values = append(values, e.block.Term.Cond)
		}
	}
	for part := range inv.flow.Origins(values...) {
		if part.Op != cfg.Load {
			continue
		}
		if o := variable(part); o == nil || inv.isStoredIn(o) {
			return false
		}
	}
	return inv.areInvariant(values)
}

// storesTo reports whether instr stores to the variable o.
func storesTo(instr *cfg.Instr, o *cfg.Object) bool {
	return instr.Op == cfg.Store && instr.Args[0].Op == cfg.Addr && instr.Args[0].Object == o
}

// isStoredIn reports whether the loop stores to a variable.
func (inv *invariance) isStoredIn(o *cfg.Object) bool {
	return slices.ContainsFunc(inv.loop.Blocks, func(b *cfg.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(instr *cfg.Instr) bool {
			return storesTo(instr, o)
		})
	})
}

// isResultOfThrough reports whether v depends on the result of the instruction inv.through, and on no other value that
// changes.
func (inv *invariance) isResultOfThrough(v *cfg.Instr) bool {
	return inv.through != nil && inv.flow.Origins(v)[inv.through] && inv.isInvariant(v)
}

// isOfLaunch reports whether a register is an index or a size of threads, blocks or lanes that is constant while a
// thread runs.
func isOfLaunch(r cfg.SpecialReg) bool {
	switch r {
	case cfg.TidX, cfg.TidY, cfg.TidZ, cfg.LaneID, cfg.NTidX, cfg.NTidY, cfg.NTidZ,
		cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ, cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ:
		return true
	}
	return false
}
