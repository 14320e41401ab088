package block

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Rivals are the other warps of a block as this one sees them, one for each index that may be less or greater than its
// own where those before are the same: their numbers differ in one of these ways. They are seen in an iteration of a loop
// that both are in, nil for none; isOwn reports what each warp has of its own besides what is not block-uniform, and
// copied hears of each unknown that the other one has for one of this warp's.
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

// Rival returns the warp with a number, as seen from this one.
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

// rivalView rewrites this warp's terms for another one. numbered replaces its thread numbers; unknowns for which isOwn holds,
// or that are not block-uniform, are copied under a prefix, except those for which inCommon holds.
func (j *Judge) rivalView(prefix string, numbered func(*term.Term) *term.Term, in *trace.Loop, isOwn, inCommon func(*term.Term) bool,
	copied func(x, own *term.Term, view *term.Rewriter)) (view *term.Rewriter) {
	seen := j.uniformityIn(in)
	view = j.t.NewRewriter(func(x *term.Term) *term.Term {
		if inCommon(x) {
			return x
		}
		if y := numbered(x); y != x || !isOwn(x) && !seen.isCopied(x) {
			return y
		}
		own := j.copied(view, prefix, x)
		copied(x, own, view)
		return own
	})
	return view
}
