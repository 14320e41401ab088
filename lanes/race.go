package lanes

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/prove"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// Two lanes of a warp race for a byte of shared memory when both touch it, one writes, and no chain
// of barriers leads from the one to the other:
//
//	s[lane] = v;                           lane i, where i comes here
//	__syncwarp(mask);                      i knows what the lanes of mask did, as they of i
//	x = s[lane ^ 16];                      lane j: a race where j is i ^ 16 and not in mask
//
// Of two accesses this is, for lanes i and j, that both come, that the bytes overlap, and that what
// i did has not reached j: a set of lanes that begins with i and grows at each barrier between. A
// root is interpreted once more for it, and only where the graph has accesses that may follow each
// other without a barrier of all lanes (package slice); then with their addresses, and without
// what the collectives exchange. An access in an arbitrary iteration of a loop is compared with
// those of the same iteration and of the next.

// access is one execution of an instruction that reads or writes shared memory.
type access struct {
	*event
	object *memory.Object
	// at is the offset in bytes, size how many it touches.
	at   vector.Vec
	size int64
	// after is the number of events recorded before it, fences of fences, unfollowed of what may
	// synchronize in a way that is not known.
	after, fences, unfollowed int
}

// races interprets a root for the accesses of its lanes to shared memory.
func (r *Result) races(s setting, see func([]*Fact)) {
	sliced, found := slice.OfShared(s.root, s.functions.policy())
	if !found {
		return
	}
	s.racing, s.sliced, s.work, s.querySteps = true, sliced, newMeter(raceFloor+s.work.Done/raceShare), raceSteps
	j, ranOut := interpret(s)
	if ranOut == "" {
		ranOut = withinBudget(func() { j.facts(see) })
	}
	if ranOut != "" {
		r.Notes = append(r.Notes, Note{Pos: s.root.Decl.Pos, Root: s.root, Reason: "races on shared memory are looked for in part only: " + ranOut})
	}
}

// recordAccess records an access to shared memory that may conflict with another.
func (in *interp) recordAccess(fr *frame, i *cfg.Instr, guard vector.Vec, st *memory.State) {
	if !in.setting.racing {
		return
	}
	switch i.Op {
	case cfg.Fence:
		in.fences++
	case cfg.Extern, cfg.Unknown:
		in.unfollowed++
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
		e := &event{instr: i, place: in.at(fr, i), guard: guard, known: st.Known,
			source: in.Constant(32, 0), width: in.Constant(32, warp.Size)}
		at, known := in.memory.ByteOffset(p)
		if !known {
			e.approximate = "where it lies in " + p.Object.Name + " is not known"
		}
		in.accesses = append(in.accesses, &access{event: e, object: p.Object, at: at,
			size: memory.Size(touched(i)), after: len(in.events), fences: in.fences, unfollowed: in.unfollowed})
	})
}

// touched is the type of what an instruction reads or writes.
func touched(i *cfg.Instr) *ast.Type {
	if i.Op == cfg.Load || len(i.Args) < 2 {
		return i.Type
	}
	return i.Args[1].Type
}

// Race is what two lanes race for.
type Race struct {
	// Lane made the access of the verdict, Other the earlier one, at Earlier.
	Lane, Other int
	Earlier     ast.Pos
	// Object is the shared variable, and Offset the byte in it.
	Object string
	Offset int64
}

// MissingSyncwarp: two lanes of the warp touch one byte of shared memory, one of them writing, with
// nothing between that orders them.
func (f *Fact) MissingSyncwarp() []Verdict { return f.uniformFirst((*Fact).missingSyncwarp) }

func (f *Fact) missingSyncwarp() []Verdict {
	defer f.orUndecided()
	if len(f.clashes) == 0 {
		return nil
	}
	lanes := vector.Build(func(j int) *term.Term {
		var ways []*term.Term
		for _, c := range f.clashes {
			for i := range warp.Size {
				ways = append(ways, c.pairs[i][j])
			}
		}
		return f.phase.j.t.Or(ways...)
	})
	return f.decide((*Fact).missingSyncwarp, offence{lanes: lanes, mask: noMask, clashes: f.clashes})
}

// raceIn is the first of the races that happens in an execution.
func raceIn(e *prove.Execution, clashes []*clash) *Race {
	for _, c := range clashes {
		for j := range warp.Size {
			for i := range warp.Size {
				if !c.pairs[i][j].IsFalse() && e.Holds(c.pairs[i][j]) {
					return &Race{Lane: j, Other: i, Earlier: c.earlier.position(), Object: c.object.Name,
						Offset: int64(e.Value(c.at.At(j)))}
				}
			}
		}
	}
	return nil
}
