package check

import "github.com/warpcheck/warpcheck/cfg"

// LaunchStats are the launches of kernels in host code, each place once, and those of
// them whose blocks are all known. The others are listed.
type LaunchStats struct {
	Found   int      `json:"found"`
	Known   int      `json:"known"`
	Reasons []Reason `json:"reasons"`
}

// launches says of the launches of a unit, by their places, why the block is not known, ""
// where it is. They are all that is kept of the syntax tree that they stand in.
type launches map[Reason]string

func launchesOf(list []*cfg.Launch) launches {
	all := launches{}
	for _, l := range list {
		if !l.Named {
			all.add(reasonAt(l.Pos, l.Kernel.Name, ""), l.Why)
		}
	}
	return all
}

// add notes a launch, which is known where it is each time.
func (l launches) add(at Reason, why string) { l[at] = max(l[at], why) }

// countLaunches adds up the launches of all units.
func countLaunches(units []*unit) LaunchStats {
	all := launches{}
	for _, u := range units {
		for at, why := range u.launches {
			all.add(at, why)
		}
	}
	s := LaunchStats{Found: len(all)}
	for at, why := range all {
		if why == "" {
			s.Known++
			continue
		}
		at.Text = "block shape not known: " + why
		s.Reasons = append(s.Reasons, at)
	}
	s.Reasons = sorted(s.Reasons)
	return s
}
