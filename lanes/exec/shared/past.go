package shared

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Each version of a small shared variable (cfg.Object.IsFollowed) has a past: the stores to the variable and the
// barriers between the kernel's entry and that version. A load after a barrier finds its value in the past
// (laststored.go). Nothing is known about a version without a past.

// Past is the last event of a variable before a version of it: a store, a barrier, a join of control flow, or
// iterations of a loop that do not store to the variable (isLoop).
type Past struct {
	earlier []*Past
	stored  *stored
	met     *trace.Event
	isLoop  bool
	// unknown: there may be a store that was not recorded.
	unknown bool
}

// stored is a store to a variable by the lanes of a guard.
type stored struct {
	// place is, for each lane, the offset of its store in bytes from the start of the variable. word is the stored
	// word.
	place, word vector.Vec
	size        int64
	guard       vector.Vec
	// loop is the innermost summarised loop around the store, nil for none.
	loop *trace.Loop
}

// versionOf identifies a version of an object's content: the object and the number of the version.
type versionOf struct {
	object  *memory.Object
	version int
}

// History records the stores to the shared variables of a root.
type History struct {
	trace  *trace.Trace
	t      *term.Table
	memory *memory.Memory
	// everyWarp: the interpreted warp is arbitrary and stands for all warps of its block.
	everyWarp bool
	pasts     map[versionOf]*Past
	// objects lists the followed variables, in the order in which they were first seen.
	objects []*memory.Object
	// constants lists the stores to variables that hold one constant.
	constants []constantStore
}

// New returns an empty history for a root. everyWarp is true if an arbitrary warp is interpreted, and false if it is a
// warp with a known number.
func New(tr *trace.Trace, m *memory.Memory, everyWarp bool) *History {
	return &History{trace: tr, t: tr.Terms, memory: m, everyWarp: everyWarp, pasts: map[versionOf]*Past{}}
}

// Access is a load or a store of a variable.
type Access struct {
	Instr *cfg.Instr
	// To is the address, for the lanes of Guard.
	To    memory.Pointer
	Guard vector.Vec
	// Around is the innermost summarised loop around the access, nil for none.
	Around *trace.Loop
}

// Follow adds o to the followed variables, those that have a past. It ignores objects that are not followed
// (IsFollowed).
func (h *History) Follow(o *memory.Object) {
	if IsFollowed(o) && !slices.Contains(h.objects, o) {
		h.objects = append(h.objects, o)
	}
}

// Of returns the past of a variable in a state.
func (h *History) Of(st *memory.State, o *memory.Object) *Past {
	p := h.pasts[versionOf{o, st.Versions[o]}]
	if p == nil {
		p = &Past{unknown: st.Versions[o] != memory.AtEntry}
		h.set(st, o, p)
	}
	return p
}

// All returns the pasts of all followed variables in a state.
func (h *History) All(st *memory.State) []*Past {
	list := make([]*Past, len(h.objects))
	for n, o := range h.objects {
		list[n] = h.Of(st, o)
	}
	return list
}

// set makes p the past of the version of o in the state st.
func (h *History) set(st *memory.State, o *memory.Object, p *Past) {
	h.pasts[versionOf{o, st.Versions[o]}] = p
}

// IsFollowed reports whether the stores to o are recorded, so that o has a past.
func IsFollowed(o *memory.Object) bool {
	return o != nil && o.Region == memory.Shared && o.Decl != nil && o.Decl.IsFollowed()
}

// Store records that an access stored value in a variable. A structure is recorded part by part. st is the state after
// the store, and earlier is the past before it. If isNeeded is false, or if the place of the store is not exactly
// known, nothing is known about the variable after the store.
func (h *History) Store(a Access, value memory.Value, isNeeded bool, st *memory.State, earlier *Past) {
	t := a.Instr.Args[1].Type
	parts := []memory.Part{{Type: t}}
	if memory.IsAggregate(t) {
		parts, _ = h.memory.Layout.Parts(t)
	}
	last := earlier
	for _, part := range parts {
		to := a.To
		to.Path = append(slices.Clip(a.To.Path), h.memory.Layout.PathOf(part)...)
		at, known := h.memory.Layout.ByteOffset(to)
		if !known || a.To.Recast || !isNeeded {
			last = earlier
			break
		}
		s := &stored{place: at, word: h.partWord(value, part), size: memory.Size(part.Type), guard: a.Guard, loop: a.Around}
		last = &Past{earlier: []*Past{last}, stored: s}
	}
	if last == earlier {
		last = &Past{unknown: true}
	}
	h.set(st, a.To.Object, last)
}

// partWord returns the word of one part of a value, or the empty vector if the word is not known.
func (h *History) partWord(value memory.Value, part memory.Part) vector.Vec {
	if whole, isAggregate := value.(memory.Aggregate); isAggregate {
		key, _ := h.memory.Layout.Key(h.memory.Layout.PathOf(part), part.Type)
		value = whole[key]
	}
	switch v := value.(type) {
	case vector.Vec:
		if memory.Width(part.Type) >= 0 {
			return v
		}
	case memory.Pointer:
		if isToFunction(part.Type) && v.Object == nil {
			return h.memory.Layout.Address(v)
		}
	}
	return vector.Vec{}
}

// isToFunction reports whether t is a pointer to a function. Such a pointer counts as a number, because it points to no
// memory.
func isToFunction(t *types.Type) bool {
	return t.Kind == types.Pointer && t.Elem != nil && t.Elem.Kind == types.FunctionType
}

// StoreMisses records that a store wrote to none of the followed variables, because its pointer cannot hold their
// addresses. earlier holds the past of each variable before the store.
func (h *History) StoreMisses(st *memory.State, earlier []*Past) {
	for n, p := range earlier {
		h.set(st, h.objects[n], p)
	}
}

// Meet records the barrier e in the past of all variables of a state. earlier holds their pasts before e. It ignores
// other collectives than barriers of the block and barriers of the warp that name all lanes. At a barrier of the warp,
// Meet gives the variables new versions. At a barrier of the block the caller has already done so.
func (h *History) Meet(e *trace.Event, st *memory.State, earlier []*Past) {
	if !e.HoldsBlock() && !(e.IsSync() && !e.Instr.Collective.BeyondWarp && e.NamesAll()) {
		return
	}
	for n, p := range earlier {
		o := h.objects[n]
		if !e.Instr.Collective.BeyondWarp {
			if p.met != nil || p.isLoop {
				continue // nothing was stored after the last barrier
			}
			h.memory.Versions++
			st.Versions[o] = h.memory.Versions
		}
		h.set(st, o, &Past{earlier: []*Past{p}, met: e})
	}
}

// Join records the pasts of the variables in a state that merges several states.
func (h *History) Join(st *memory.State, pasts [][]*Past) {
	for n, o := range h.objects {
		joined := &Past{}
		for _, of := range pasts {
			joined.earlier = distinct.Append(joined.earlier, of[n])
		}
		if len(joined.earlier) > 1 {
			h.set(st, o, joined)
		}
	}
}

// Pass records, at the header of a loop, that no iteration stores to some variables: those that are in changes and not in
// stores.
func (h *History) Pass(entry, header *memory.State, changes, stores map[*memory.Object]bool) {
	for _, o := range h.objects {
		if changes[o] && !stores[o] {
			h.set(header, o, &Past{earlier: []*Past{h.Of(entry, o)}, isLoop: true})
		}
	}
}

// StoredSince lists the variables to which an iteration may store. header is the state at the loop's header, and end
// the state when an iteration returns there. Variables in stores are left out.
func (h *History) StoredSince(header, end *memory.State, stores map[*memory.Object]bool) (list []*memory.Object) {
	for _, o := range h.objects {
		if !stores[o] && !h.Of(end, o).onlyMetSince(h.Of(header, o)) {
			list = append(list, o)
		}
	}
	return list
}

// onlyMetSince reports whether it is known that no store to the variable lies between two of its pasts, earlier and p.
func (p *Past) onlyMetSince(earlier *Past) bool {
	seen := map[*Past]bool{}
	var only func(p *Past) bool
	only = func(p *Past) bool {
		if p == earlier || seen[p] {
			return true
		}
		seen[p] = true
		return p.stored == nil && len(p.earlier) > 0 && !slices.ContainsFunc(p.earlier, func(b *Past) bool { return !only(b) })
	}
	return only(p)
}
