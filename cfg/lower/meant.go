package lower

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
)

// Names finds the functions of a unit by their plain names.
type Names struct {
	byName map[string][]*ast.Function
	// used holds calls in templates whose result is an operand of another expression. The result of such a call cannot
	// be void.
	used map[*ast.Node]bool
	// owners caches the class or namespace of each function, because a common name is looked up at each call in a
	// template.
	owners map[*ast.Function]string
}

// NamesOf collects the functions of a unit.
func NamesOf(u *ast.Unit) Names {
	names := Names{byName: map[string][]*ast.Function{}, used: map[*ast.Node]bool{}, owners: map[*ast.Function]string{}}
	for _, f := range u.Functions {
		names.byName[f.Name] = append(names.byName[f.Name], f)
		if f.Pattern {
			names.markUsed(f)
		}
	}
	return names
}

// Meant lists the functions that the call n may mean, if n depends on the arguments of a template. They have a body and
// the name that n calls, and accept its number of arguments. If n calls an object of unknown type, the name is
// operator(). If the result of n is used, only functions that return a value are listed. If some of the functions are
// methods of the object's class, only those are listed (ofClass).
func (names Names) Meant(n *ast.Node) []*ast.Function {
	if n.Kind != ast.Call {
		return nil
	}
	given := len(n.Children) - 1
	var class string
	var named []*ast.Function
	switch callee := n.Child(0); {
	case n.Func != nil && isUnresolved(n.Func):
		class, _ = ownerOf(n.Func)
		named = names.byName[n.Func.Name]
	case n.Func == nil && callee != nil && types.IsUnknown(ast.TypeOf(callee)):
		class = ast.TypeOf(callee).Name
		named = names.byName["operator()"]
		given++ // n names a method, and takes counts the object as an argument
	}
	return names.ofClass(class, slices.DeleteFunc(slices.Clone(named), func(f *ast.Function) bool {
		return f.Body == nil || !takes(f, given) || names.used[n] && types.IsVoid(f.Result)
	}))
}

// takes reports whether f can be called with count arguments. The object of a method counts as an argument.
func takes(f *ast.Function, count int) bool {
	params := parametersOf(f)
	required := f.Required + len(params) - len(f.Params)
	return required <= count && (count <= len(params) || isPack(params))
}

// ofClass returns the functions in named that are methods of a class, which may be a template or an instance of one.
// If none of them is, it returns all of named, because a base class may have the method.
func (names Names) ofClass(class string, named []*ast.Function) []*ast.Function {
	if class == "" {
		return named
	}
	class = lexical.WithoutTemplateArguments(class)
	methods := slices.DeleteFunc(slices.Clone(named), func(f *ast.Function) bool {
		owner := names.ownerOf(f)
		return owner != class && !strings.HasSuffix(owner, "::"+class)
	})
	if len(methods) == 0 {
		return named
	}
	return methods
}

// ownerOf returns the class or namespace of a function, without template arguments. It returns "" if there is none.
func (names Names) ownerOf(f *ast.Function) string {
	owner, known := names.owners[f]
	if !known {
		owner, _ = ownerOf(f)
		owner = lexical.WithoutTemplateArguments(owner)
		names.owners[f] = owner
	}
	return owner
}

// markUsed marks the calls in f whose result is used.
func (names Names) markUsed(f *ast.Function) {
	for n := range f.Nodes() {
		if n.Kind == ast.Decl && n.Var != nil {
			names.used[n.Var.Init] = true
		}
		if takesValues(n) {
			for _, child := range n.Children {
				names.used[child] = true
			}
		}
	}
}

// takesValues reports whether all children of a node are operands with a value.
func takesValues(n *ast.Node) bool {
	switch n.Kind {
	case ast.Binary:
		return n.Op != operator.Comma
	case ast.Unary, ast.Assign, ast.Index, ast.Member, ast.Call, ast.Construct, ast.InitList:
		return true
	}
	return false
}
