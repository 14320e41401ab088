package check

import (
	"maps"
	"regexp"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/result"
	"github.com/warpcheck/warpcheck/rules"
)

// The collectives by name, and by PTX mnemonic in asm statements. This count
// of the syntax tree shares nothing with the lowering, so that a collective
// which the lowering loses is missed by the accounting and not by silence.
var (
	warpName = pattern.Of(`^__(syncwarp|shfl(_up|_down|_xor)?(_sync)?|` +
		`(any|all|ballot|uni)(_sync)?|match_(any|all)_sync|reduce_\w+_sync|` +
		`[hibd]?mma(_bf16|_tf32)?_m\d+n\d+k\d+_(ld|mma|st)_\w+|` +
		`warpcheck_group_collective)$`)
	blockName = pattern.Of(`^__(syncthreads(_count|_and|_or)?|barrier_sync(_count)?|` +
		`warpcheck_(block_collective|grid_sync|cluster_(sync|arrive|wait)))$`)
	warpAsm = pattern.Of(`\b(shfl(\.sync)?\.|vote(\.sync)?\.|match\.(any|all)\.sync|` +
		`redux\.sync|bar\.warp\.sync|elect\.sync|` +
		`(w?mma|wgmma|(ld|st|mov)matrix|tcgen05|setmaxnreg)[\w.:]*\.sync\b)`)
	blockAsm = pattern.Of(`\b(bar\.(cta\.)?(sync|red)|barrier\.(cta\.)?(sync|red)|` +
		`bar\.arrive|barrier\.((cta|cluster)\.)?arrive|barrier\.cluster\.wait)`)
)

// reach is which collectives a function leads to, as bits.
type reach int

const (
	reachesWarp reach = 1 << iota
	reachesBlock
	// reachesOpen: which function is called depends on the arguments of a template.
	reachesOpen
)

// siteFinder walks the syntax trees of one unit.
type siteFinder struct {
	names lower.Names
	// library is what bodies of library functions lead to, all what functions do with all that they call, of those that
	// were asked about.
	library, all map[*ast.Function]reach

	sites map[result.Place]*result.Site
	// owner is the function that holds a site.
	owner map[result.Place][]*ast.Function
}

// findSites lists the collectives in the user's functions.
func findSites(u *ast.Unit) *siteFinder {
	f := &siteFinder{library: map[*ast.Function]reach{}, names: lower.NamesOf(u), all: map[*ast.Function]reach{},
		sites: map[result.Place]*result.Site{}, owner: map[result.Place][]*ast.Function{}}
	for _, fn := range u.Functions {
		if !fn.Pos.System && fn.Body != nil {
			for n := range fn.Nodes() {
				f.note(fn, n)
			}
		}
	}
	return f
}

// note records a node of fn that is a collective.
func (f *siteFinder) note(fn *ast.Function, n *ast.Node) {
	r, name := f.collective(n)
	if r == 0 || n.Pos.System || r&reachesOpen != 0 && !fn.Device && !fn.Kernel {
		return
	}
	at := result.PlaceOf(n.Pos)
	f.owner[at] = append(f.owner[at], fn)
	if f.sites[at] == nil {
		f.sites[at] = &result.Site{Pos: n.Pos, Name: name, Block: r&reachesWarp == 0, Open: r&reachesOpen != 0}
	}
}

// collective says whether a node is a collective: by name, in an asm text, or
// through a function of a library.
func (f *siteFinder) collective(n *ast.Node) (reach, string) {
	switch n.Kind {
	case ast.Asm_:
		return textReach(n.Text, warpAsm(), blockAsm()), "asm"
	case ast.Call, ast.Construct:
		if n.Func == nil {
			return f.meant(n), "()"
		}
		ours := n.Func.Body != nil && !n.Func.Pos.System // whatever its name
		if r := textReach(n.Func.Name, warpName(), blockName()); r != 0 && !ours {
			return r, n.Func.Name
		}
		if n.Func.Pos.System {
			return f.through(n.Func), n.Func.Name
		}
		return openReach[lower.OpenCollective(n)] | f.meant(n), n.Func.Name
	}
	return 0, ""
}

// meant is what a call leads to that depends on the arguments of a template, if one of the user's functions is meant.
func (f *siteFinder) meant(n *ast.Node) reach {
	var r reach
	for _, fn := range f.names.Meant(n) {
		if !fn.Pos.System {
			r |= f.leadsTo(fn)
		}
	}
	if r == 0 {
		return 0
	}
	return r | reachesOpen
}

// leadsTo is what a function leads to with all that it calls.
func (f *siteFinder) leadsTo(fn *ast.Function) reach {
	return inBody(fn, f.all, func(n *ast.Node) reach {
		r, _ := f.collective(n)
		if n.Func != nil && n.Func != fn {
			r |= f.leadsTo(n.Func)
		}
		return r
	})
}

// inBody is what the nodes of a function lead to, remembered.
func inBody(fn *ast.Function, memo map[*ast.Function]reach, of func(*ast.Node) reach) reach {
	if r, ok := memo[fn]; ok {
		return r
	}
	memo[fn] = 0
	var r reach
	for n := range fn.Nodes() {
		r |= of(n)
	}
	memo[fn] = r
	return r
}

// openReach is what a call leads to of which only the name is known.
var openReach = map[lower.Scope]reach{
	lower.WarpScope: reachesWarp | reachesOpen, lower.BlockScope: reachesBlock | reachesOpen,
}

func textReach(text string, warp, block *regexp.Regexp) (r reach) {
	if warp.MatchString(text) {
		r |= reachesWarp
	}
	if block.MatchString(text) {
		r |= reachesBlock
	}
	return r
}

// through is what a library function's body leads to.
func (f *siteFinder) through(fn *ast.Function) reach {
	return inBody(fn, f.library, func(n *ast.Node) reach {
		r, _ := f.collective(n)
		return r
	})
}

// list is all sites, in the order of their places.
func (f *siteFinder) list() []result.Site {
	var all []result.Site
	for _, at := range slices.SortedFunc(maps.Keys(f.sites), result.ComparePlaces) {
		all = append(all, *f.sites[at])
	}
	return all
}

// judge gives each site its status under one model's result.
func (f *siteFinder) judge(program *cfg.Program, done *lanes.Result) {
	f.markAlone(done.Facts)
	for _, fact := range done.Facts {
		s := f.sites[result.PlaceOf(fact.Pos)]
		switch {
		case s == nil:
		case fact.Approximate != "":
			s.Add(&result.Site{Status: result.Approximate, Reason: fact.Approximate})
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
	lowered := map[*ast.Function]*cfg.Func{}
	for _, fn := range program.Funcs {
		lowered[fn.Decl] = fn
	}
	reached := reachedFrom(program.Roots)
	exhausted := exhaustedFrom(done.Notes)
	for at, s := range f.sites {
		switch {
		case s.Status == result.NotReached && s.Open:
			s.Status, s.Reason = result.NotAnalysed, "what it calls depends on the arguments of a template that nothing instantiates"
			s.Alone = f.holders(at, lowered)
		case s.Status == result.NotReached:
			why := f.whyNot(at, lowered, reached, exhausted)
			s.Status, s.Reason = why.Status, why.Reason
		case slices.ContainsFunc(f.owner[at], func(fn *ast.Function) bool { return exhausted[lowered[fn]] }):
			s.Add(&result.Site{Status: result.Approximate, Reason: "some of the kernels that reach it are analysed in part only"})
		}
	}
}

// markAlone notes the sites that are analysed only for functions of which it is not
// known who runs them.
func (f *siteFinder) markAlone(facts []*lanes.Fact) {
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

// holders are the functions that have a site.
func (f *siteFinder) holders(at result.Place, lowered map[*ast.Function]*cfg.Func) []result.Function {
	var list []result.Function
	for _, decl := range f.owner[at] {
		if fn := lowered[decl]; fn != nil {
			list = append(list, result.FunctionOf(rules.FunctionOf(fn)))
		}
	}
	return list
}

// whyNot says why a site has no fact.
func (f *siteFinder) whyNot(at result.Place, lowered map[*ast.Function]*cfg.Func,
	reached, exhausted map[*cfg.Func]bool) *result.Site {
	why, reason := &result.Site{Status: result.NotReached}, "no kernel or device function of the unit calls it"
	for _, decl := range f.owner[at] {
		fn := lowered[decl]
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

// reachedFrom is every function that the roots call, themselves included.
func reachedFrom(roots []*cfg.Func) map[*cfg.Func]bool {
	reached := map[*cfg.Func]bool{}
	var visit func(fn *cfg.Func)
	visit = func(fn *cfg.Func) {
		if reached[fn] {
			return
		}
		reached[fn] = true
		for _, callee := range fn.Callees {
			visit(callee)
		}
	}
	for _, root := range roots {
		visit(root)
	}
	return reached
}

// exhaustedFrom is every function below a root whose budget ran out.
func exhaustedFrom(notes []lanes.Note) map[*cfg.Func]bool {
	var roots []*cfg.Func
	for _, note := range notes {
		if note.Budget && note.Root != nil {
			roots = append(roots, note.Root)
		}
	}
	return reachedFrom(roots)
}
