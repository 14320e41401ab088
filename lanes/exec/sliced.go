package exec

import (
	"fmt"
	"github.com/warpcheck/warpcheck/lanes/trace"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/exec/loop"
	"github.com/warpcheck/warpcheck/lanes/exec/shared"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Only the slice of a root on which a verdict may depend is interpreted (package slice). Instructions outside of it
// have no value. If a value is needed all the same, it is an unknown in each lane, and a note is recorded. The note
// makes a test fail, but no verdict is wrong.

// outsideSlice is the text of the note for a value that is needed although the slice left it out.
const outsideSlice = "internal error: what was taken to decide nothing is asked for"

// Policy returns the facts about functions that package slice needs: which of them the interpreter follows, and which
// effects the others may have.
func (k *functions) Policy() slice.Policy {
	return slice.Policy{
		Follows: func(fn *cfg.Func) bool { return !k.isSkipped(fn) },
		Hides: func(fn *cfg.Func) bool {
			s := k.funcSummaryOf(fn)
			return s.mayCollect || s.mayHide
		},
		Computes:           k.computes,
		ComputesOfContents: k.computesOfContents,
		MaxDepth:           maxDepth,
	}
}

// leftOut returns an unknown for an instruction outside of the slice. If the unknown is needed, it records a note.
func (in *interp) leftOut(i *cfg.Instr) memory.Value {
	lanes := func(bits int) vector.Vec {
		return vector.Later(bits, func() vector.Vec {
			in.askedOutside(i)
			in.memory.Unknowns++
			return in.vectors.PerLane(fmt.Sprintf("?left out!%d", in.memory.Unknowns), bits, memory.Approximation{})
		})
	}
	if bits := memory.Width(i.Type); bits >= 0 {
		return lanes(bits)
	}
	if memory.IsAggregate(i.Type) {
		return memory.Aggregate{}
	}
	return memory.Pointer{Addr: lanes(64), Elem: memory.ElemOf(i.Type)}
}

// askedOutside records a note: a value or memory outside of the slice is needed.
func (in *interp) askedOutside(i *cfg.Instr) {
	if slice.Strict {
		panic(fmt.Sprintf("%s at %v", outsideSlice, i.Pos))
	}
	in.record(trace.Note{Pos: i.Pos, Reason: outsideSlice})
}

// accessed returns the address that a load or a store uses. If the slice left out the instructions that compute where
// it points, the result is an unknown pointer, and a note is recorded.
func (in *interp) accessed(fr *frame, i *cfg.Instr) memory.Pointer {
	p := in.pointerOperand(fr, i)
	if p.Object == nil || p.Object.Region != memory.Private || p.Object.Owner == nil {
		return p
	}
	var fields []*types.Field
	for _, s := range p.Path {
		if s.Field != nil && s.Field.Name != memory.BaseName && s.Field.Name != memory.WholeName {
			fields = append(fields, s.Field)
		}
	}
	if !fr.sliced.Reaches(i, p.Object.Owner, p.Object.Decl, fields) {
		in.askedOutside(i)
		return in.memory.Imprecise("pointer", i.Args[0].Type).(memory.Pointer)
	}
	return p
}

// storeInstr interprets a store. If the memory is not private, the state does not hold the stored value. The store then
// only marks the memory as changed.
func (in *interp) storeInstr(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) {
	p := in.accessed(fr, i)
	if !fr.sliced.IsPrivate(i, 0) {
		in.memory.Versions++
		st.StoreVersion = in.memory.Versions
		in.storeToOthers(fr, i, p, guard, st)
		return
	}
	v, apart := in.arg(fr, i, 1), st.Unsynchronized[p.Object]
	in.memory.Store(st, p, v, i.Args[1].Type, guard)
	if !apart && st.Unsynchronized[p.Object] && fr.sliced.KnowsLanes(i) && in.memory.IsUniformStore(p, v, guard) {
		delete(st.Unsynchronized, p.Object)
	}
}

// storeToOthers interprets a store through a pointer to memory that is not private.
func (in *interp) storeToOthers(fr *frame, i *cfg.Instr, p memory.Pointer, guard vector.Vec, st *memory.State) {
	before := in.shared.All(st)
	if shared.IsFollowed(p.Object) {
		past := in.shared.Of(st, p.Object)
		in.forgetOthers(st, p)
		in.shared.Store(in.accessTo(i, p, guard), in.arg(fr, i, 1), fr.sliced.NeedsStore(i), st, past)
		return
	}
	in.forgetOthers(st, p)
	if !fr.sliced.LeadsToFollowed(i) {
		in.shared.StoreMisses(st, before)
	}
}

// accessTo describes an access of an instruction through a pointer.
func (in *interp) accessTo(i *cfg.Instr, p memory.Pointer, guard vector.Vec) shared.Access {
	return shared.Access{Instr: i, To: p, Guard: guard, Around: in.loops.Innermost()}
}

// forgetOthers makes unknown what a store through p may write. p must point to memory that is not private. If its
// object is not known, all shared and external memory becomes unknown.
func (in *interp) forgetOthers(st *memory.State, p memory.Pointer) {
	if p.Object == nil {
		in.memory.ForgetShared(st)
		return
	}
	in.memory.Forget(st, p.Object)
	st.LeaveUnsynchronized(p.Object)
}

// pass continues after a branch on which no verdict depends. The lanes are not split: they stay together and execute
// the stores on both sides to memory that other threads see.
func (in *interp) pass(fr *frame, b *cfg.Block, guard vector.Vec, st *memory.State) []loop.Edge {
	through, to := fr.sliced.Pass(b)
	for _, x := range through {
		fr.block = x
		for _, i := range fr.sliced.Instrs(x) {
			in.step()
			guard, st = in.instr(fr, i, guard, st)
		}
	}
	if to != nil {
		return []loop.Edge{{To: to, Guard: guard, State: st}}
	}
	if fr.Parent != nil {
		fr.returns = append(fr.returns, loop.Edge{Guard: guard, State: st})
		fr.results = append(fr.results, nil)
	}
	return nil
}
