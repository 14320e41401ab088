package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Most host code only passes a pointer on. What it decides does not depend on the pointer, so that a rehearsal need not
// know it:
//
//	void start(int *d, int n) {
//	  if (n > 3) k<<<1, 32>>>(d, n);
//	}
//
// Units that pass other pointers to such a function can share the results for its kernels.

// withoutIdle returns the routes without the pointers that their functions only pass on.
func withoutIdle(routes []*route) (list []*route) {
	uses := map[*ast.Var]bool{}
	isIdle := func(from *ast.Function, p passing) bool {
		v := from.Params[p.from]
		decides, isKnown := uses[v]
		if !isKnown {
			decides = (&pointerUse{seen: map[*ast.Var]bool{}}).decidesIn(from, v)
			uses[v] = decides
		}
		return types.IsPointer(p.word.Type()) && !decides
	}
	for _, w := range routes {
		passed := slices.DeleteFunc(slices.Clone(w.passed), func(p passing) bool { return isIdle(w.from, p) })
		list = append(list, &route{from: w.from, launch: w.launch, passed: passed})
	}
	return list
}

// pointerUse finds out whether functions do more with the pointers in a variable than pass them on (decidesIn). seen holds
// the variables that were examined or are being examined. It assumes that these are only passed on: any other use was
// counted where they were first examined.
type pointerUse struct{ seen map[*ast.Var]bool }

// decidesIn reports whether f may do anything with the pointers in its variable v other than pass them on by value: to
// kernels, and to functions that do nothing else with them either. A constructor with initialisers is assumed to do
// more.
func (u *pointerUse) decidesIn(f *ast.Function, v *ast.Var) bool {
	if u.seen[v] {
		return false
	}
	u.seen[v] = true
	return len(f.Inits) > 0 || u.decides(f, f.Body, v)
}

// decides reports whether n, a part of f, may do anything with the pointers in v other than pass them on by value.
func (u *pointerUse) decides(f *ast.Function, n *ast.Node, v *ast.Var) bool {
	if n == nil {
		return false
	}
	if of, _ := partOf(n); of == v {
		return !isScalar(n.Type)
	}
	switch {
	case n.Kind == ast.Decl && isWholly(n.Var.Init, v):
		return isReference(n.Var.Type) || u.decidesIn(f, n.Var)
	case n.Kind == ast.Decl:
		return u.decides(f, n.Var.Init, v)
	case n.Kind == ast.Lambda && n.Func != nil && u.decides(f, n.Func.Body, v):
		return true
	}
	return slices.ContainsFunc(n.Children, func(child *ast.Node) bool {
		if isWholly(child, v) {
			return !u.passesOn(n, child)
		}
		return u.decides(f, child, v)
	})
}

// passesOn reports whether the node n only passes on its child, which is a pointer or an object with pointers.
func (u *pointerUse) passesOn(n, child *ast.Node) bool {
	switch i := slices.Index(arguments(n), child); {
	case n.Kind == ast.Launch_:
		return slices.Index(n.Children, child) >= givenAt
	case n.Kind != ast.Call || n.Func == nil || i < 0 || isMethod(n) && i == 0 || isReference(parameterType(n, i)):
		return false
	case n.Func.Body == nil:
		return true
	case isMethod(n):
		return !u.decidesIn(n.Func, n.Func.Params[i-1])
	default:
		return i < len(n.Func.Params) && !u.decidesIn(n.Func, n.Func.Params[i])
	}
}

// isWholly reports whether the value of an expression is the variable v or a part of it, as it stands or as a copy.
func isWholly(n *ast.Node, v *ast.Var) bool {
	for n != nil {
		if of, _ := partOf(n); of == v {
			return !isScalar(n.Type)
		}
		isCopy := n.Kind == ast.Construct && len(n.Children) == 1 && n.Func == nil
		keeps := n.Kind == ast.Cast && slices.Contains([]operator.Op{operator.CastLoad, operator.CastNone, operator.CastPointer}, n.Op)
		if !isCopy && !keeps && n.Kind != ast.Temporary {
			return false
		}
		n = n.Children[0]
	}
	return false
}
