package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// addDevice adds the device code of a unit that leads to a launch, and what that and host
// code call of the rest. Host code may see a conditional function in another way: nobody
// follows it.
func (c *code) addDevice(unit *ast.Unit) {
	bodies := map[*ast.Function]bool{}
	for _, f := range unit.Functions {
		bodies[f] = f.Body != nil && !c.hosts[f]
	}
	leading := leadingToLaunch(unit)
	for _, f := range unit.Functions {
		switch {
		case bodies[f] && leading[f] && f.Conditional:
			c.conditional = append(c.conditional, f)
		case bodies[f] && leading[f]:
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

// leadingToLaunch are the device functions that launch a kernel, or call one that does.
func leadingToLaunch(unit *ast.Unit) map[*ast.Function]bool {
	leading, named := map[*ast.Function]bool{}, users{}
	for _, f := range unit.Functions {
		for n := range f.Nodes() {
			if n.Func != nil && !n.Func.Kernel { // who launches a kernel does not call it
				named.add(n.Func, f)
			}
			leading[f] = leading[f] || isLaunch(n)
		}
	}
	named.grow(leading)
	return leading
}

// runConditional notes that nobody knows what the conditional functions launch.
func (r *run) runConditional() {
	for _, f := range r.code.conditional {
		r.stack = append(r.stack, r.newFrame(f))
		r.unfollowed(f.Body)
		r.stack = r.stack[:len(r.stack)-1]
	}
}
