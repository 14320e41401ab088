package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// A supposed value stands for a value that the machine does not know. A branch on it decides what the two sides do
// before they meet again, and everything that depends on that. If the sides only compute and store, only the values
// that they store depend on the supposed value:
//
//	if (ext(3) > 2) x = 5;           x is supposed from here on
//	if (lane < n) __syncwarp();      n decides
//
// Each variable that one of the sides may write counts as supposed, whichever side is taken. If a side may write to
// memory that is neither shared nor a lane's variable, all such memory counts as supposed. Some sides are not examined:
// those with loops, barriers, collectives or unknown calls, and those that leave the kernel. After such sides,
// everything depends on the supposed value.

// sides holds the blocks on the two sides of a branch, up to the block where the sides meet.
type sides struct {
	blocks map[*cfg.Block]bool
	// writes lists the variables of the function that the sides may write.
	writes []*cfg.Object
	// shared lists the shared variables that the sides may write. counted lists those in which the sides may run
	// atomics that compute from the old value (modifies).
	shared, counted []*cfg.Object
	// isOutside reports whether the sides may write to memory that is neither shared nor a lane's variable.
	isOutside bool
}

// openSides holds the sides of a branch that a supposed value decided for some lanes of a frame.
type openSides struct {
	*sides
	lanes warp.Lanes
}

// maxSideCalls bounds the depth of calls that are followed on a side.
const maxSideCalls = 6

// sidesAt holds the sides of branches, by the block that ends in the branch.
type sidesAt map[*cfg.Block]*sides

// of returns the sides of the branch that ends a block. It returns nil if they may do more than compute and store.
func (a sidesAt) of(f *frame, b *cfg.Block) *sides {
	s, known := a[b]
	if !known {
		s = sidesFrom(f.fn, b)
		a[b] = s
	}
	return s
}

// enterSides records that a supposed value sends lanes to one of the sides s. From here on, the variables that the
// sides may write count as supposed.
func (m *memory) enterSides(f *frame, s *sides, lanes warp.Lanes) {
	f.openSides(s, lanes)
	if s.isOutside {
		m.supposed.outside = max(m.supposed.outside, unshared)
	}
	for _, o := range s.shared {
		m.supposeSpace(m.spaces[m.address(f, o, 0)>>spaceBits-1], true)
	}
	for _, o := range s.counted {
		m.supposeSpace(m.spaces[m.address(f, o, 0)>>spaceBits-1], false)
	}
	for l := range lanesOf(lanes) {
		for _, o := range s.writes {
			m.markBytes(m.address(f, o, l), sizeOf(o.Type), true)
		}
	}
}

// openSides records that a supposed value sends lanes of this frame to one of the sides s.
func (f *frame) openSides(s *sides, lanes warp.Lanes) {
	i := slices.IndexFunc(f.sides, func(o openSides) bool { return o.sides == s })
	if i < 0 {
		f.sides = append(f.sides, openSides{s, lanes})
		return
	}
	f.sides[i].lanes |= lanes
}

// isOnSide reports whether the lane may be in the block b of this frame because of a supposed value. The value may also
// have decided one of the calls around this frame.
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

// lanesOnSide returns those of the given lanes that may be at block b because of a supposed value (isOnSide).
func (f *frame) lanesOnSide(b *cfg.Block, lanes warp.Lanes) (sent warp.Lanes) {
	for l := range lanesOf(lanes) {
		if f.isOnSide(b, l) {
			sent |= 1 << l
		}
	}
	return sent
}

// sidesFrom returns the sides of the branch that ends a block. It returns nil if they may do more than compute and
// store. In a function other than the kernel, the sides may meet at the return.
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

// add records which variables and memory a block may write. It returns false if the block may do more than compute and
// store. depth is the number of nested calls that are followed.
func (s *sides) add(fn *cfg.Func, b *cfg.Block, depth int) bool {
	switch b.Term.Kind {
	case cfg.Exit, cfg.Trap, cfg.Unreachable:
		return false
	}
	return !slices.ContainsFunc(b.Instrs, func(instr *cfg.Instr) bool { return !s.addInstr(fn, instr, depth) })
}

func (s *sides) addInstr(fn *cfg.Func, instr *cfg.Instr, depth int) bool {
	switch instr.Op {
	case cfg.Const, cfg.Float, cfg.String, cfg.Addr, cfg.FieldAddr, cfg.IndexAddr, cfg.Binary, cfg.Unary, cfg.Convert, cfg.Pure,
		cfg.Load, cfg.Alloc, cfg.TemplateConst, cfg.Opaque:
		return true
	case cfg.Special:
		return instr.Special != cfg.ActiveMask && instr.Special != cfg.CoalescedMask
	case cfg.Store, cfg.Atomic:
		if root := rootOf(instr.Args[0]); modifies(instr) && root.Op == cfg.Addr && root.Object.Storage == types.Shared {
			s.counted = append(s.counted, root.Object)
			return true
		}
		return s.addWritten(fn, instr.Args[0])
	case cfg.Call:
		return s.addCall(fn, instr, depth)
	}
	return false
}

// addWritten records a write through a pointer to a variable of the function, to shared memory, or to other memory that
// no lane owns (isOutside). It returns false if the target of the pointer is not known.
func (s *sides) addWritten(fn *cfg.Func, ptr *cfg.Instr) bool {
	root := rootOf(ptr)
	switch {
	case root.Op == cfg.Addr && root.Object.Storage == types.Local, root.Op == cfg.Addr && root.Object.Storage == types.Param:
		s.writes = append(s.writes, root.Object)
		return true
	case root.Op == cfg.Addr && root.Object.Storage == types.Shared:
		s.shared = append(s.shared, root.Object)
		return true
	case root.Op == cfg.Addr, fn.Kernel && isParameter(fn, root):
		s.isOutside = true
		return true
	}
	return false
}

// rootOf follows the pointer ptr back through selections of members and elements, and through conversions. It returns
// the pointer where these begin.
func rootOf(ptr *cfg.Instr) *cfg.Instr {
	for ptr.Op == cfg.FieldAddr || ptr.Op == cfg.IndexAddr || ptr.Op == cfg.Convert && types.IsPointer(ptr.Args[0].Type) {
		ptr = ptr.Args[0]
	}
	return ptr
}

// isParameter reports whether instr loads a pointer parameter of fn that stays within its memory: fn sets the parameter
// only to pointers computed from the parameter itself.
func isParameter(fn *cfg.Func, instr *cfg.Instr) bool {
	if instr.Op != cfg.Load || rootOf(instr.Args[0]).Op != cfg.Addr {
		return false
	}
	o := rootOf(instr.Args[0]).Object
	return o.Storage == types.Param && !slices.ContainsFunc(fn.Blocks, func(b *cfg.Block) bool {
		return slices.ContainsFunc(b.Instrs, func(store *cfg.Instr) bool { return leadsElsewhere(store, o) })
	})
}

// leadsElsewhere reports whether the instruction store sets the parameter o to a pointer that is not computed from o.
func leadsElsewhere(store *cfg.Instr, o *cfg.Object) bool {
	if store.Op != cfg.Store || rootOf(store.Args[0]).Object != o {
		return false
	}
	from := rootOf(store.Args[1])
	return from.Op != cfg.Load || rootOf(from.Args[0]).Object != o
}

// addCall records what a call may write: the variables that its pointer arguments point to, and memory that is neither
// shared nor a lane's variable (isOutside). It returns false if the callee has loops, nests calls too deeply, or may do
// more than compute and store. depth is the number of nested calls that are followed.
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
	s.shared = append(s.shared, own.shared...)
	s.counted = append(s.counted, own.counted...)
	for _, o := range own.writes {
		if n := slices.Index(callee.Params, o); n >= 0 && n < len(call.Args) && types.IsPointer(call.Args[n].Type) && !s.addWritten(fn, call.Args[n]) {
			return false
		}
	}
	return true
}

// addCalled records which variables and memory a block of a called function may write. It returns false if the block
// may do more than compute and store. A write through a pointer parameter is recorded as a write of the parameter.
// addCall replaces it by the target of the argument. depth is the number of nested calls that are followed.
func (s *sides) addCalled(callee *cfg.Func, b *cfg.Block, depth int) bool {
	for _, instr := range b.Instrs {
		if root := rootOf(firstOperand(instr)); (instr.Op == cfg.Store || instr.Op == cfg.Atomic) && isParameter(callee, root) {
			s.writes = append(s.writes, rootOf(root.Args[0]).Object)
		} else if !s.addInstr(callee, instr, depth) {
			return false
		}
	}
	return b.Term.Kind == cfg.Jump || b.Term.Kind == cfg.If || b.Term.Kind == cfg.Switch || b.Term.Kind == cfg.Return
}

// firstOperand returns the first operand of instr, or the instruction itself if it has no operand.
func firstOperand(instr *cfg.Instr) *cfg.Instr {
	if len(instr.Args) == 0 {
		return instr
	}
	return instr.Args[0]
}
