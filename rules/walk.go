package rules

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Stage is a moment on the path of a warp to the place of a finding: after a branch that parts the lanes or, for the
// last stage, at the place itself.
type Stage struct {
	Pos  source.Pos
	Text string
	// Here are the lanes that are still on the path to the place, Away those on other paths, Exited those that have
	// left the kernel, and Missing those for which the block has no thread. Each lane is in one of these sets.
	Here, Away, Exited, Missing warp.Lanes
	// Awaited are the lanes of Away for which the lanes at the place wait. It is empty except in the last stage.
	Awaited warp.Lanes
}

// walk returns the stages of the warp of a verdict: one after each branch among the labels, and one at its place,
// whose label is the last. It returns nil if the lanes are not known.
func walk(fact *lanes.Fact, v *lanes.Verdict, marks []Label) []Stage {
	if v.Arrives|v.Elsewhere|v.Exited == 0 {
		return nil
	}
	now := Stage{Missing: nonexistent(&fact.Context, v)}
	var stages []Stage
	for _, mark := range marks[:len(marks)-1] {
		for _, split := range v.Splits {
			if split.Pos == mark.Pos {
				now.part(split)
			}
		}
		now.Here = ^(now.Away | now.Exited | now.Missing)
		now.Pos, now.Text = mark.Pos, mark.Text
		stages = append(stages, now)
	}
	last := marks[len(marks)-1]
	now.Pos, now.Text = last.Pos, last.Text
	now.Here, now.Exited = v.Arrives&^now.Missing, v.Exited&^now.Missing
	now.Away = ^(now.Here | now.Exited | now.Missing)
	now.Awaited = awaited(fact, v) & now.Away
	return append(stages, now)
}

// part moves the lanes that a branch sends along another path from Here to Away, or to Exited if they return from the
// kernel.
func (s *Stage) part(split lanes.Split) {
	away := split.Away &^ (s.Away | s.Exited | s.Missing)
	if split.Way == lanes.OutOfKernel {
		s.Exited |= away
	} else {
		s.Away |= away
	}
}

// awaited returns the lanes for which those at the place wait: the lanes elsewhere that the mask names, at a barrier
// all lanes elsewhere, none at an access.
func awaited(fact *lanes.Fact, v *lanes.Verdict) warp.Lanes {
	c := fact.Site.Collective
	switch {
	case c == nil:
		return 0
	case v.Mask != 0 || c.Mask >= 0:
		return warp.Lanes(v.Mask) & v.Elsewhere
	}
	return v.Elsewhere
}
