package exec

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// recordAccess records an access to shared memory that may conflict with another.
func (in *interp) recordAccess(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) {
	if !in.setting.Racing {
		return
	}
	switch i.Op {
	case cfg.Fence:
		in.fences++
	case cfg.Extern, cfg.Unknown:
		in.Unfollowed++
	case cfg.Load, cfg.Store, cfg.Atomic:
		if fr.sliced.Conflicts(i) {
			in.recordAt(fr, i, in.pointerArg(fr, i, 0), guard, st)
		}
	}
}

// recordAt records an access by an address, or by each that it was chosen from.
func (in *interp) recordAt(fr *frame, i *cfg.Instr, p memory.Pointer, guard vector.Vec, st *memory.State) {
	in.memory.EachObject(p, guard, func(p memory.Pointer, guard vector.Vec) {
		if p.Object == nil || p.Object.Region != memory.Shared || guard.IsFalse() {
			return
		}
		e := &trace.Event{Instr: i, Point: in.at(fr, i), Guard: guard, Known: st.Known,
			Source: in.Constant(32, 0), Width: in.Constant(32, warp.Size)}
		at, known := in.memory.ByteOffset(p)
		if !known {
			e.Approximate = "where it lies in " + p.Object.Name + " is not known"
		}
		in.Accesses = append(in.Accesses, &trace.Access{Event: e, Object: p.Object, At: at,
			Size: memory.Size(touched(i)), After: len(in.Events), Fences: in.fences, Unfollowed: in.Unfollowed})
	})
}

// touched is the type of what an instruction reads or writes.
func touched(i *cfg.Instr) *ast.Type {
	if i.Op == cfg.Load || len(i.Args) < 2 {
		return i.Type
	}
	return i.Args[1].Type
}
