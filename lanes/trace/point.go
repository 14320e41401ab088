package trace

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/source"
)

// Point is a program point of the unrolled, inlined execution: an instruction of a call, or the end of a block, in
// one iteration of each loop around it.
type Point struct {
	Call  *Call
	Block *cfg.Block
	// Iterations holds the numbers of the iterations of the loops around the block, outermost first. For the arbitrary
	// iteration of a summarised loop the number is 0.
	Iterations []int
	// InstrID is the ID of the instruction. At the end of a block it is greater than all IDs.
	InstrID int
	Pos     source.Pos
	// route caches Path. It is nil until the first use.
	route []*Point
}

// Instr returns the instruction at a point that is not a block's end.
func (p *Point) Instr() *cfg.Instr {
	return p.Block.Instrs[slices.IndexFunc(p.Block.Instrs, func(i *cfg.Instr) bool { return i.ID == p.InstrID })]
}

// InLoop reports whether the point, or a call on the path to it, is in a loop.
func (p *Point) InLoop() bool {
	return slices.ContainsFunc(p.Path(), func(at *Point) bool { return len(at.Iterations) > 0 })
}

// Path lists the call sites from the root to the point, outermost first. Its last element is the point itself.
func (p *Point) Path() []*Point {
	if p.route == nil {
		if up := p.Call.Parent; up != nil {
			p.route = slices.Clip(up.Path())
		}
		p.route = append(p.route, p)
	}
	return p.route
}

// Call is one call of a function.
type Call struct {
	Fn *cfg.Func
	*Flow
	// Parent is the point of the call, nil for the root.
	Parent *Point
	// Chain names the calls from the root to this one. Equal chains are equal strings.
	Chain string
}

// Order is the order of two points in the unrolled, acyclic execution.
type Order uint8

// The orders.
const (
	Unordered    Order = iota // not yet compared
	same                      // they are one point
	Before                    // a lane at the first may reach the second
	After                     // a lane at the second may reach the first
	Incomparable              // no lane can pass both
)

// Order compares two points, and caches the answer.
func (tr *Trace) Order(a, b *Point) Order {
	pair := [2]*Point{a, b}
	o, done := tr.orders[pair]
	if !done {
		o = tr.Compare(a, b)
		tr.orders[pair] = o
	}
	return o
}

// Compare returns the order of two points, without the cache of Order. It is for points that are compared once.
func (tr *Trace) Compare(a, b *Point) Order {
	pa, pb := a.Path(), b.Path()
	for i := range min(len(pa), len(pb)) {
		if pa[i] == pb[i] {
			continue
		}
		if o := tr.OrderInCall(pa[i], pb[i]); o != same {
			return o
		}
	}
	switch {
	case len(pa) < len(pb):
		return Before
	case len(pa) > len(pb):
		return After
	}
	return same
}

// OrderInCall compares two points of the same call.
func (tr *Trace) OrderInCall(a, b *Point) Order {
	call := a.Call
	la, lb := call.nest(a.Block), call.nest(b.Block)
	depth := 0
	for depth < min(len(la), len(lb)) && la[depth] == lb[depth] {
		if d := a.Iterations[depth] - b.Iterations[depth]; d < 0 {
			return Before
		} else if d > 0 {
			return After
		}
		depth++
	}
	u, v := node(a.Block, la, depth), node(b.Block, lb, depth)
	switch {
	case u == v && a.InstrID < b.InstrID:
		return Before
	case u == v && a.InstrID > b.InstrID:
		return After
	case u == v:
		return same
	case call.Reaches(u, v):
		return Before
	case call.Reaches(v, u):
		return After
	}
	return Incomparable
}

// Flow describes how the blocks of a function lie in its control-flow graph.
type Flow struct {
	// Nests lists the loops around each block, outermost first, by the block's index.
	Nests [][]*cfg.Loop
	// Reach holds, for each block, the blocks that it reaches without a step back to the header of a loop around it. An
	// entry is nil until it is needed.
	Reach []BlockSet
}

// nest lists the loops around a block, outermost first.
func (f *Flow) nest(b *cfg.Block) []*cfg.Loop { return f.Nests[b.Index] }

// node returns the header of the loop around b at the given depth. The header stands for the blocks of the loop. If
// there is no such loop, node returns b. loops lists the loops around b, outermost first.
func node(b *cfg.Block, loops []*cfg.Loop, depth int) *cfg.Block {
	if depth < len(loops) {
		return loops[depth].Header
	}
	return b
}

// Reaches reports whether there is a path from u to v that stays within one iteration: it does not go back to the
// header of a loop around both. u and v must be nodes (see node) at the same depth.
func (f *Flow) Reaches(u, v *cfg.Block) bool {
	if f.Reach[u.Index] == nil {
		f.Reach[u.Index] = f.explore(u)
	}
	return f.Reach[u.Index].has(v)
}

// explore returns the blocks that can be reached from u. A step back to the header of a loop around u would begin
// another iteration, so it is not followed. If u is itself a header, u stands for its whole loop.
func (f *Flow) explore(u *cfg.Block) BlockSet {
	around := newBlockSet(len(f.Reach))
	around.add(u)
	for _, l := range f.nest(u) {
		around.add(l.Header)
	}
	reached, work := newBlockSet(len(f.Reach)), []*cfg.Block{u}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, n := range b.Succs {
			if !reached.has(n) && !around.has(n) {
				reached.add(n)
				work = append(work, n)
			}
		}
	}
	return reached
}

// BlockSet is a set of blocks of a function, as one bit for each. It is kept small because a function with thousands
// of blocks has thousands of sets.
type BlockSet []uint64

func newBlockSet(blocks int) BlockSet { return make(BlockSet, (blocks+63)/64) }

func (set BlockSet) add(b *cfg.Block) { set[b.Index/64] |= 1 << (b.Index % 64) }

func (set BlockSet) has(b *cfg.Block) bool { return set[b.Index/64]>>(b.Index%64)&1 != 0 }
