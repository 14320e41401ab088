package uses

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
)

// isByLaunch reports whether the launch alone decides which lanes reach b, once the value exists. It must decide
// whether b runs within its function (isRunByLaunch). The same must hold for each call of this function, for each call
// of the caller, and so on. The set seen holds the functions whose calls have been examined.
func (s *search) isByLaunch(b *cfg.Block, seen map[*cfg.Func]bool) bool {
	f := s.funcOf[b]
	if !s.isRunByLaunch(b) {
		return false
	}
	if seen[f] {
		return true
	}
	seen[f] = true
	for _, call := range s.calls[f] {
		if !s.isByLaunch(call.Block, seen) {
			return false
		}
	}
	return true
}

// isPassed reports whether the value is made after the branch and before b. That is so if the branch decides whether a
// block that makes the value runs. This block must be b, or some path from it to b must not contain the branch.
func (s *search) isPassed(f *cfg.Func, branch, b *cfg.Block) bool {
	for _, at := range f.Blocks {
		if s.valueBlocks[at] && at != branch && s.deciders(f, at)[branch] && (at == b || leads(at, b, branch)) {
			return true
		}
	}
	return false
}

// deciders returns the branches that decide whether the block b runs. A branch also counts if it decides whether
// another one of these branches runs.
func (s *search) deciders(f *cfg.Func, b *cfg.Block) map[*cfg.Block]bool {
	if known := s.decidersOf[b]; known != nil {
		return known
	}
	found := map[*cfg.Block]bool{}
	for work := []*cfg.Block{b}; len(work) > 0; work = work[1:] {
		for _, branch := range f.Blocks {
			if !found[branch] && decides(branch, work[0]) {
				found[branch] = true
				work = append(work, branch)
			}
		}
	}
	s.decidersOf[b] = found
	return found
}

// decides reports whether one side of a branch always reaches the block b, and another side may not reach it.
func decides(branch, b *cfg.Block) bool {
	if len(branch.Succs) < 2 {
		return false
	}
	surely := func(side *cfg.Block) bool { return side == b || !avoids(side, b) }
	return slices.ContainsFunc(branch.Succs, surely) && (branch == b || avoids(branch, b))
}

// leads reports whether some path connects one block to another without passing through a third block.
func leads(from, to, avoided *cfg.Block) bool {
	seen := map[*cfg.Block]bool{}
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case x == to && x != avoided:
			return true
		case seen[x] || x == avoided:
			continue
		}
		seen[x] = true
		work = append(work, x.Succs...)
	}
	return false
}

// avoids reports whether some path from start to an end of the function does not pass through the block avoided.
// Paths that end in an error do not count.
func avoids(start, avoided *cfg.Block) bool {
	seen := map[*cfg.Block]bool{}
	work := slices.Clone(start.Succs)
	if len(work) == 0 {
		return true
	}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] || x == avoided {
			continue
		}
		seen[x] = true
		if len(x.Succs) == 0 && !isError(x) {
			return true
		}
		work = append(work, x.Succs...)
	}
	return false
}

// isError reports whether the kernel ends in an error at the end of the block, or control never reaches that end.
func isError(b *cfg.Block) bool { return b.Term.Kind == cfg.Trap || b.Term.Kind == cfg.Unreachable }

// isFixed reports whether the launch decides the value of i: it is computed only from constants and thread numbers. A
// value that depends on itself, around a loop, is fixed if its other operands are.
func (s *search) isFixed(i *cfg.Instr) bool {
	if known, asked := s.fixed[i]; asked {
		return known
	}
	s.fixed[i] = true
	is := s.isMadeOfLaunch(i)
	s.fixed[i] = is
	return is
}

func (s *search) isMadeOfLaunch(i *cfg.Instr) bool {
	switch i.Op {
	case cfg.Const, cfg.Float:
		return true
	case cfg.Special:
		return isOfThread(i.Special)
	case cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure:
		return len(i.Args) > 0 && !slices.ContainsFunc(i.Args, func(a *cfg.Instr) bool { return !s.isFixed(a) })
	case cfg.Load:
		return s.holdsFixed(i)
	case cfg.Call:
		return s.returnsFixed(i.Callee)
	}
	return false
}

// holdsFixed reports whether the launch decides the result of a load of a variable of the lane. It must decide which
// values are stored in the variable, and whether each of these stores runs.
func (s *search) holdsFixed(load *cfg.Instr) bool {
	o := base(load.Args[0])
	if o == nil || !isOwn(o) || s.pointed[o] || load.Volatile || isThrough(load.Args[0]) {
		return false
	}
	for n, p := range s.root.Params {
		if p == o && n >= 0 {
			return false
		}
	}
	if o.Func != nil && slices.Contains(o.Func.Params, o) && !s.passesFixed(o) {
		return false
	}
	return !slices.ContainsFunc(s.stores[o], func(store *cfg.Instr) bool {
		return !s.isFixed(store.Args[1]) || !s.isRunByLaunch(store.Block)
	})
}

// isThrough reports whether an address is computed from a pointer or with an index. It then may be that of any element
// of a variable.
func isThrough(addr *cfg.Instr) bool {
	for addr.Op == cfg.FieldAddr || addr.Op == cfg.Convert {
		addr = addr.Args[0]
	}
	return addr.Op != cfg.Addr
}

// isAtFixed reports whether the launch decides all indices in an address.
func (s *search) isAtFixed(addr *cfg.Instr) bool {
	for addr.Op == cfg.FieldAddr || addr.Op == cfg.Convert || addr.Op == cfg.IndexAddr {
		if addr.Op == cfg.IndexAddr && !s.isFixed(addr.Args[1]) {
			return false
		}
		addr = addr.Args[0]
	}
	return true
}

// passesFixed reports whether the launch decides the value that each call passes to the parameter p.
func (s *search) passesFixed(p *cfg.Object) bool {
	n := slices.Index(p.Func.Params, p)
	return !slices.ContainsFunc(s.calls[p.Func], func(call *cfg.Instr) bool { return n >= len(call.Args) || !s.isFixed(call.Args[n]) })
}

// returnsFixed reports whether the launch decides, for each lane, the result of the function.
func (s *search) returnsFixed(f *cfg.Func) bool {
	for _, b := range f.Blocks {
		if b.Term.Kind == cfg.Return && (b.Term.Cond == nil || !s.isFixed(b.Term.Cond) || !s.isRunByLaunch(b)) {
			return false
		}
	}
	return len(f.Blocks) > 0
}

// isRunByLaunch reports whether the launch decides whether b runs, within the function of b: it decides all branches
// on which that depends. Two other kinds of branches count as decided. The first are branches on the value itself,
// because the caller tries several values. The second are branches after which the value is made (isPassed).
func (s *search) isRunByLaunch(b *cfg.Block) bool {
	f := s.funcOf[b]
	for branch := range s.deciders(f, b) {
		c := branch.Term.Cond
		if !s.isPassed(f, branch, b) && (c == nil || !s.values[c] && !s.isFixed(c)) {
			return false
		}
	}
	return true
}

// isOfThread reports whether the register follows from the thread's position in its block, if the shape of the block
// is known.
func isOfThread(r cfg.SpecialReg) bool {
	switch r {
	case cfg.TidX, cfg.TidY, cfg.TidZ, cfg.NTidX, cfg.NTidY, cfg.NTidZ, cfg.LaneID, cfg.WarpID, cfg.NWarpID,
		cfg.LaneMaskEQ, cfg.LaneMaskLT, cfg.LaneMaskLE, cfg.LaneMaskGT, cfg.LaneMaskGE:
		return true
	}
	return false
}
