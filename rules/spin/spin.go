// Package spin finds loops in which a lane waits for a store that only another lane of its warp can make, after the two
// lanes have diverged. Before Volta, lanes in a loop stop the other lanes of their warp from continuing: diverged lanes
// run one side of the branch after the other, and lanes that have left a loop wait for those still in it.
//
//   - A lock: the loop takes it by an atomic with constant operands, so that one lane gets it, and the release is
//     behind the loop. In a ticket lock (ticket.go) the loop waits for its number. If two lanes compete for one lock,
//     the lane that has it waits behind the loop for the lane that is still in the loop. A lock that is released inside
//     the loop is not reported: `for (;;) if (!atomicCAS(l, 0, 1)) { ...; atomicExch(l, 0); break; }`. Positions in the
//     source decide whether the release is inside, because the control-flow graph does not show it. The text of a loop
//     by goto reaches from the label to the goto. A lane that waits for its own number, in an order of lanes, is
//     treated like a ticket lock.
//   - A flag: the loop reads a cell that lanes of the same warp write on the other side of a branch. If both sides wait
//     for each other, one of them hangs, whichever runs first. If only one side waits, it hangs if it runs first.
//   - A flag that lanes of the warp set only behind the loop (behind.go). Some of these waits hang on every architecture.
//
// A lane may leave a loop because of a variable that it sets there (exits.go).
//
// The threads that reach a block are computed for the largest block, from those conditions before it that are functions
// of threadIdx.x. So is the cell that each thread reads or writes. A value that is the same for the whole block counts
// as one unknown number in both addresses (`flag[t - 16]`, `flag[t]`). Lanes do not compete for a lock if its index
// differs in all of them, for all numbers that are tried as arguments. A flag that only other warps write is no
// finding.
package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/source"
)

// Wait is a loop that may never end if lanes run in lockstep.
type Wait struct {
	Func *cfg.Func
	// Spin is the atomic or the load that the loop repeats while it waits. Writer is the store that ends the wait. It
	// is nil for a lock.
	Spin, Writer *cfg.Instr
	// Example is a pair of lanes that shows the wait. For a lock, Lane has the lock, and Other repeats the loop to get
	// it. For a flag, Lane repeats the loop, and Other writes the flag.
	Example Pair
	// Behind reports whether the writer is after the loop.
	Behind bool
	// IsDecidedByThreads reports whether thread numbers alone decide which lane waits for which. Cell is the name of
	// the parameter or variable that contains the cell, or "" if it is not known. Free is the value of a lock that no
	// lane has taken.
	IsDecidedByThreads bool
	Cell               string
	Free               int64
}

// Find returns the waits of a program that hang in lockstep, in the order of its functions and loops.
func Find(program *cfg.Program) []Wait {
	f := newFinder(program)
	var found []Wait
	for _, fn := range program.Funcs {
		endless := f.endlessIn(fn)
		for _, loop := range fn.Loops {
			if wait := f.lockOf(fn, loop); wait != nil {
				found = append(found, *wait)
			} else if wait := f.flagOf(fn, loop); wait != nil {
				found = append(found, *wait)
			} else if i := slices.IndexFunc(endless, func(s *spinning) bool { return s.loop == loop }); i >= 0 {
				found = append(found, endless[i].wait(fn))
			}
		}
	}
	return found
}

type finder struct {
	funcs     []*cfg.Func
	callers   map[*cfg.Func][]site
	launches  []*cfg.Launch
	functions map[*cfg.Func]*function
	// done caches the results of the method steps.
	done map[*cfg.Func][]step
}

func newFinder(program *cfg.Program) *finder {
	return &finder{program.Funcs, callersIn(program), program.Launches, map[*cfg.Func]*function{}, map[*cfg.Func][]step{}}
}

// of returns what is known about the threads of fn. It makes one entry for each function.
func (f *finder) of(fn *cfg.Func) *function {
	if f.functions[fn] == nil {
		f.functions[fn] = newFunction(fn)
		f.functions[fn].threads = f.threadsOf(fn)
	}
	return f.functions[fn]
}

// site is a call and the function that contains it.
type site struct {
	fn   *cfg.Func
	call *cfg.Instr
}

// callersIn maps each function to its calls.
func callersIn(program *cfg.Program) map[*cfg.Func][]site {
	callers := map[*cfg.Func][]site{}
	for _, fn := range program.Funcs {
		for instr := range instrs(fn.Blocks) {
			if instr.Op == cfg.Call && instr.Callee != nil {
				callers[instr.Callee] = append(callers[instr.Callee], site{fn, instr})
			}
		}
	}
	return callers
}

// instrs yields the instructions of blocks.
func instrs(blocks []*cfg.Block) func(func(*cfg.Instr) bool) {
	return func(yield func(*cfg.Instr) bool) {
		for _, block := range blocks {
			for _, instr := range block.Instrs {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// lockOf returns the wait of a loop for a lock, if two lanes of a warp may compete for the lock. The loop takes the
// lock by an atomic, or by a call that makes one. lockOf returns nil if there is no such wait.
func (f *finder) lockOf(fn *cfg.Func, loop *cfg.Loop) *Wait {
	var deciding map[*cfg.Instr]bool
	served := f.servedBy(fn, loop)
	for _, s := range f.steps(fn) {
		if !slices.Contains(loop.Blocks, s.top.Block) || !f.isTaking(s, loop) && !f.isServing(s, served) {
			continue
		}
		if deciding == nil {
			deciding = f.of(fn).deciding(loop)
		}
		if deciding[s.top] && f.isReturned(s) && !f.releasesInside(fn, s) && f.isOnlyWayOut(fn, loop, s) && f.triesOneCell(fn, loop, s) &&
			f.contended(fn, s.top.Block, lock{f.address(s), s.Instr}, nil) {
			reaching := f.of(fn).reaching(s.top.Block)
			example, _ := reaching.pairWith(reaching)
			return f.complete(&Wait{Func: fn, Spin: s.top, Example: example}, s)
		}
	}
	return nil
}

// isTaking reports whether s is an atomic that takes a lock: after it has succeeded in one lane, it fails in all others
// until the lock is released.
func (f *finder) isTaking(s step, loop *cfg.Loop) bool {
	if s.Op != cfg.Atomic {
		return false
	}
	switch s.AtomicName() {
	case "atomicCAS":
		old, isOld := f.expected(s, loop)
		taken, isTaken := constant(f.inline(s.Args[2], s.in))
		return isOld && isTaken && old != taken
	case "atomicExch":
		_, isTaken := constant(f.inline(s.Args[1], s.in))
		return isTaken
	}
	return false
}

// expected returns the constant with which an atomic compares its cell. known is false if there is no single one. The
// constant may be in a variable that the atomic overwrites when it fails. If so, the loop must set the variable again
// for each attempt.
func (f *finder) expected(s step, loop *cfg.Loop) (old int64, known bool) {
	v := f.inline(s.Args[1], s.in)
	o := variable(v)
	if o == nil || o.Func == nil {
		return constant(v)
	}
	isSet := o.Func != s.in.root()
	for n, stored := range f.of(o.Func).flow.Stored(o) {
		k, isConstant := constant(stored)
		if !isConstant || n > 0 && k != old {
			return 0, false
		}
		old, known = k, true
		isSet = isSet || slices.Contains(loop.Blocks, stored.Block)
	}
	return old, known && isSet
}

func constant(instr *cfg.Instr) (int64, bool) {
	instr = instr.Unconverted()
	return instr.Int, instr.Op == cfg.Const
}

// deciding returns the instructions from which the exit conditions of a loop are computed, directly or not.
func (f *function) deciding(loop *cfg.Loop) map[*cfg.Instr]bool {
	var conditions []*cfg.Instr
	exits, _ := f.exits(loop)
	for _, e := range exits {
		conditions = append(conditions, e.block.Term.Cond)
	}
	return f.flow.Origins(conditions...)
}

// releasesInside reports whether the code that repeats taking has another write to memory, which may release the lock.
// This code is the innermost loop statement around taking, or what a goto repeats inside it. releasesInside returns
// true if there is no such code.
func (f *finder) releasesInside(fn *cfg.Func, taking step) bool {
	stretch, loop := around(fn.JumpsBack, taking.top.Pos), around(fn.LoopStatements, taking.top.Pos)
	switch {
	case loop.File != "" && (stretch.File == "" || !within(loop, stretch)):
		stretch = loop
	case stretch.File == "":
		return true
	}
	return slices.ContainsFunc(f.steps(fn), func(s step) bool {
		return (s.Instr != taking.Instr || s.top != taking.top) && within(stretch, s.top.Pos) && f.writes(s)
	})
}

// isLocal reports whether an address is that of a local variable or parameter of the lane, or of a part of one.
func isLocal(address *cfg.Instr) bool {
	base := address.Base()
	return base.Op == cfg.Addr && (base.Object.Storage == types.Local || base.Object.Storage == types.Param)
}

// around returns the first stretch of source in a list that contains pos. Its File is "" if none does.
func around(stretches []source.Pos, pos source.Pos) source.Pos {
	for _, stretch := range stretches {
		if within(stretch, pos) {
			return stretch
		}
	}
	return source.Pos{}
}

// within reports whether a place lies in a stretch of source.
func within(stretch, pos source.Pos) bool {
	return stretch.File == pos.File && !before(pos.Line, pos.Column, stretch.Line, stretch.Column) &&
		before(pos.Line, pos.Column, stretch.EndLine, stretch.EndColumn)
}

func before(line, column, otherLine, otherColumn int) bool {
	return line < otherLine || line == otherLine && column < otherColumn
}

// lock is the address of a lock, as a function computes it, and the instruction that takes the lock.
type lock struct {
	at, taking *cfg.Instr
}

// contended reports whether, in some context of calls, two lanes of a warp may compete for a lock that the kernel
// releases later. fn takes the lock in block, or calls there a function that takes it. callers lists the functions on
// the path of calls from fn to the atomic.
func (f *finder) contended(fn *cfg.Func, block *cfg.Block, l lock, callers []*cfg.Func) bool {
	in := f.of(fn)
	address, known := f.held(fn, l.at, 0)
	if slices.Contains(callers, fn) || !in.reaching(block).hasPair() || in.differsPerLane(address, in.reaching(block)) {
		return false
	}
	calls := f.callers[fn]
	if fn.Kernel {
		return known && !f.runsAlone(fn) && f.isReleased(fn, block, lock{address, l.taking})
	}
	return len(calls) == 0 && known || slices.ContainsFunc(calls, func(s site) bool {
		given := lock{f.inline(address, &frame{fn, s.call, &frame{fn: s.fn}}), l.taking}
		return f.contended(s.fn, s.call.Block, given, append(slices.Clone(callers), fn))
	})
}

// isReleased reports whether a kernel writes the lock in a block that is reachable from start, where it takes the lock.
// If it does not, the lock may be a token that other warps pass on.
func (f *finder) isReleased(fn *cfg.Func, start *cfg.Block, l lock) bool {
	behind := map[*cfg.Block]bool{}
	for list := []*cfg.Block{start}; len(list) > 0; list = list[1:] {
		if !behind[list[0]] {
			behind[list[0]] = true
			list = append(list, list[0].Succs...)
		}
	}
	return slices.ContainsFunc(f.steps(fn), func(s step) bool {
		if s.Instr == l.taking || !behind[s.top.Block] || !f.writes(s) {
			return false
		}
		if s.Op == cfg.Call {
			return true
		}
		address, _ := f.held(fn, f.address(s), 0)
		return sameCell(address, l.at) || f.of(fn).areEqual(start, address, l.at)
	})
}

// areEqual reports whether two addresses are known and equal in each thread that reaches a block.
func (f *function) areEqual(block *cfg.Block, a, b *cfg.Instr) bool {
	reaching := f.reaching(block)
	one, isOne := f.addresses(reaching, a)
	other, isOther := f.addresses(reaching, b)
	return isOne && isOther && *one == *other
}

// runsAlone reports whether every launch of a kernel has blocks of a single thread.
func (f *finder) runsAlone(kernel *cfg.Func) bool { return f.threadsOf(kernel) == 1 }

// threadsOf returns the largest number of threads in a block with which the kernel is launched. If that is not known,
// it returns largestBlock.
func (f *finder) threadsOf(kernel *cfg.Func) (limit int) {
	for _, launch := range f.launches {
		if launch.Kernel != kernel.Decl {
			continue
		}
		if !launch.IsKnown() {
			return largestBlock
		}
		limit = max(limit, launch.Block[0]*launch.Block[1]*launch.Block[2])
	}
	if limit == 0 || limit > largestBlock {
		return largestBlock
	}
	return limit
}

// flagOf returns the wait of a loop for a flag, nil if there is none. The wait is a load in the loop, or in a function
// that it calls. It waits for a store to the same cell by other lanes of the warp, after the loop or on the other side
// of a branch.
func (f *finder) flagOf(fn *cfg.Func, loop *cfg.Loop) *Wait {
	in := f.of(fn)
	var loads []step
	for _, s := range f.steps(fn) {
		switch {
		case !slices.Contains(loop.Blocks, s.top.Block):
		case f.writes(s):
			return nil
		case f.reads(s):
			loads = append(loads, s)
		}
	}
	if len(loads) == 0 {
		return nil
	}
	deciding := in.deciding(loop)
	for _, l := range loads {
		if !deciding[l.top] || !f.isReturned(l) || !f.isOnlyWayOut(fn, loop, l) || f.isSetBefore(fn, loop, l) {
			continue
		}
		if wait := f.behindOf(fn, loop, l); wait != nil {
			return wait
		}
		for _, s := range f.steps(fn) {
			if s.Op == cfg.Call || !f.writes(s) || !in.onOtherSides(s.top.Block, loop.Header) {
				continue
			}
			if example, meets := f.meet(fn, l, loop.Header, s); meets {
				return f.complete(&Wait{Func: fn, Spin: l.top, Writer: s.top, Example: example}, l)
			}
		}
	}
	return nil
}

// meet returns a lane that reads a cell in a loop, and another lane of its warp that writes this cell. If the addresses
// are known in each thread, it compares them. Otherwise it compares the expressions that compute them. meets is false
// if there are no such lanes.
func (f *finder) meet(fn *cfg.Func, read step, header *cfg.Block, write step) (example Pair, meets bool) {
	in := f.of(fn)
	waiting, writing := in.reaching(header), in.reaching(write.top.Block)
	from, isFrom := in.addresses(waiting, f.address(read))
	to, isTo := in.addresses(writing, f.address(write))
	switch {
	case isFrom && isTo:
		return meeting(from, to)
	case sameCell(f.address(write), f.address(read)):
		return waiting.pairWith(writing)
	}
	return Pair{}, false
}

// isSetBefore reports whether the flag is already set when lanes enter the loop: the last store that is on every path
// to the loop writes a constant with which the loop ends. If the load is in a called function, any such store counts,
// because it is not known which values end the loop.
func (f *finder) isSetBefore(fn *cfg.Func, loop *cfg.Loop, load step) bool {
	in, done := f.of(fn), f.steps(fn)
	for b := loop.Header.Idom; b != nil; b = b.Idom {
		for _, s := range slices.Backward(done) {
			if s.top.Block != b || s.Op != cfg.Store && s.Op != cfg.Atomic || !f.writes(s) || !sameCell(f.address(s), f.address(load)) {
				continue
			}
			if load.top != load.Instr || len(s.Args) < 2 {
				return true
			}
			stored, known := constant(f.inline(s.Args[1], s.in))
			return known && in.leavesWith(loop, load.Instr, stored)
		}
	}
	return false
}

// leavesWith reports whether a loop ends when a load in it yields value.
func (f *function) leavesWith(loop *cfg.Loop, load *cfg.Instr, value int64) bool {
	exits, _ := f.exits(loop)
	return slices.ContainsFunc(exits, func(e exit) bool { return e.block == load.Block && f.leavesBy(e, load, value) })
}

// onOtherSides reports whether a and b are on different sides of a branch that thread numbers decide.
func (f *function) onOtherSides(a, b *cfg.Block) bool { return f.parts(a, b) || f.parts(b, a) }

// parts reports whether a branch that thread numbers decide reaches the block a through one side only, and may reach
// the block b through the other side. Several branches may have joined before b, so b may be reached through both
// sides:
//
//	if (lane > 3 && lane < 5) flag = 1; else while (flag == 0);     the second branch separates flag = 1 from the loop
func (f *function) parts(a, b *cfg.Block) bool {
	for d := a.Idom; d != nil; d = d.Idom {
		if d.Term.Kind != cfg.If || !f.isKnownPerThread(d.Term.Cond) {
			continue
		}
		for i, side := range d.Term.Targets {
			if owns(side, a) && reaches(d.Term.Targets[1-i], b, d) && !reaches(a, b, d) && !reaches(b, a, d) {
				return true
			}
		}
	}
	return false
}

// reaches reports whether there is a path between the blocks `from` and `to` that does not pass through the block
// `without`.
func reaches(from, to, without *cfg.Block) bool {
	return from.Reaches(to, func(passed, _ *cfg.Block) bool { return passed != without })
}

// owns reports whether b is reached only through `side`, the first block of one side of a branch.
func owns(side, b *cfg.Block) bool { return side.IsOneWay() && side.Dominates(b) }

// sameCell reports whether two expressions compute the same address, by their form.
func sameCell(a, b *cfg.Instr) bool {
	a, b = withoutFirst(a), withoutFirst(b)
	if a.Op != b.Op || a.Int != b.Int || a.Text != b.Text || a.Operator != b.Operator || a.Object != b.Object ||
		a.Field != b.Field || a.Special != b.Special || len(a.Args) != len(b.Args) || a.Op == cfg.Call || a.Op == cfg.Atomic {
		return false
	}
	for i := range a.Args {
		if !sameCell(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// withoutFirst replaces the address of the first element of an array by the address of the array. It also removes
// conversions.
func withoutFirst(address *cfg.Instr) *cfg.Instr {
	for address.Op == cfg.IndexAddr {
		if index, known := constant(address.Args[1]); !known || index != 0 {
			break
		}
		address = address.Args[0]
	}
	return address.Unconverted()
}
