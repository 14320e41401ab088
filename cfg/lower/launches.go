package lower

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/host"
	"github.com/warpcheck/warpcheck/source"
)

// launches are those of the unit, or where host code has a view of its own those of it that
// start a kernel of the unit. Those from device code are the unit's, as they may depend on the
// architecture, but for functions that are the host's, too.
func launches(u *ast.Unit) []*cfg.Launch {
	if u.HostView == nil {
		return host.Launches(u)
	}
	kernels := map[string]*types.Func{}
	for _, f := range u.Functions {
		if f.Kernel {
			kernels[f.Key] = &f.Func
		}
	}
	var list []*cfg.Launch
	seen := map[source.Pos]bool{}
	for _, l := range host.Launches(u.HostView) {
		isUnnamed := l.Kernel == nil
		if !isUnnamed {
			l.Kernel = kernels[l.Kernel.Key]
		}
		if f := around(l.Pos, u); (l.Kernel != nil || isUnnamed) && (f == nil || f.Host) {
			list, seen[l.Pos] = append(list, l), true
		}
	}
	for _, l := range host.Launches(u) {
		if !seen[l.Pos] && around(l.Pos, u) != nil {
			list = append(list, l)
		}
	}
	return list
}

// around is the device function in which a place stands, nil elsewhere.
func around(pos source.Pos, u *ast.Unit) *ast.Function {
	at := slices.IndexFunc(u.Functions, func(f *ast.Function) bool {
		return f.Body != nil && encloses(f.Body.Pos, pos)
	})
	if at < 0 {
		return nil
	}
	return u.Functions[at]
}

// encloses reports a place between the first line of a construct and its last.
func encloses(outer, pos source.Pos) bool {
	return outer.File == pos.File && outer.Line <= pos.Line && pos.Line <= outer.EndLine
}
