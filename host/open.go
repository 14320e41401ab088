package host

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A launch may take its kernel from a table, a member or a function, instead of naming it:
//
//	static const Kernel all[] = {sum, most};
//	all[i]<<<1, 72>>>(data);
//
// In the syntax tree this launch has no kernel, and the kernels in the table have no launch. Running the host code
// usually finds the kernel. If it does not, the candidates are the kernels with the right number of parameters that the
// unit mentions other than in a launch. A candidate may have the block of the launch, and no more is known about it
// (cfg.Launch.Possible). A launch without a candidate is listed.

// openLaunches returns possible launches: one for each candidate of each launch that has no kernel in the tree. It adds
// launches without a candidate to r.unresolved.
func (r *results) openLaunches(unit *ast.Unit) []*ast.Launch {
	listed := map[*ast.Node]bool{}
	var kernels []*ast.Function
	for _, l := range unit.Launches {
		listed[l.Node] = true
		if l.Node == nil && l.Kernel.Kernel && !l.Kernel.Pattern && !slices.Contains(kernels, l.Kernel) {
			kernels = append(kernels, l.Kernel)
		}
	}
	var list []*ast.Launch
	for _, f := range unit.Hosts {
		for n := range f.Nodes() {
			if f.Pattern || listed[n] || !launchesPointer(n) {
				continue
			}
			found := len(list)
			for _, k := range kernels {
				if takes(k, n) {
					list = append(list, &ast.Launch{Kernel: k, Node: n, Pos: n.Pos})
					r.candidates[list[len(list)-1]] = true
				}
			}
			if found == len(list) {
				r.unresolved = append(r.unresolved, n)
			}
		}
	}
	return list
}

// launchesPointer reports whether a node launches a kernel through a pointer, by <<<>>> or by a call of the CUDA
// runtime.
func launchesPointer(n *ast.Node) bool {
	if n.Kind == ast.Launch_ {
		return n.Func == nil && isConfigured(n)
	}
	if n.Kind != ast.Call || !isRuntimeCall(n.Func) {
		return false
	}
	return strings.HasPrefix(n.Func.Name, "cudaLaunchKernel") || strings.HasPrefix(n.Func.Name, "cudaLaunchCooperativeKernel")
}

// givenAt is the index of the kernel's first argument in a launch. The kernel, the grid, the block, the shared memory
// and the stream come before it.
const givenAt = 5

// takes reports whether a kernel has as many parameters as a launch passes arguments. If the launch passes an array of
// arguments, takes returns true for any kernel.
func takes(kernel *ast.Function, launch *ast.Node) bool {
	return launch.Kind != ast.Launch_ || len(kernel.Params) == max(len(launch.Children)-givenAt, 0)
}

// addFound adds launches that have no kernel in the tree and whose kernel was found by running the host code.
func (r *results) addFound() {
	listed := map[*ast.Node]map[*ast.Function]bool{}
	for _, l := range r.launches {
		if listed[l.Node] == nil {
			listed[l.Node] = map[*ast.Function]bool{}
		}
		listed[l.Node][l.Kernel] = true
	}
	nodes := slices.Clone(r.unresolved)
	for _, l := range r.launches {
		nodes = append(nodes, l.Node)
	}
	for _, n := range nodes {
		for _, o := range r.outcomes[n] {
			if k := o.kernel; k != nil && k.Kernel && !listed[n][k] {
				if listed[n] == nil {
					listed[n] = map[*ast.Function]bool{}
				}
				listed[n][k] = true
				r.launches = append(r.launches, &ast.Launch{Kernel: k, Node: n, Pos: n.Pos})
			}
		}
	}
}

// isExplained reports whether a launch through a pointer explains why the unit mentions a kernel outside of launches.
// That is so if running the host code has shown such a launch of this kernel, or one of an unknown kernel for which
// this kernel is a candidate.
func (r *results) isExplained(kernel *ast.Function) bool {
	return r.findsCandidate(kernel, kernel) || r.findsCandidate(kernel, nil)
}

// findsCandidate looks at the launches for which `kernel` is a candidate. It reports whether running the host code has
// shown that one of them launches the kernel `found`. A nil value of found stands for an unknown kernel.
func (r *results) findsCandidate(kernel, found *ast.Function) bool {
	return slices.ContainsFunc(r.launches, func(l *ast.Launch) bool {
		return l.Kernel == kernel && r.candidates[l] && slices.ContainsFunc(r.outcomes[l.Node], func(o outcome) bool { return o.kernel == found })
	})
}

// isMeant reports whether an outcome of a launch may be about the launch's kernel. An outcome with an unknown kernel is
// left out if the kernel is only a candidate and another launch certainly launches it.
func (r *results) isMeant(l *ast.Launch, o outcome) bool {
	return o.kernel == l.Kernel || o.kernel == nil && !(r.candidates[l] && r.findsCandidate(l.Kernel, l.Kernel))
}

// addUnresolved adds a launch through an unknown pointer to r.unresolved if each of its candidates has another launch
// that was found.
func (r *results) addUnresolved() {
	isOpen := map[*ast.Node]bool{}
	for l := range r.candidates {
		isOpen[l.Node] = isOpen[l.Node] || !r.findsCandidate(l.Kernel, l.Kernel)
	}
	for _, l := range r.launches {
		if r.candidates[l] && !isOpen[l.Node] && !slices.Contains(r.unresolved, l.Node) {
			r.unresolved = append(r.unresolved, l.Node)
		}
	}
}

// unresolvedLaunches returns the launches for which running the host code found no kernel. It leaves out the nodes in
// written, and launches that never happen.
func (r *results) unresolvedLaunches(written map[*ast.Node]bool) (list []*cfg.Launch) {
	for _, n := range r.unresolved {
		isOpen := func(o outcome) bool { return o.kernel == nil }
		neverHappens := len(r.outcomes[n]) == 0 && r.isComplete(n)
		if !written[n] && !neverHappens && (len(r.outcomes[n]) == 0 || slices.ContainsFunc(r.outcomes[n], isOpen)) {
			list = append(list, &cfg.Launch{Pos: n.Pos, Why: "no kernel of this file is known that may be launched here"})
		}
	}
	return list
}
