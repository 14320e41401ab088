package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// The finder computes addresses with sample numbers for the arguments, to see which lane waits for which. A condition
// on unknown values may have either outcome. If thread numbers alone decide which lane waits for which, the example is
// valid in every execution that reaches the loop:
//
//	if (threadIdx.x < 8) while (atomicCAS(lock, 0, 1));
//
// Otherwise the example needs an input with which two lanes reach the loop and compete for one lock:
//
//	if (n == 5) while (atomicCAS(&lock[n > 4 ? lane : 0], 0, 1));     each has a lock of its own

// complete sets the fields of a wait that describe the cell that s accesses: IsDecidedByThreads, Cell and Free.
func (f *finder) complete(wait *Wait, s step) *Wait {
	in, address := f.of(wait.Func), f.address(s)
	wait.IsDecidedByThreads = wait.Func.Kernel && !in.dependsOnInputs(address) && in.isReachedByThreads(s.top.Block) &&
		(wait.Writer == nil || in.isWrittenByThreads(wait.Writer.Block, s.top.Block))
	if o := origin(address); o != nil && wait.Func.Kernel && (o.Func == nil || slices.Contains(wait.Func.Params, o)) {
		wait.Cell = o.Name
	}
	if s.AtomicName() == "atomicCAS" {
		wait.Free, _ = constant(f.inline(s.Args[1], s.in))
	}
	return wait
}

// isReachedByThreads reports whether each condition that decides whether b is reached tests thread numbers, or is the
// same for all threads of the block.
func (f *function) isReachedByThreads(b *cfg.Block) bool {
	for _, d := range deciding(b) {
		if !f.isKnownPerThread(d.Term.Cond) && !f.isUniform(d.Term.Cond) {
			return false
		}
	}
	return true
}

// isWrittenByThreads looks at the threads at the last branch before both blocks. It reports whether thread numbers
// alone decide which of them reach writer. If an argument decides this, perhaps no thread of this block writes, and
// other blocks do instead:
//
//	if (lane == 3 && n > 2) flag = 1; else while (flag == 0);     n decides
func (f *function) isWrittenByThreads(writer, waiting *cfg.Block) bool {
	last := waiting
	for last != nil && !last.Dominates(writer) {
		last = last.Idom
	}
	for _, d := range deciding(writer) {
		if (last == nil || last.Dominates(d)) && !f.isKnownPerThread(d.Term.Cond) {
			return false
		}
	}
	return true
}

// isUniform reports whether a condition is certainly the same for all threads of a block.
func (f *function) isUniform(cond *cfg.Instr) bool {
	return !f.dependsOnLane(cond) && !f.readsMemory(cond) && !f.isStoredRepeatedly(cond)
}

// isStoredRepeatedly reports whether v is computed from a variable that is stored to more than once.
func (f *function) isStoredRepeatedly(v *cfg.Instr) bool {
	return f.dependsOn(v, func(instr *cfg.Instr) bool {
		o := variable(instr)
		return o != nil && len(f.flow.Stored(o)) > 1
	})
}

// deciding returns the branches from which b can be reached through exactly one side.
func deciding(b *cfg.Block) (list []*cfg.Block) {
	before := map[*cfg.Block]bool{}
	for work := []*cfg.Block{b}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if !before[at] {
			before[at] = true
			work = append(work, at.Preds...)
		}
	}
	for d := range before {
		if d != b && d.Term.Kind == cfg.If && before[d.Term.Targets[0]] != before[d.Term.Targets[1]] {
			list = append(list, d)
		}
	}
	return list
}

// dependsOnInputs reports whether v depends on memory, on arguments other than pointers, on a variable with several
// stores, or on registers other than threadIdx.x and the lane's number.
func (f *function) dependsOnInputs(v *cfg.Instr) bool {
	return f.readsMemory(v) || f.isStoredRepeatedly(v) || f.dependsOn(v, func(instr *cfg.Instr) bool {
		o := variable(instr)
		isArgument := o != nil && slices.Contains(f.fn.Params, o) && !types.IsPointer(o.Type)
		return isArgument || instr.Op == cfg.Special && instr.Special != cfg.TidX && instr.Special != cfg.LaneID
	})
}

// readsMemory reports whether v depends on a load from memory, or on an instruction that is not followed.
func (f *function) readsMemory(v *cfg.Instr) bool {
	return f.dependsOn(v, func(instr *cfg.Instr) bool {
		switch instr.Op {
		case cfg.Load:
			return variable(instr) == nil
		case cfg.Atomic, cfg.Call, cfg.Extern, cfg.Unknown, cfg.Opaque, cfg.Collective_, cfg.Extract:
			return true
		}
		return false
	})
}
