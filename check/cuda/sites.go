package cuda

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/lower"
	"github.com/warpcheck/warpcheck/check/account"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/internal/transitive"
)

// siteFinder finds the collectives in the syntax trees of one unit.
type siteFinder struct {
	names lower.Names
	// library gives, for a library function, the collectives that it reaches through library functions. all gives, for
	// any function, the collectives that it reaches through all functions that it calls.
	library, all *transitive.Closure[*ast.Function, reach]
}

// reach is the set of collectives that a function may execute.
type reach = account.Reach

// findSites finds the collectives in the user's functions of a unit.
func findSites(u *ast.Unit) *account.Sites {
	f := finderOf(u)
	sites := account.NewSites()
	for _, fn := range u.Functions {
		if fn.Pos.System || fn.Body == nil {
			continue
		}
		owner := account.Owner{Func: fn.Decl(), ForDevice: fn.Device || fn.Kernel}
		for n := range fn.Nodes() {
			r, name := f.collective(n)
			if r != 0 && !n.Pos.System && (r&account.ReachesOpen == 0 || owner.ForDevice) {
				sites.Add(n.Pos, name, r, owner)
			}
			for _, a := range asynchronousOf(n) {
				if owner.ForDevice && !n.Pos.System {
					sites.AddAsynchronous(n.Pos, a)
				}
			}
		}
	}
	return sites
}

// asynchronousOf returns the instructions of asynchronous engines in one node, without the nodes below it. These are
// the instructions in an asm text, or the instruction of a called CUDA function.
func asynchronousOf(n *ast.Node) (list []*ptx.Asynchronous) {
	if n.Kind == ast.Call && n.Func != nil && n.Func.Pos.System && isOfEngines(n.Func.Qualified) {
		if a := ptx.AsynchronousFunction(n.Func.Name); a != nil {
			list = append(list, a)
		}
	}
	if n.Kind != ast.Asm_ {
		return list
	}
	for _, s := range ptx.Parse(n.Text) {
		for _, opcode := range append(s.Words, s.Opcode) {
			if a := ptx.AsynchronousOf(opcode); a != nil {
				list = append(list, a)
			}
		}
	}
	return list
}

// isOfEngines reports whether a function is in a namespace of CUDA whose functions stand for instructions.
func isOfEngines(qualified string) bool {
	return strings.HasPrefix(qualified, "cuda::ptx::") || strings.HasPrefix(qualified, "cuda::device::")
}

func finderOf(u *ast.Unit) *siteFinder {
	f := &siteFinder{names: lower.NamesOf(u)}
	both := func(a, b reach) reach { return a | b }
	f.all = transitive.New(f.ownReach, f.called, both)
	f.library = transitive.New(f.libraryReach, f.calledInLibrary, both)
	return f
}

// collective returns the collectives that a node executes, and the name to report. The node may call a collective by
// name, may have one in its asm text, or may reach one through a library function.
func (f *siteFinder) collective(n *ast.Node) (reach, string) {
	r, name := direct(n)
	switch {
	case r != 0 || n.Kind != ast.Call && n.Kind != ast.Construct:
		return r, name
	case isOfLibrary(n):
		return f.library.Of(n.Func), name
	}
	return f.meant(n), name
}

// direct returns the collective that a node itself executes, 0 if there is none, and the name that the node calls.
func direct(n *ast.Node) (reach, string) {
	switch {
	case n.Kind == ast.Asm_:
		return account.ReachOfAsm(n.Text), "asm"
	case n.Kind != ast.Call && n.Kind != ast.Construct:
		return 0, ""
	case n.Func == nil:
		return 0, "()"
	}
	ours := n.Func.Body != nil && !n.Func.Pos.System // a function of the user is no collective, whatever its name
	r := account.ReachOfName(n.Func.Name)
	if r == 0 || ours {
		r = openReach[lower.OpenCollective(n)]
	}
	return r, n.Func.Name
}

// isOfLibrary reports whether a node calls a library function that is not itself a collective.
func isOfLibrary(n *ast.Node) bool {
	r, _ := direct(n)
	return r == 0 && n.Func != nil && n.Func.Pos.System && (n.Kind == ast.Call || n.Kind == ast.Construct)
}

// meant returns the collectives that a call may reach if template arguments decide which function is called: the
// collectives of all functions of the user that the call may mean.
func (f *siteFinder) meant(n *ast.Node) reach {
	var r reach
	for _, fn := range f.usersMeant(n) {
		r |= f.all.Of(fn)
	}
	if r == 0 {
		return 0
	}
	return r | account.ReachesOpen
}

// usersMeant returns the user's functions that such a call may call.
func (f *siteFinder) usersMeant(n *ast.Node) []*ast.Function {
	return slices.DeleteFunc(f.names.Meant(n), func(fn *ast.Function) bool { return fn.Pos.System })
}

// ownReach returns the collectives in the body of a function.
func (f *siteFinder) ownReach(fn *ast.Function) (all reach) {
	for n := range fn.Nodes() {
		r, _ := direct(n)
		all |= r
	}
	return all
}

// called returns the functions that the body of fn names. A call whose function depends on template arguments names
// none. Such a call is a site itself (meant).
func (f *siteFinder) called(fn *ast.Function) (list []*ast.Function) {
	for n := range fn.Nodes() {
		if n.Func != nil {
			list = append(list, n.Func)
		}
	}
	return list
}

// libraryReach returns what a library function reaches without going through other library functions.
func (f *siteFinder) libraryReach(fn *ast.Function) (all reach) {
	for n := range fn.Nodes() {
		if !isOfLibrary(n) {
			r, _ := f.collective(n)
			all |= r
		}
	}
	return all
}

// calledInLibrary returns the library functions that a function calls.
func (f *siteFinder) calledInLibrary(fn *ast.Function) (list []*ast.Function) {
	for n := range fn.Nodes() {
		if isOfLibrary(n) {
			list = append(list, n.Func)
		}
	}
	return list
}

// openReach maps the scope of a collective to the reach of a call that may be this collective. Such a call has the name
// of the collective, but arguments of a template decide which function is called.
var openReach = map[lower.Scope]reach{
	lower.WarpScope: account.ReachesWarp | account.ReachesOpen, lower.BlockScope: account.ReachesBlock | account.ReachesOpen,
}
