package cfg

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// Check tests every invariant that the engines rely on, and returns an error about the first one that does not hold.
// It shares no code with the computations that it checks: it tests joins and dominators by removing blocks from the
// graph.
func Check(f *Func) error {
	c := &checker{fn: f, defined: make([]*Instr, f.Values)}
	for _, step := range []func() error{
		c.shape, c.terminators, c.edges, c.instructions, c.uses, c.idoms, c.joins, c.loops, c.nesting,
	} {
		if err := step(); err != nil {
			return fmt.Errorf("cfg of %s: %w", f.Name, err)
		}
	}
	return nil
}

type checker struct {
	fn      *Func
	defined []*Instr
}

// shape checks that indices and IDs are dense, and that the blocks are in reverse post-order and all reachable.
func (c *checker) shape() error {
	if len(c.fn.Blocks) == 0 {
		return fmt.Errorf("no blocks")
	}
	next := 0
	for i, blk := range c.fn.Blocks {
		if blk.Index != i {
			return fmt.Errorf("block at %d has index %d", i, blk.Index)
		}
		for _, instr := range blk.Instrs {
			if instr.ID != next || instr.Block != blk {
				return fmt.Errorf("b%d: instruction %d has ID %d or another block", i, next, instr.ID)
			}
			next++
		}
	}
	if next != c.fn.Values {
		return fmt.Errorf("%d instructions, Values is %d", next, c.fn.Values)
	}
	for i, o := range c.fn.Objects {
		if o.ID != i || o.Func != c.fn || o.Type == nil {
			return fmt.Errorf("object %s has ID %d at %d, another function or no type", o.Name, o.ID, i)
		}
	}
	return c.reversePostOrder()
}

// reversePostOrder checks that the entry reaches all blocks, and that each block has a predecessor before it. A
// predecessor after a block in the order must be on a path from that block.
func (c *checker) reversePostOrder() error {
	reached := c.reach(c.fn.Blocks[0], nil)
	for _, blk := range c.fn.Blocks[1:] {
		if !reached[blk.Index] {
			return fmt.Errorf("b%d is not reachable", blk.Index)
		}
		if !slices.ContainsFunc(blk.Preds, func(p *Block) bool { return p.Index < blk.Index }) {
			return fmt.Errorf("b%d comes before all its predecessors", blk.Index)
		}
		for _, p := range blk.Preds {
			if p.Index >= blk.Index && !c.reach(blk, nil)[p.Index] {
				return fmt.Errorf("b%d comes before its predecessor b%d", blk.Index, p.Index)
			}
		}
	}
	return nil
}

// reach marks, by index, the blocks that start reaches on paths that do not pass through the block avoid. A nil avoid
// excludes no path.
func (c *checker) reach(start, avoid *Block) []bool {
	seen := make([]bool, len(c.fn.Blocks))
	work := []*Block{start}
	for len(work) > 0 {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if blk == avoid || seen[blk.Index] {
			continue
		}
		seen[blk.Index] = true
		work = append(work, blk.Term.Targets...)
	}
	return seen
}

// terminators checks that each terminator has the number of targets and conditions that its kind requires.
func (c *checker) terminators() error {
	for _, blk := range c.fn.Blocks {
		t := &blk.Term
		targets, wantCond := 0, false
		switch t.Kind {
		case Jump:
			targets = 1
		case If:
			targets, wantCond = 2, true
		case Switch:
			targets, wantCond = len(t.Cases)+1, true
		case Return:
			wantCond = t.Cond != nil
		}
		if len(t.Targets) != targets || (t.Cond != nil) != wantCond {
			return fmt.Errorf("b%d: terminator of kind %d with %d targets", blk.Index, t.Kind,
				len(t.Targets))
		}
		if t.Falls && t.Kind != Return {
			return fmt.Errorf("b%d: falls but does not return", blk.Index)
		}
		if t.Kind == If || t.Kind == Switch {
			if k := t.Cond.Type.Kind; k == types.Record || k == types.Array || k == types.Void {
				return fmt.Errorf("b%d: condition of type %s", blk.Index, t.Cond.Type.Name)
			}
		}
	}
	return nil
}

// edges checks that Succs are the targets of the terminator without duplicates, and that Preds are the reverse of
// Succs.
func (c *checker) edges() error {
	preds := map[*Block][]*Block{}
	for _, blk := range c.fn.Blocks {
		var succs []*Block
		for _, t := range blk.Term.Targets {
			if !slices.Contains(succs, t) {
				succs = append(succs, t)
				preds[t] = append(preds[t], blk)
			}
		}
		if !slices.Equal(succs, blk.Succs) {
			return fmt.Errorf("b%d: successors differ from the terminator's targets", blk.Index)
		}
	}
	for _, blk := range c.fn.Blocks {
		if !slices.Equal(preds[blk], blk.Preds) {
			return fmt.Errorf("b%d: predecessors do not mirror the successors", blk.Index)
		}
	}
	return nil
}

// counts maps an operation to its number of arguments. -1 means any number.
var counts = map[Op]int{
	Const: 0, Float: 0, String: 0, Addr: 0, FieldAddr: 1, IndexAddr: 2, Load: 1, Store: 2,
	Binary: 2, Unary: 1, Convert: 1, Pure: -1, TemplateConst: 0, Opaque: -1,
	Special: 0, Call: -1, Extern: -1, Collective_: -1, Extract: 1, Atomic: -1, Alloc: 0, Unknown: -1, Fence: 0,
	Share: -1, Await: 0, Commit: 0,
}

// instructions checks the arguments of each instruction, its result, and the fields that its operation uses.
func (c *checker) instructions() error {
	for _, blk := range c.fn.Blocks {
		for _, instr := range blk.Instrs {
			if err := c.instruction(instr); err != nil {
				return fmt.Errorf("b%d: %%%d: %w", blk.Index, instr.ID, err)
			}
		}
	}
	return nil
}

func (c *checker) instruction(instr *Instr) error {
	want, ok := counts[instr.Op]
	switch {
	case !ok:
		return fmt.Errorf("operation %d does not exist", instr.Op)
	case want >= 0 && len(instr.Args) != want:
		return fmt.Errorf("%d arguments instead of %d", len(instr.Args), want)
	case slices.Contains(instr.Args, nil):
		return fmt.Errorf("an argument is nil")
	case instr.Type == nil && yields(instr.Op):
		return fmt.Errorf("no result type")
	case instr.Type != nil && (instr.Type.Kind == types.Void || instr.Type.Kind == types.Ref):
		return fmt.Errorf("a result of type %s", instr.Type.Name)
	}
	for _, a := range instr.Args {
		if a.Type == nil {
			return fmt.Errorf("argument %%%d has no value", a.ID)
		}
	}
	return c.details(instr)
}

// yields reports whether op always has a result.
func yields(op Op) bool {
	switch op {
	case Store, Call, Extern, Collective_, Alloc, Unknown, Fence, Atomic, Share, Await, Commit:
		return false
	}
	return true
}

func (c *checker) details(instr *Instr) error {
	switch instr.Op {
	case Addr, Alloc:
		o := instr.Object
		if o == nil || o.Func != nil && o.Func != c.fn {
			return fmt.Errorf("no object, or another function's")
		}
	case FieldAddr:
		if instr.Field == nil {
			return fmt.Errorf("no field")
		}
		return addresses(instr.Args[0])
	case IndexAddr, Load, Store:
		return addresses(instr.Args[0])
	case Share:
		if instr.Tile == nil || len(instr.Args) != instr.Tile.operands() {
			return fmt.Errorf("shares no tile, or one with other operands")
		}
		return addresses(instr.Args[0])
	case Binary, Unary:
		if operators[instr.Operator] == "" {
			return fmt.Errorf("operator %d", instr.Operator)
		}
	case Call:
		if instr.Callee == nil || len(instr.Args) != len(instr.Callee.Params) {
			return fmt.Errorf("no callee, or not one argument for each parameter")
		}
	case Extract:
		if instr.Args[0].Op != Collective_ {
			return fmt.Errorf("extracts from something that is not a collective")
		}
	case Unknown:
		if instr.Text == "" {
			return fmt.Errorf("unknown without a reason")
		}
	case Collective_:
		return checkRoles(instr)
	}
	return nil
}

// addresses returns an error if v cannot be an address.
func addresses(v *Instr) error {
	if k := v.Type.Kind; k != types.Pointer && k != types.Invalid {
		return fmt.Errorf("address %%%d is of type %s", v.ID, v.Type.Name)
	}
	return nil
}

// checkRoles checks that each argument of a collective has exactly one role.
func checkRoles(instr *Instr) error {
	c := instr.Collective
	if c == nil || c.Instructions < 1 {
		return fmt.Errorf("collective without a class")
	}
	used := make([]bool, len(instr.Args))
	for _, i := range []int{c.Mask, c.Value, c.Source, c.Width, c.BarrierID, c.BarrierThreads} {
		switch {
		case i < 0:
		case i >= len(used) || used[i]:
			return fmt.Errorf("collective with a wrong role %d", i)
		default:
			used[i] = true
		}
	}
	if slices.Contains(used, false) {
		return fmt.Errorf("collective with an argument that has no role")
	}
	return nil
}

// uses checks that the definition of every argument dominates its use.
func (c *checker) uses() error {
	for _, blk := range c.fn.Blocks {
		for _, instr := range blk.Instrs {
			for _, a := range instr.Args {
				if err := c.use(a, blk); err != nil {
					return fmt.Errorf("b%d: %%%d: %w", blk.Index, instr.ID, err)
				}
			}
			c.defined[instr.ID] = instr
		}
		if v := blk.Term.Cond; v != nil {
			if err := c.use(v, blk); err != nil {
				return fmt.Errorf("b%d: terminator: %w", blk.Index, err)
			}
		}
	}
	return nil
}

func (c *checker) use(a *Instr, block *Block) error {
	if a.ID >= len(c.defined) || c.defined[a.ID] != a {
		return fmt.Errorf("%%%d is used before its definition, or defined nowhere", a.ID)
	}
	if a.Block != block && c.reach(c.fn.Blocks[0], a.Block)[block.Index] {
		return fmt.Errorf("the definition of %%%d in b%d does not dominate its use", a.ID, a.Block.Index)
	}
	return nil
}

// idoms checks that each path to a block passes the block's immediate dominator.
func (c *checker) idoms() error {
	for i, blk := range c.fn.Blocks {
		if (blk.Idom == nil) != (i == 0) {
			return fmt.Errorf("b%d: immediate dominator missing or of the entry", i)
		}
		if i > 0 && c.reach(c.fn.Blocks[0], blk.Idom)[i] {
			return fmt.Errorf("b%d is reached around its immediate dominator b%d", i, blk.Idom.Index)
		}
	}
	return nil
}

// joins checks that every path from a block to the end of the function passes through the block's Join. If some path
// from the block falls off the end of the body, only such paths are checked. Otherwise all paths out of the function
// are. A block needs no Join, except in one case: it has one successor, and some path from it falls off the end.
func (c *checker) joins() error {
	for _, blk := range c.fn.Blocks {
		falls, leaves := c.ways(blk, nil)
		if blk.Join == nil {
			if falls && !blk.falls() && len(blk.Succs) == 1 {
				return fmt.Errorf("b%d goes on but has no join", blk.Index)
			}
			continue
		}
		around, out := c.ways(blk, blk.Join)
		if around || !falls && leaves && out {
			return fmt.Errorf("b%d: a way out leads around the join b%d", blk.Index, blk.Join.Index)
		}
	}
	return nil
}

// ways examines the paths from blk that do not pass through the block avoid. falls reports whether one of them reaches
// the end of the body. leaves reports whether one of them leaves the function there or earlier.
func (c *checker) ways(blk, avoid *Block) (falls, leaves bool) {
	for i, reached := range c.reach(blk, avoid) {
		falls = falls || reached && c.fn.Blocks[i].falls()
		leaves = leaves || reached && c.fn.Blocks[i].leaves()
	}
	return falls, leaves
}

// loops checks that the header of each loop dominates the loop, and that its latches jump to the header.
func (c *checker) loops() error {
	for _, l := range c.fn.Loops {
		if len(l.Latches) == 0 || !slices.Contains(l.Blocks, l.Header) {
			return fmt.Errorf("loop b%d without latch or header", l.Header.Index)
		}
		for _, latch := range l.Latches {
			if !slices.Contains(latch.Succs, l.Header) || !slices.Contains(l.Blocks, latch) {
				return fmt.Errorf("loop b%d: b%d is not a latch", l.Header.Index, latch.Index)
			}
		}
		for _, blk := range l.Blocks {
			if blk != l.Header && c.reach(c.fn.Blocks[0], l.Header)[blk.Index] {
				return fmt.Errorf("loop b%d: b%d is entered around the header", l.Header.Index, blk.Index)
			}
		}
	}
	return nil
}

// nesting checks that loops lie within their parents, and that each block refers to its innermost loop.
func (c *checker) nesting() error {
	innermost := map[*Block]*Loop{}
	for _, l := range c.fn.Loops {
		depth := 1
		if l.Parent != nil {
			depth = l.Parent.Depth + 1
		}
		if l.Depth != depth {
			return fmt.Errorf("loop b%d: depth %d instead of %d", l.Header.Index, l.Depth, depth)
		}
		for _, blk := range l.Blocks {
			if l.Parent != nil && !slices.Contains(l.Parent.Blocks, blk) {
				return fmt.Errorf("loop b%d: b%d is not in the parent", l.Header.Index, blk.Index)
			}
			innermost[blk] = l
		}
	}
	for _, blk := range c.fn.Blocks {
		if blk.Loop != innermost[blk] {
			return fmt.Errorf("b%d: wrong innermost loop", blk.Index)
		}
	}
	return nil
}
