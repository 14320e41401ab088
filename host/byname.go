package host

import (
	"slices"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Host code may find a kernel of the unit by its name in a module, and launch it by the driver:
//
//	CUfunction f;
//	cuModuleGetFunction(&f, module, "reduce");
//	cuLaunchKernel(f, n, 1, 1, 256, 1, 1, ...);
//
// If a single call stores a kernel in a local variable, and all other uses of the variable are launches, these launches
// are of that kernel. Any other kernel that is found by name may be launched from anywhere, with any block.

// foundByName returns the launches of kernels that host code finds by their names. The Node of a launch is nil if the
// launch may be anywhere.
func foundByName(unit *ast.Unit) []*ast.Launch {
	var list []*ast.Launch
	for _, f := range unit.Hosts {
		for n := range within(f.Nodes()) {
			if n.Kind != ast.Call || !findsKernel(n.Func) || len(arguments(n)) != 3 {
				continue
			}
			kernels := kernelsNamed(unit, textOf(arguments(n)[2]))
			at := usesOf(variableAt(arguments(n)[0]), f)
			for _, k := range kernels {
				if len(kernels) > 1 || len(at) == 0 {
					list = append(list, &ast.Launch{Kernel: k, Pos: n.Pos})
					continue
				}
				for _, launch := range at {
					list = append(list, &ast.Launch{Kernel: k, Node: launch, Pos: launch.Pos})
				}
			}
		}
	}
	return list
}

// findsKernel reports whether a function finds a kernel in a module or a library. Its arguments are the address of the
// variable for the kernel, the module or library, and the name.
func findsKernel(f *ast.Function) bool {
	return f != nil && slices.Contains([]string{"cuModuleGetFunction", "cuLibraryGetKernel", "cudaLibraryGetKernel"}, f.Name)
}

// isDriverLaunch reports whether f is a function of the driver that launches a kernel. The block is among its
// arguments.
func isDriverLaunch(f *ast.Function) bool {
	return f.Name == "cuLaunchKernel" || f.Name == "cuLaunchCooperativeKernel"
}

// blockOf is the index of the first extent of the block among the arguments of a launch by the driver. blockEnd is the
// index after the last extent.
const blockOf, blockEnd = 4, 7

// textOf returns the text of a string literal, "" for any other expression.
func textOf(n *ast.Node) string {
	for n != nil && n.Kind == ast.Cast && len(n.Children) > 0 {
		n = n.Children[0]
	}
	if n == nil || n.Kind != ast.StringLit {
		return ""
	}
	return n.Text
}

// kernelsNamed returns the kernels of a unit to which a name in a module may refer. The name is plain or mangled. In a
// mangled name, only the last plain name is compared.
func kernelsNamed(unit *ast.Unit, name string) []*ast.Function {
	if mangled, is := strings.CutPrefix(name, "_Z"); is {
		name = plainName(mangled)
	}
	var list []*ast.Function
	for _, f := range unit.Functions {
		if f.Kernel && f.Name == name {
			list = append(list, f)
		}
	}
	return list
}

// plainName returns the last plain name in a mangled name, which must be without its prefix _Z. It is histogram for
// `9histogramPi`, and sum for `N2ns3sumE`.
func plainName(mangled string) string {
	name, rest := "", strings.TrimPrefix(mangled, "N")
	for {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		length, err := strconv.Atoi(rest[:digits])
		if err != nil || length > len(rest)-digits {
			return name
		}
		name, rest = rest[digits:digits+length], rest[digits+length:]
	}
}

// variableAt returns the local variable whose address an expression takes, nil for any other expression.
func variableAt(n *ast.Node) *ast.Var {
	for n != nil && n.Kind == ast.Cast && len(n.Children) > 0 {
		n = n.Children[0]
	}
	if n == nil || n.Kind != ast.Unary || n.Op != operator.AddrOf || n.Children[0] == nil || n.Children[0].Kind != ast.VarRef {
		return nil
	}
	if v := n.Children[0].Var; v.Storage == types.Local && !v.Static {
		return v
	}
	return nil
}

// usesOf returns the launches of the kernel in the variable v, which one call in fn sets. It returns nil if fn uses v
// for anything but launches.
func usesOf(v *ast.Var, fn *ast.Function) []*ast.Node {
	var list []*ast.Node
	uses := 0
	for n := range within(fn.Nodes()) {
		switch {
		case v == nil:
			return nil
		case n.Kind == ast.VarRef && n.Var == v:
			uses++
		case n.Kind == ast.Call && n.Func != nil && isDriverLaunch(n.Func) && len(arguments(n)) >= blockEnd:
			kernel := arguments(n)[0]
			for kernel.Kind == ast.Cast {
				kernel = kernel.Children[0]
			}
			if kernel.Kind == ast.VarRef && kernel.Var == v {
				list = append(list, n)
			}
		}
	}
	if uses != len(list)+1 {
		return nil
	}
	return list
}
