package replay

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// If a run in lockstep uses up its steps in a loop, it is taken as proof that lanes stay in the loop forever. Locks are
// free when the run begins. So if a lane waits for a lock, another lane of the warp has taken it.

// hangSteps bounds one run. A loop that ends takes fewer steps. placeSteps bounds the runs for one place, and
// hangsSteps the runs for a program.
const (
	hangSteps  = 1 << 13
	placeSteps = 1 << 18
	hangsSteps = 1 << 20
)

// Hangs looks for runs of a program that hang in a loop.
type Hangs struct {
	program *cfg.Program
	budget  int
}

// NewHangs returns a Hangs that has run nothing yet.
func NewHangs(program *cfg.Program) *Hangs { return &Hangs{program, hangsSteps} }

// At reports whether some run shows that lanes wait forever at a place, for a lock or a flag. It returns false if the
// machine panics.
func (h *Hangs) At(p rules.Place, s *rules.Spin) (hangs bool) {
	defer func() {
		if recover() != nil {
			hangs = false
		}
	}()
	end := max(h.budget-placeSteps, 0)
	for _, root := range h.program.Roots {
		if cfg.Reached([]*cfg.Func{root})[p.In] && h.hangsIn(root, p, s, end) {
			return true
		}
	}
	return false
}

// hangsIn reports whether lanes wait forever at the place p in some run of root. It begins no further run once at most
// end steps of the budget are left.
func (h *Hangs) hangsIn(root *cfg.Func, p rules.Place, s *rules.Spin, end int) bool {
	w := &lanes.Witness{Root: root, Site: p.At, Shape: h.shapeOf(root, s), Model: warp.Lockstep, Warp: s.Warp}
	if w.Warp*warp.Size >= w.Shape.Threads() {
		w.Warp = 0
	}
	waiting := blocksOf(p.At.Block.Loop)
	for _, a := range attemptsNear(root, w.Shape) {
		for _, backward := range []bool{false, true} {
			if h.budget <= end {
				return false
			}
			in := h.input(newSample(w, a), s)
			in.Backward = backward
			out := sim.Run(in)
			h.budget -= out.Steps
			if out.Unknown == "" && waiting[out.Stopped] {
				return true
			}
		}
	}
	return false
}

// input returns the machine's input for an attempt. The cell of the lock or flag has its free value. If this cell is
// not known, all memory has the free value. Other memory has the pattern of the attempt. If isCount is set, it has
// tried.arg everywhere instead.
func (h *Hangs) input(tried *sample, s *rules.Spin) sim.Input {
	in := tried.input()
	in.Steps, in.Races = hangSteps, false
	in.Memory = func(object string, offset int64, size int) uint64 {
		switch {
		case s.Cell == "" || object == s.Cell:
			return uint64(s.Free)
		case tried.isCount:
			return tried.arg
		}
		return tried.load(object, offset, size)
	}
	return in
}

// blocksOf returns the basic blocks of a loop, and the basic blocks of the functions that are called in the loop.
func blocksOf(loop *cfg.Loop) map[*cfg.Block]bool {
	all := map[*cfg.Block]bool{}
	if loop == nil {
		return all
	}
	var called []*cfg.Func
	for _, b := range loop.Blocks {
		all[b] = true
		for _, instr := range b.Instrs {
			if instr.Op == cfg.Call {
				called = append(called, instr.Callee)
			}
		}
	}
	for fn := range cfg.Reached(called) {
		for _, b := range fn.Blocks {
			all[b] = true
		}
	}
	return all
}

// shapeOf returns a block for runs of a kernel: one with which the kernel is launched, or else the smallest
// one-dimensional block that has warp s.Warp.
func (h *Hangs) shapeOf(root *cfg.Func, s *rules.Spin) warp.Shape {
	if launches := launchesOf(h.program, root); len(launches) > 0 {
		return warp.Shape(*launches[0].Block)
	}
	return warp.Shape{(s.Warp + 1) * warp.Size, 1, 1}
}

// attemptsNear returns attempts with small numbers, and with numbers near the constants that are operands in a root and
// in the functions that it calls.
func attemptsNear(root *cfg.Func, shape warp.Shape) (list []attempt) {
	numbers := []uint64{4, 1, 0, 33}
	for fn := range cfg.Reached([]*cfg.Func{root}) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if instr.Op == cfg.Binary && len(instr.Args) == 2 {
					numbers = append(numbers, near(instr.Args[0])...)
					numbers = append(numbers, near(instr.Args[1])...)
				}
			}
		}
	}
	for n := range uint64(mostCounted) {
		numbers = append(numbers, n)
	}
	seen := map[uint64]bool{}
	for _, n := range numbers {
		if !seen[n] {
			seen[n] = true
			fill := len(seen) % len(fills)
			list = append(list, attempt{shape: shape, fill: fill, arg: n}, attempt{shape: shape, fill: fill, arg: n, isSpread: true},
				attempt{shape: shape, arg: n, isCount: true})
		}
	}
	return list
}

// near returns a constant and its two neighbours, or nil if v is not a constant.
func near(v *cfg.Instr) []uint64 {
	if v = v.Unconverted(); v.Op != cfg.Const {
		return nil
	}
	return []uint64{uint64(v.Int), uint64(v.Int + 1), uint64(v.Int - 1)}
}
