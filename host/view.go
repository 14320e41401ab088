package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// Launches returns the launches of the host code of a unit: one entry for each block, with an unknown block if other
// blocks are possible. If the unit has a view for the host (HostView), it returns launches in the view: those of a
// kernel of the unit, and those of a kernel that the view only declares. Launches in device code are taken from the
// unit itself, because they may depend on the architecture. A launch in a function for both host and device is taken
// from the view.
func Launches(u *ast.Unit) []*cfg.Launch {
	if u.HostView == nil {
		return launchesIn(u)
	}
	kernels, defined := kernelsOf(u), kernelsOf(u.HostView)
	var list []*cfg.Launch
	seen := map[source.Pos]bool{}
	for _, l := range launchesIn(u.HostView) {
		isUnnamed := l.Kernel == nil
		if !isUnnamed && (kernels[l.Kernel.Key] != nil || defined[l.Kernel.Key] != nil) {
			l.Kernel = kernels[l.Kernel.Key]
		}
		if f := functionAt(l.Pos, u); (l.Kernel != nil || isUnnamed) && (f == nil || f.Host) {
			list, seen[l.Pos] = append(list, l), true
		}
	}
	for _, l := range launchesIn(u) {
		if !seen[l.Pos] && functionAt(l.Pos, u) != nil {
			list = append(list, l)
		}
	}
	return list
}

// kernelsOf returns the kernels that a unit defines, by their keys.
func kernelsOf(u *ast.Unit) map[string]*types.Func {
	kernels := map[string]*types.Func{}
	for _, f := range u.Functions {
		if f.Kernel {
			kernels[f.Key] = &f.Func
		}
	}
	return kernels
}

// functionAt returns the device function whose body contains a position, nil if there is none.
func functionAt(pos source.Pos, u *ast.Unit) *ast.Function {
	at := slices.IndexFunc(u.Functions, func(f *ast.Function) bool {
		return f.Body != nil && encloses(f.Body.Pos, pos)
	})
	if at < 0 {
		return nil
	}
	return u.Functions[at]
}

// encloses reports whether a position is on one of the lines of a construct.
func encloses(outer, pos source.Pos) bool {
	return outer.File == pos.File && outer.Line <= pos.Line && pos.Line <= outer.EndLine
}
