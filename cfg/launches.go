package cfg

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/host"
)

// launches are those of the unit, or where host code has a view of its own those of it that
// start a kernel of the unit, and those from the unit's device code, which may depend on the
// architecture.
func launches(u *ast.Unit) []*host.Launch {
	if u.HostView == nil {
		return host.Launches(u)
	}
	kernels := map[string]*ast.Function{}
	for _, f := range u.Functions {
		if f.Kernel {
			kernels[f.Key] = f
		}
	}
	var list []*host.Launch
	seen := map[ast.Pos]bool{}
	for _, l := range host.Launches(u.HostView) {
		if l.Kernel = kernels[l.Kernel.Key]; l.Kernel != nil {
			list, seen[l.Pos] = append(list, l), true
		}
	}
	for _, l := range host.Launches(u) {
		inside := func(f *ast.Function) bool { return f.Body != nil && encloses(f.Body.Pos, l.Pos) }
		if !seen[l.Pos] && slices.ContainsFunc(u.Functions, inside) {
			list = append(list, l)
		}
	}
	return list
}

// encloses reports a place between the first line of a construct and its last.
func encloses(outer, pos ast.Pos) bool {
	return outer.File == pos.File && outer.Line <= pos.Line && pos.Line <= outer.EndLine
}
