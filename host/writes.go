package host

import (
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// writes holds what a part of a function may write: variables or parts of them (vars, by path), the object of the
// method (this), and all objects to which pointers point (wild). mentioned is the set of all variables that the part
// names. pointed is the set of variables whose addresses it takes.
type writes struct {
	vars               map[*ast.Var][]string
	mentioned, pointed map[*ast.Var]bool
	this, wild         bool
}

func writesOf(nodes ...*ast.Node) *writes {
	w := &writes{
		vars: map[*ast.Var][]string{}, mentioned: map[*ast.Var]bool{}, pointed: map[*ast.Var]bool{},
	}
	for _, n := range nodes {
		w.walk(n, false)
	}
	return w
}

// walk adds the writes of an expression or a statement. If the flag reads is set, the object that n designates is only
// read.
func (w *writes) walk(n *ast.Node, reads bool) {
	if n == nil {
		return
	}
	switch n.Kind {
	case ast.VarRef:
		w.mentioned[n.Var] = true
		if !reads {
			w.vars[n.Var] = append(w.vars[n.Var], "")
		}
		return
	case ast.This:
		w.this = w.this || !reads
		return
	case ast.Decl:
		if n.Var.Init != nil {
			w.walk(n.Var.Init, readsOnly(n.Var.Type))
		}
		return
	case ast.Lambda:
		w.lambda(n)
		return
	case ast.Cast:
		reads = reads || n.Op == operator.CastLoad
		if v := root(n.Children[0]); n.Op == operator.CastDecay && v != nil {
			w.pointed[v] = true
		}
	case ast.Unary:
		if n.Op == operator.Deref && !reads {
			w.wild = true
		}
		if v := root(n.Children[0]); n.Op == operator.AddrOf && v != nil {
			w.pointed[v] = true
		}
		reads = reads && (n.Op == operator.AddrOf || n.Op == operator.Deref)
	case ast.Member:
		if !reads && w.member(n) {
			return
		}
	case ast.Index:
		w.wild = w.wild || !reads && !isArray(n.Children[0])
		w.walk(n.Children[1], true)
		array := n.Children[0]
		if isArray(array) {
			array = array.Children[0] // naming an element does not take the address of the array
		}
		w.walk(array, reads)
		return
	case ast.Call, ast.Construct:
		w.call(n)
		return
	case ast.Cond, ast.Temporary:
	default:
		reads = false
	}
	for _, child := range n.Children {
		w.walk(child, reads)
	}
}

// member records a write of the member n. It reports whether n is a part of a variable. If it is not, n may be reached
// through a pointer or a reference, and the write may then change any object to which a pointer points.
func (w *writes) member(n *ast.Node) (isPart bool) {
	if v, part := partOf(n); v != nil {
		w.mentioned[v] = true
		w.vars[v] = append(w.vars[v], part)
		return true
	}
	if n.Op == operator.Arrow && n.Children[0].Kind != ast.This || n.Field != nil && isReference(n.Field.Type) {
		w.wild = true
	}
	return false
}

// isArray reports whether an expression is a pointer to the first element of a named array.
func isArray(n *ast.Node) bool {
	return n.Kind == ast.Cast && n.Op == operator.CastDecay && root(n.Children[0]) != nil
}

// partOf returns a variable and the path to its member n. It returns nil if n is not a part of a variable.
func partOf(n *ast.Node) (*ast.Var, string) {
	switch {
	case n.Kind == ast.VarRef:
		return n.Var, ""
	case n.Kind != ast.Member || n.Op == operator.Arrow || n.Field == nil || !isFollowed(n.Field):
		return nil, ""
	}
	v, way := partOf(n.Children[0])
	return v, way + string([]byte{byte(slot(n.Field))})
}

// isFollowed reports whether the record of an object has a part for the field f. It has none for a member of a union,
// for a reference, and for a field at slot mostElements or above.
func isFollowed(f *types.Field) bool {
	return (f.Owner == nil || !f.Owner.Union) && !isReference(f.Type) && slot(f) < mostElements
}

// root returns the variable that an expression designates, wholly or in part. It returns nil for any other expression.
func root(n *ast.Node) *ast.Var {
	for n != nil {
		switch {
		case n.Kind == ast.VarRef:
			return n.Var
		case n.Kind == ast.Member && n.Op != operator.Arrow, n.Kind == ast.Index, n.Kind == ast.Cast:
			n = n.Children[0]
		default:
			return nil
		}
	}
	return nil
}

// lambda adds what the body of a lambda writes.
func (w *writes) lambda(n *ast.Node) {
	if n.Func != nil && n.Func.Body != nil {
		w.walk(n.Func.Body, false)
		return
	}
	for _, child := range n.Children {
		w.walk(child, false)
	}
}

func (w *writes) call(n *ast.Node) {
	quiet := isRuntimeCall(n.Func)
	w.wild = w.wild || n.Func != nil && n.Func.Body != nil
	for i, argument := range arguments(n) {
		t := parameterType(n, i)
		w.walk(argument, quiet || t != nil && readsOnly(t) || n.Kind == ast.Construct && n.Func == nil)
	}
}

// arguments returns the arguments of a call or a construction, with the object of a method first.
func arguments(n *ast.Node) []*ast.Node {
	if n.Kind == ast.Call && len(n.Children) > 0 {
		return n.Children[1:]
	}
	return n.Children
}

// isMethod reports whether n calls a method, so that its first argument is the object.
func isMethod(n *ast.Node) bool {
	return n.Kind == ast.Call && n.Func != nil && n.Func.This != nil
}

// parameterType returns the type of the parameter for the argument at an index, nil if that is not known.
func parameterType(n *ast.Node, index int) *types.Type {
	if n.Func == nil {
		return nil
	}
	if isMethod(n) {
		index--
	}
	if index < 0 || index >= len(n.Func.Params) {
		return nil
	}
	return n.Func.Params[index].Type
}

// readsOnly reports whether a pointer or reference of the type t cannot be used to write the object to which it refers.
func readsOnly(t *types.Type) bool {
	switch t.Kind {
	case types.Ref, types.Pointer:
		return strings.HasPrefix(t.Name, "const ") && (t.Elem == nil || t.Elem.Kind != types.Pointer)
	}
	return t.Kind != types.Invalid
}

// isRuntimeCall reports whether f is a function of the CUDA runtime or the driver that launches a kernel or configures
// launches. Such a function does not change its arguments.
func isRuntimeCall(f *ast.Function) bool {
	return f != nil && (f.Body == nil || f.Pos.System) && f.Name != "cudaLaunchHostFunc" &&
		(strings.HasPrefix(f.Name, "cudaLaunch") || strings.HasPrefix(f.Name, "cudaFuncSet") || isKernelNode(f) || isDriverLaunch(f))
}

// isKernelNode reports whether a function sets the kernel of a node of a CUDA graph.
func isKernelNode(f *ast.Function) bool {
	return strings.HasPrefix(f.Name, "cudaGraphAddKernelNode") ||
		strings.HasPrefix(f.Name, "cudaGraphKernelNodeSetParams") ||
		strings.HasPrefix(f.Name, "cudaGraphExecKernelNodeSetParams")
}

// isLaunch reports whether a node launches a kernel, or may do so.
func isLaunch(n *ast.Node) bool { return n.Kind == ast.Launch_ || isRuntimeCall(n.Func) }
