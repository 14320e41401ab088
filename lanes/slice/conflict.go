package slice

import (
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Two lanes can only race for shared memory if one access may follow another without a barrier of all lanes in between,
// in one function or across calls. The control-flow graph shows these accesses before any address is known. Most
// kernels have few or none. A kernel without such accesses is not interpreted to find races.
//
//	s[t] = v;  __syncthreads();  x = s[u];     no pair
//	s[t] = v;  x = s[u];                       a pair

// touch is an access to shared memory in the tree of calls.
type touch struct {
	call      *Call
	instr     *cfg.Instr
	conflicts bool
	// copies is set for an asynchronous copy that is not done: the index in pairs.list that stands for the same access
	// after the copy is done. It is -1 for any other access. A barrier orders a copy only if a wait for the copy
	// precedes the barrier.
	copies int
	// commits is set for a copy that the lane has not committed: the index in pairs.list that stands for the same
	// access after the commit. It is -1 for any other access.
	commits int
}

// touches is a set of accesses as bits: bit n stands for the access with index n in pairs.list.
type touches []uint64

func (s *touches) add(n int) {
	for len(*s) <= n/64 {
		*s = append(*s, 0)
	}
	(*s)[n/64] |= 1 << (n % 64)
}

// join adds a set, and reports whether some member is new.
func (s *touches) join(other touches) (grown bool) {
	for len(*s) < len(other) {
		*s = append(*s, 0)
	}
	for i, word := range other {
		grown = grown || word&^(*s)[i] != 0
		(*s)[i] |= word
	}
	return grown
}

func (s touches) all(see func(n int)) {
	for i, word := range s {
		for b := range 64 {
			if word>>b&1 != 0 {
				see(64*i + b)
			}
		}
	}
}

// crossing summarises a call. first holds the accesses that some path reaches before any barrier of the call. last
// holds the accesses from which some path reaches the end of the call without a barrier.
type crossing struct {
	first, last touches
	// every contains all accesses of the call. orders reports whether some path through the call has a barrier of all
	// lanes. passes reports whether some path has none.
	every  touches
	orders bool
	passes bool
	// waits holds the instructions for asynchronous copies that are on some path through the call.
	waits waits
}

// waits is a set of kinds of instructions for asynchronous copies: instructions that commit copies (commits), that wait
// for committed copies (forCommitted), and that wait for all copies (forAll).
type waits struct{ commits, forCommitted, forAll bool }

// or returns the union of w and o.
func (w waits) or(o waits) waits {
	return waits{w.commits || o.commits, w.forCommitted || o.forCommitted, w.forAll || o.forAll}
}

// pairs finds accesses that may conflict.
type pairs struct {
	slicer *slicer
	list   []*touch
}

// reach states which accesses are paired: those of the lanes of a warp, or those of all threads of a block. For a
// block, barriers of the warp do not order accesses, and each access may conflict with itself.
type reach int

const (
	inWarp reach = iota
	inBlock
)

// conflicting returns the accesses to shared memory, in a root's tree of calls, that may conflict with another access
// or with themselves.
func (s *slicer) conflicting(root *Call) []*touch {
	p := &pairs{slicer: s}
	p.cross(root)
	p.addRepeated()
	return slices.DeleteFunc(p.list, func(t *touch) bool { return !t.conflicts })
}

// addRepeated looks for a store that may conflict, and another access that may store the same value in the same
// variable. Then it marks all accesses that write the variable, because they decide whether the cell holds the value
// already. If so, the store is no race:
//
//	s[t] = 4;  __syncwarp();  s[t] = 4;  x = s[t ^ 1];
func (p *pairs) addRepeated() {
	for _, t := range p.list {
		if t.conflicts && slices.ContainsFunc(p.list, func(o *touch) bool { return o != t && storeAlike(t.instr, o.instr) && overlap(t, o) }) {
			p.addWrites(t)
		}
	}
}

// addWrites marks the accesses that may write what t writes.
func (p *pairs) addWrites(t *touch) {
	for _, o := range p.list {
		o.conflicts = o.conflicts || o.instr.Access().MayConflict(cfg.Reads) && overlap(t, o)
	}
}

// storeAlike reports whether the text of two stores allows that they store the same value: they are one instruction in
// two calls, they store one constant, or they store values of variables.
func storeAlike(a, b *cfg.Instr) bool {
	if !isStoreOfScalar(a) || !isStoreOfScalar(b) {
		return false
	}
	x, y := a.Args[1].Unconverted(), b.Args[1].Unconverted()
	if x.IsLiteral() && y.IsLiteral() {
		return x.Op == y.Op && x.Int == y.Int && x.Text == y.Text
	}
	return a == b || (x.IsLiteral() || isOfVariable(x)) && (y.IsLiteral() || isOfVariable(y))
}

// isOfVariable reports whether i loads a variable of a function.
func isOfVariable(i *cfg.Instr) bool {
	return i.Op == cfg.Load && i.Args[0].Op == cfg.Addr && i.Args[0].Object.Func != nil
}

// walk is a data-flow analysis of a function, which ends at a fixed point. reach holds, for each block, the accesses
// that may reach it without a barrier in between. open states for each block whether accesses from before the call may
// reach it without a barrier.
type walk struct {
	*pairs
	call    *Call
	out     crossing
	calls   map[*cfg.Instr]crossing
	indices map[*cfg.Instr]int
	reach   map[*cfg.Block]touches
	open    map[*cfg.Block]bool
	// branches holds the branches by the block where their sides meet again.
	branches map[*cfg.Block][]*cfg.Block
	work     []*cfg.Block
	// reaching holds the accesses that reach the current instruction without a barrier. entry reports whether accesses
	// made before the call reach it, too.
	reaching touches
	entry    bool
}

// cross analyses the call c, pairs the accesses in it, and returns its summary.
func (p *pairs) cross(c *Call) crossing {
	first := c.Func.Blocks[0]
	w := &walk{pairs: p, call: c, calls: map[*cfg.Instr]crossing{}, indices: map[*cfg.Instr]int{},
		reach: map[*cfg.Block]touches{}, open: map[*cfg.Block]bool{first: true}, branches: branchesOf(c.Func), work: []*cfg.Block{first}}
	for len(w.work) > 0 {
		b := w.work[0]
		w.work = w.work[1:]
		w.reaching, w.entry = slices.Clone(w.reach[b]), w.open[b]
		for _, i := range b.Instrs {
			w.pass(i)
		}
		if b.Term.Kind == cfg.Return {
			w.out.last.join(w.reaching)
			w.out.passes = w.out.passes || w.entry
		}
		for _, next := range b.Succs {
			w.goTo(b, next)
		}
		if len(b.Succs) == 0 {
			w.leave(b)
		}
	}
	w.meetAcross()
	return w.out
}

// pass is the transfer function of the instruction i. It changes w.reaching from the accesses that reach i to the
// accesses that reach the next instruction.
func (w *walk) pass(i *cfg.Instr) {
	switch {
	case w.call.calls[i] != nil:
		w.passCall(i)
	case w.slicer.ordersAll(i):
		w.order()
	case i.Op == cfg.Await:
		w.wait(waits{forCommitted: true, forAll: !i.AwaitsCommitted()})
	case i.Op == cfg.Commit:
		w.wait(waits{commits: true})
	case w.isTouch(w.call, i):
		w.passTouch(i)
	}
}

func (w *walk) passCall(i *cfg.Instr) {
	inner, known := w.calls[i]
	if !known {
		inner = w.cross(w.call.calls[i])
		w.calls[i] = inner
	}
	inner.first.all(func(n int) { w.meet(w.reaching, n) })
	if w.entry {
		w.out.first.join(inner.first)
	}
	if inner.waits != (waits{}) {
		w.wait(inner.waits)
	}
	if !inner.passes {
		w.order()
	}
	w.out.orders = w.out.orders || inner.orders
	w.out.every.join(inner.every)
	w.reaching.join(inner.last)
}

// order applies a barrier of all lanes to w.reaching. Only pending copies reach the next instruction, because the
// barrier does not order them.
func (w *walk) order() {
	before := w.reaching
	w.reaching, w.entry, w.out.orders = nil, false, true
	before.all(func(n int) {
		if w.list[n].isCopying() {
			w.reaching.add(n)
		}
	})
}

// wait applies an instruction that commits copies or waits for them to w.reaching.
func (w *walk) wait(kinds waits) {
	before := w.reaching
	w.reaching, w.out.waits = nil, w.out.waits.or(kinds)
	before.all(func(n int) {
		if t := w.list[n]; kinds.commits && t.commits >= 0 {
			n = t.commits
		}
		if t := w.list[n]; t.isCopying() && (kinds.forAll || kinds.forCommitted && t.commits < 0) {
			n = t.copies
		}
		w.reaching.add(n)
	})
}

func (w *walk) passTouch(i *cfg.Instr) {
	if _, known := w.indices[i]; !known {
		w.indices[i] = w.add(w.call, i)
	}
	w.out.every.add(w.indices[i])
	w.meet(w.reaching, w.indices[i])
	if w.entry {
		w.out.first.add(w.indices[i])
	}
	w.reaching.add(w.indices[i])
	if w.slicer.reaches == inBlock {
		w.meet(w.reaching, w.indices[i])
	}
}

// goTo adds the accesses that reach the end of from to those that reach the block next. If sides of a branch meet again
// in next, these accesses also reach the other sides, because some lanes may execute one side after other lanes have
// executed another.
func (w *walk) goTo(from, next *cfg.Block) {
	before, seen := w.reach[next]
	grown := before.join(w.reaching) || !seen || w.entry && !w.open[next]
	w.reach[next], w.open[next] = before, w.open[next] || w.entry
	if grown {
		w.work = append(w.work, next)
	}
	for _, branch := range w.branches[next] {
		w.goToSides(branch, from, next)
	}
}

// leave propagates accesses at the end of a block b without successors. Lanes may execute the other sides of the
// branches before b after the lanes at b have left. So the accesses that reach the end of b also reach these sides.
func (w *walk) leave(b *cfg.Block) {
	for d := b.Idom; d != nil; d = d.Idom {
		if len(d.Succs) > 1 {
			w.goToSides(d, b, nil)
		}
	}
}

// goToSides adds accesses to each side of branch. These are the accesses that reach the end of the block end now. join
// is the block where the sides meet again, and is no side itself.
func (w *walk) goToSides(branch, end, join *cfg.Block) {
	left := w.reaching
	if w.slicer.isExact {
		left = w.since(branch, end)
	}
	for _, side := range branch.Succs {
		if reach := w.reach[side]; side != join && reach.join(left) {
			w.reach[side] = reach
			w.work = append(w.work, side)
		}
	}
}

// since returns the accesses that reach the block end from the branch without a barrier in between, and the pending
// copies. A lane on another side of the branch waits at no barrier that the lanes on this side have passed.
func (w *walk) since(branch, end *cfg.Block) (left touches) {
	here, entry, first := w.reaching, w.entry, slices.Clone(w.out.first)
	defer func() { w.reaching, w.entry, w.out.first = here, entry, first }()
	here.all(func(n int) {
		if w.list[n].isCopying() {
			left.add(n)
		}
	})
	reach, work := map[*cfg.Block]touches{}, slices.Clone(branch.Succs)
	for ; len(work) > 0; work = work[1:] {
		b := work[0]
		w.reaching, w.entry = slices.Clone(reach[b]), true
		for _, i := range b.Instrs {
			w.pass(i)
		}
		if !w.entry {
			continue
		}
		if b == end {
			left.join(w.reaching)
		}
		for _, next := range b.Succs {
			before, seen := reach[next]
			if grown := before.join(w.reaching); grown || !seen {
				reach[next] = before
				work = append(work, next)
			}
		}
	}
	return left
}

// meetAcross pairs the accesses of two sides of a branch that both have a barrier. Lanes of the two sides may meet: the
// first barrier of one side then meets the first of the other, and accesses after these barriers may be in one phase.
// If lanes return on one side, the code after the join of the sides counts as the other side.
func (w *walk) meetAcross() {
	if !w.out.orders {
		return
	}
	blocks := w.summaries()
	for join, branches := range w.branches {
		for _, branch := range branches {
			var others touches
			returns := false
			for _, from := range branch.Succs {
				s := onSide(blocks, from, join)
				w.meetSide(&others, s)
				returns = returns || s.returns
			}
			if returns {
				w.meetSide(&others, onSide(blocks, join, nil))
			}
		}
	}
}

// meetSide pairs the accesses of the side s with the accesses in others, and then adds them to others. It does nothing
// if the side has no barrier.
func (w *walk) meetSide(others *touches, s branchSide) {
	if s.orders {
		s.every.all(func(n int) { w.meet(*others, n) })
		others.join(s.every)
	}
}

// branchSide summarises a side of a branch, or one block. every holds its accesses. orders reports whether the side has
// a barrier of all lanes. returns reports whether some path on the side returns from the function.
type branchSide struct {
	every           touches
	orders, returns bool
}

// summaries returns the summary of each block of the function, by the index of the block.
func (w *walk) summaries() []branchSide {
	blocks := make([]branchSide, len(w.call.Func.Blocks))
	for _, b := range w.call.Func.Blocks {
		s := &blocks[b.Index]
		for _, i := range b.Instrs {
			if n, isTouch := w.indices[i]; isTouch {
				s.every.add(n)
			}
			inner := w.calls[i]
			s.every.join(inner.every)
			s.orders = s.orders || inner.orders || w.slicer.ordersAll(i)
		}
		s.returns = len(b.Succs) == 0
	}
	return blocks
}

// onSide joins the summaries of the blocks on one side of a branch. The side begins with the block from. It ends before
// the block join, where the sides meet again. join may be nil.
func onSide(blocks []branchSide, from, join *cfg.Block) (s branchSide) {
	seen, work := make([]bool, len(blocks)), []*cfg.Block{from}
	if join != nil {
		seen[join.Index] = true
	}
	for ; len(work) > 0; work = work[1:] {
		b := work[0]
		if seen[b.Index] {
			continue
		}
		seen[b.Index] = true
		s.every.join(blocks[b.Index].every)
		s.orders = s.orders || blocks[b.Index].orders
		s.returns = s.returns || blocks[b.Index].returns
		work = append(work, b.Succs...)
	}
	return s
}

// branchesOf returns the blocks that end in a branch, by the block where its sides meet again.
func branchesOf(f *cfg.Func) map[*cfg.Block][]*cfg.Block {
	branches := map[*cfg.Block][]*cfg.Block{}
	for _, b := range f.Blocks {
		if b.Join != nil && len(b.Succs) > 1 {
			branches[b.Join] = append(branches[b.Join], b)
		}
	}
	return branches
}

// isTouch reports whether i is an access to a shared variable.
func (p *pairs) isTouch(c *Call, i *cfg.Instr) bool {
	return i.Access() != cfg.NoAccess &&
		slices.ContainsFunc(c.pointsTo(i, 0), func(x *cell) bool { return x.region == shared })
}

// add lists an access and returns its index in p.list. It lists an asynchronous copy three times: when it is done, when
// it is committed and pending, and when it is not committed. The index is then that of the last of these entries.
func (p *pairs) add(c *Call, i *cfg.Instr) int {
	done := len(p.list)
	p.list = append(p.list, &touch{call: c, instr: i, copies: -1, commits: -1})
	if i.Async {
		p.list = append(p.list, &touch{call: c, instr: i, copies: done, commits: -1}, &touch{call: c, instr: i, copies: done, commits: done + 1})
	}
	return len(p.list) - 1
}

func (t *touch) isCopying() bool { return t.copies >= 0 }

// meet pairs access n with the accesses in the set earlier. These may precede access n. It marks both accesses of each
// pair that may conflict.
func (p *pairs) meet(earlier touches, n int) {
	t := p.list[n]
	earlier.all(func(m int) {
		o := p.list[m]
		if t.instr.Access().MayConflict(o.instr.Access()) && overlap(t, o) {
			t.conflicts, o.conflicts = true, true
		}
	})
}

// overlap reports whether t and o may touch the same variable.
func overlap(t, o *touch) bool {
	for _, x := range t.call.pointsTo(t.instr, 0) {
		for _, y := range o.call.pointsTo(o.instr, 0) {
			if x.region == shared && (x.isWithin(y) || y.isWithin(x)) {
				return true
			}
		}
	}
	return false
}

// ordersAll reports whether i is a barrier of all lanes whose accesses are paired. For a warp, this is a barrier of the
// block, or one whose constant mask names all lanes; if the threads of a block are paired, it is a barrier of all its
// threads.
func (s *slicer) ordersAll(i *cfg.Instr) bool {
	if i.Op != cfg.Collective_ || !i.Collective.IsSynchronizing() {
		return false
	}
	if s.reaches == inBlock {
		return i.Collective.HoldsBlock()
	}
	if i.Collective.BeyondWarp {
		return true
	}
	m := i.Args[i.Collective.Mask].Unconverted()
	return m.Op == cfg.Const && uint32(m.Int) == math.MaxUint32
}

// OfShared returns the slice of a root for its accesses to shared memory that may conflict. found is false if there are
// none. The slice is nil if the root is too large to find them. For an uninstantiated template, the slice is the whole
// root, because its types are not known.
//
// A large function without collectives, which the policy does not follow, is followed if accesses in it, or in its
// callees, may conflict.
func OfShared(root *cfg.Func, policy Policy) (c *Call, found bool) {
	return ofShared(root, policy, inWarp)
}

// OfSharedInBlock returns the slice of a root for its accesses to shared memory that may conflict with an access of any
// thread of the block. found is false if there are none. The slice is nil if the root is too large to find them.
// [Call.ConflictsInWarp] distinguishes the accesses that may conflict within a warp.
func OfSharedInBlock(root *cfg.Func, policy Policy) (c *Call, found bool) {
	return ofShared(root, policy, inBlock)
}

func ofShared(root *cfg.Func, policy Policy, scope reach) (c *Call, found bool) {
	s, top, list := conflictsOf(root, policy.followingAll(), scope)
	if top == nil {
		return nil, root.LeadsTo(namesShared)
	}
	if len(list) > 0 && root.LeadsTo(policy.passesOver) {
		s, top, list = conflictsOf(root, policy.followingThose(list), scope)
	}
	if len(list) == 0 {
		return nil, false
	}
	return s.sliceFor(top, list), true
}

// sliceFor returns the slice of a root for the accesses in list, which may conflict. top is the root's tree of calls.
func (s *slicer) sliceFor(top *Call, list []*touch) *Call {
	if top.Func.LeadsTo(isFence) {
		top.takeFlags(top.Func.Flags())
	}
	if s.hasPattern {
		for _, t := range list {
			t.call.conflicts[t.instr] = true
		}
		top.takeAll()
		top.finish()
		return top
	}
	s.askOrders(top)
	s.counts = true
	for _, t := range list {
		t.call.conflicts[t.instr] = true
		s.ask(t.call, t.instr, runs|guarded)
		s.ask(t.call, t.instr.Args[0], runs|whole|guarded|yields)
		if t.instr.Op == cfg.Share {
			s.ask(t.call, t.instr.Args[1], runs|whole|guarded|yields)
			s.ask(t.call, t.instr.Args[2], runs|whole|guarded|yields)
		}
		if s.reaches == inBlock && storesToOneCell(t.instr) || s.mayShareCells(t.call, t.instr) {
			s.ask(t.call, t.instr.Args[1], runs|whole|guarded|yields)
		}
	}
	s.close(top)
	return top
}

// storesToOneCell reports whether i is a store whose address shows that all lanes write one cell. Whether such stores
// race depends on the stored values.
func storesToOneCell(i *cfg.Instr) bool {
	if !isStoreOfScalar(i) {
		return false
	}
	at := i.Args[0]
	for at.Op == cfg.FieldAddr || at.Op == cfg.Convert || at.Op == cfg.IndexAddr && at.Args[1].Unconverted().Op == cfg.Const {
		at = at.Args[0]
	}
	return at.Op == cfg.Addr
}

func isStoreOfScalar(i *cfg.Instr) bool {
	return i.Op == cfg.Store && !types.IsAggregate(i.Args[1].Type)
}

// mayShareCells reports whether i is a store by which several lanes may write one cell, such as a store to s[t & 15],
// s[y * pitch + x] or s[bin[t]]. Whether these stores race also depends on the stored values. The index of any other
// store is a sum that contains the lane's number.
func (s *slicer) mayShareCells(c *Call, i *cfg.Instr) bool {
	if !isStoreOfScalar(i) {
		return false
	}
	isOfLane, isSum := false, true
	for x := range s.dataflows.Of(c.Func).Origins(i.Args[0]) {
		isOfLane = isOfLane || x.Op == cfg.Special && x.Special == cfg.TidX
		isSum = isSum && mayBeOfSum(x)
	}
	return !isOfLane || !isSum
}

// mayBeOfSum reports whether an instruction may be a part of a linear sum: numbers, each times a constant.
func mayBeOfSum(x *cfg.Instr) bool {
	switch x.Op {
	case cfg.Load:
		return x.Args[0].Op == cfg.Addr && x.Args[0].Object.Func != nil
	case cfg.Atomic, cfg.Call, cfg.Extern, cfg.Collective_, cfg.Pure:
		return false
	case cfg.Binary:
		return x.Operator == operator.Add || x.Operator == operator.Sub || x.Operator == operator.Mul && slices.ContainsFunc(x.Args, isConstant)
	}
	return true
}

func isConstant(x *cfg.Instr) bool { return x.Unconverted().Op == cfg.Const }

// OfSharedOutsideLarge returns the slice for the accesses to shared memory that may conflict within a warp, without
// those in functions that the policy does not follow. It returns nil if there are none, or if the policy follows all
// functions of the root.
func OfSharedOutsideLarge(root *cfg.Func, policy Policy) *Call {
	if !root.LeadsTo(policy.passesOver) {
		return nil
	}
	s, top, list := conflictsOf(root, policy, inWarp)
	if len(list) == 0 {
		return nil
	}
	return s.sliceFor(top, list)
}

// conflictsOf returns the accesses to shared memory that may conflict, in the function root and in the functions that
// it calls and the policy follows. If scope is inWarp, these are the accesses that may conflict with an access of a
// lane of the same warp. If scope is inBlock, the list also has the accesses that may conflict with an access of any
// thread of the block. top is the tree of the calls below root, or nil if the tree is too large.
func conflictsOf(root *cfg.Func, policy Policy, scope reach) (s *slicer, top *Call, list []*touch) {
	if s, top = prepare(root, policy, true); top == nil {
		return s, nil, nil
	}
	list = s.conflicting(top)
	for _, t := range list {
		t.call.inWarp[t.instr], top.races = true, true
	}
	if scope == inBlock {
		s.reaches, top.acrossWarps = inBlock, true
		list = append(list, s.conflicting(top)...)
	}
	return s, top, list
}

// followingAll returns the policy that follows all functions.
func (p Policy) followingAll() Policy {
	p.Follows = func(*cfg.Func) bool { return true }
	return p
}

// followingThose returns the policy that also follows the functions from which the accesses in list are reached.
func (p Policy) followingThose(list []*touch) Policy {
	lead := map[*cfg.Func]bool{}
	for _, t := range list {
		for c := t.call; c != nil; c = c.caller {
			lead[c.Func] = true
		}
	}
	follows := p.Follows
	p.Follows = func(f *cfg.Func) bool { return lead[f] || follows(f) }
	return p
}

// namesShared reports whether i names a shared variable.
func namesShared(i *cfg.Instr) bool { return i.Object != nil && i.Object.Storage == types.Shared }

// passesOver reports whether i calls a function that the policy does not follow.
func (p Policy) passesOver(i *cfg.Instr) bool { return i.Op == cfg.Call && !p.Follows(i.Callee) }

// Conflicts reports whether the access i may conflict with another one.
func (c *Call) Conflicts(i *cfg.Instr) bool { return c == nil || c.conflicts[i] }

// ConflictsInWarp reports whether the access i may conflict with an access of another lane of the warp.
func (c *Call) ConflictsInWarp(i *cfg.Instr) bool { return c == nil || c.inWarp[i] }

// Races reports whether a root has accesses that may conflict with those of other lanes of the warp.
func (c *Call) Races() bool { return c == nil || c.races }

// IsAcrossWarps reports whether the slice contains the accesses that may conflict with those of other warps.
func (c *Call) IsAcrossWarps() bool { return c != nil && c.acrossWarps }

// SharedAt returns the shared variables that the access i may touch, nil if it may touch anything else.
func (c *Call) SharedAt(i *cfg.Instr) (list []*cfg.Object) {
	if c == nil {
		return nil
	}
	for at := i.Args[0]; at.Op == cfg.Unknown && at.Within; at = i.Args[0] {
		i = at
	}
	for _, x := range c.pointsTo(i, 0) {
		v := x.whole()
		if v.region != shared {
			return nil
		}
		if !slices.Contains(list, v.decl) {
			list = append(list, v.decl)
		}
	}
	return list
}

// askOrders demands the instructions that may order accesses, in a call and in the calls in it. These are barriers,
// fences, accesses to flags, and calls that are not followed.
func (s *slicer) askOrders(c *Call) {
	for _, b := range c.Func.Blocks {
		for _, i := range b.Instrs {
			switch {
			case i.Op == cfg.Await, i.Op == cfg.Commit, i.Op == cfg.Fence, c.Watches(i), c.Signals(i):
				s.ask(c, i, runs|guarded)
			case i.Op == cfg.Extern, i.Op == cfg.Unknown:
				s.ask(c, i, runs)
			case c.calls[i] != nil:
				s.askOrders(c.calls[i])
			}
		}
	}
}

// isFence reports whether i is a fence that orders accesses together with a flag.
func isFence(i *cfg.Instr) bool { return i.Op == cfg.Fence && !i.Signals }

// takeFlags sets the accesses to flags in a call, and in the calls in it.
func (c *Call) takeFlags(flags cfg.Flags) {
	c.flags = flags
	for _, callee := range c.calls {
		callee.takeFlags(flags)
	}
}

// Watches reports whether a thread may learn by i that another thread has set a flag. A call that is not followed
// counts if the called function has such an access. In a recursive call, which is interpreted as a whole (nil), no
// instruction counts, because the outermost call does.
func (c *Call) Watches(i *cfg.Instr) bool { return c != nil && c.leadsTo(i, c.flags.Watches) }

// Signals reports whether a thread may set a flag by i, or by a call that is not followed.
func (c *Call) Signals(i *cfg.Instr) bool { return c != nil && c.leadsTo(i, c.flags.Signals) }

func (c *Call) leadsTo(i *cfg.Instr, accepts func(*cfg.Instr) bool) bool {
	return accepts(i) || i.Op == cfg.Call && c.calls[i] == nil && i.Callee != nil && c.flags.Any() && i.Callee.LeadsTo(accepts)
}
