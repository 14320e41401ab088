package account

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/distinct"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// LaunchStats counts the launches of kernels in host code, each place once. Found counts all launches, Known the
// launches whose blocks are known in each execution. Reasons lists the others.
type LaunchStats struct {
	Found   int             `json:"found"`
	Known   int             `json:"known"`
	Reasons []result.Reason `json:"reasons"`
}

// launches holds the launches of a unit, by their places.
type launches map[result.Reason]result.Launch

func launchesOf(list []*cfg.Launch) []result.Launch {
	all := launches{}
	for _, l := range list {
		switch {
		case l.Kernel == nil:
			all.add(result.Launch{At: result.ReasonAt(l.Pos, "", ""), Why: l.Why})
		case !l.Named:
			all.add(result.Launch{At: result.ReasonAt(l.Pos, l.Kernel.Name, ""), Known: l.IsKnown() && !l.Possible, Why: l.Why,
				Blocks: blocksOf(l), ByOtherUnit: l.ByOtherUnit, Pos: l.Pos})
		}
	}
	var sorted []result.Launch
	for _, at := range slices.SortedFunc(maps.Keys(all), result.CompareReasons) {
		sorted = append(sorted, all[at])
	}
	return sorted
}

// add adds a launch. A template may give several launches at one place. The block at this place is known only if it is
// known in all of them.
func (l launches) add(launch result.Launch) {
	if known, again := l[launch.At]; again {
		launch.Known, launch.Why = launch.Known && known.Known, max(launch.Why, known.Why)
		launch.Blocks = distinct.Append(known.Blocks, launch.Blocks...)
	}
	l[launch.At] = launch
}

// blocksOf returns the block of a launch, nil if it is not known.
func blocksOf(l *cfg.Launch) []warp.Shape {
	if !l.IsKnown() {
		return nil
	}
	return []warp.Shape{warp.Shape(*l.Block)}
}

// startsOf returns those launches in list whose kernels are not in defined. It leaves out launches of kernels that
// cannot be identified in another unit, such as templates.
func startsOf(list []*cfg.Launch, defined []*cfg.Func) (starts []result.Start) {
	isDefined := map[*types.Func]bool{}
	for _, f := range defined {
		isDefined[f.Decl] = true
	}
	for _, l := range list {
		if k := l.Kernel; k != nil && !l.Named && k.Key != "" && !k.Pattern && !isDefined[k] {
			starts = append(starts, result.StartOf(l))
		}
	}
	return starts
}

// definitions returns the kernels of a program that other units may launch.
func definitions(program *cfg.Program) (list []result.Definition) {
	isLaunched := map[*types.Func]bool{}
	for _, l := range program.Launches {
		isLaunched[l.Kernel] = isLaunched[l.Kernel] || !l.ByOtherUnit
	}
	for _, f := range program.Funcs {
		if d := f.Decl; f.Kernel && d.Key != "" && !d.Pattern {
			list = append(list, result.Definition{Key: d.Key, At: result.PlaceOf(d.Pos), IsLaunched: isLaunched[d]})
		}
	}
	return list
}

// WithLaunches adds places of launches to a finding. To each context with a block that is not wholly known it adds the
// place where host code launches the kernel with a block that is not constant. A launch in a template of the host may
// not name the template arguments. Launches of the kernels in other units become related places.
func WithLaunches(u *result.Unit, f rules.Finding) rules.Finding {
	f.Related = append(slices.Clip(f.Related), otherLaunches(u, &f)...)
	f.Contexts = slices.Clone(f.Contexts)
	for i := range f.Contexts {
		c := &f.Contexts[i]
		for _, l := range u.Launches {
			if (c.Block == "" || c.IsLikely || strings.Contains(c.Block, "?")) && !l.Known && isLaunchOf(l, c) {
				c.Launch = source.Pos{File: l.At.File, Line: l.At.Line, Column: l.At.Column}
			}
		}
	}
	return f
}

// isLaunchOf reports whether a launch may be of the kernel of a context.
func isLaunchOf(l result.Launch, c *rules.Context) bool {
	name := legible.Name(l.At.What)
	return name == c.Root || name == lexical.WithoutTemplateArguments(c.Root)
}

// mostOtherLaunches bounds the launches in other units that a finding names. A few suffice to show where to look.
const mostOtherLaunches = 3

// otherLaunches returns the first places in other units where the kernels of a finding are launched.
func otherLaunches(u *result.Unit, f *rules.Finding) (places []rules.Related) {
	for _, l := range u.Launches {
		isOf := func(c rules.Context) bool { return legible.Name(l.At.What) == c.Root }
		if l.ByOtherUnit && len(places) < mostOtherLaunches && slices.ContainsFunc(f.Contexts, isOf) {
			places = append(places, rules.Related{Pos: l.Pos, Text: fmt.Sprintf("%s is launched here", legible.Name(l.At.What))})
		}
	}
	return places
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
