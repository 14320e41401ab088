package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Strict is for tests: if it is set, an interpreter panics when it needs an instruction that is not in the slice.
var Strict bool

// Policy states which functions an interpreter follows, and what the others may do.
type Policy struct {
	// Follows reports whether calls of a function are interpreted.
	Follows func(*cfg.Func) bool
	// Hides reports whether collectives may be reached from a function.
	Hides func(*cfg.Func) bool
	// Computes reports whether the result of a function depends only on its arguments. The slicer calls it for
	// functions that are not followed.
	Computes func(*cfg.Func) bool
	// ComputesOfContents reports whether the result of a function depends only on its arguments and on the contents of
	// the variables into which they point.
	ComputesOfContents func(*cfg.Func) bool
	// MaxDepth bounds nested calls.
	MaxDepth int
}

// maxInstrs bounds the instructions of the tree of calls, in which each function counts once for each call of it. The
// slice of a larger root is the whole root.
const maxInstrs = 2_000_000

// Call is a call of a function in the tree of calls of a root. A nil Call means that everything is in the slice.
type Call struct {
	Func    *cfg.Func
	caller  *Call
	site    *cfg.Instr
	depth   int
	control *control
	calls   map[*cfg.Instr]*Call
	points  [][]*cell
	cells   map[*cfg.Object]*cell
	marks   []mark
	// guarded states, by the index of a block, whether the slice needs the set of lanes that execute the block. decides
	// states whether it needs the successor that each lane takes after the block.
	guarded, decides []bool
	entered          bool
	// conflicts contains the accesses to shared memory that may conflict. inWarp contains the accesses that may
	// conflict with an access of another lane of the warp.
	conflicts, inWarp map[*cfg.Instr]bool
	// flags holds the accesses by which threads may signal each other. It is empty if the root has no fences, as flags
	// order other accesses only together with fences.
	flags cfg.Flags
	// races and acrossWarps are set for a root only. races reports whether the root has accesses that may conflict with
	// those of other lanes of the warp. acrossWarps reports whether the slice contains all accesses that may conflict
	// with those of other warps.
	races, acrossWarps bool
	// run lists the instructions of each block that are in the slice. passes caches, for a branch that the slice does
	// not need, the blocks of the slice up to its join (Call.Pass).
	run    [][]*cfg.Instr
	passes map[*cfg.Block][]*cfg.Block
}

// slicer computes the slice of a root.
type slicer struct {
	policy Policy
	// patterns allows uninstantiated templates in the tree of calls. hasPattern reports whether the tree has one.
	patterns, hasPattern bool

	controls  map[*cfg.Func]*control
	dataflows cfg.Dataflows
	instrs    int
	changed   bool
	// counts: if the result of an atomic is needed, all its operands are.
	counts bool
	// reaches states whether accesses of one warp or of the whole block are paired.
	reaches reach
	// isExact decides when an access on one side of a branch is paired with those on another side. If it is set, no
	// barrier may lie between the branch and the end of the access's own side (since). Otherwise, no barrier may lie
	// between the access and the end of its side.
	isExact bool
	globals map[*cfg.Object]*cell
	shared  []*cell
	// globalMemory stands for all global memory. nowhere is the target of addresses that are not followed.
	globalMemory, nowhere *cell
	constant, anything    []*cell
	loosened, punned      []*cell
	// spills lists the instructions that may write all memory that is not private.
	spills []use
	work   []demand
}

// Of returns the slice of a root, nil if the slice is the whole root.
func Of(root *cfg.Func, policy Policy) *Call {
	s, top := prepare(root, policy, false)
	if top != nil {
		s.close(top)
	}
	return top
}

// prepare builds the tree of calls of a root and finds the targets of its pointers. patterns allows uninstantiated
// templates in the tree. top is nil if the slice is the whole root.
func prepare(root *cfg.Func, policy Policy, patterns bool) (s *slicer, top *Call) {
	s = &slicer{policy: policy, patterns: patterns, controls: map[*cfg.Func]*control{}, dataflows: cfg.Dataflows{}, globals: map[*cfg.Object]*cell{},
		globalMemory: &cell{region: global}, nowhere: &cell{region: anywhere}}
	s.constant, s.anything = []*cell{{region: lasting}}, []*cell{s.nowhere}
	if top = s.tree(root, nil, nil); top == nil {
		return s, nil
	}
	s.arguments(top)
	for s.changed = true; s.changed; {
		s.changed = false
		s.flow(top)
		s.spread()
	}
	s.noteAll(top)
	return s, top
}

// close adds the criteria and follows all demands backward.
func (s *slicer) close(top *Call) {
	s.criteria(top)
	for len(s.work) > 0 {
		last := len(s.work) - 1
		d := s.work[last]
		s.work = s.work[:last]
		s.follow(d)
	}
	top.entered = true
	top.finish()
}

// tree builds the tree of calls below a call of f. It returns nil if there are too many calls. It also returns nil if a
// function is an uninstantiated template and patterns is not set.
func (s *slicer) tree(f *cfg.Func, caller *Call, site *cfg.Instr) *Call {
	s.instrs += f.Values
	if s.instrs > maxInstrs || f.Decl.Pattern && !s.patterns {
		return nil
	}
	s.hasPattern = s.hasPattern || f.Decl.Pattern
	if s.controls[f] == nil {
		s.controls[f] = controlOf(f)
	}
	c := &Call{Func: f, caller: caller, site: site, control: s.controls[f], calls: map[*cfg.Instr]*Call{}, conflicts: map[*cfg.Instr]bool{}, inWarp: map[*cfg.Instr]bool{},
		points: make([][]*cell, f.Values), marks: make([]mark, f.Values), cells: map[*cfg.Object]*cell{},
		guarded: make([]bool, len(f.Blocks)), decides: make([]bool, len(f.Blocks))}
	if caller != nil {
		c.depth = caller.depth + 1
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if i.Op != cfg.Call || s.tooDeep(c, i.Callee) || !s.policy.Follows(i.Callee) {
				continue
			}
			if c.calls[i] = s.tree(i.Callee, c, i); c.calls[i] == nil {
				return nil
			}
		}
	}
	return c
}

// takeAll puts all instructions of a call, and of the calls in it, into the slice.
func (c *Call) takeAll() {
	c.entered = true
	for n := range c.marks {
		c.marks[n] = runs | whole | guarded | yields
	}
	for n := range c.guarded {
		c.guarded[n], c.decides[n] = true, true
	}
	for _, callee := range c.calls {
		callee.takeAll()
	}
}

// tooDeep reports whether a call of callee from c exceeds policy.MaxDepth or is recursive. The call tree leaves out
// such calls.
func (s *slicer) tooDeep(c *Call, callee *cfg.Func) bool {
	return c.depth >= s.policy.MaxDepth || c.isWithin(callee)
}

// isWithin reports whether c is a call of f, or inside one.
func (c *Call) isWithin(f *cfg.Func) bool {
	for ; c != nil && c.Func != f; c = c.caller {
	}
	return c != nil
}

// variable returns the cell of a variable in a call. A variable that outlives the call has one cell for all calls.
func (s *slicer) variable(c *Call, o *cfg.Object) *cell {
	if o.Func == nil || o.Storage == types.Shared || o.Storage == types.Global || o.Storage == types.Constant {
		return s.global(o)
	}
	if c.cells[o] == nil {
		c.cells[o] = &cell{decl: o}
	}
	return c.cells[o]
}

func (s *slicer) global(o *cfg.Object) *cell {
	switch {
	case o.Storage == types.Constant:
		return s.constant[0]
	case o.Storage != types.Shared:
		return s.globalMemory
	case s.globals[o] == nil:
		s.globals[o] = &cell{region: shared, decl: o}
		s.shared = append(s.shared, s.globals[o])
	}
	return s.globals[o]
}

// arguments sets the cells to which the arguments of a root may point.
func (s *slicer) arguments(root *Call) {
	for _, p := range root.Func.Params {
		x := s.variable(root, p)
		switch {
		case !root.Func.Kernel:
			s.grow(&x.holds, s.anything)
		case p.Var != nil && p.Var.Unwritten:
			s.grow(&x.holds, s.constant)
			fallthrough
		default:
			s.grow(&x.holds, []*cell{s.globalMemory})
		}
	}
}

// pointsTo returns the cells that the n-th operand of i may point to.
func (c *Call) pointsTo(i *cfg.Instr, n int) []*cell { return c.points[i.Args[n].ID] }

// finish lists the instructions that are in the slice.
func (c *Call) finish() {
	c.run, c.passes = make([][]*cfg.Instr, len(c.Func.Blocks)), map[*cfg.Block][]*cfg.Block{}
	for n, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			if c.marks[i.ID] != 0 {
				c.run[n] = append(c.run[n], i)
			}
		}
	}
	for _, callee := range c.calls {
		if callee.entered {
			callee.finish()
		}
	}
}

// Instrs returns the instructions of a block that are in the slice.
func (c *Call) Instrs(b *cfg.Block) []*cfg.Instr {
	if c == nil {
		return b.Instrs
	}
	return c.run[b.Index]
}

// Runs reports whether the slice executes the instruction i. An instruction that is only reported does not count.
func (c *Call) Runs(i *cfg.Instr) bool { return c == nil || c.marks[i.ID]&runs != 0 }

// NeedsStore reports whether the slice needs which lanes execute a store, with which value and address.
func (c *Call) NeedsStore(i *cfg.Instr) bool { return c == nil || c.marks[i.ID]&guarded != 0 }

// KnowsLanes reports whether it is known which lanes execute i. They are known if the slice needs them, or if no branch
// decides them.
func (c *Call) KnowsLanes(i *cfg.Instr) bool {
	if c == nil || c.guarded[i.Block.Index] {
		return true
	}
	return len(c.control.deciders[i.Block.Index]) == 0 && (c.caller == nil || c.caller.KnowsLanes(c.site))
}

// LeadsToFollowed reports whether the store i may write a shared variable that is followed.
func (c *Call) LeadsToFollowed(i *cfg.Instr) bool {
	return c == nil || slices.ContainsFunc(c.pointsTo(i, 0), (*cell).isFollowed)
}

// NeedsResult reports whether the slice needs the result of i. If races are looked for, and i is an atomic with a
// needed result, the slice needs all operands of i too.
func (c *Call) NeedsResult(i *cfg.Instr) bool { return c == nil || c.marks[i.ID]&yields != 0 }

// IsWhole reports whether the slice needs the whole value of i.
func (c *Call) IsWhole(i *cfg.Instr) bool { return c == nil || c.marks[i.ID]&whole != 0 }

// Decides reports whether the slice needs where each lane goes from the end of b.
func (c *Call) Decides(b *cfg.Block) bool { return c == nil || len(b.Succs) < 2 || c.decides[b.Index] }

// Repeats reports whether the slice needs which lanes take the back edge of l.
func (c *Call) Repeats(l *cfg.Loop) bool {
	return c == nil || slices.ContainsFunc(l.Blocks, func(b *cfg.Block) bool { return c.decides[b.Index] })
}

// Pass describes a branch that the slice does not need. passed lists the blocks between the branch and its join that
// have instructions of the slice. join is the join, nil for the end of the function.
func (c *Call) Pass(b *cfg.Block) (passed []*cfg.Block, join *cfg.Block) {
	if c.control.after[b.Index] < len(c.Func.Blocks) {
		join = c.Func.Blocks[c.control.after[b.Index]]
	}
	passed, done := c.passes[b]
	if !done {
		passed = slices.DeleteFunc(c.control.between(b), func(x *cfg.Block) bool { return len(c.run[x.Index]) == 0 })
		c.passes[b] = passed
	}
	return passed, join
}

// At returns the Call for the call instruction i, nil if the call is not followed.
func (c *Call) At(i *cfg.Instr) *Call {
	if c == nil {
		return nil
	}
	return c.calls[i]
}

// Binds reports whether the slice needs the n-th argument of the call i.
func (c *Call) Binds(i *cfg.Instr, n int) bool {
	return c == nil || c.marks[i.Args[n].ID]&runs != 0
}

// IsPrivate reports whether the n-th operand of i may point to a variable of a call.
func (c *Call) IsPrivate(i *cfg.Instr, n int) bool { return c == nil || isPrivate(c.pointsTo(i, n)) }

// Reaches reports whether the address of i may point to a field of the variable o, in the call owner. The list fields
// is the path to that field.
func (c *Call) Reaches(i *cfg.Instr, owner *Call, o *cfg.Object, fields []*types.Field) bool {
	if c == nil {
		return true
	}
	x := owner.cells[o]
	if x == nil {
		return false
	}
	for _, f := range fields {
		if p := x.parts[named(f)]; p != nil && !x.flat {
			x = p
		}
	}
	return slices.ContainsFunc(c.pointsTo(i, 0), func(y *cell) bool {
		return y.region == anywhere && x.whole().loose || x.isWithin(y) || y.isWithin(x)
	})
}

func (c *cell) isWithin(other *cell) bool {
	for ; c != nil && c != other; c = c.enclosing {
	}
	return c == other
}
