package account

import (
	"path/filepath"

	"github.com/warpcheck/warpcheck/result"
)

// joinSites joins the units' sites. What a unit without a kernel for a site says of it
// counts only where no unit with one knows it.
func joinSites(units []Unit) map[result.Place]*result.Site {
	run, alone := map[result.Place]*result.Site{}, map[result.Place]*result.Site{}
	reached := JoinReached(units)
	for i := range units {
		u := &units[i]
		for j := range u.Sites {
			s := &u.Sites[j]
			at := result.PlaceOf(s.Pos)
			at.File = filepath.Clean(at.File)
			if reached.holdsAll(u, s.Alone) {
				addSite(alone, at, s)
			} else {
				addSite(run, at, s)
			}
		}
	}
	for at, s := range alone {
		if run[at] == nil {
			run[at] = s
		}
	}
	return run
}

func addSite(all map[result.Place]*result.Site, at result.Place, s *result.Site) {
	if all[at] == nil {
		joined := *s
		all[at] = &joined
	} else {
		all[at].Add(s)
	}
}
