package account

import (
	"path/filepath"

	"github.com/warpcheck/warpcheck/result"
)

// joinSites joins the sites of all units by place. A unit may analyse a site only in functions checked alone, although
// kernels of other units execute these functions. The status of this site in the unit is then used only if no other
// unit has a status for the place.
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

func addSite(all map[result.Place]*result.Site, place result.Place, s *result.Site) {
	if all[place] == nil {
		joined := *s
		all[place] = &joined
	} else {
		all[place].Add(s)
	}
}
