package account

import (
	"maps"
	"regexp"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/internal/transitive"
	"github.com/warpcheck/warpcheck/result"
)

// The collectives by name, and by PTX mnemonic in asm statements. This search of the syntax tree shares nothing
// with the lowering, so that a collective which the lowering loses is listed as not analysed.
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

// reach is the set of collectives that a function may execute, as bits.
type reach int

const (
	reachesWarp reach = 1 << iota
	reachesBlock
	// reachesOpen: which function is called depends on the arguments of a template.
	reachesOpen
)

// Sites are the collectives in the user's functions of one unit, found by a walk of its syntax trees.
type Sites struct {
	names lower.Names
	// library is the reach of library functions as far as it is in libraries, all the reach of functions with
	// everything that they call.
	library, all *transitive.Closure[*ast.Function, reach]

	sites map[result.Place]*result.Site
	// owner is the function that holds a site.
	owner map[result.Place][]*ast.Function
}

// FindSites walks the user's functions of a unit.
func FindSites(u *ast.Unit) *Sites {
	f := &Sites{names: lower.NamesOf(u), sites: map[result.Place]*result.Site{}, owner: map[result.Place][]*ast.Function{}}
	both := func(a, b reach) reach { return a | b }
	f.all = transitive.New(f.ownReach, f.called, both)
	f.library = transitive.New(f.libraryReach, f.calledInLibrary, both)
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
func (f *Sites) note(fn *ast.Function, n *ast.Node) {
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
func (f *Sites) collective(n *ast.Node) (reach, string) {
	r, name := direct(n)
	switch {
	case r != 0 || n.Kind != ast.Call && n.Kind != ast.Construct:
		return r, name
	case isOfLibrary(n):
		return f.library.Of(n.Func), name
	}
	return f.meant(n), name
}

// direct says whether a node is a collective itself.
func direct(n *ast.Node) (reach, string) {
	switch {
	case n.Kind == ast.Asm_:
		return textReach(n.Text, warpAsm(), blockAsm()), "asm"
	case n.Kind != ast.Call && n.Kind != ast.Construct:
		return 0, ""
	case n.Func == nil:
		return 0, "()"
	}
	ours := n.Func.Body != nil && !n.Func.Pos.System // whatever its name
	r := textReach(n.Func.Name, warpName(), blockName())
	if r == 0 || ours {
		r = openReach[lower.OpenCollective(n)]
	}
	return r, n.Func.Name
}

// isOfLibrary reports a call of a library's function that is no collective itself.
func isOfLibrary(n *ast.Node) bool {
	r, _ := direct(n)
	return r == 0 && n.Func != nil && n.Func.Pos.System && (n.Kind == ast.Call || n.Kind == ast.Construct)
}

// meant is the reach of a call that depends on the arguments of a template, if one of the user's functions may be
// meant.
func (f *Sites) meant(n *ast.Node) reach {
	var r reach
	for _, fn := range f.usersMeant(n) {
		r |= f.all.Of(fn)
	}
	if r == 0 {
		return 0
	}
	return r | reachesOpen
}

// usersMeant are the user's functions that such a call may mean.
func (f *Sites) usersMeant(n *ast.Node) []*ast.Function {
	return slices.DeleteFunc(f.names.Meant(n), func(fn *ast.Function) bool { return fn.Pos.System })
}

// ownReach is which collectives a function has in its body.
func (f *Sites) ownReach(fn *ast.Function) (all reach) {
	for n := range fn.Nodes() {
		r, _ := direct(n)
		all |= r
	}
	return all
}

// called are the functions that one names or may mean.
func (f *Sites) called(fn *ast.Function) (list []*ast.Function) {
	for n := range fn.Nodes() {
		if n.Func != nil {
			list = append(list, n.Func)
		}
		list = append(list, f.usersMeant(n)...)
	}
	return list
}

// libraryReach is the reach of a library function without the library functions that it calls.
func (f *Sites) libraryReach(fn *ast.Function) (all reach) {
	for n := range fn.Nodes() {
		if !isOfLibrary(n) {
			r, _ := f.collective(n)
			all |= r
		}
	}
	return all
}

// calledInLibrary are the functions of libraries that one calls.
func (f *Sites) calledInLibrary(fn *ast.Function) (list []*ast.Function) {
	for n := range fn.Nodes() {
		if isOfLibrary(n) {
			list = append(list, n.Func)
		}
	}
	return list
}

// openReach is the reach of a call whose function is known by name only.
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

// list is all sites, in the order of their places.
func (f *Sites) list() []result.Site {
	var all []result.Site
	for _, at := range slices.SortedFunc(maps.Keys(f.sites), result.ComparePlaces) {
		all = append(all, *f.sites[at])
	}
	return all
}
