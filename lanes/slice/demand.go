package slice

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Demands are followed backward: from an instruction to its operands, to the instructions that write the cells it
// reads, and to the branches that decide whether it is executed.

// mark is a set of demands on an instruction: what the slice needs to know of it.
type mark uint8

const (
	// runs: the slice must know that the instruction is executed, but not its value. If the value is an address, the
	// slice must know to which variable it points.
	runs mark = 1 << iota
	// whole: the instruction's whole value is needed.
	whole
	// guarded: the set of lanes that execute the instruction is needed.
	guarded
	// yields: the result of a call or a collective is needed.
	yields
	// reported: only the place of the instruction is needed, to report that it has no model or is a call that is too
	// deep.
	reported
)

// demand is an instruction with new marks to propagate.
type demand struct {
	use
	marks mark
}

// ask adds the marks m to the instruction i of the call c, and queues i if some of them are new.
func (s *slicer) ask(c *Call, i *cfg.Instr, m mark) {
	if i == nil || c.marks[i.ID]&m == m {
		return
	}
	c.marks[i.ID] |= m
	s.work = append(s.work, demand{use{c, i, -1}, c.marks[i.ID]})
}

// operand demands the n-th operand of the instruction in d, with the marks m.
func (s *slicer) operand(d demand, n int, m mark) {
	s.ask(d.call, d.instr.Args[n], m|d.marks&guarded|yields)
}

// address demands an address. Only the variable to which it points is needed, unless this variable may be private to a
// call. n is the number of the operand that is the address.
func (s *slicer) address(d demand, n int) {
	m := runs
	if isPrivate(d.call.pointsTo(d.instr, n)) {
		m |= whole
	}
	s.operand(d, n, m)
}

// follow propagates a demand to the instructions that this one depends on.
func (s *slicer) follow(d demand) {
	i := d.instr
	s.enter(d.call)
	if d.marks&guarded != 0 {
		s.decide(d.call, i.Block)
	}
	switch i.Op {
	case cfg.FieldAddr, cfg.IndexAddr, cfg.Convert:
		s.operand(d, 0, d.marks&(runs|whole))
		if d.marks&whole != 0 {
			s.operands(d, 1)
		}
	case cfg.Binary, cfg.Unary, cfg.Pure, cfg.Opaque:
		s.operands(d, 0)
	case cfg.Load:
		s.followLoad(d)
	case cfg.Store:
		s.followStore(d)
	case cfg.Call:
		s.followCall(d)
	case cfg.Collective_:
		s.followCollective(d)
	case cfg.Extract:
		s.operand(d, 0, runs)
	case cfg.Atomic, cfg.Extern, cfg.Unknown, cfg.Share:
		s.followUnmodelled(d)
	}
}

// operands demands all operands, beginning with the given one.
func (s *slicer) operands(d demand, first int) {
	for n := first; n < len(d.instr.Args); n++ {
		s.operand(d, n, runs|whole)
	}
}

func (s *slicer) followLoad(d demand) {
	if d.marks&whole != 0 {
		s.operand(d, 0, runs|whole)
	} else {
		s.address(d, 0)
	}
	for _, x := range s.accessed(d.call, d.instr) {
		s.read(x, d.marks&(runs|whole))
	}
}

// accessed returns the cells that an access may touch. It returns the cell anything if they are not known.
func (s *slicer) accessed(c *Call, i *cfg.Instr) []*cell {
	if cells := c.pointsTo(i, 0); len(cells) > 0 {
		return cells
	}
	return s.anything
}

// followStore demands the stored value if the store may write a variable of a call, or a shared variable that is
// followed. Of other memory, it matters only that it was written.
func (s *slicer) followStore(d demand) {
	s.address(d, 0)
	cells := d.call.pointsTo(d.instr, 0)
	switch {
	case isPrivate(cells):
		s.operand(d, 1, runs|whole)
	case d.marks&guarded != 0 && slices.ContainsFunc(cells, (*cell).isFollowed):
		s.operands(d, 0)
	}
}

// followCall demands the return value of a call. The result of a call that is not followed depends on its arguments, or
// is unknown.
func (s *slicer) followCall(d demand) {
	callee := d.call.calls[d.instr]
	switch {
	case callee != nil && d.marks&yields != 0:
		s.returned(callee, d.marks)
	case callee != nil:
	case d.marks&runs != 0 && d.call.isWithin(d.instr.Callee):
		s.followRecursive(d)
	case s.isPure(d.call, d.instr):
		s.operands(d, 0)
	case !s.tooDeep(d.call, d.instr.Callee) && s.policy.ComputesOfContents(d.instr.Callee):
		s.operands(d, 0)
		s.contents(d)
	default:
		s.followUnmodelled(d)
	}
}

// followRecursive demands everything that a recursive call may read. If constants decide how deep the recursion is, the
// call is interpreted completely.
func (s *slicer) followRecursive(d demand) {
	s.operands(d, 0)
	s.read(s.nowhere, runs|whole)
}

// isPure reports whether i is a call that is not followed, and whose result is a word computed from words.
func (s *slicer) isPure(c *Call, i *cfg.Instr) bool {
	pointing := slices.ContainsFunc(i.Args, func(a *cfg.Instr) bool { return isPointing(a.Type) })
	return !pointing && !s.tooDeep(c, i.Callee) && s.policy.Computes(i.Callee)
}

// contents demands all contents of the variables that the operands point into.
func (s *slicer) contents(d demand) {
	for n, a := range d.instr.Args {
		if !isPointing(a.Type) {
			continue
		}
		cells := d.call.pointsTo(d.instr, n)
		if len(cells) == 0 {
			cells = s.anything
		}
		for _, x := range cells {
			s.read(x.whole(), runs|whole)
		}
	}
}

// returned demands the return value of a call and, if it has several returns, which of them each lane executes.
func (s *slicer) returned(callee *Call, m mark) {
	s.enter(callee)
	if len(callee.control.returns) > 1 {
		m |= guarded
	}
	for _, b := range callee.control.returns {
		s.ask(callee, b.Term.Cond, runs|whole|m&guarded|yields)
		if m&guarded != 0 {
			s.decide(callee, b)
		}
	}
}

func (s *slicer) followCollective(d demand) {
	if d.marks&yields != 0 {
		s.operands(d, 0)
		return
	}
	for _, n := range d.instr.Collective.Roles() {
		if n >= 0 {
			s.operand(d, n, runs|whole)
		}
	}
}

// followUnmodelled demands what an instruction without a model needs. It demands all operands in two cases: if equal
// operands may have an equal effect in all lanes (isAlike), or if s.counts is set and the result of an atomic is
// needed. Otherwise it demands the operands that are aggregates, the addresses to which the instruction may write, and
// the pointers stored there (readHeld).
func (s *slicer) followUnmodelled(d demand) {
	if d.marks&runs == 0 {
		return // the instruction is only reported
	}
	for n, a := range d.instr.Args {
		switch {
		case isAlike(d), s.counts && d.instr.Op == cfg.Atomic && d.marks&yields != 0:
			s.operand(d, n, runs|whole)
		case isAggregate(a.Type):
			s.operand(d, n, runs|whole)
		case isPointing(a.Type) && (d.instr.Op == cfg.Call || d.instr.MayWrite(n)):
			s.address(d, n)
			s.readHeld(d.call.pointsTo(d.instr, n), d.instr.Op == cfg.Call)
		}
	}
}

// isAlike reports whether the instruction may do the same in all lanes if its operands are the same. In an
// uninstantiated template, any instruction may.
func isAlike(d demand) bool {
	return d.instr.Alike || d.call.Func.Decl.Pattern
}

// readHeld demands the contents of cells that hold pointers, because an instruction may write through them. If further
// is set, it also demands the contents of the cells that these pointers reach. For example, a lambda holds pointers to
// the variables that it captures.
func (s *slicer) readHeld(cells []*cell, further bool) {
	for _, x := range cells {
		if x.region != private {
			continue
		}
		x.overlapping(func(y *cell) {
			if !holdsPointers(y) {
				return
			}
			s.read(y, runs|whole)
			if further && !y.followed {
				y.followed = true
				s.readHeld(y.holds, further)
			}
		})
	}
}

// holdsPointers reports whether pointers may be stored in x.
func holdsPointers(x *cell) bool { return len(x.holds) > 0 }

// read demands the instructions that may write a cell. For memory that other threads may write, it demands only that
// they are executed.
func (s *slicer) read(x *cell, m mark) {
	if x.read&m == m {
		return
	}
	x.read |= m
	switch x.region {
	case private:
		x.overlapping(func(y *cell) {
			s.askAll(y.writes, runs|guarded)
			s.askArguments(y.writes, m)
		})
		v := x.whole()
		s.askAll(v.births, runs)
		if v.loose {
			s.askAll(s.nowhere.writes, runs|guarded)
		}
	case shared, global:
		s.askAll(x.writes, runs|x.writers())
		s.askAll(s.nowhere.writes, runs)
		s.askAll(s.spills, runs)
	case anywhere:
		s.read(s.globalMemory, m)
		for _, x := range s.shared {
			if !x.isFollowed() { // the address of a variable that is followed is not stored anywhere
				s.read(x, m)
			}
		}
		for _, v := range s.loosened {
			s.read(v, runs|whole)
		}
	}
}

// askAll demands the instructions in list, with the marks m. It leaves out the entries for arguments (askArguments).
func (s *slicer) askAll(list []use, m mark) {
	for _, u := range list {
		if u.param < 0 {
			s.ask(u.call, u.instr, m)
		}
	}
}

// askArguments demands the arguments in list: the entries that stand for an argument of a call. The mark m states
// whether their whole values are needed, or only the variables to which they point.
func (s *slicer) askArguments(list []use, m mark) {
	for _, u := range list {
		if u.param >= 0 {
			s.ask(u.call, u.instr, runs)
			s.enter(u.call.calls[u.instr])
			s.ask(u.call, u.instr.Args[u.param], m|yields)
		}
	}
}

// decide demands the branches that decide whether a block of a call is executed.
func (s *slicer) decide(c *Call, b *cfg.Block) {
	if c.guarded[b.Index] {
		return
	}
	c.guarded[b.Index] = true
	for _, on := range c.control.deciders[b.Index] {
		branch := c.Func.Blocks[on]
		c.decides[on] = true
		s.ask(c, branch.Term.Cond, runs|whole|guarded|yields)
		s.decide(c, branch)
	}
	if c.caller != nil {
		s.ask(c.caller, c.site, runs|guarded)
	}
}

// enter demands the calls through which c is reached.
func (s *slicer) enter(c *Call) {
	for ; c.caller != nil && !c.entered; c = c.caller {
		c.entered = true
		s.ask(c.caller, c.site, runs)
	}
}

// criteria demands everything on which a verdict may depend, in c and in the calls in it: the lanes that execute a
// collective or leave the kernel, and the operands of collectives.
func (s *slicer) criteria(c *Call) {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			s.criterion(c, i)
		}
		switch {
		case b.Term.Kind == cfg.Exit, b.Term.Kind == cfg.Trap, b.Term.Kind == cfg.Unreachable,
			b.Term.Kind == cfg.Return && c.Func.Kernel && !b.Term.Falls:
			s.enter(c)
			s.decide(c, b)
		case c.control.endless[b.Index]:
			s.enter(c)
			s.decide(c, b)
			if b.Term.Cond != nil {
				c.decides[b.Index] = true
				s.ask(c, b.Term.Cond, runs|whole|guarded|yields)
			}
		}
	}
}

// criterion demands an instruction on which a verdict may depend, or which is reported.
func (s *slicer) criterion(c *Call, i *cfg.Instr) {
	switch {
	case i.Op == cfg.Collective_, i.Hides, i.Unread, i.Foreign:
		s.ask(c, i, runs|guarded)
	case i.Op == cfg.Unknown:
		s.ask(c, i, reported)
	case i.Op != cfg.Call:
	case c.calls[i] != nil:
		s.criteria(c.calls[i])
	case s.tooDeep(c, i.Callee) && s.policy.Hides(i.Callee):
		s.ask(c, i, runs|guarded)
	case s.tooDeep(c, i.Callee):
		s.ask(c, i, reported)
	}
}

// note records an instruction in each cell that it may write.
func (s *slicer) note(c *Call, i *cfg.Instr) {
	switch i.Op {
	case cfg.Store:
		s.writes(use{c, i, -1}, s.accessed(c, i))
	case cfg.Alloc:
		v := s.variable(c, i.Object)
		v.births = append(v.births, use{c, i, -1})
	case cfg.Fence:
		s.spills = append(s.spills, use{c, i, -1})
	case cfg.Atomic, cfg.Extern, cfg.Unknown:
		s.writesThrough(c, i)
		if i.Hides {
			s.nowhere.writes = append(s.nowhere.writes, use{c, i, -1})
		}
	case cfg.Share:
		if i.Tile.Writes {
			s.writesThrough(c, i)
		}
	case cfg.Call:
		if callee := c.calls[i]; callee != nil {
			s.noteCall(c, i, callee)
		} else if !s.isPure(c, i) {
			s.writesThrough(c, i)
			s.spills = append(s.spills, use{c, i, -1})
		}
	}
}

func (s *slicer) noteCall(c *Call, i *cfg.Instr, callee *Call) {
	for n, p := range callee.Func.Params {
		if n < len(i.Args) {
			s.writes(use{c, i, n}, []*cell{s.variable(callee, p)})
		}
	}
	s.noteAll(callee)
}

func (s *slicer) noteAll(c *Call) {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			s.note(c, i)
		}
	}
}

// writes records u as a writer of the cells.
func (s *slicer) writes(u use, cells []*cell) {
	for _, x := range cells {
		x.writes = append(x.writes, u)
	}
}

// writesThrough records the cells that an instruction may write through its operands, and through pointers stored at
// these addresses.
func (s *slicer) writesThrough(c *Call, i *cfg.Instr) {
	u, further := use{c, i, -1}, false
	for n, a := range i.Args {
		if a.Type != nil && a.Type.Kind == types.Int || i.Op != cfg.Call && !i.MayWrite(n) {
			continue
		}
		cells := c.pointsTo(i, n)
		s.writes(u, cells)
		for _, x := range cells {
			x.overlapping(func(y *cell) { further = further || i.MayKeep() && holdsPointers(y) })
		}
	}
	if further {
		s.nowhere.writes = append(s.nowhere.writes, u)
	}
}
