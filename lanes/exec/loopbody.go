package exec

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/exec/loop"
	"github.com/warpcheck/warpcheck/lanes/memory"
)

// loopBody is the body of a loop in one call, as package loop runs it.
type loopBody struct {
	in   *interp
	fr   *frame
	loop *cfg.Loop
}

// Iterate interprets an arbitrary iteration. It returns the edges out of the loop, and the state back at the header.
// repeats is true if some lane comes back to the header. Meanwhile the loop counts as one iteration against the limits
// on nested unrolled loops.
func (b *loopBody) Iterate(header loop.Edge) (exits []loop.Edge, backEdge loop.Edge, repeats bool) {
	outer := b.in.unrolled
	b.in.unrolled = max(outer, 1)
	exits, backEdge, repeats = b.in.iteration(b.fr, b.loop, 0, header, nil)
	b.in.unrolled = outer
	return exits, backEdge, repeats
}

// LookAhead interprets the header alone and returns the edges out of it. Everything that was recorded meanwhile is
// removed.
func (b *loopBody) LookAhead(edge loop.Edge) []loop.Edge {
	in, fr := b.in, b.fr
	begin, values, block := in.start(), slices.Clone(fr.values), fr.block
	passed, second := maps.Clone(fr.passed), maps.Clone(fr.second)
	edges := in.block(fr, b.loop.Header, edge)
	in.restart(begin)
	fr.values, fr.block, fr.passed, fr.second = values, block, passed, second
	return edges
}

// Mark marks the current point. The function that it returns sets the interpretation back to it.
func (b *loopBody) Mark() (restart func()) {
	begin := b.in.start()
	return func() { b.in.restart(begin) }
}

// Counterpart returns the variable of this run that corresponds to o, a variable of an earlier run of the same loop. It
// compares the calls around the two runs, from the function of the loop outwards, until it finds the call that declared
// o. If there is no such call, it returns o itself.
func (b *loopBody) Counterpart(o *memory.Object, earlier loop.Body) *memory.Object {
	was, is := earlier.(*loopBody).fr, b.fr
	for o.Decl != nil && was != is {
		if was.objects[o.Decl] == o {
			return b.in.local(is, o.Decl)
		}
		if was.Parent == nil {
			break
		}
		was, is = was.caller, is.caller
	}
	return o
}

// GiveUp records that the loop is not summarised exactly, and why.
func (b *loopBody) GiveUp(reason string) { b.in.note(b.loop.Header.Term.Pos, reason, false) }
