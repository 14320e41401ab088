package check

// LaunchStats are the launches of kernels in host code, each place once, and those of
// them whose blocks are all known. The others are listed.
type LaunchStats struct {
	Found   int      `json:"found"`
	Known   int      `json:"known"`
	Reasons []Reason `json:"reasons"`
}

// countLaunches adds up the launches of all units; one is known where it is in each.
func countLaunches(units []*unit) LaunchStats {
	unknown := map[Reason]string{}
	for _, u := range units {
		for _, l := range u.launches {
			if l.Named {
				continue
			}
			at := reasonAt(l.Pos, l.Kernel.Name, "")
			unknown[at] = max(unknown[at], l.Why)
		}
	}
	s := LaunchStats{Found: len(unknown)}
	for at, why := range unknown {
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
