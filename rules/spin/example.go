package spin

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// Who waits for what is computed with some numbers for arguments, and with any outcome of conditions on unknown values.
// If thread numbers alone decide it, the example holds in every execution that reaches the loop:
//
//	if (threadIdx.x < 8) while (atomicCAS(lock, 0, 1));
//
// Otherwise an input must be found with which two lanes reach the loop and want one lock:
//
//	if (n == 5) while (atomicCAS(&lock[n > 4 ? lane : 0], 0, 1));     each has a lock of its own

// complete adds to a wait for the cell of s whether thread numbers alone decide it, the variable of the cell, and the
// value of a free lock.
func (f *finder) complete(wait *Wait, s step) *Wait {
	in, address := f.of(wait.Func), f.address(s)
	wait.IsDecidedByThreads = wait.Func.Kernel && !in.dependsOnInputs(address) && in.isReachedByThreads(s.top.Block)
	if o := origin(address); o != nil && wait.Func.Kernel && (o.Func == nil || slices.Contains(wait.Func.Params, o)) {
		wait.Cell = o.Name
	}
	if s.AtomicName() == "atomicCAS" {
		wait.Free, _ = constant(f.inline(s.Args[1], s.in))
	}
	return wait
}

// isReachedByThreads reports whether every condition that decides if b is reached tests thread numbers or is the same
// for all threads of the block.
func (f *function) isReachedByThreads(b *cfg.Block) bool {
	for _, d := range deciding(b) {
		if !f.isKnownPerThread(d.Term.Cond) && !f.isUniform(d.Term.Cond) {
			return false
		}
	}
	return true
}

// isUniform reports whether a condition is the same for all threads of a block.
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

// deciding returns the branches of which exactly one side can reach b.
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

// dependsOnInputs reports whether v depends on arguments, on registers other than threadIdx.x and the lane's number, or
// on memory. Pointer arguments do not count.
func (f *function) dependsOnInputs(v *cfg.Instr) bool {
	return f.readsMemory(v) || f.isStoredRepeatedly(v) || f.dependsOn(v, func(instr *cfg.Instr) bool {
		o := variable(instr)
		isArgument := o != nil && slices.Contains(f.fn.Params, o) && !types.IsPointer(o.Type)
		return isArgument || instr.Op == cfg.Special && instr.Special != cfg.TidX && instr.Special != cfg.LaneID
	})
}

// readsMemory reports whether v is read from memory, or computed by an instruction that is not followed.
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
