package rules

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
)

// always is the function OfMask of a rule whose verdicts all disappear when the mask is right.
func always(*lanes.Verdict) bool { return true }

// OncePerMask keeps the worst of the findings that the mask of one call causes in the same kernels. One wrong mask can
// cause several findings. It may name lanes that do not arrive, and lack lanes that arrive. Lanes that read from the
// lacking lanes then get no value. OncePerMask also drops a finding if the list others has a worse one about the same
// mask. It must be called after the rules that report are known, because a rule that does not report must not hide the
// findings of others.
func OncePerMask(findings, others []Finding) []Finding {
	calls := map[source.Pos][]Finding{}
	for _, f := range slices.Concat(findings, others) {
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

// call returns the place of the call that the finding is about, in a form that can be compared: without its end and its
// macro.
func (f *Finding) call() source.Pos {
	return source.Pos{File: f.Pos.File, Line: f.Pos.Line, Column: f.Pos.Column}
}

// rank returns how bad a finding is, 0 for the worst. A more certain finding is worse. Of two that are equally certain,
// the one that causes the other is worse.
func (f *Finding) rank() int {
	certainty := slices.Index([]lanes.Certainty{lanes.Definite, lanes.Potential, lanes.Unconfirmed}, f.Certainty)
	key := f.place().definite().key
	order := []string{divergentMask.Key, notParticipating.Key, notInMask.Key, sourceNotInMask.Key}
	return certainty*len(order) + slices.Index(order, key)
}
