package host

import (
	"fmt"
	"slices"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/integer"
)

// Many conditions before a launch are no formulas of the kernel's arguments:
//
//	unsigned odd(unsigned n) { while (n % 2 == 0) n /= 2; return n; }
//	void sort(float *d, unsigned n) {
//	  assert(odd(n) == 1);
//	  k<<<1, 512>>>(d, n);
//	}
//
// A rehearsal finds out whether the host may pass given arguments. It runs the functions of the unit that reach a
// launch of the kernel again. Some of their parameters become arguments of the kernel, and have the given values.
// Everything else is unknown. If no launch is reached, the host does not pass these arguments. Unlike other runs, a
// rehearsal follows calls and loops that decide no block. Solvers do not use a premise that needs a rehearsal
// (lanes/exec), but examples must satisfy it.

// mostStepsRehearsed bounds the statements and expressions of a rehearsal. mostRoutes bounds the number of routes to
// the launches of a kernel.
const (
	mostStepsRehearsed = 1 << 14
	mostRoutes         = 8
)

// opening is a function that is run separately, with the unknowns that are passed for its parameters.
type opening struct {
	function *ast.Function
	given    []value
}

// route is a function that is run separately and reaches a launch of a kernel. passed has an entry for each parameter
// of the kernel: the index of the function's parameter that is passed for it, or -1.
type route struct {
	from   *ast.Function
	launch *ast.Node
	passed []int
}

// addRoute records that the function that is now run separately launches a kernel with these arguments. It does nothing
// if no function is run separately.
func (r *results) addRoute(kernel *ast.Function, launch *ast.Node, arguments []value) {
	if r.alone == nil {
		return
	}
	one := &route{r.alone.function, launch, make([]int, len(kernel.Params))}
	for i, p := range kernel.Params {
		one.passed[i] = -1
		if i < len(arguments) && isScalar(p.Type) && isNamedAlone(kernel, p) {
			one.passed[i] = r.alone.indexOf(arguments[i])
		}
	}
	isSame := func(w *route) bool {
		return w.from == one.from && w.launch == one.launch && slices.Equal(w.passed, one.passed)
	}
	if !slices.ContainsFunc(r.routes[kernel], isSame) {
		r.routes[kernel] = append(r.routes[kernel], one)
	}
}

// indexOf returns the index of the opening's parameter whose value is v, possibly after conversions. It returns -1 if
// there is none.
func (o *opening) indexOf(v value) int {
	for u, ok := v.(*unknown); ok; u, ok = u.operands[0].(*unknown) {
		isGiven := func(given value) bool { return given.(*unknown).name == u.name }
		if i := slices.IndexFunc(o.given, isGiven); i >= 0 {
			if isScalar(o.function.Params[i].Type) {
				return i
			}
			return -1
		}
		if !u.keepsNumber() {
			break
		}
	}
	return -1
}

// rehearseFor adds to each launch the premise that a rehearsal with the kernel's arguments reaches a launch of the
// kernel.
func (r *run) rehearseFor(list []*cfg.Launch) {
	premises := map[*ast.Function]*cfg.Premise{}
	all := &script{code: r.code, bodies: map[*ast.Function]*ast.Function{}, inits: map[*ast.Var]*ast.Node{}}
	for kernel, routes := range r.results.routes {
		if r.results.areAll(kernel, routes) {
			premises[kernel] = all.premise(kernel, routes)
		}
	}
	for kernel, p := range premises {
		for _, l := range list {
			if l.Kernel == kernel.Decl() {
				l.Premises = append(l.Premises, p)
			}
		}
	}
}

// areAll reports whether routes has all functions that reach a launch of the kernel. Each of them must pass at least
// one of its parameters to the kernel.
func (r *results) areAll(kernel *ast.Function, routes []*route) bool {
	mayStartIt := func(launch *ast.Node) bool { return takes(kernel, launch) }
	if r.broken != "" || r.ranOut || slices.ContainsFunc(r.unresolved, mayStartIt) || len(routes) > mostRoutes {
		return false
	}
	passesNone := func(w *route) bool { return !slices.ContainsFunc(w.passed, func(i int) bool { return i >= 0 }) }
	if slices.ContainsFunc(routes, passesNone) {
		return false
	}
	for _, l := range r.launches {
		if l.Kernel != kernel {
			continue
		}
		if _, mayBeOthers := r.incomplete(l, len(r.outcomes[l.Node])); mayBeOthers && !r.isComplete(l.Node) || r.candidates[l] {
			return false
		}
		if slices.ContainsFunc(r.outcomes[l.Node], func(o outcome) bool { return o.kernel == nil }) {
			return false
		}
	}
	return true
}

// premise returns the premise that at least one of routes reaches a launch. Its Args are the kernel's parameters for
// which some route passes a parameter.
func (s *script) premise(kernel *ast.Function, routes []*route) *cfg.Premise {
	var parameters []*cfg.Premise
	var indexes []int
	for i, p := range kernel.Params {
		if slices.ContainsFunc(routes, func(w *route) bool { return w.passed[i] >= 0 }) {
			parameters, indexes = append(parameters, cfg.ParameterPremise(&p.Var)), append(indexes, i)
		}
	}
	for _, w := range routes {
		s.add(w.from)
	}
	found := map[string]bool{}
	return &cfg.Premise{Args: parameters, Allows: func(values []*int64) bool {
		s.Lock()
		defer s.Unlock()
		given := make([]*int64, len(kernel.Params))
		key := ""
		for i, v := range values {
			given[indexes[i]] = v
			if v != nil {
				key += fmt.Sprint(*v)
			}
			key += ";"
		}
		allows, isKnown := found[key]
		if !isKnown {
			s.open()
			allows = slices.ContainsFunc(routes, func(w *route) bool { return w.isOpen(s.code, given) })
			found[key] = allows
		}
		return allows
	}}
}

// script holds the code that rehearsals run: the bodies of the functions that reach a launch, and of all functions that
// they call. Package check releases the nodes of a unit before examples are tried, so the script keeps references to
// these bodies. It serves one rehearsal at a time.
type script struct {
	sync.Mutex
	code   *code
	bodies map[*ast.Function]*ast.Function
	inits  map[*ast.Var]*ast.Node
}

// add adds the function f to the script, and then the functions that f calls.
func (s *script) add(f *ast.Function) {
	if f.Body == nil || s.bodies[f] != nil {
		return
	}
	as := *f
	s.bodies[f] = &as
	for n := range within(f.Nodes()) {
		if n.Var != nil && n.Var.Init != nil {
			s.inits[n.Var] = n.Var.Init
		}
		if n.Func != nil && !n.Func.Kernel {
			s.add(n.Func)
		}
	}
}

// open restores the bodies and initialisers of the script's functions, which may have been released in the meantime.
func (s *script) open() {
	for f, as := range s.bodies {
		f.Body, f.Inits = as.Body, as.Inits
	}
	for v, init := range s.inits {
		v.Init = init
	}
}

// isOpen rehearses a route with given arguments of the kernel, nil for unknown ones. It reports whether the launch may
// be reached. If it cannot find out, it returns true.
func (w *route) isOpen(c *code, arguments []*int64) (reaches bool) {
	defer func() {
		if recover() != nil {
			reaches = true // if the run panics, its result is not known
		}
	}()
	r := runOf(c)
	r.isRehearsal = true
	r.results.only = map[*ast.Node]bool{w.launch: true}
	r.budget.allow(mostStepsRehearsed)
	given := make([]value, len(w.from.Params))
	for i := range given {
		given[i] = r.domain.fresh()
	}
	for i, at := range w.passed {
		if at < 0 || arguments[i] == nil {
			continue
		}
		v := known(integer.Wrap(*arguments[i], w.from.Params[at].Type))
		if _, isKnown := given[at].(known); isKnown && given[at] != v {
			return true // that two parameters get one number is not a premise (docs/semantics.md)
		}
		given[at] = v
	}
	f := r.newFrame(w.from)
	f.this = r.domain.fresh()
	r.enter(&state{env: map[int]value{}}, f, given)
	return r.budget.isSpent() || len(r.results.outcomes[w.launch]) > 0
}
