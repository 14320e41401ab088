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

// LaunchStats are the launches of kernels in host code, each place once, and those of
// them whose blocks are all known. The others are listed.
type LaunchStats struct {
	Found   int             `json:"found"`
	Known   int             `json:"known"`
	Reasons []result.Reason `json:"reasons"`
}

// launches has, for the place of each launch of a unit, the reason why its block is not known, "" if it is.
type launches map[result.Reason]string

func launchesOf(list []*cfg.Launch) []result.Launch {
	all := launches{}
	for _, l := range list {
		switch {
		case l.Kernel == nil:
			all.add(result.ReasonAt(l.Pos, "", ""), l.Why)
		case !l.Named:
			all.add(result.ReasonAt(l.Pos, l.Kernel.Name, ""), l.Why)
		}
	}
	var sorted []result.Launch
	for _, at := range slices.SortedFunc(maps.Keys(all), result.CompareReasons) {
		sorted = append(sorted, result.Launch{At: at, Why: all[at]})
	}
	return sorted
}

// add notes a launch. A place is known only if all its launches are.
func (l launches) add(at result.Reason, why string) { l[at] = max(l[at], why) }

// WithLaunches adds to the contexts of a finding where their kernels are launched with blocks that are not
// constant.
func WithLaunches(u *result.Unit, f rules.Finding) rules.Finding {
	f.Contexts = slices.Clone(f.Contexts)
	for i := range f.Contexts {
		c := &f.Contexts[i]
		for _, l := range u.Launches {
			if c.Block == "" && l.Why != "" && legible.Name(l.At.What) == c.Root {
				c.Launch = source.Pos{File: l.At.File, Line: l.At.Line, Column: l.At.Column}
			}
		}
	}
	return f
}

// countLaunches adds up the launches of all units.
func countLaunches(units []Unit) LaunchStats {
	all := launches{}
	for _, u := range units {
		for _, l := range u.Launches {
			all.add(l.At, l.Why)
		}
	}
	s := LaunchStats{Found: len(all)}
	for at, why := range all {
		if why == "" {
			s.Known++
			continue
		}
		if at.What == "" {
			at.Text = why
			s.Reasons = append(s.Reasons, at)
			continue
		}
		at.Text = fmt.Sprintf("the block size is not a constant here (%s): give it with --block %s=256", why, at.What)
		s.Reasons = append(s.Reasons, at)
	}
	s.Reasons = sorted(s.Reasons)
	return s
}
