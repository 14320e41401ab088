package account

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// judge sets the status of each site from the results of an analysis.
func (s *Sites) judge(program *cfg.Program, done *lanes.Result) {
	s.markAlone(done.Facts)
	for _, fact := range done.Facts {
		site := s.sites[result.PlaceOf(fact.Pos)]
		switch {
		case site == nil:
		case !fact.Imprecision.IsNone():
			site.Add(&result.Site{Status: result.Approximate, Reason: fact.Imprecision.Reason})
		case fact.Undecided:
			site.Add(&result.Site{Status: result.Approximate, Reason: "a question was not decided within the solver's budget"})
		default:
			site.Add(&result.Site{Status: result.Exact})
		}
	}
	for _, note := range done.Notes {
		if site := s.sites[result.PlaceOf(note.Pos)]; site != nil && note.Hides {
			site.Add(&result.Site{Status: result.NotAnalysed, Reason: note.Reason})
		}
	}
	lowered := map[*types.Func]*cfg.Func{}
	for _, fn := range program.Funcs {
		lowered[fn.Decl] = fn
	}
	reached := cfg.Reached(program.Roots)
	exhausted := exhaustedFrom(done.Notes)
	for at, site := range s.sites {
		switch {
		case site.Status == result.NotReached && site.Open:
			site.Status, site.Reason = result.NotAnalysed, "what it calls depends on the arguments of a template that nothing instantiates"
			site.Alone = s.holders(at, lowered)
		case site.Status == result.NotReached:
			why := s.whyNot(at, lowered, reached, exhausted)
			site.Status, site.Reason = why.Status, why.Reason
		case slices.ContainsFunc(s.owners[at], func(o Owner) bool { return exhausted[lowered[o.Func]] }):
			site.Add(&result.Site{Status: result.Approximate, Reason: "some of the kernels that reach it are analysed in part only"})
		}
	}
}

// markAlone sets Alone of each site that is analysed only in functions checked alone, to the list of these functions.
// No kernel of the unit executes them.
func (s *Sites) markAlone(facts []*lanes.Fact) {
	run := map[*result.Site]bool{}
	for _, fact := range facts {
		site, root := s.sites[result.PlaceOf(fact.Pos)], fact.Context.Root
		if site == nil || run[site] {
			continue
		}
		if !root.HasNoCaller() {
			site.Alone, run[site] = nil, true
		} else if fn := result.FunctionOf(rules.FunctionOf(root)); !slices.Contains(site.Alone, fn) {
			site.Alone = append(site.Alone, fn)
		}
	}
}

// holders returns the functions that contain the site at a place.
func (s *Sites) holders(place result.Place, lowered map[*types.Func]*cfg.Func) []result.Function {
	var list []result.Function
	for _, owner := range s.owners[place] {
		if fn := lowered[owner.Func]; fn != nil {
			list = append(list, result.FunctionOf(rules.FunctionOf(fn)))
		}
	}
	return list
}

// whyNot returns the status and the reason of a site without a fact. reached is the set of functions that roots reach.
// exhausted is the set of functions that a root reaches whose budget ran out.
func (s *Sites) whyNot(place result.Place, lowered map[*types.Func]*cfg.Func,
	reached, exhausted map[*cfg.Func]bool) *result.Site {
	why, reason := &result.Site{Status: result.NotReached}, "no kernel or device function of the unit calls it"
	for _, owner := range s.owners[place] {
		fn := lowered[owner.Func]
		switch {
		case fn == nil && owner.ForDevice:
			why.Add(&result.Site{Status: result.NotAnalysed, Reason: "the function was not lowered"})
		case fn == nil:
			reason = "in host code"
		case exhausted[fn]:
			why.Add(&result.Site{Status: result.NotAnalysed, Reason: "a kernel that reaches it is analysed in part only"})
		case reached[fn]:
			reason = "no path of the analysed launches leads to it"
		}
	}
	if why.Status == result.NotReached {
		why.Reason = reason
	}
	return why
}

// exhaustedFrom returns the functions that are reached by roots whose budget ran out.
func exhaustedFrom(notes []lanes.Note) map[*cfg.Func]bool {
	var roots []*cfg.Func
	for _, note := range notes {
		if note.Budget && note.Root != nil {
			roots = append(roots, note.Root)
		}
	}
	return cfg.Reached(roots)
}
