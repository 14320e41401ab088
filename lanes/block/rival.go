package block

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// Rivals returns the other warps of a block as rivals of this warp (race.Rival). One or more indices give the place of
// a warp in the block. For each index there are two rivals: in one this index is smaller than that of this warp, in the
// other it is greater. The indices before it are equal.
func (j *Judge) Rivals(s race.Sight) (list []race.Rival) {
	indices, bounds := j.trace.Launch.Indices(), j.trace.Launch.Bounds()
	for n, index := range indices {
		of := s
		if n > 0 {
			of.Name = fmt.Sprintf("%s%d ", s.Name, n)
		}
		r := race.Rival{View: j.rivalView(of, j.ofOther, func(x *term.Term) bool { return slices.Contains(indices[:n], x) })}
		other := r.View.Rewrite(index)
		exists := r.View.Rewrite(j.trace.Launch.Assumption)
		for n, differs := range []*term.Term{j.t.ULt(index, other), j.t.ULt(other, index)} {
			list = append(list, race.Rival{View: r.View, IsLess: n > 0, Exists: j.t.And(j.trace.Launch.Flat, j.trace.Launch.Assumption, exists, differs),
				Numbered: j.t.And(bounds, r.View.Rewrite(bounds), differs)})
		}
	}
	return list
}

// Rival returns the warp with the given number as seen from this warp. number may also be grid.LastWarp or
// grid.PreviousWarp.
func (j *Judge) Rival(number int, s race.Sight) race.Rival {
	indices := j.trace.Launch.Indices()
	isOfAll := func(x *term.Term) bool {
		return number == grid.PreviousWarp && j.trace.Launch.IsIndex(x) && !slices.Contains(indices, x)
	}
	s.Name = fmt.Sprintf("warp %d's %s", number, s.Name)
	view := j.rivalView(s, j.trace.Launch.AsWarp(number).Rewrite, isOfAll)
	itself := j.t.True
	for _, index := range indices {
		itself = j.t.And(itself, j.t.Eq(index, view.Rewrite(index)))
	}
	return race.Rival{View: view, Numbered: j.t.True,
		Exists: j.t.And(j.trace.Launch.Flat, j.trace.Launch.Assumption, view.Rewrite(j.trace.Launch.Assumption), j.t.Not(itself))}
}

// rivalView returns a rewriter from terms of this warp to terms of another warp. numbered replaces thread numbers. An
// unknown that may differ between the two warps, in the loops of s, is replaced by a copy, unless inCommon returns true
// for it.
func (j *Judge) rivalView(s race.Sight, numbered func(*term.Term) *term.Term, inCommon func(*term.Term) bool) (view *term.Rewriter) {
	seen := j.uniformityIn(s.In)
	view = j.t.NewRewriter(func(x *term.Term) *term.Term {
		if inCommon(x) {
			return x
		}
		if y := numbered(x); y != x || !s.IsOwn(x) && !seen.hasCopyPerWarp(x) {
			return y
		}
		own := j.copied(view, s.Name, x)
		s.Copied(x, own, view)
		return own
	})
	return view
}
