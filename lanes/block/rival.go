package block

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Rivals returns the other warps of a block as seen from this one, in one iteration of the loop in, which all of them
// execute; in is nil for no loop. The place of a warp has one or more indices. There are two rivals for each index: it
// is less or greater than that of this warp, and the indices before it are equal. Unknowns that are not block-uniform,
// or for which isOwn holds, get a copy for the rival; copied is called with each such unknown and its copy.
func (j *Judge) Rivals(in *trace.Loop, isOwn func(*term.Term) bool, copied func(x, own *term.Term, view *term.Rewriter)) (list []race.Rival) {
	indices, bounds := j.trace.Launch.Indices(), j.trace.Launch.Bounds()
	for n, index := range indices {
		r := race.Rival{View: j.rivalView("rival's ", j.ofOther, in, isOwn, func(x *term.Term) bool { return slices.Contains(indices[:n], x) }, copied)}
		other := r.View.Rewrite(index)
		exists := r.View.Rewrite(j.trace.Launch.Assumption)
		for _, differs := range []*term.Term{j.t.ULt(index, other), j.t.ULt(other, index)} {
			list = append(list, race.Rival{View: r.View, Exists: j.t.And(j.trace.Launch.Flat, j.trace.Launch.Assumption, exists, differs),
				Numbered: j.t.And(bounds, r.View.Rewrite(bounds), differs)})
		}
	}
	return list
}

// Rival returns the warp with the given number, as seen from this one; the other parameters are those of Rivals.
func (j *Judge) Rival(number int, in *trace.Loop, isOwn func(*term.Term) bool, copied func(x, own *term.Term, view *term.Rewriter)) race.Rival {
	indices := j.trace.Launch.Indices()
	isOfAll := func(x *term.Term) bool {
		return number == grid.PreviousWarp && j.trace.Launch.IsIndex(x) && !slices.Contains(indices, x)
	}
	view := j.rivalView(fmt.Sprintf("warp %d's ", number), j.trace.Launch.AsWarp(number).Rewrite, in, isOwn, isOfAll, copied)
	itself := j.t.True
	for _, index := range indices {
		itself = j.t.And(itself, j.t.Eq(index, view.Rewrite(index)))
	}
	return race.Rival{View: view, Numbered: j.t.True,
		Exists: j.t.And(j.trace.Launch.Flat, j.trace.Launch.Assumption, view.Rewrite(j.trace.Launch.Assumption), j.t.Not(itself))}
}

// rivalView rewrites this warp's terms for another warp. numbered replaces the thread numbers. Unknowns for which isOwn
// holds, or that are not block-uniform, are copied under a prefix, except those for which inCommon holds.
func (j *Judge) rivalView(prefix string, numbered func(*term.Term) *term.Term, in *trace.Loop, isOwn, inCommon func(*term.Term) bool,
	copied func(x, own *term.Term, view *term.Rewriter)) (view *term.Rewriter) {
	seen := j.uniformityIn(in)
	view = j.t.NewRewriter(func(x *term.Term) *term.Term {
		if inCommon(x) {
			return x
		}
		if y := numbered(x); y != x || !isOwn(x) && !seen.hasCopyPerWarp(x) {
			return y
		}
		own := j.copied(view, prefix, x)
		copied(x, own, view)
		return own
	})
	return view
}
