package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// A loop hangs only where nothing but the lock lets a lane out of it, and where it is one lock that the lane tries for:
//
//	while (atomicCAS(&used[i], 0, 1)) i = (i + 1) % n;        another cell each time
//	while (atomicExch(l, 1) && tries-- > 0);                   another way out

// isOnlyWayOut reports a step of a loop by which alone a lane leaves it, if it does not in the first iteration.
func (f *finder) isOnlyWayOut(fn *cfg.Func, loop *cfg.Loop, s step) bool {
	exits, known := f.of(fn).exits(loop)
	return known && !slices.ContainsFunc(exits, func(e exit) bool {
		w := &ways{function: f.of(fn), loop: loop, through: s.top, seen: map[*cfg.Instr]bool{}}
		return !w.isFixed(e.block.Term.Cond)
	})
}

// triesOneCell reports a step of a loop that reads or writes the same cell in all iterations.
func (f *finder) triesOneCell(fn *cfg.Func, loop *cfg.Loop, s step) bool {
	return !slices.ContainsFunc(s.top.Args, func(a *cfg.Instr) bool {
		w := &ways{function: f.of(fn), loop: loop, ofCell: true, seen: map[*cfg.Instr]bool{}}
		return !w.isFixed(a)
	})
}

// ways looks for what makes a value another one in the next iteration of a loop, beside what an instruction yields.
type ways struct {
	*function
	loop    *cfg.Loop
	through *cfg.Instr
	// ofCell asks for an address: memory that is read for it is taken to stay as it is.
	ofCell bool
	seen   map[*cfg.Instr]bool
}

func (w *ways) isFixed(v *cfg.Instr) bool {
	if v == w.through || w.seen[v] || !slices.Contains(w.loop.Blocks, v.Block) {
		return true
	}
	w.seen[v] = true
	switch v.Op {
	case cfg.Load:
		if o := variable(v); o != nil {
			return w.isHeld(o)
		}
		return (w.ofCell || isLocal(v.Args[0])) && w.areFixed(v.Args)
	case cfg.Special:
		return isOfLaunch(v.Special)
	case cfg.Call:
		return w.ofCell && w.areFixed(v.Args)
	case cfg.Const, cfg.Float, cfg.Addr, cfg.FieldAddr, cfg.IndexAddr, cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure:
		return w.areFixed(v.Args)
	}
	return false
}

func (w *ways) areFixed(list []*cfg.Instr) bool {
	return !slices.ContainsFunc(list, func(v *cfg.Instr) bool { return !w.isFixed(v) })
}

// isHeld reports a variable that the loop does not change, but to what the instruction yields.
func (w *ways) isHeld(o *cfg.Object) bool {
	for _, b := range w.loop.Blocks {
		for _, in := range b.Instrs {
			if storesTo(in, o) && !w.isMadeOf(in.Args[1]) && !(w.ofCell && w.isSetAlike(in)) {
				return false
			}
		}
	}
	return true
}

// isSetAlike reports a store of one value in all iterations that come to it, in which it is decided alike: of what variables
// hold that the loop stores nothing to.
func (w *ways) isSetAlike(store *cfg.Instr) bool {
	values := []*cfg.Instr{store.Args[1]}
	for e := decider(w.loop, store.Block); e != nil; e = decider(w.loop, e.block) {
		if e.block.Term.Targets[1-e.out].Loop.Within(w.loop) { // else the lane has left
			values = append(values, e.block.Term.Cond)
		}
	}
	for part := range w.flow.Origins(values...) {
		if part.Op != cfg.Load {
			continue
		}
		if o := variable(part); o == nil || w.isStoredIn(o) {
			return false
		}
	}
	return w.areFixed(values)
}

// storesTo reports a store to a variable.
func storesTo(in *cfg.Instr, o *cfg.Object) bool {
	return in.Op == cfg.Store && in.Args[0].Op == cfg.Addr && in.Args[0].Object == o
}

// isStoredIn reports a variable that the loop stores to.
func (w *ways) isStoredIn(o *cfg.Object) bool {
	return slices.ContainsFunc(w.loop.Blocks, func(b *cfg.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(in *cfg.Instr) bool {
			return storesTo(in, o)
		})
	})
}

// isMadeOf reports a value that is made of what the instruction yields and of nothing that changes.
func (w *ways) isMadeOf(v *cfg.Instr) bool {
	return w.through != nil && w.flow.Origins(v)[w.through] && w.isFixed(v)
}

// isOfLaunch reports a register that is the same as long as a thread runs.
func isOfLaunch(r cfg.SpecialReg) bool {
	switch r {
	case cfg.TidX, cfg.TidY, cfg.TidZ, cfg.LaneID, cfg.NTidX, cfg.NTidY, cfg.NTidZ,
		cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ, cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ:
		return true
	}
	return false
}
