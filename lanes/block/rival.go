package block

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes/race"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// Rivals are the other warps of a block as this one sees them, one for each index that may be less or greater than its
// own where those before are the same: their numbers differ in one of these ways. They are seen in an iteration of a loop
// that both are in, nil for none; isOwn reports what each warp has of its own besides what is not block-uniform, and
// copied hears of each unknown that the other one has for one of this warp's.
func (j *Judge) Rivals(in *trace.Loop, isOwn func(*term.Term) bool, copied func(x, own *term.Term, view *term.Rewriter)) (list []race.Rival) {
	seen := j.uniformityIn(in)
	indices := j.trace.Launch.Indices()
	for n, index := range indices {
		r := race.Rival{}
		r.View = j.t.NewRewriter(func(x *term.Term) *term.Term {
			if slices.Contains(indices[:n], x) {
				return x
			}
			if y := j.ofOther(x); y != x || !isOwn(x) && !seen.isCopied(x) {
				return y
			}
			own := j.copied(r.View, "rival's ", x)
			copied(x, own, r.View)
			return own
		})
		other := r.View.Rewrite(index)
		exists := r.View.Rewrite(j.trace.Launch.Assumption)
		for _, differs := range []*term.Term{j.t.ULt(index, other), j.t.ULt(other, index)} {
			list = append(list, race.Rival{View: r.View, Exists: j.t.And(j.trace.Launch.Assumption, exists, differs)})
		}
	}
	return list
}
