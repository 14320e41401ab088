package sim

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// This file finds accesses to global memory that may precede a kernel's wait for the grids that it depends on. A thread
// need not wait itself: an instruction may order another thread's wait before the thread's own access:
//
//	if (threadIdx.x == 0) wait();   one thread waits
//	__syncthreads();                orders the others after it
//	x = in[threadIdx.x];            not early
//
// Once a lane has executed an instruction that orders threads, all waits of the block so far are assumed to precede the
// lane's later accesses. So an access counts as early only if no wait can be ordered before it.

// EarlyAccess is an access to global memory before which no wait is ordered.
type EarlyAccess struct {
	Site *cfg.Instr
	// Path lists the calls from the root to the function of the site.
	Path []source.Pos
	// Thread is the number of the thread in its block.
	Thread int
}

// dependency records which lanes of a warp have waited for the grids on which the kernel depends, and which may know of
// other threads' waits.
type dependency struct {
	// waited is the set of the lanes that have waited. ordered is the set of the lanes that have run an instruction
	// that may order the waits of other threads before the lanes' own later accesses.
	waited, ordered warp.Lanes
}

// noteOrder is called before an instruction is run. It records whether the instruction waits for other grids, or may
// order other threads before the lanes that run it. A call of a function in another unit counts as a wait.
func (m *machine) noteOrder(in *cfg.Instr, lanes warp.Lanes) {
	switch {
	case in.AwaitsGrid || in.Foreign:
		m.dependency.waited |= lanes
		m.memory.gridAwaited = true
	case in.MayOrder():
		m.dependency.ordered |= lanes
	}
}

// noteEarly records an access of lanes to global memory if no wait is ordered before it. It records nothing if the run
// so far depends on a supposed value, or has met a call that the machine does not run.
func (m *machine) noteEarly(f *frame, in *cfg.Instr, lanes warp.Lanes) {
	if !m.in.Dependent || m.out.Unknown != "" || m.supposed.decided != "" || len(m.out.Notes) > 0 || !in.Global && in.Access() == cfg.NoAccess {
		return
	}
	early := lanes &^ m.dependency.waited &^ f.lanesOnSide(in.Block, lanes)
	if !in.Global {
		early &^= f.madeIn(in.Args[0])
	}
	if m.memory.gridAwaited {
		early &^= m.dependency.ordered
	}
	for l := range lanesOf(early) {
		if !in.Global && !m.isGlobal(f.word(in.Args[0], l)) {
			continue
		}
		e := EarlyAccess{Site: in, Path: f.callPath(), Thread: m.in.Warp*warp.Size + l}
		isKnown := func(o EarlyAccess) bool { return o.Site == in && slices.Equal(o.Path, e.Path) }
		if !slices.ContainsFunc(m.out.Early, isKnown) {
			m.out.Early = append(m.out.Early, e)
		}
		return
	}
}

// isGlobal reports whether an address lies in a global variable, or in memory that a pointer argument of the kernel
// points to.
func (m *memory) isGlobal(addr uint64) bool {
	if !m.isAddress(addr) {
		return false
	}
	s := m.spaces[addr>>spaceBits-1]
	return s.cells != nil && (s.decl != nil && s.decl.Storage == types.Global || s.decl == nil && s.pointees != nil)
}
