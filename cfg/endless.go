package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// A place after a loop is reached only if some run leaves the loop. C++ lets a compiler assume that a loop without
// effects ends, but that does not mean that it ends:
//
//	for (int i = 7; i != 2 * n; i += 2) ;      no run leaves it
//	for (int i = lane; i < n; i += 32) ...     it counts
//	while (d[i] > x) ++i;                      some data end it
//	while (*flag == 0) ;                       volatile: another thread is expected to end it

// IsKnownToEnd reports whether some run is known to leave the loop. It also returns true for a loop with effects
// (HasEffects), because other threads may end it.
func (l *Loop) IsKnownToEnd() bool {
	e := ending{l, map[*Object][]*Instr{}}
	e.findStores()
	return l.HasEffects() || slices.ContainsFunc(l.Blocks, e.leavesAt)
}

// HasEffects reports whether an iteration of the loop may do more than compute: it may access a volatile, execute an
// atomic or a collective, or wait for other threads.
func (l *Loop) HasEffects() bool {
	return l.has((*Instr).isEffect, LeadingTo((*Instr).isEffect))
}

func (in *Instr) isEffect() bool {
	return in.Op == Atomic || in.Volatile || in.Collective != nil || in.MayOrder() || in.IsOpen()
}

// Endings caches which loops of a program are known to end.
type Endings struct {
	isKnownToEnd map[*Loop]bool
}

// NewEndings returns an Endings that has examined no loop yet.
func NewEndings() *Endings { return &Endings{map[*Loop]bool{}} }

// isKnown reports whether some run is known to leave the loop.
func (e *Endings) isKnown(l *Loop) bool {
	is, isExamined := e.isKnownToEnd[l]
	if !isExamined {
		is = l.IsKnownToEnd()
		e.isKnownToEnd[l] = is
	}
	return is
}

// EndlessBefore returns a loop that a thread may pass between the start of f and the instruction with the given ID in
// block b. No run is known to leave this loop. It may be in a function that is called before the instruction. The
// result is nil if there is none.
func (e *Endings) EndlessBefore(f *Func, b *Block, id int) *Loop {
	before := b.before()
	for _, l := range f.Loops {
		if before[l.Header] && !slices.Contains(l.Blocks, b) && !e.isKnown(l) {
			return l
		}
	}
	seen := map[*Func]bool{f: true}
	for _, c := range f.Blocks {
		for _, i := range c.Instrs {
			if !before[c] || c == b && i.ID >= id {
				continue
			}
			if l := e.endlessIn(i.Callee, seen); l != nil {
				return l
			}
		}
	}
	return nil
}

// endlessIn returns a loop of f, or of a function that f calls, that no run is known to leave. It returns nil if
// there is none.
func (e *Endings) endlessIn(f *Func, seen map[*Func]bool) *Loop {
	if f == nil || seen[f] {
		return nil
	}
	seen[f] = true
	for _, l := range f.Loops {
		if !e.isKnown(l) {
			return l
		}
	}
	for _, callee := range f.Callees {
		if l := e.endlessIn(callee, seen); l != nil {
			return l
		}
	}
	return nil
}

// before returns blk and the blocks on paths from the start of the function to blk. Paths with further iterations of
// the loops around blk are left out.
func (blk *Block) before() map[*Block]bool {
	seen, work := map[*Block]bool{}, []*Block{blk}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		for _, p := range x.Preds {
			if p.Index < x.Index {
				work = append(work, p)
			}
		}
	}
	return seen
}

// ending looks for a reason why a loop ends. stores lists the stores in the loop to each local variable.
type ending struct {
	loop   *Loop
	stores map[*Object][]*Instr
}

func (e *ending) findStores() {
	for _, b := range e.loop.Blocks {
		for _, i := range b.Instrs {
			if i.Op == Store && i.Args[0].Op == Addr {
				e.stores[i.Args[0].Object] = append(e.stores[i.Args[0].Object], i)
			}
		}
	}
}

// leavesAt reports whether the branch at the end of b is known to leave the loop in some run. That is so if its
// condition depends on data (readsData). It is also so if every iteration executes the branch and brings its condition
// closer to leaving (nears).
func (e *ending) leavesAt(b *Block) bool {
	outside := slices.IndexFunc(b.Succs, func(s *Block) bool { return !slices.Contains(e.loop.Blocks, s) })
	if outside < 0 || b.Term.Cond == nil {
		return false
	}
	if e.readsData(b.Term.Cond, map[*Instr]bool{}) {
		return true
	}
	stays := slices.Contains(e.loop.Blocks, b.Term.Targets[0])
	return b.Term.Kind == If && e.isOfEach(b) && e.nears(b.Term.Cond, stays)
}

// isOfEach reports whether every iteration executes b.
func (e *ending) isOfEach(b *Block) bool {
	return !slices.ContainsFunc(e.loop.Latches, func(latch *Block) bool { return !b.Dominates(latch) })
}

// readsData reports whether a value depends on memory that other threads or the host may write, or on a value that the
// graph does not compute: the result of a call or of an unknown instruction, or a constant of a template.
func (e *ending) readsData(x *Instr, seen map[*Instr]bool) bool {
	if seen[x] {
		return false
	}
	seen[x] = true
	reads := func(x *Instr) bool { return e.readsData(x, seen) }
	switch x.Op {
	case Extern, Unknown, Opaque, Call, TemplateConst:
		return true
	case Load:
		o := x.Args[0].Base().Object
		if o == nil || isOfOthers(o) {
			return true
		}
		return slices.ContainsFunc(e.stores[o], func(i *Instr) bool { return reads(i.Args[1]) })
	}
	return slices.ContainsFunc(x.Args, reads)
}

// isOfOthers reports whether other threads or the host may write a variable.
func isOfOthers(o *Object) bool {
	return o.Storage == types.Shared || o.Storage == types.Global || o.Storage == types.Constant
}

// nears reports whether each iteration changes the operands of the condition c towards the outcome that leaves the
// loop. stays is the other outcome, with which the loop continues.
func (e *ending) nears(c *Instr, stays bool) bool {
	switch {
	case c.Op == Convert:
		return e.nears(c.Args[0], stays)
	case c.Op == Unary && c.Operator == operator.Not:
		return e.nears(c.Args[0], !stays)
	case c.Op == Load:
		return stays && e.shrinks(c)
	case c.Op != Binary:
		return false
	}
	low, high := c.Args[0], c.Args[1]
	switch c.Operator {
	case operator.EQ, operator.NE:
		return stays == (c.Operator == operator.NE) && (e.meets(low, high) || e.meets(high, low))
	case operator.GT, operator.GE:
		low, high = high, low
	case operator.LT, operator.LE:
	default:
		return false
	}
	if !stays {
		low, high = high, low
	}
	rise, isKnown := e.rise(low)
	fall, isFallKnown := e.rise(high)
	return isKnown && isFallKnown && rise > fall
}

// meets reports whether a number x that the loop changes becomes equal to y in some iteration. There are three cases: x
// shrinks to 0, x counts from one constant to another, or x counts by 1 towards a y that does not change.
func (e *ending) meets(x, y *Instr) bool {
	x, y = x.Unconverted(), y.Unconverted()
	if y.Op == Const && y.Int == 0 && x.Op == Load && e.shrinks(x) {
		return true
	}
	step := e.step(x)
	if step == nil || step.Op != Const || step.Int == 0 {
		return false
	}
	first, isConst := e.first(x)
	if !isConst {
		return false
	}
	by := step.Int
	if e.update(x).Operator == operator.Sub {
		by = -by
	}
	if y.Op == Const {
		return (y.Int-first)%by == 0 && (y.Int-first)/by >= 0
	}
	rise, isKnown := e.rise(y)
	return (by == 1 || by == -1) && isKnown && rise == 0
}

// update returns the value that every iteration stores once to the local variable that x loads, if the value is
// computed from the variable itself. Otherwise it returns nil.
func (e *ending) update(x *Instr) *Instr {
	if x.Op != Load || x.Args[0].Op != Addr || len(e.stores[x.Args[0].Object]) != 1 {
		return nil
	}
	store := e.stores[x.Args[0].Object][0]
	made := store.Args[1].Unconverted()
	isAgain := func(y *Instr) bool {
		y = y.Unconverted()
		return y.Op == Load && y.Args[0].Op == Addr && y.Args[0].Object == x.Args[0].Object
	}
	switch {
	case !e.isOfEach(store.Block):
		return nil
	case made.Op == IndexAddr && isAgain(made.Args[0]), made.Op == Binary && isAgain(made.Args[0]):
		return made
	}
	return nil
}

// step returns the amount that every iteration adds to or subtracts from the variable that x loads. It returns nil if
// the iterations change it in another manner.
func (e *ending) step(x *Instr) *Instr {
	if i := e.update(x); i != nil && (i.Operator == operator.Add || i.Operator == operator.Sub) {
		return i.Args[1].Unconverted()
	}
	return nil
}

// first returns the constant that the variable loaded by x has before the loop. isConst is false if it has none.
func (e *ending) first(x *Instr) (first int64, isConst bool) {
	for b := range e.loop.Header.before() {
		for _, i := range b.Instrs {
			if i.Op != Store || i.Args[0].Op != Addr || i.Args[0].Object != x.Args[0].Object {
				continue
			}
			value := i.Args[1].Unconverted()
			if value.Op != Const || isConst && value.Int != first {
				return 0, false
			}
			first, isConst = value.Int, true
		}
	}
	return first, isConst
}

// shrinks reports whether every iteration makes the variable that x loads smaller until it is 0.
func (e *ending) shrinks(x *Instr) bool {
	i := e.update(x)
	if i == nil || i.Op != Binary {
		return false
	}
	by := i.Args[1].Unconverted()
	switch i.Operator {
	case operator.Shr:
		return by.Op == Const && by.Int > 0
	case operator.Div:
		return by.Op == Const && by.Int > 1
	case operator.And: // for m &= m - 1
		return by.Op == Binary && by.Operator == operator.Sub
	}
	return false
}

// rise returns the sign of the change of a number in every iteration, 0 if it does not change. known is false if the
// sign is not known. A step that is not a constant counts as positive, because some input makes it positive.
func (e *ending) rise(x *Instr) (sign int, known bool) {
	x = x.Unconverted()
	if !e.changes(x, map[*Instr]bool{}) {
		return 0, true
	}
	switch {
	case x.Op == Load:
		return e.riseOfVariable(x)
	case x.Op != Binary || x.Operator != operator.Add && x.Operator != operator.Sub:
		return 0, false
	}
	one, isKnown := e.rise(x.Args[0])
	other, isOtherKnown := e.rise(x.Args[1])
	if x.Operator == operator.Sub {
		other = -other
	}
	return one + other, isKnown && isOtherKnown && one*other >= 0
}

func (e *ending) riseOfVariable(x *Instr) (sign int, known bool) {
	i := e.update(x)
	switch {
	case e.shrinks(x):
		return -1, true
	case i == nil || e.changes(i.Args[1], map[*Instr]bool{}):
		return 0, false
	case i.Op == IndexAddr:
		return signOf(i.Args[1].Unconverted()), true
	case i.Operator == operator.Add:
		return signOf(e.step(x)), true
	case i.Operator == operator.Sub:
		return -signOf(e.step(x)), true
	case i.Operator == operator.Mul || i.Operator == operator.Shl:
		first, isConst := e.first(x)
		return 1, !isConst || first > 0
	}
	return 0, false
}

// signOf returns the sign of a step. It returns 1 for a step that is not a constant.
func signOf(step *Instr) int {
	switch {
	case step.Op != Const || step.Int > 0:
		return 1
	case step.Int < 0:
		return -1
	}
	return 0
}

// changes reports whether an iteration may change a value: it stores to a variable from which the value is computed.
func (e *ending) changes(x *Instr, seen map[*Instr]bool) bool {
	if seen[x] {
		return false
	}
	seen[x] = true
	if x.Op == Load && len(e.stores[x.Args[0].Base().Object]) > 0 {
		return true
	}
	return slices.ContainsFunc(x.Args, func(y *Instr) bool { return e.changes(y, seen) })
}
