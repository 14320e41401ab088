package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// threads is a set of threads of a one-dimensional block.
type threads struct {
	members [largestBlock]bool
	// isOnePerWarp reports whether the set has at most one lane of each warp. members may have several lanes of a warp,
	// because it is not known which one is in the set.
	isOnePerWarp bool
}

// function holds a function, with caches of what is known about its threads.
type function struct {
	fn   *cfg.Func
	flow *cfg.Dataflow
	// threads is the largest number of threads in a block that executes the function.
	threads int
	// conditions caches the outcomes of branch conditions.
	conditions map[*cfg.Instr]*outcomes
	// reached caches the results of reachedBy.
	reached map[*cfg.Block]*[largestBlock]bool
}

func newFunction(fn *cfg.Func) *function {
	return &function{fn: fn, flow: fn.Dataflow(), threads: largestBlock, conditions: map[*cfg.Instr]*outcomes{}}
}

// outcomes holds the outcome of a condition for each thread of a block, by the thread's number.
type outcomes [largestBlock]outcome

type outcome int8

const (
	unknown outcome = iota
	no
	yes
)

// reaching returns the threads that may reach the block b if all threads enter its function.
func (f *function) reaching(b *cfg.Block) *threads {
	s := &threads{}
	for t := range f.threads {
		s.members[t] = true
	}
	if reached := f.reachedBy()[b]; reached != nil {
		for t := range s.members {
			s.members[t] = s.members[t] && reached[t]
		}
	}
	for d := b.Idom; d != nil; d = d.Idom {
		if d.Term.Kind != cfg.If {
			continue
		}
		for i, side := range d.Term.Targets {
			if owns(side, b) {
				f.keep(s, d.Term.Cond, i == 0)
			}
		}
	}
	return s
}

// reachedBy returns the threads that may reach each block. If the condition of a branch is known in a thread, the
// thread takes one side, otherwise both. The result is empty for a function with more than mostBlocks blocks.
func (f *function) reachedBy() map[*cfg.Block]*[largestBlock]bool {
	if f.reached != nil {
		return f.reached
	}
	f.reached = map[*cfg.Block]*[largestBlock]bool{}
	if len(f.fn.Blocks) > mostBlocks {
		return f.reached
	}
	for _, b := range f.fn.Blocks {
		f.reached[b] = &[largestBlock]bool{}
	}
	for t := range largestBlock {
		for work := []*cfg.Block{f.fn.Blocks[0]}; len(work) > 0; {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if !f.reached[b][t] {
				f.reached[b][t] = true
				work = append(work, f.nextOf(b, t)...)
			}
		}
	}
	return f.reached
}

// nextOf returns the blocks that thread t may execute after b.
func (f *function) nextOf(b *cfg.Block, t int) []*cfg.Block {
	if b.Term.Kind == cfg.If {
		switch f.outcomesOf(b.Term.Cond)[t] {
		case yes:
			return b.Term.Targets[:1]
		case no:
			return b.Term.Targets[1:]
		}
	}
	return b.Succs
}

// keep removes from s the threads in which cond is known to have another value than the parameter holds. It sets
// s.isOnePerWarp if at most one lane of each warp can be left: cond then compares a value that differs in each lane.
func (f *function) keep(s *threads, cond *cfg.Instr, holds bool) {
	excluded := yes
	if holds {
		excluded = no
	}
	for t, o := range f.outcomesOf(cond) {
		if o == excluded {
			s.members[t] = false
		}
	}
	if cond.Op == cfg.Binary && (cond.Operator == operator.EQ && holds || cond.Operator == operator.NE && !holds) {
		s.isOnePerWarp = s.isOnePerWarp || f.differsPerLane(cond.Args[0], s) || f.differsPerLane(cond.Args[1], s)
	}
}

// outcomesOf computes a condition in each thread, and caches the result.
func (f *function) outcomesOf(cond *cfg.Instr) *outcomes {
	if known := f.conditions[cond]; known != nil {
		return known
	}
	list := &outcomes{}
	e := &evaluator{function: f}
	for t := range list {
		e.look(int64(t))
		if v, ok := e.eval(cond); ok && v != 0 {
			list[t] = yes
		} else if ok {
			list[t] = no
		}
	}
	f.conditions[cond] = list
	return list
}

// isKnownPerThread reports whether a condition is known in each thread.
func (f *function) isKnownPerThread(cond *cfg.Instr) bool {
	return !slices.Contains(f.outcomesOf(cond)[:], unknown)
}

// hasPair reports whether the set may contain two lanes of one warp.
func (s *threads) hasPair() bool {
	_, shared := s.pairWith(s)
	return !s.isOnePerWarp && shared
}

// meeting returns two different threads of a warp with the same address. found is false if there are none. The lists
// hold an address for each thread: that of the first thread is in `from`, and that of the second in `to`.
func meeting(from, to *[largestBlock]number) (p Pair, found bool) {
	for t := range from {
		first := t / warp.Size * warp.Size
		for o := first; from[t].known && o < first+warp.Size; o++ {
			if o != t && to[o] == from[t] {
				return Pair{t / warp.Size, t - first, o - first}, true
			}
		}
	}
	return Pair{}, false
}

// addresses computes an address in each thread of the set reaching. areKnown is false if the address is not known in
// one of them.
func (f *function) addresses(reaching *threads, address *cfg.Instr) (list *[largestBlock]number, areKnown bool) {
	e := &evaluator{function: f, takesUniform: true, distinguishes: true}
	list = &[largestBlock]number{}
	for t, isMember := range reaching.members {
		if isMember {
			e.look(int64(t))
			value, known := e.eval(address)
			if !known {
				return list, false
			}
			list[t] = number{value, known}
		}
	}
	return list, true
}

// Pair is a pair of lanes of one warp of the block.
type Pair struct{ Warp, Lane, Other int }

// pairWith returns the first lane of s whose warp has another lane in the set other, together with that lane. found is
// false if there is none.
func (s *threads) pairWith(other *threads) (p Pair, found bool) {
	for t, isMember := range s.members {
		first := t / warp.Size * warp.Size
		for o := first; isMember && o < first+warp.Size; o++ {
			if o != t && other.members[o] {
				return Pair{t / warp.Size, t - first, o - first}, true
			}
		}
	}
	return Pair{}, false
}

// LanesAt returns the lanes of a warp that may reach a block, and the index of the warp. It chooses the first warp of
// which several lanes may reach the block, and returns no lanes if there is none. It assumes that all threads enter the
// function, and that conditions on threadIdx decide which of them reach the block.
func LanesAt(fn *cfg.Func, b *cfg.Block) (lanes warp.Lanes, ofWarp int) {
	f := newFunction(fn)
	reaching := f.reaching(b)
	p, found := reaching.pairWith(reaching)
	for l := 0; found && l < warp.Size; l++ {
		if reaching.members[p.Warp*warp.Size+l] {
			lanes |= 1 << l
		}
	}
	return lanes, p.Warp
}

// differsPerLane reports whether a value or an address differs in all lanes of a warp, whatever numbers the arguments
// have. It looks only at the threads in reaching. It also returns true if the value cannot be computed, and depends on
// the lane through a variable that is stored to more than once.
func (f *function) differsPerLane(v *cfg.Instr, reaching *threads) bool {
	switch v.Op {
	case cfg.IndexAddr:
		if f.differsPerLane(v.Args[1], reaching) && !f.dependsOnLane(v.Args[0]) {
			return true
		}
	case cfg.FieldAddr:
		return f.differsPerLane(v.Args[0], reaching)
	}
	differs, known := f.differs(v, reaching)
	return differs || !known && f.changesByLane(v)
}

// arguments lists the numbers that are tried for the arguments of a kernel. 0 is left out, because an index such as
// lane * n is meant to differ between lanes, which is not so for n = 0.
var arguments = []int64{1, 2, 3, 5, 8, 31}

// differs reports whether a value differs in all lanes of a warp among the threads in reaching, for all numbers that
// are tried as arguments. known reports whether the value can be computed.
func (f *function) differs(v *cfg.Instr, reaching *threads) (differs, known bool) {
	for _, n := range arguments {
		if differs, known = f.differsFor(n, v, reaching); !differs {
			return false, known
		}
	}
	return true, true
}

func (f *function) differsFor(argument int64, v *cfg.Instr, reaching *threads) (differs, known bool) {
	e := &evaluator{function: f, takesUniform: true, argument: argument}
	seen := map[int64]int64{} // seen maps a value to the last warp in which a thread has this value
	differs = true
	for t, isMember := range reaching.members {
		if !isMember {
			continue
		}
		e.look(int64(t))
		n, ok := e.eval(v)
		if !ok {
			return false, false
		}
		last, again := seen[n]
		differs = differs && (!again || last != e.thread/warp.Size)
		seen[n] = e.thread / warp.Size
	}
	return differs, true
}

// changesByLane reports whether v is computed from a variable that depends on the lane and has more than one store.
func (f *function) changesByLane(v *cfg.Instr) bool {
	return f.dependsOn(v, func(instr *cfg.Instr) bool {
		o := variable(instr)
		return o != nil && len(f.flow.Stored(o)) > 1 && f.dependsOnLane(instr)
	})
}

// dependsOnLane reports whether v is computed from threadIdx.x or the lane's number. A load from memory does not count,
// even at an index that depends on the lane.
func (f *function) dependsOnLane(v *cfg.Instr) bool {
	return f.dependsOn(v, func(instr *cfg.Instr) bool {
		return instr.Op == cfg.Special && (instr.Special == cfg.TidX || instr.Special == cfg.LaneID)
	})
}

// dependsOn reports whether v is computed, directly or through variables, from an instruction for which `is` returns
// true. It does not look into the operands of atomics and calls.
func (f *function) dependsOn(v *cfg.Instr, is func(*cfg.Instr) bool) bool {
	seen := map[*cfg.Instr]bool{}
	var look func(v *cfg.Instr) bool
	look = func(v *cfg.Instr) bool {
		switch {
		case seen[v]:
			return false
		case is(v):
			return true
		}
		seen[v] = true
		if v.Op == cfg.Load {
			o := variable(v)
			return o != nil && slices.ContainsFunc(f.flow.Stored(o), look)
		}
		return v.Op != cfg.Atomic && v.Op != cfg.Call && slices.ContainsFunc(v.Args, look)
	}
	return look(v)
}

// evaluator computes values in one thread at a time.
type evaluator struct {
	*function
	thread int64
	// takesUniform: an unknown value that is the same for the whole block gets an arbitrary number. If it is false, the
	// value stays unknown. distinguishes: two different unknown values get different numbers.
	takesUniform, distinguishes bool
	// argument is the number that all arguments of the kernel get, unless it is 0 or distinguishes is set.
	argument int64
	// assigned is an instruction that is assumed to yield value, nil if there is none.
	assigned *cfg.Instr
	value    int64
	depth    int
	// held caches the values of variables in the thread.
	held map[*cfg.Object]number
}

// number is a value, and whether it is known.
type number struct {
	value int64
	known bool
}

// look selects the thread for which the evaluator computes values, and clears the cache.
func (e *evaluator) look(thread int64) {
	e.thread = thread
	clear(e.held)
}

func (e *evaluator) eval(instr *cfg.Instr) (int64, bool) {
	if e.depth > deepest {
		return 0, false
	}
	e.depth++
	defer func() { e.depth-- }()
	if instr == e.assigned {
		return e.value, true
	}
	switch instr.Op {
	case cfg.Const:
		return instr.Int, true
	case cfg.Convert:
		v, ok := e.eval(instr.Args[0])
		if instr.Operator == operator.CastBool {
			v = truth(v != 0)
		}
		switch instr.Operator {
		case operator.CastInt, operator.CastBool, operator.CastPointer, operator.CastDecay:
			return v, ok
		}
		return 0, false
	case cfg.Addr:
		return e.uniform(ofRegisters - 1 - int64(instr.Object.ID)), e.takesUniform && !isLocal(instr)
	case cfg.FieldAddr:
		at, isAt := e.eval(instr.Args[0])
		return at + instr.Field.Offset/8, isAt && instr.Field.Offset >= 0
	case cfg.IndexAddr:
		at, isAt := e.eval(instr.Args[0])
		index, isIndex := e.eval(instr.Args[1])
		return at + index*sizeOf(instr.Type), isAt && isIndex
	case cfg.Special:
		return e.special(instr.Special)
	case cfg.Unary:
		v, ok := e.eval(instr.Args[0])
		switch instr.Operator {
		case operator.Not:
			return truth(v == 0), ok
		case operator.Neg:
			return -v, ok
		case operator.BNot:
			return ^v, ok
		}
		return 0, false
	case cfg.Binary:
		x, isX := e.eval(instr.Args[0])
		y, isY := e.eval(instr.Args[1])
		if !isX || !isY {
			return 0, false
		}
		return operate(instr.Operator, x, y)
	case cfg.Pure:
		return e.pure(instr)
	case cfg.Load:
		return e.load(instr)
	}
	return 0, false
}

// pure computes min and max of signed numbers. It returns false for other functions.
func (e *evaluator) pure(instr *cfg.Instr) (int64, bool) {
	if instr.Text != "min" && instr.Text != "max" || !instr.Type.Signed {
		return 0, false
	}
	x, isX := e.eval(instr.Args[0])
	y, isY := e.eval(instr.Args[1])
	if instr.Text == "min" {
		return min(x, y), isX && isY
	}
	return max(x, y), isX && isY
}

func (e *evaluator) special(register cfg.SpecialReg) (int64, bool) {
	switch register {
	case cfg.TidX:
		return e.thread, true
	case cfg.LaneID:
		return e.thread % warp.Size, true
	case cfg.NTidX:
		return largestBlock, e.takesUniform
	case cfg.CtaidX, cfg.CtaidY, cfg.CtaidZ, cfg.NCtaidX, cfg.NCtaidY, cfg.NCtaidZ:
		return e.uniform(int64(register)), e.takesUniform
	}
	return 0, false
}

// ofRegisters is larger than the index of any register. The indices of parameters begin with it, so that no register
// has the same.
const ofRegisters = 1 << 10

// uniform returns a number for an unknown value that is the same for the whole block. value is its index. If
// distinguishes is set, different values get numbers with such large distances that two sums are only equal if they are
// sums of the same values.
func (e *evaluator) uniform(value int64) int64 {
	if !e.distinguishes {
		return 1
	}
	const far = 0x9e3779b97f4a7c15 // an odd number whose bits are spread
	x := uint64(value+ofRegisters<<1) * far
	return int64(x ^ x>>29)
}

// load returns the value of a variable to which there is only one store, or one on each side of a branch. If
// takesUniform is set, it also returns a number for a kernel's parameter that is not stored to before the load
// (ofParameter). It returns false for any other load.
func (e *evaluator) load(instr *cfg.Instr) (int64, bool) {
	object := variable(instr)
	if object == nil || object.Escapes {
		return 0, false
	}
	stored := e.flow.Stored(object)
	isGiven := e.fn.Kernel && slices.Contains(e.fn.Params, object)
	switch {
	case len(stored) == 1 && isGiven && stored[0].Block.Loop != nil:
		return 0, false // not known: the parameter may change in each iteration
	case len(stored) == 0, len(stored) == 1 && isGiven && isAhead(instr, stored[0]):
		return e.ofParameter(object), e.takesUniform && isGiven
	case len(stored) == 1:
		return e.storedIn(object, stored[0])
	case len(stored) == 2:
		return e.phi(instr, stored)
	}
	return 0, false
}

// ofParameter returns the number that stands for a kernel's parameter.
func (e *evaluator) ofParameter(object *cfg.Object) int64 {
	if !e.distinguishes && e.argument != 0 {
		return e.argument
	}
	return e.uniform(ofRegisters + int64(object.ID))
}

// isAhead reports whether a load precedes the only store to its variable, and so reads the initial value.
func isAhead(instr, stored *cfg.Instr) bool {
	if instr.Block != stored.Block {
		return instr.Block.Dominates(stored.Block)
	}
	return instr.ID < stored.ID
}

// phi returns the value that a load reads after a branch, if each side of the branch stores to the variable once.
// Otherwise it returns false.
func (e *evaluator) phi(instr *cfg.Instr, stored []*cfg.Instr) (int64, bool) {
	d := stored[0].Block.Idom
	for d != nil && d.Term.Kind != cfg.If {
		d = d.Idom
	}
	if d == nil || !d.Dominates(instr.Block) {
		return 0, false
	}
	first, second := d.Term.Targets[0], d.Term.Targets[1]
	if owns(second, stored[0].Block) {
		stored = []*cfg.Instr{stored[1], stored[0]}
	}
	holds, known := e.eval(d.Term.Cond)
	if !known || !owns(first, stored[0].Block) || !owns(second, stored[1].Block) {
		return 0, false
	}
	return e.eval(stored[1-truth(holds != 0)])
}

// storedIn returns the value that the instruction `stored` writes to a variable, and false if it is not known. It caches
// the value for the thread. Without the cache, a chain of variables that each use the previous one twice would take
// exponential time.
func (e *evaluator) storedIn(object *cfg.Object, stored *cfg.Instr) (int64, bool) {
	if n, asked := e.held[object]; asked {
		return n.value, n.known
	}
	value, known := e.eval(stored)
	if e.held == nil {
		e.held = map[*cfg.Object]number{}
	}
	e.held[object] = number{value, known}
	return value, known
}

// variable returns the variable whose whole value v loads, or nil if v is anything else.
func variable(v *cfg.Instr) *cfg.Object {
	if v.Op != cfg.Load || v.Args[0].Op != cfg.Addr {
		return nil
	}
	return v.Args[0].Object
}

func operate(op operator.Op, x, y int64) (int64, bool) {
	switch op {
	case operator.Add:
		return x + y, true
	case operator.Sub:
		return x - y, true
	case operator.Mul:
		return x * y, true
	case operator.And:
		return x & y, true
	case operator.Or:
		return x | y, true
	case operator.Xor:
		return x ^ y, true
	case operator.Shl:
		return x << uint64(y), y >= 0
	case operator.Shr:
		return x >> uint64(y), y >= 0
	case operator.EQ:
		return truth(x == y), true
	case operator.NE:
		return truth(x != y), true
	case operator.LT:
		return truth(x < y), true
	case operator.LE:
		return truth(x <= y), true
	case operator.GT:
		return truth(x > y), true
	case operator.GE:
		return truth(x >= y), true
	}
	if y == 0 {
		return 0, false
	}
	switch op {
	case operator.Div:
		return x / y, true
	case operator.Rem:
		return x % y, true
	}
	return 0, false
}

// sizeOf returns the size in bytes of the type to which a pointer points, 1 if that is not known.
func sizeOf(pointer *types.Type) int64 {
	if pointer == nil || pointer.Elem == nil || pointer.Elem.Size == 0 {
		return 1
	}
	return pointer.Elem.Size
}

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}
