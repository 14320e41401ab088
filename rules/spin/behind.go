package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// A consumer may wait before its producer, in the same lanes:
//
//	while (ready[(t + 1) % 32] == 0);                    or  if (t == 1) while (!ready);
//	ready[t] = 1;                                            if (t == 0) ready = 1;
//
// Before sm_70, lanes that have left the loop, or that have not entered it, wait after the loop for the lanes that are
// still in it. The loop hangs if the store that would end it is also after it. An exception is another store that may
// end it. So all other stores to the cell must write a constant with which the loop continues. If the kernel
// initialises the cell itself, stores of other blocks, other kernels or the host are assumed not to interfere.
//
// From sm_70 on, threads still hang if they wait for themselves or for each other in a circle. These threads are found
// as the largest set of threads of a block in which each thread waits for a cell that only threads of the set write.
// Which threads write a cell is known only for shared memory that the kernel has cleared.

// behindOf returns the wait of a loop for a store that is after the loop. The load called read waits for that store.
// behindOf returns nil if there is no such store.
func (f *finder) behindOf(fn *cfg.Func, loop *cfg.Loop, read step) *Wait {
	writers, _ := f.setBehind(fn, loop, read)
	for _, s := range writers {
		if example, meets := f.meet(fn, read, loop.Header, s); meets {
			return f.complete(&Wait{Func: fn, Spin: read.top, Writer: s.top, Example: example, Behind: true}, read)
		}
	}
	return nil
}

// setBehind returns the stores after a loop that write a value with which the loop ends. It returns none if a store
// elsewhere may end the loop, too. isCleared reports whether a store elsewhere writes a value with which the loop
// continues.
func (f *finder) setBehind(fn *cfg.Func, loop *cfg.Loop, read step) (writers []step, isCleared bool) {
	for _, s := range f.steps(fn) {
		switch {
		case s.Op == cfg.Call, (s.Op == cfg.Extern || s.Op == cfg.Unknown) && s.Effect.Writes != effect.None:
			return nil, false // writers are not known: the call may write anything
		case !f.writes(s) || !f.mayBeOneCell(fn, read, s):
		case loop.Parent == nil && behind(loop, s.top.Block):
			if f.ends(fn, loop, read, s) {
				writers = append(writers, s)
			}
		case f.mayEnd(fn, loop, read, s):
			return nil, false
		default:
			isCleared = true
		}
	}
	return writers, isCleared
}

// Endless returns the waits of a program that hang on every architecture.
func Endless(program *cfg.Program) []Wait {
	f := newFinder(program)
	var found []Wait
	for _, fn := range program.Funcs {
		for _, s := range f.endlessIn(fn) {
			found = append(found, s.wait(fn))
		}
	}
	return found
}

// spinning is a loop of a kernel that waits for a value in shared memory which only stores after the loop write.
type spinning struct {
	loop    *cfg.Loop
	read    step
	writers []step
	// cells holds the address that each thread reads. stuck is the set of threads that may wait forever. The method
	// release removes the threads that certainly do not wait forever.
	cells *[largestBlock]number
	stuck [largestBlock]bool
	// sides lists the sides of branches on which the loop lies, for branches that thread numbers do not decide. All
	// threads of a block take the same side of such a branch.
	sides []side
}

// side is one side of a branch. target is the index in the targets of its terminator.
type side struct {
	branch *cfg.Block
	target int
}

// wait returns the wait of the first stuck thread.
func (s *spinning) wait(fn *cfg.Func) Wait {
	thread := slices.Index(s.stuck[:], true)
	w, lane := thread/warp.Size, thread%warp.Size
	return Wait{Func: fn, Spin: s.read.top, Writer: s.writers[0].top, Example: Pair{w, lane, lane}, Behind: true, IsDecidedByThreads: true}
}

// endlessIn returns the loops of a kernel in which some threads wait forever for each other or for themselves.
func (f *finder) endlessIn(fn *cfg.Func) (list []*spinning) {
	if !fn.Kernel {
		return nil
	}
	var all []*spinning
	for _, loop := range fn.Loops {
		if s := f.spinningIn(fn, loop); s != nil {
			all = append(all, s)
		}
	}
	for _, s := range all {
		if s = f.heldUp(fn, s, all); slices.Contains(s.stuck[:], true) {
			list = append(list, s)
		}
	}
	return list
}

// heldUp considers an execution that reaches the loop of s by the sides s.sides. It returns a copy of s, with the field
// stuck set to the threads that wait forever. The execution also runs those other loops of the list `all` that lie on the
// sides that it takes.
func (f *finder) heldUp(fn *cfg.Func, s *spinning, all []*spinning) *spinning {
	var own *spinning
	var together []*spinning
	for _, other := range all {
		if slices.ContainsFunc(other.sides, func(t side) bool { return !slices.Contains(s.sides, t) }) {
			continue
		}
		like := *other
		together = append(together, &like)
		if other == s {
			own = &like
		}
	}
	for changed := true; changed; {
		changed = false
		for _, one := range together {
			changed = f.release(fn, one, together) || changed
		}
	}
	return own
}

// spinningIn returns a loop as a spinning, if its threads wait in it for shared memory and only stores after the loop
// set this memory. It returns nil for any other loop, and if the awaited cells are not known.
func (f *finder) spinningIn(fn *cfg.Func, loop *cfg.Loop) *spinning {
	in := f.of(fn)
	if slices.ContainsFunc(f.steps(fn), func(s step) bool { return f.writes(s) && slices.Contains(loop.Blocks, s.top.Block) }) {
		return nil
	}
	deciding := in.deciding(loop)
	for _, read := range f.steps(fn) {
		if !slices.Contains(loop.Blocks, read.top.Block) || !f.reads(read) || !deciding[read.top] || !f.isOnlyWayOut(fn, loop, read) {
			continue
		}
		under, areSure := in.areSure(read.top.Block)
		if o := origin(f.address(read)); o == nil || o.Storage != types.Shared || !areSure {
			continue
		}
		writers, isCleared := f.setBehind(fn, loop, read)
		waiting := in.reaching(read.top.Block)
		cells, known := in.addresses(waiting, f.address(read))
		if isCleared && known && len(writers) > 0 {
			return &spinning{loop: loop, read: read, writers: writers, cells: cells, stuck: waiting.members, sides: under}
		}
	}
	return nil
}

// release removes each thread from s.stuck whose cell another thread may write. A thread cannot write if it is stuck
// itself, before the store, in one of the loops in the list `all`. The result reports whether a thread was removed.
func (f *finder) release(fn *cfg.Func, s *spinning, all []*spinning) (released bool) {
	in := f.of(fn)
	for _, w := range s.writers {
		setting := in.reaching(w.top.Block)
		for _, other := range all {
			for t, isStuck := range other.stuck {
				if isStuck && behind(other.loop, w.top.Block) {
					setting.members[t] = false
				}
			}
		}
		to, known := in.addresses(setting, f.address(w))
		set := map[int64]bool{}
		for t, isMember := range setting.members {
			set[to[t].value] = set[to[t].value] || isMember
		}
		for t := range s.stuck {
			if s.stuck[t] && (!known || set[s.cells[t].value]) {
				s.stuck[t], released = false, true
			}
		}
	}
	return released
}

// areSure reports whether it is known which threads reach b. At each branch, thread numbers must decide this, or all
// threads must take the same side. For branches of the second kind, sides holds the side with b.
func (f *function) areSure(b *cfg.Block) (sides []side, areSure bool) {
	around := deciding(b)
	for _, d := range f.fn.Blocks {
		if !slices.Contains(around, d) || f.isKnownPerThread(d.Term.Cond) || d.Loop != nil && !b.Loop.Within(d.Loop) {
			continue // the branch is in a loop before b, which all threads leave
		}
		if !f.isUniform(d.Term.Cond) {
			return nil, false
		}
		target := 0
		if !reaches(d.Term.Targets[0], b, nil) {
			target = 1
		}
		sides = append(sides, side{d, target})
	}
	return sides, true
}

// wayOut returns the block to which all exits of a loop jump. It returns nil if there is no exit, or if the exits jump
// to several blocks.
func wayOut(loop *cfg.Loop) (out *cfg.Block) {
	for _, b := range loop.Blocks {
		for _, to := range b.Succs {
			if to.Loop.Within(loop) || to == out {
				continue
			}
			if out != nil {
				return nil
			}
			out = to
		}
	}
	return out
}

// behind reports whether lanes reach b only after all lanes of their warp have left the loop. It recognises two forms.
// Either all exits of the loop jump to one block before b, or the loop is on one side of a branch whose sides join
// before b.
func behind(loop *cfg.Loop, b *cfg.Block) bool {
	if out := wayOut(loop); out != nil && (out == b || out.Dominates(b)) {
		return true
	}
	for d := loop.Header; d != nil; d = d.Idom {
		isBehind := d.Term.Kind == cfg.If && d.Join != nil && d.Join != loop.Header && !d.Join.Dominates(loop.Header)
		if isBehind && !d.Join.Loop.Within(loop) && (d.Join == b || d.Join.Dominates(b)) {
			return true
		}
	}
	return false
}

// mayBeOneCell reports whether the store `write` may store to a cell that the load `read` loads. It returns false in
// two cases: both access different variables, or all addresses are known in each thread, and no thread stores where
// some thread loads.
func (f *finder) mayBeOneCell(fn *cfg.Func, read, write step) bool {
	from, to := origin(f.address(read)), origin(f.address(write))
	if from != nil && to != nil && from != to {
		return false
	}
	in := f.of(fn)
	reading, writing := in.reaching(read.top.Block), in.reaching(write.top.Block)
	cells, isFrom := in.addresses(reading, f.address(read))
	stored, isTo := in.addresses(writing, f.address(write))
	if !isFrom || !isTo {
		return true
	}
	isRead := map[int64]bool{}
	for t, isMember := range reading.members {
		isRead[cells[t].value] = isRead[cells[t].value] || isMember
	}
	for t, isMember := range writing.members {
		if isMember && isRead[stored[t].value] {
			return true
		}
	}
	return false
}

// origin returns the variable into which an address points, or the variable that holds the pointer. It returns nil if
// neither is known.
func origin(address *cfg.Instr) *cfg.Object {
	for {
		switch address.Op {
		case cfg.FieldAddr, cfg.IndexAddr, cfg.Convert:
			address = address.Args[0]
		case cfg.Addr:
			return address.Object
		case cfg.Load:
			return variable(address)
		default:
			return nil
		}
	}
}

// ends reports whether the store `write` stores a constant with which the loop is known to end when `read` loads it.
func (f *finder) ends(fn *cfg.Func, loop *cfg.Loop, read, write step) bool {
	value, known := f.stored(write)
	return known && read.top == read.Instr && f.of(fn).leavesWith(loop, read.Instr, value)
}

// mayEnd reports whether the store `write` may store a value with which the loop ends when `read` loads it.
func (f *finder) mayEnd(fn *cfg.Func, loop *cfg.Loop, read, write step) bool {
	_, known := f.stored(write)
	return !known || f.ends(fn, loop, read, write)
}

// stored returns the content of a cell after a step, if it is constant. Otherwise known is false. Before an atomicAdd
// or an atomicOr, the cell is assumed to be 0.
func (f *finder) stored(s step) (value int64, known bool) {
	if s.Op == cfg.Atomic {
		switch s.AtomicName() {
		case "atomicExch", "atomicStore", "atomicAdd", "atomicOr":
			return constant(f.inline(s.Args[1], s.in))
		}
		return 0, false
	}
	return constant(f.inline(s.Args[1], s.in))
}
