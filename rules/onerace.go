package rules

import (
	"slices"

	"github.com/warpcheck/warpcheck/lanes"
)

// OncePerRace drops some findings about races between lanes of one warp. Such a race is dropped if the list
// called reported contains a race between warps at the same access that is at least as certain, because one barrier of the
// block orders both. The related places of a dropped finding are added to the finding in that list.
func OncePerRace(reported, findings []Finding) []Finding {
	var left []Finding
	for _, f := range findings {
		i := slices.IndexFunc(reported, func(r Finding) bool { return r.orders(&f) })
		if f.key() != missingSyncwarp || i < 0 {
			left = append(left, f)
			continue
		}
		reported[i].addRelated(f.Related)
	}
	return left
}

// orders reports whether f is a race between warps whose repair also repairs `other`, a race at the same access. f must
// be at least as certain, and must be in all kernels of `other`.
func (f *Finding) orders(other *Finding) bool {
	isElsewhere := func(name string) bool { return !slices.Contains(f.Kernels, name) }
	return f.key() == missingSyncthreads && f.Pos.IsAt(other.Pos) && isAsCertain(f.Certainty, other.Certainty) &&
		!slices.ContainsFunc(other.Kernels, isElsewhere)
}

// key returns the rule of the finding, or for a potential variant the rule whose variant it is. It returns nil if the
// key is unknown.
func (f *Finding) key() *Rule {
	rule := ByKey(f.Key)
	if rule == nil {
		return nil
	}
	return rule.Definite()
}

// isAsCertain reports whether the first certainty is at least as strong as the second.
func isAsCertain(one, other lanes.Certainty) bool {
	order := []lanes.Certainty{lanes.Definite, lanes.Potential, lanes.Unconfirmed, lanes.Undecided}
	return slices.Index(order, one) <= slices.Index(order, other)
}

// addRelated adds those of the places to the finding's related places that are not among them yet.
func (f *Finding) addRelated(places []Related) {
	f.Related = slices.Clone(f.Related)
	for _, r := range places {
		if !slices.ContainsFunc(f.Related, func(known Related) bool { return known.Pos.IsAt(r.Pos) }) {
			f.Related = append(f.Related, r)
		}
	}
}
