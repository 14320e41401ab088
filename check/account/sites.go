package account

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/source"
)

// Sites holds the collectives in the user's functions of one unit, by place. The frontend adds them, from the syntax
// tree alone.
type Sites struct {
	sites map[result.Place]*result.Site
	// owners lists the functions that contain the site at a place.
	owners map[result.Place][]Owner
	// asynchronous holds the instructions of asynchronous engines that are not modelled.
	asynchronous map[result.Reason]bool
}

// Owner is a function that contains a site.
type Owner struct {
	*types.Func
	// ForDevice reports whether the function is a kernel or a device function.
	ForDevice bool
}

// NewSites returns an empty set of sites.
func NewSites() *Sites {
	return &Sites{sites: map[result.Place]*result.Site{}, owners: map[result.Place][]Owner{}, asynchronous: map[result.Reason]bool{}}
}

// Add adds a site in the function owner. Several instances of a template add the same site.
func (s *Sites) Add(pos source.Pos, name string, reach Reach, owner Owner) {
	at := result.PlaceOf(pos)
	s.owners[at] = append(s.owners[at], owner)
	if s.sites[at] == nil {
		s.sites[at] = &result.Site{Pos: pos, Name: name, Block: reach&ReachesWarp == 0, Open: reach&ReachesOpen != 0}
	}
}

// MissesIn reports whether some function that roots reach has a site without a fact. It ignores calls whose function
// depends on template arguments, which have no facts.
func (s *Sites) MissesIn(roots []*cfg.Func, facts []*lanes.Fact) bool {
	hasFact, reached := map[result.Place]bool{}, map[*types.Func]bool{}
	for _, fact := range facts {
		hasFact[result.PlaceOf(fact.Pos)] = true
	}
	for fn := range cfg.Reached(roots) {
		reached[fn.Decl] = true
	}
	for at, owners := range s.owners {
		if !hasFact[at] && !s.sites[at].Open && slices.ContainsFunc(owners, func(o Owner) bool { return reached[o.Func] }) {
			return true
		}
	}
	return false
}

// AddAsynchronous adds an instruction of an asynchronous engine, unless it is modelled.
func (s *Sites) AddAsynchronous(pos source.Pos, a *ptx.Asynchronous) {
	if !a.Modelled {
		s.asynchronous[result.ReasonAt(pos, "", a.Name+" "+a.Effect())] = true
	}
}

// notModelled returns the instructions that AddAsynchronous has added, without repetitions.
func (s *Sites) notModelled() []result.Reason {
	return slices.SortedFunc(maps.Keys(s.asynchronous), result.CompareReasons)
}

// list returns all sites, in the order of their places.
func (s *Sites) list() []result.Site {
	var all []result.Site
	for _, at := range slices.SortedFunc(maps.Keys(s.sites), result.ComparePlaces) {
		all = append(all, *s.sites[at])
	}
	return all
}
