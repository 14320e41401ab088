package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// A barrier with a number of threads may wait for all warps of the block, or for all warps of a group with its own
// name. Then the warps pass it only if they arrive equally often:
//
//	asm("bar.sync 1, 256;");                                     in a block of 256 threads
//	asm("bar.sync %0, 64;" :: "r"(1 + threadIdx.x / 64));        whose warps execute it two by two

// group holds the warps of a known block that may arrive at a barrier of one name.
type group struct {
	name  *term.Term
	warps []int
}

// takesAll returns the formula that a barrier with a number of threads waits for all warps that may arrive at its name,
// and that this warp and w are among them. For other barriers the formula is true.
func (b *Barrier) takesAll(w *otherWarp) *term.Term {
	switch {
	case !IsCounted(b.event):
		return b.j.t.True
	case b.j.groups(b.event) != nil:
		return b.takesGroup(w)
	}
	return b.takesBlock()
}

// takesBlock returns the formula that the barrier waits for the whole block. It assumes that the block is large
// enough for all barriers with a number of threads.
func (b *Barrier) takesBlock() *term.Term {
	t := b.j.t
	threads := b.ofFirst(b.event.Awaits)
	whole := t.Eq(b.j.trace.Launch.Threads(), threads)
	if b.j.trace.Launch.Shape.Known() {
		return whole
	}
	return t.And(whole, t.Not(t.ULt(threads, t.Const(32, uint64(b.j.FewestThreads())))))
}

// takesGroup returns the formula that the barrier waits for a group to which this warp and w belong.
func (b *Barrier) takesGroup(w *otherWarp) *term.Term {
	t := b.j.t
	takes, name, threads := t.False, b.ofFirst(b.event.Name), b.ofFirst(b.event.Awaits)
	for _, g := range b.j.groups(b.event) {
		number := t.Const(threads.Bits, uint64(len(g.warps)*warp.Size))
		takes = t.Or(takes, t.And(b.isOf(g, w), t.And(t.Eq(name, g.name), t.Eq(threads, number))))
	}
	return takes
}

// isOf returns the formula that w belongs to the group g. The group is a tile or consists of all warps that arrive.
func (b *Barrier) isOf(g group, w *otherWarp) *term.Term {
	t := b.j.t
	if w.index != grid.AnyWarp {
		return t.Bool(slices.Contains(g.warps, w.index))
	}
	member := t.False
	for _, n := range g.warps {
		member = t.Or(member, t.Eq(w.view.Rewrite(b.j.trace.Launch.Number), t.Const(32, uint64(n))))
	}
	return member
}

// groups returns the groups of warps of a known block that may arrive at e, a barrier with a number of threads. The
// result is one group, or tiles of equal size. It is empty for other events, if another barrier may have one of the
// names, or if the names are not known.
func (j *Judge) groups(e *trace.Event) []group {
	list, known := j.groupsAt[e]
	if !known {
		if list = j.newGroups(e); len(list) > 1 && !areTiles(list) {
			list = nil
		}
		j.groupsAt[e] = list
	}
	return list
}

func (j *Judge) newGroups(e *trace.Event) (list []group) {
	if !j.trace.Launch.Shape.Known() || !IsCounted(e) {
		return nil
	}
	for w, name := range j.constantIn(e, e.Name) {
		if name == nil || j.trace.Launch.AsWarp(w).Rewrite(j.meet.At(e).Reach).IsFalse() {
			continue
		}
		i := slices.IndexFunc(list, func(g group) bool { return g.name == name })
		if i < 0 {
			i = len(list)
			list = append(list, group{name: name})
		}
		list[i].warps = append(list[i].warps, w)
	}
	if slices.ContainsFunc(j.trace.Log.Events, func(f *trace.Event) bool { return f != e && j.mayShare(f, list) }) {
		return nil
	}
	return list
}

// mayShare reports whether the event f may have the barrier name of one of the groups.
func (j *Judge) mayShare(f *trace.Event, groups []group) bool {
	if f.Opaque || !f.Instr.Collective.IsNumbered() {
		return f.Opaque
	}
	names := j.constantIn(f, f.Name)
	return names == nil || slices.ContainsFunc(groups, func(g group) bool { return slices.Contains(names, g.name) })
}

// areTiles reports whether all groups are tiles of the same number of warps.
func areTiles(groups []group) bool {
	for _, g := range groups {
		size := len(g.warps)
		if size != len(groups[0].warps) || g.warps[0]/size != g.warps[size-1]/size {
			return false
		}
	}
	return true
}

// threadsInCommon returns the size of the tile whose warps wait for each other at e, in threads. It is 0 for the whole
// block.
func (j *Judge) threadsInCommon(e *trace.Event) int {
	if groups := j.groups(e); len(groups) > 0 && areTiles(groups) {
		return len(groups[0].warps) * warp.Size
	}
	return e.Instr.Collective.Together()
}
