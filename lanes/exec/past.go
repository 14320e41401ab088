package exec

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/memory"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Of a small shared variable (cfg.Object.IsFollowed) each version of memory has a past: the stores to
// it and the barriers that all versions before it came by. What a load finds behind a barrier is read
// off it (laststored.go). A version without a past is one of which nothing is known.

// past is the last that happened to a variable before a version of it: a store, a barrier, the
// iterations of a loop in which nobody stores to it, or that ways met.
type past struct {
	before []*past
	stored *stored
	met    *trace.Event
	again  bool
	// unknown: something may have been stored that is not told.
	unknown bool
}

// stored is a store to a variable, by the lanes of a guard.
type stored struct {
	// at is where each lane stores, in bytes from the beginning, and word what it stores.
	at, word vector.Vec
	size     int64
	guard    vector.Vec
	point    *trace.Point
	// around is the innermost summarised loop around, nil for none.
	around *trace.Loop
}

// versionOf names a past.
type versionOf struct {
	object  *memory.Object
	version int
}

// pasts are those of all followed variables.
type pasts struct {
	known map[versionOf]*past
	// objects are these variables, in the order in which they were first seen.
	objects []*memory.Object
}

// follow begins with a variable that is seen.
func (p *pasts) follow(o *memory.Object) {
	if isFollowed(o) && !slices.Contains(p.objects, o) {
		p.objects = append(p.objects, o)
	}
}

// of is the past of a variable in a state.
func (p *pasts) of(st *memory.State, o *memory.Object) *past {
	h := p.known[versionOf{o, st.Versions[o]}]
	if h == nil {
		h = &past{unknown: st.Versions[o] != memory.AtEntry}
		p.set(st, o, h)
	}
	return h
}

// all are the pasts of the variables in a state.
func (p *pasts) all(st *memory.State) []*past {
	list := make([]*past, len(p.objects))
	for n, o := range p.objects {
		list[n] = p.of(st, o)
	}
	return list
}

// set says how the version of a variable in a state came to be.
func (p *pasts) set(st *memory.State, o *memory.Object, h *past) {
	if p.known == nil {
		p.known = map[versionOf]*past{}
	}
	p.known[versionOf{o, st.Versions[o]}] = h
}

// isFollowed reports a variable of which the past is told.
func isFollowed(o *memory.Object) bool {
	return o != nil && o.Region == memory.Shared && o.Decl != nil && o.Decl.IsFollowed()
}

// noteStore notes what was stored in a variable of a state, and what happened to it before: of a whole structure what was
// stored in each part.
func (in *interp) noteStore(fr *frame, i *cfg.Instr, p memory.Pointer, guard vector.Vec, st *memory.State, before *past) {
	value, t := in.arg(fr, i, 1), i.Args[1].Type
	parts := []memory.Part{{Type: t}}
	if memory.IsAggregate(t) {
		parts, _ = in.memory.Parts(t)
	}
	last := before
	for _, part := range parts {
		to := p
		to.Path = append(slices.Clip(p.Path), in.memory.PathOf(part)...)
		at, known := in.memory.ByteOffset(to)
		if !known || p.Recast || !fr.sliced.TellsStore(i) {
			last = before
			break
		}
		s := &stored{at: at, word: in.partWord(value, part), size: memory.Size(part.Type), guard: guard, point: in.at(fr, i), around: in.innermost()}
		last = &past{before: []*past{last}, stored: s}
	}
	if last == before {
		last = &past{unknown: true}
	}
	in.pasts.set(st, p.Object, last)
}

// partWord is the word that a value has in a part, none where that is not known.
func (in *interp) partWord(value memory.Value, part memory.Part) vector.Vec {
	if whole, isAggregate := value.(memory.Aggregate); isAggregate {
		key, _ := in.memory.Key(in.memory.PathOf(part), part.Type)
		value = whole[key]
	}
	switch v := value.(type) {
	case vector.Vec:
		if memory.Width(part.Type) >= 0 {
			return v
		}
	case memory.Pointer:
		if isToFunction(part.Type) && v.Object == nil {
			return in.memory.Address(v)
		}
	}
	return vector.Vec{}
}

// isToFunction reports a pointer to a function: it leads to no memory, and is a number.
func isToFunction(t *ast.Type) bool {
	return t.Kind == ast.Pointer && t.Elem != nil && t.Elem.Kind == ast.FunctionType
}

// innermost is the innermost loop that is being summarised, nil for none.
func (in *interp) innermost() *trace.Loop {
	if in.around == nil {
		return nil
	}
	return in.around.Loop
}

// noteElsewhere notes that what was written is in none of the variables: no address of theirs is kept.
func (in *interp) noteElsewhere(st *memory.State, before []*past) {
	for n, h := range before {
		in.pasts.set(st, in.pasts.objects[n], h)
	}
}

// noteMeeting notes a barrier that all variables of a state came by. Behind one of the warp what its
// lanes stored has another version than before it, as behind one of the block.
func (in *interp) noteMeeting(e *trace.Event, st *memory.State, before []*past) {
	if !e.HoldsBlock() && !(e.IsSync() && !e.Instr.Collective.Block && e.NamesAll()) {
		return
	}
	for n, h := range before {
		o := in.pasts.objects[n]
		if !e.Instr.Collective.Block {
			if h.met != nil || h.again {
				continue // nothing was stored since
			}
			in.memory.Versions++
			st.Versions[o] = in.memory.Versions
		}
		in.pasts.set(st, o, &past{before: []*past{h}, met: e})
	}
}

// noteJoin notes the ways that a version of memory came by where states meet.
func (in *interp) noteJoin(st *memory.State, ways [][]*past) {
	for n, o := range in.pasts.objects {
		joined := &past{}
		for _, way := range ways {
			if !slices.Contains(joined.before, way[n]) {
				joined.before = append(joined.before, way[n])
			}
		}
		if len(joined.before) > 1 {
			in.pasts.set(st, o, joined)
		}
	}
}

// notePassing notes that no iteration of a loop stores to a variable, as far as the trials show.
func (in *interp) notePassing(s *loopSummary, header *memory.State) {
	for _, o := range in.pasts.objects {
		if s.objects[o] && !s.stored[o] {
			in.pasts.set(header, o, &past{before: []*past{in.pasts.of(s.entry.st, o)}, again: true})
		}
	}
}

// refutePassing finds the variables that an iteration may store to, and reports whether there are any.
func (in *interp) refutePassing(s *loopSummary, header, back *memory.State) bool {
	failed := false
	for _, o := range in.pasts.objects {
		if !s.stored[o] && !in.pasts.of(back, o).onlyMetSince(in.pasts.of(header, o)) {
			s.stored[o], failed = true, true
		}
	}
	return failed
}

// onlyMetSince reports a past in which nothing happened since another one but barriers.
func (h *past) onlyMetSince(other *past) bool {
	seen := map[*past]bool{}
	var only func(h *past) bool
	only = func(h *past) bool {
		if h == other || seen[h] {
			return true
		}
		seen[h] = true
		return h.stored == nil && len(h.before) > 0 && !slices.ContainsFunc(h.before, func(b *past) bool { return !only(b) })
	}
	return only(h)
}
