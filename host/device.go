package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// addDevice adds the device functions of a unit that may reach a launch. It also adds other device functions that these
// functions and host code call. Conditional functions are not run, because their bodies may differ in host code
// (ast.Function.Conditional).
func (c *code) addDevice(unit *ast.Unit) {
	bodies := map[*ast.Function]bool{}
	for _, f := range unit.Functions {
		bodies[f] = f.Body != nil && !c.hosts[f]
	}
	launching := launchingFunctions(unit)
	for _, f := range unit.Functions {
		switch {
		case bodies[f] && launching[f] && f.Conditional:
			c.conditional = append(c.conditional, f)
		case bodies[f] && launching[f]:
			c.functions, c.device[f] = append(c.functions, f), true
		}
	}
	for queue := slices.Clone(c.functions); len(queue) > 0; queue = queue[1:] {
		for n := range within(queue[0].Nodes()) {
			if f := n.Func; bodies[f] && !c.device[f] && !f.Conditional {
				c.helpers, c.device[f] = append(c.helpers, f), true
				queue = append(queue, f)
			}
		}
	}
}

// launchingFunctions returns the device functions that launch a kernel, or call one that does.
func launchingFunctions(unit *ast.Unit) map[*ast.Function]bool {
	launching, named := map[*ast.Function]bool{}, users{}
	for _, f := range unit.Functions {
		for n := range f.Nodes() {
			if n.Func != nil && !n.Func.Kernel { // a launch names the kernel, but is no call of it
				named.add(n.Func, f)
			}
			launching[f] = launching[f] || isLaunch(n)
		}
	}
	named.grow(launching)
	return launching
}

// runConditional records that the launches in conditional functions have unknown kernels and unknown blocks.
func (r *run) runConditional() {
	for _, f := range r.code.conditional {
		r.stack = append(r.stack, r.newFrame(f))
		r.launchUnknown(f.Body)
		r.stack = r.stack[:len(r.stack)-1]
	}
}
