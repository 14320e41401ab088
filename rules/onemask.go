package rules

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

// always is the OfMask of a rule that is about masks alone.
func always(*lanes.Verdict) bool { return true }

// oncePerMask keeps the worst of the findings that the mask of one call causes in the same kernels. One wrong mask
// names some lanes that do not come, lacks others that do, and leaves lanes that read from these without a value.
func oncePerMask(findings []Finding) []Finding {
	calls := map[source.Pos][]Finding{}
	for _, f := range findings {
		if f.isOfMask() {
			calls[f.call()] = append(calls[f.call()], f)
		}
	}
	return slices.DeleteFunc(findings, func(f Finding) bool {
		if !f.isOfMask() {
			return false
		}
		worse := slices.DeleteFunc(slices.Clone(calls[f.call()]), func(other Finding) bool { return other.rank() >= f.rank() })
		return len(notCovered(worse, []Finding{f})) == 0
	})
}

func (f *Finding) isOfMask() bool { return f.OfMask && !f.IsUndecided() }

// call is the place of a finding's call alone.
func (f *Finding) call() source.Pos {
	return source.Pos{File: f.Pos.File, Line: f.Pos.Line, Column: f.Pos.Column}
}

// rank orders findings at a call, the worst first: the most certain one, and of equally certain ones the one from which
// the others follow.
func (f *Finding) rank() int {
	certainty := slices.Index([]lanes.Certainty{lanes.Definite, lanes.Potential, lanes.Unconfirmed}, f.Certainty)
	key := f.place().definite().key
	order := []string{divergentMask.Key, notParticipating.Key, notInMask.Key, sourceNotInMask.Key}
	return certainty*len(order) + slices.Index(order, key)
}
