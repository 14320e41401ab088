package account

import (
	"fmt"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
)

// LaunchStats counts the launches of kernels in host code, each place once: all of them in Found, and in Known those
// whose blocks are all known. Reasons lists the others.
type LaunchStats struct {
	Found   int             `json:"found"`
	Known   int             `json:"known"`
	Reasons []result.Reason `json:"reasons"`
}

// launches are the launches of a unit, by place.
type launches map[result.Reason]result.Launch

func launchesOf(list []*cfg.Launch) []result.Launch {
	all := launches{}
	for _, l := range list {
		switch {
		case l.Kernel == nil:
			all.add(result.Launch{At: result.ReasonAt(l.Pos, "", ""), Why: l.Why})
		case !l.Named:
			all.add(result.Launch{At: result.ReasonAt(l.Pos, l.Kernel.Name, ""), Known: l.IsKnown() && !l.Possible, Why: l.Why})
		}
	}
	var sorted []result.Launch
	for _, at := range slices.SortedFunc(maps.Keys(all), result.CompareReasons) {
		sorted = append(sorted, all[at])
	}
	return sorted
}

// add adds a launch. Templates may have several launches at one place: the block there is known only if it is known in
// all of them.
func (l launches) add(launch result.Launch) {
	if known, again := l[launch.At]; again {
		launch.Known, launch.Why = launch.Known && known.Known, max(launch.Why, known.Why)
	}
	l[launch.At] = launch
}

// WithLaunches notes in each context of a finding where host code launches the kernel with a block that is not
// constant, if the block of the context is not known.
func WithLaunches(u *result.Unit, f rules.Finding) rules.Finding {
	f.Contexts = slices.Clone(f.Contexts)
	for i := range f.Contexts {
		c := &f.Contexts[i]
		for _, l := range u.Launches {
			if c.Block == "" && !l.Known && legible.Name(l.At.What) == c.Root {
				c.Launch = source.Pos{File: l.At.File, Line: l.At.Line, Column: l.At.Column}
			}
		}
	}
	return f
}

// countLaunches counts the launches of all units.
func countLaunches(units []Unit) LaunchStats {
	all := launches{}
	for _, u := range units {
		for _, l := range u.Launches {
			all.add(l)
		}
	}
	s := LaunchStats{Found: len(all)}
	for at, one := range all {
		if one.Known {
			s.Known++
			continue
		}
		if at.What == "" {
			at.Text = one.Why
			s.Reasons = append(s.Reasons, at)
			continue
		}
		at.Text = fmt.Sprintf("the block size is not a constant here (%s): give it with --block %s=256", one.Why, at.What)
		s.Reasons = append(s.Reasons, at)
	}
	s.Reasons = sorted(s.Reasons)
	return s
}
