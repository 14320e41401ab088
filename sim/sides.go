package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// A branch on what is supposed decides what its two sides do before they meet again, and what is made of that. Nothing else
// behind it rests on the supposition, where neither side does more than to compute and to store:
//
//	if (ext(3) > 2) x = 5;           x is supposed from here on
//	if (lane < n) __syncwarp();      n decides
//
// Each variable that either side may write counts as made of what is supposed, whatever side is taken, and so does all other
// memory where either side may write to that. Sides with loops, barriers, collectives or unknown calls, and such as
// leave the kernel, decide all behind the branch.

// sides are what is between a branch and where its sides meet.
type sides struct {
	blocks map[*cfg.Block]bool
	// writes are the variables of the function that they may write.
	writes []*cfg.Object
	// isOutside reports that they may write to memory that is no variable of the lane's.
	isOutside bool
}

// openSides are the sides of a branch to which a supposed value has sent lanes of a frame.
type openSides struct {
	*sides
	lanes warp.Lanes
}

// maxSideCalls is how deep calls on a side may be.
const maxSideCalls = 6

// sidesOf are the sides of the branch that ends a block, nil where they may do more than to compute and to store.
func (m *machine) sidesOf(f *frame, b *cfg.Block) *sides {
	s, known := m.sidesAt[b]
	if !known {
		s = sidesFrom(f.fn, b)
		if m.sidesAt == nil {
			m.sidesAt = map[*cfg.Block]*sides{}
		}
		m.sidesAt[b] = s
	}
	return s
}

// enterSides notes that what is supposed sends lanes to one of the sides.
func (m *machine) enterSides(f *frame, s *sides, lanes warp.Lanes) {
	f.sides = append(f.sides, openSides{s, lanes})
	m.supposed.isOutside = m.supposed.isOutside || s.isOutside
	for l := range lanesOf(lanes) {
		for _, o := range s.writes {
			m.markBytes(m.address(f, o, l), sizeOf(o.Type), true)
		}
	}
}

// isOnSide reports a lane that what is supposed may have sent to a block, or to where the block's function was called.
func (f *frame) isOnSide(b *cfg.Block, lane int) bool {
	for ; ; f, b = f.parent, f.call.block {
		if slices.ContainsFunc(f.sides, func(s openSides) bool { return s.blocks[b] && s.lanes.Has(lane) }) {
			return true
		}
		if f.parent == nil {
			return false
		}
	}
}

// lanesOnSide are the lanes of a set that isOnSide reports.
func (f *frame) lanesOnSide(b *cfg.Block, lanes warp.Lanes) (on warp.Lanes) {
	for l := range lanesOf(lanes) {
		if f.isOnSide(b, l) {
			on |= 1 << l
		}
	}
	return on
}

// sidesFrom finds the sides of the branch that ends a block of a function. In a called function they may meet in what it returns.
func sidesFrom(fn *cfg.Func, b *cfg.Block) *sides {
	meets, endless := fn.PostDominators()
	if endless[b.Index] || meets[b.Index] == len(fn.Blocks) && fn.Kernel {
		return nil
	}
	s := &sides{blocks: map[*cfg.Block]bool{}}
	for work := slices.Clone(b.Succs); len(work) > 0; work = work[1:] {
		side := work[0]
		if side.Index == meets[b.Index] || s.blocks[side] {
			continue
		}
		s.blocks[side] = true
		if side == b || side.Loop != b.Loop || side.Loop != nil && side.Loop.Header == side || !s.add(fn, side, maxSideCalls) {
			return nil
		}
		work = append(work, side.Succs...)
	}
	return s
}

// add notes what a block may write; false where it may do more.
func (s *sides) add(fn *cfg.Func, b *cfg.Block, depth int) bool {
	switch b.Term.Kind {
	case cfg.Exit, cfg.Trap, cfg.Unreachable:
		return false
	}
	return !slices.ContainsFunc(b.Instrs, func(in *cfg.Instr) bool { return !s.addInstr(fn, in, depth) })
}

func (s *sides) addInstr(fn *cfg.Func, in *cfg.Instr, depth int) bool {
	switch in.Op {
	case cfg.Const, cfg.Float, cfg.String, cfg.Addr, cfg.FieldAddr, cfg.IndexAddr, cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure,
		cfg.Load, cfg.Alloc, cfg.TemplateConst, cfg.Opaque:
		return true
	case cfg.Special:
		return in.Special != cfg.ActiveMask && in.Special != cfg.CoalescedMask
	case cfg.Store, cfg.Atomic:
		return s.addWritten(fn, in.Args[0])
	case cfg.Call:
		return s.addCall(fn, in, depth)
	}
	return false
}

// addWritten notes memory that is written through a pointer: a variable, or what leads out of the kernel's variables.
func (s *sides) addWritten(fn *cfg.Func, ptr *cfg.Instr) bool {
	root := rootOf(ptr)
	switch {
	case root.Op == cfg.Addr && root.Object.Storage == types.Local, root.Op == cfg.Addr && root.Object.Storage == types.Param:
		s.writes = append(s.writes, root.Object)
		return true
	case root.Op == cfg.Addr, fn.Kernel && isParameter(fn, root):
		s.isOutside = true
		return true
	}
	return false
}

// rootOf is the address that a pointer was computed of.
func rootOf(ptr *cfg.Instr) *cfg.Instr {
	for ptr.Op == cfg.FieldAddr || ptr.Op == cfg.IndexAddr || ptr.Op == cfg.Convert && types.IsPointer(ptr.Args[0].Type) {
		ptr = ptr.Args[0]
	}
	return ptr
}

// isParameter reports a pointer that is loaded from a parameter, which is never made to lead elsewhere.
func isParameter(fn *cfg.Func, in *cfg.Instr) bool {
	if in.Op != cfg.Load || rootOf(in.Args[0]).Op != cfg.Addr {
		return false
	}
	o := rootOf(in.Args[0]).Object
	return o.Storage == types.Param && !slices.ContainsFunc(fn.Blocks, func(b *cfg.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(store *cfg.Instr) bool { return leadsElsewhere(store, o) })
	})
}

// leadsElsewhere reports a store to a parameter of what is not computed of it.
func leadsElsewhere(store *cfg.Instr, o *cfg.Object) bool {
	if store.Op != cfg.Store || rootOf(store.Args[0]).Object != o {
		return false
	}
	from := rootOf(store.Args[1])
	return from.Op != cfg.Load || rootOf(from.Args[0]).Object != o
}

// addCall notes what a call may write: what its pointers lead to, where the function does no more than to write that.
func (s *sides) addCall(fn *cfg.Func, call *cfg.Instr, depth int) bool {
	callee := call.Callee
	if depth == 0 || callee == nil || len(callee.Loops) > 0 || callee.Irreducible {
		return false
	}
	own := sides{}
	for _, b := range callee.Blocks {
		if !own.addCalled(callee, b, depth-1) {
			return false
		}
	}
	s.isOutside = s.isOutside || own.isOutside
	for _, o := range own.writes {
		if n := slices.Index(callee.Params, o); n >= 0 && n < len(call.Args) && types.IsPointer(call.Args[n].Type) && !s.addWritten(fn, call.Args[n]) {
			return false
		}
	}
	return true
}

// addCalled is add of a block of a called function, in which a parameter stands for what it leads to.
func (s *sides) addCalled(callee *cfg.Func, b *cfg.Block, depth int) bool {
	for _, in := range b.Instrs {
		if root := rootOf(firstOperand(in)); (in.Op == cfg.Store || in.Op == cfg.Atomic) && isParameter(callee, root) {
			s.writes = append(s.writes, rootOf(root.Args[0]).Object)
		} else if !s.addInstr(callee, in, depth) {
			return false
		}
	}
	return b.Term.Kind == cfg.Jump || b.Term.Kind == cfg.If || b.Term.Kind == cfg.Switch || b.Term.Kind == cfg.Return
}

// firstOperand is an instruction's first operand, itself where it has none.
func firstOperand(in *cfg.Instr) *cfg.Instr {
	if len(in.Args) == 0 {
		return in
	}
	return in.Args[0]
}
