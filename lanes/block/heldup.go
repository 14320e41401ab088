package block

import (
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Warps at a barrier do not wait for a warp that leaves the kernel on another side of a branch. But before it leaves,
// the other warp may wait for them at another barrier. Then each side waits for the other for ever:
//
//	if (warp == 0) { __syncthreads(); return; } else { __syncthreads(); return; }

// heldUpIn returns, for each lane of the other warp w, the formula that the lane is held up. A lane is held up if it
// waits for this warp on another side of a branch while this warp waits for w here. Both warps must have passed the
// same barriers before.
func (b *Barrier) heldUpIn(w *otherWarp) vector.Vec {
	t := b.j.t
	held := vector.Uniform(t.False)
	if b.Meeting.HasLeft.IsFalse() || b.event.Instr.Collective.IsInHalves() {
		return held
	}
	view := func(x *term.Term) *term.Term { return w.view.Rewrite(x) }
	for _, f := range b.j.trace.Log.Events {
		if b.holdsWarps(f) && !b.isAlso(f) && b.j.meet.EventOrder(b.event, f) == trace.Incomparable {
			together := b.j.together(f, w)
			held = b.j.vectors.Or(held, vector.Map1(f.Guard, func(x *term.Term) *term.Term { return t.And(together, view(x)) }))
		}
	}
	if held.IsFalse() {
		return held
	}
	alike := t.True
	for _, e := range b.j.trace.Log.Events {
		if b.holdsWarps(e) && b.j.meet.EventOrder(e, b.event) == trace.Before {
			reach := b.j.meet.At(e).Reach
			alike = t.And(alike, t.Implies(t.And(b.j.together(e, w), reach), view(reach)))
		}
	}
	return vector.Map1(held, func(x *term.Term) *term.Term { return t.And(x, alike) })
}

// holdsWarps reports whether a warp at e waits for other warps.
func (b *Barrier) holdsWarps(e *trace.Event) bool {
	return !e.Opaque && (e.Instr.Collective.HoldsBlock() || e.Instr.Collective.Tile > 0)
}

// together returns the formula that this warp and w belong to the same tile at e, so that they wait for each other.
func (j *Judge) together(e *trace.Event, w *otherWarp) *term.Term {
	tile := j.Barrier(j.meet.At(e)).tile()
	return j.t.Eq(tile, w.view.Rewrite(tile))
}
