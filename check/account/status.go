package account

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// judge gives each site its status under one model's result.
func (f *Sites) judge(program *cfg.Program, done *lanes.Result) {
	f.markAlone(done.Facts)
	for _, fact := range done.Facts {
		s := f.sites[result.PlaceOf(fact.Pos)]
		switch {
		case s == nil:
		case !fact.Imprecision.IsNone():
			s.Add(&result.Site{Status: result.Approximate, Reason: fact.Imprecision.Reason})
		case fact.Undecided:
			s.Add(&result.Site{Status: result.Approximate, Reason: "a question was not decided within the solver's budget"})
		default:
			s.Add(&result.Site{Status: result.Exact})
		}
	}
	for _, note := range done.Notes {
		if s := f.sites[result.PlaceOf(note.Pos)]; s != nil && note.Hides {
			s.Add(&result.Site{Status: result.NotAnalysed, Reason: note.Reason})
		}
	}
	lowered := map[*types.Func]*cfg.Func{}
	for _, fn := range program.Funcs {
		lowered[fn.Decl] = fn
	}
	reached := cfg.Reached(program.Roots)
	exhausted := exhaustedFrom(done.Notes)
	for at, s := range f.sites {
		switch {
		case s.Status == result.NotReached && s.Open:
			s.Status, s.Reason = result.NotAnalysed, "what it calls depends on the arguments of a template that nothing instantiates"
			s.Alone = f.holders(at, lowered)
		case s.Status == result.NotReached:
			why := f.whyNot(at, lowered, reached, exhausted)
			s.Status, s.Reason = why.Status, why.Reason
		case slices.ContainsFunc(f.owner[at], func(fn *ast.Function) bool { return exhausted[lowered[fn.Decl()]] }):
			s.Add(&result.Site{Status: result.Approximate, Reason: "some of the kernels that reach it are analysed in part only"})
		}
	}
}

// markAlone notes the sites that are analysed only in functions checked alone: no kernel of the unit runs them.
func (f *Sites) markAlone(facts []*lanes.Fact) {
	run := map[*result.Site]bool{}
	for _, fact := range facts {
		s, root := f.sites[result.PlaceOf(fact.Pos)], fact.Context.Root
		if s == nil || run[s] {
			continue
		}
		if !root.Alone() {
			s.Alone, run[s] = nil, true
		} else if fn := result.FunctionOf(rules.FunctionOf(root)); !slices.Contains(s.Alone, fn) {
			s.Alone = append(s.Alone, fn)
		}
	}
}

// holders are the functions that contain a site.
func (f *Sites) holders(at result.Place, lowered map[*types.Func]*cfg.Func) []result.Function {
	var list []result.Function
	for _, decl := range f.owner[at] {
		if fn := lowered[decl.Decl()]; fn != nil {
			list = append(list, result.FunctionOf(rules.FunctionOf(fn)))
		}
	}
	return list
}

// whyNot says why a site has no fact.
func (f *Sites) whyNot(at result.Place, lowered map[*types.Func]*cfg.Func,
	reached, exhausted map[*cfg.Func]bool) *result.Site {
	why, reason := &result.Site{Status: result.NotReached}, "no kernel or device function of the unit calls it"
	for _, decl := range f.owner[at] {
		fn := lowered[decl.Decl()]
		switch {
		case fn == nil && (decl.Kernel || decl.Device):
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

// exhaustedFrom is every function below a root whose budget ran out.
func exhaustedFrom(notes []lanes.Note) map[*cfg.Func]bool {
	var roots []*cfg.Func
	for _, note := range notes {
		if note.Budget && note.Root != nil {
			roots = append(roots, note.Root)
		}
	}
	return cfg.Reached(roots)
}
