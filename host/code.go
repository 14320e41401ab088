package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// code is the part of a unit that is run, and what is known of it before it is run.
type code struct {
	// patterns are templates that are run only as their instances. functions are all other host functions, and the
	// device functions that may reach a launch. helpers are the other device functions that functions and helpers name:
	// they are run where these call them. conditional are the device functions that may reach a launch and are not run,
	// because host code may see another body of them.
	patterns                        map[*ast.Function]bool
	functions, helpers, conditional []*ast.Function
	// hosts and device are the host functions and device functions that are run.
	hosts, device map[*ast.Function]bool
	// callbacks are the functions that are run where the function that they are passed to calls them (handed.go).
	callbacks []*ast.Function
	// jumps are what functions with labels write, nil for functions without.
	jumps map[*ast.Function]*writes
	// lastingValues are the expressions of the variables that keep one value (lasting.go).
	lastingValues map[*ast.Var]*ast.Node
	relevance     *relevance
}

// codeOf finds the functions that are run.
func codeOf(unit *ast.Unit) *code {
	c := &code{patterns: instantiatedPatterns(unit), hosts: map[*ast.Function]bool{}, device: map[*ast.Function]bool{},
		jumps: map[*ast.Function]*writes{}}
	for _, f := range unit.Hosts {
		c.hosts[f] = f.Body != nil
		if !c.patterns[f] {
			c.functions = append(c.functions, f)
		}
	}
	c.addDevice(unit)
	return c
}

// launching returns the functions that may lead to a launch. They contain one, name such a function, or name a constant
// whose initialiser does. Any other function is run only where these functions call it.
func (c *code) launching() []*ast.Function {
	isLaunching := map[*ast.Function]bool{}
	launches := func(n *ast.Node) bool {
		return isLaunch(n) || n.Kind == ast.VarRef && isConstant(n.Var) && contains(n.Var.Init, isLaunch)
	}
	for _, f := range slices.Concat(c.functions, c.helpers, c.relevance.lambdas) {
		isLaunching[f] = anyOf(f.Nodes(), launches)
	}
	c.relevance.users.grow(isLaunching)
	return slices.DeleteFunc(slices.Clone(c.functions), func(f *ast.Function) bool { return !isLaunching[f] })
}

// mention notes which functions f calls or passes to functions that call them, and which f uses otherwise.
func mention(f *ast.Function, callbackNames map[*ast.Node]bool, called, used map[*ast.Function]bool) {
	for n := range f.Nodes() {
		switch n.Kind {
		case ast.Call, ast.Construct:
			if n.Func != nil && n.Func != f {
				called[n.Func] = true
			}
		case ast.FuncRef:
			called[n.Func] = called[n.Func] || callbackNames[n]
			used[n.Func] = used[n.Func] || !callbackNames[n]
		case ast.Lambda:
			if n.Func != nil && n.Func.Body != nil {
				mention(n.Func, callbackNames, called, used)
			}
		}
	}
}

// instantiatedPatterns returns the host functions that are templates as written and have instances in the unit. Only
// the instances are run.
func instantiatedPatterns(unit *ast.Unit) map[*ast.Function]bool {
	instantiated := map[string]bool{}
	for _, f := range unit.Hosts {
		instantiated[f.Template] = f.Template != ""
	}
	patterns := map[*ast.Function]bool{}
	for _, f := range unit.Hosts {
		if f.Pattern && instantiated[f.Qualified] {
			patterns[f] = true
		}
	}
	return patterns
}

func nodesOf(functions map[*ast.Function]bool) map[*ast.Node]bool {
	nodes := map[*ast.Node]bool{}
	for f := range functions {
		for n := range f.Nodes() {
			nodes[n] = true
		}
	}
	return nodes
}

// among returns the nodes of a function that are in a set.
func among(f *ast.Function, set map[*ast.Node]bool) map[*ast.Node]bool {
	nodes := map[*ast.Node]bool{}
	for n := range within(f.Nodes()) {
		if set[n] {
			nodes[n] = true
		}
	}
	return nodes
}

// jumpsIn returns what a function with labels writes, nil for any other.
func (c *code) jumpsIn(f *ast.Function) *writes {
	jumps, known := c.jumps[f]
	if !known {
		if anyOf(f.Nodes(), func(n *ast.Node) bool { return n.Kind == ast.Label }) {
			jumps = writesOf(f.Body)
		}
		c.jumps[f] = jumps
	}
	return jumps
}

// goesRound reports whether one round of a loop may launch what another does not.
func (c *code) goesRound(l loop) bool {
	return slices.ContainsFunc(append(slices.Clip(l.body), l.cond, l.step), c.relevance.goesRound)
}
