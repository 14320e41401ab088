package rules

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Stage is a moment on the path of a warp to the place of a finding: after a branch where the lanes diverge, or, for
// the last stage, at the place itself.
type Stage struct {
	Pos  source.Pos
	Text string
	// Each lane is in one of four sets. The lanes of Here are on the path to the place. The lanes of Away are on other
	// paths. The lanes of Exited have left the kernel. For the lanes of Missing, the block has no thread.
	Here, Away, Exited, Missing warp.Lanes
	// Awaited is the set of lanes of Away that the lanes at the place wait for. Only the last stage has any.
	Awaited warp.Lanes
}

// walk returns the stages of the warp of a verdict: one for each branch in marks, and a last one for the place of the
// finding, which has the last label. It returns nil if the lanes are not known.
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

// part moves lanes that leave the path at the branch split from Here to Away, or to Exited if they return from the
// kernel.
func (s *Stage) part(split lanes.Split) {
	away := split.Away &^ (s.Away | s.Exited | s.Missing)
	if split.To == lanes.OutOfKernel {
		s.Exited |= away
	} else {
		s.Away |= away
	}
}

// awaited returns the lanes that the lanes at a collective wait for. These are among the lanes that have not exited and
// are not at the collective (v.Elsewhere). A barrier waits for all of them. A collective with a mask waits for those
// that the mask names. If the fact is about an access, no lane waits and the result is empty.
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
