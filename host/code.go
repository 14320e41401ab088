package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// code is the part of a unit that is run, and what is known about it before the run.
type code struct {
	// patterns is the set of templates with instances. Only the instances are run. functions lists all other host
	// functions, and the device functions that may reach a launch. helpers lists device functions that are called by
	// those in functions or by other helpers, and that reach no launch. They are run only where they are called.
	// conditional lists device functions that may reach a launch and whose body may be different in host code. They are
	// not run.
	patterns                        map[*ast.Function]bool
	functions, helpers, conditional []*ast.Function
	// hosts is the set of host functions that are run. device is the set of device functions that are run.
	hosts, device map[*ast.Function]bool
	// callbacks lists functions that are passed to another function, which calls them. They are run where that function
	// calls them (handed.go).
	callbacks []*ast.Function
	// unordered caches the results of unorderedIn.
	unordered map[*ast.Function]*writes
	// lastingValues maps a variable to the expression of its value, if the variable keeps one value. A nil expression
	// means zero (lasting.go).
	lastingValues map[*ast.Var]*ast.Node
	relevance     *relevance
}

// codeOf returns the functions of a unit, indexed for a run of its host code.
func codeOf(unit *ast.Unit) *code {
	c := &code{patterns: instantiatedPatterns(unit), hosts: map[*ast.Function]bool{}, device: map[*ast.Function]bool{},
		unordered: map[*ast.Function]*writes{}}
	for _, f := range unit.Hosts {
		c.hosts[f] = f.Body != nil
		if !c.patterns[f] {
			c.functions = append(c.functions, f)
		}
	}
	c.addDevice(unit)
	return c
}

// launching returns the functions in c.functions that may reach a launch. They contain a launch, or they name another
// function of this kind, or a constant whose initialiser contains a launch. Functions that are not returned are run
// only where others call them.
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

// mention adds to called the functions that f calls, and those that f passes to a function that only calls them
// (callbackNames). All other functions that f names are added to used.
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

// instantiatedPatterns returns the host templates that have instances in the unit, in their uninstantiated form. Only
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

// among returns the nodes of f that are in set.
func among(f *ast.Function, set map[*ast.Node]bool) map[*ast.Node]bool {
	nodes := map[*ast.Node]bool{}
	for n := range within(f.Nodes()) {
		if set[n] {
			nodes[n] = true
		}
	}
	return nodes
}

// unorderedIn returns what the function f writes, if f has jumps that are not followed. Otherwise it returns nil.
func (c *code) unorderedIn(f *ast.Function) *writes {
	unordered, known := c.unordered[f]
	if !known {
		if !jumpsForward(f) {
			unordered = writesOf(f.Body)
		}
		c.unordered[f] = unordered
	}
	return unordered
}

// goesRound reports whether one iteration of a loop may change the launches of a later iteration.
func (c *code) goesRound(l loop) bool {
	return slices.ContainsFunc(append(slices.Clip(l.body), l.cond, l.step), c.relevance.goesRound)
}
