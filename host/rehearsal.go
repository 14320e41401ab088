package host

import (
	"fmt"
	"slices"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
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
// A rehearsal finds out whether the host may pass given arguments: it runs the host code once more with these. It runs
// the functions of the unit that reach a launch of the kernel. Parameters of these functions that become arguments of
// the kernel have given values, and everything else is unknown. If no launch is reached, the host does not pass these
// arguments. The rehearsal also follows calls and loops that decide no block. Solvers do not use such a premise
// (lanes/exec); examples have to satisfy it.

// mostStepsRehearsed bounds the number of statements and expressions of a rehearsal. mostWays bounds the number of ways
// (way) to launch a kernel.
const (
	mostStepsRehearsed = 1 << 14
	mostWays           = 8
)

// An opening is a function that is run by itself, with the unknowns that are passed for its parameters.
type opening struct {
	function *ast.Function
	given    []value
}

// A way is a function that is run by itself and reaches a launch of a kernel. For each parameter of the kernel, passed
// holds the index of the function's parameter that becomes its argument, or -1 if none does.
type way struct {
	from   *ast.Function
	launch *ast.Node
	passed []int
}

// addWay notes that the function that is run by itself launches a kernel with these arguments. It does nothing if no
// function is run by itself.
func (r *results) addWay(kernel *ast.Function, launch *ast.Node, arguments []value) {
	if r.alone == nil {
		return
	}
	one := &way{r.alone.function, launch, make([]int, len(kernel.Params))}
	for i, p := range kernel.Params {
		one.passed[i] = -1
		if i < len(arguments) && isScalar(p.Type) && isNamedAlone(kernel, p) {
			one.passed[i] = r.alone.indexOf(arguments[i])
		}
	}
	isSame := func(w *way) bool {
		return w.from == one.from && w.launch == one.launch && slices.Equal(w.passed, one.passed)
	}
	if !slices.ContainsFunc(r.ways[kernel], isSame) {
		r.ways[kernel] = append(r.ways[kernel], one)
	}
}

// narrowest is the smallest width of integers, in bits, to which a conversion is taken not to change a number.
const narrowest = 32

// indexOf returns the index of the function's parameter whose value is v, possibly after conversions; -1 if there is
// none.
func (o *opening) indexOf(v value) int {
	for u, ok := v.(*unknown); ok; u, ok = u.operands[0].(*unknown) {
		isGiven := func(given value) bool { return given.(*unknown).name == u.name }
		if i := slices.IndexFunc(o.given, isGiven); i >= 0 {
			if isScalar(o.function.Params[i].Type) {
				return i
			}
			return -1
		}
		if u.op != operator.CastInt || len(u.operands) == 0 || u.t == nil || u.t.Bits < narrowest {
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
	for kernel, ways := range r.results.ways {
		if r.results.areAll(kernel, ways) {
			premises[kernel] = all.premise(kernel, ways)
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

// areAll reports whether ways holds every function that reaches a launch of the kernel, and each passes at least one of
// its parameters to the kernel.
func (r *results) areAll(kernel *ast.Function, ways []*way) bool {
	mayStartIt := func(launch *ast.Node) bool { return takes(kernel, launch) }
	if r.broken != "" || r.ranOut || slices.ContainsFunc(r.unresolved, mayStartIt) || len(ways) > mostWays {
		return false
	}
	passesNone := func(w *way) bool { return !slices.ContainsFunc(w.passed, func(i int) bool { return i >= 0 }) }
	if slices.ContainsFunc(ways, passesNone) {
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

// premise returns the premise that the launch is reached in at least one of the ways. Its Args are the kernel's
// parameters that some way passes.
func (s *script) premise(kernel *ast.Function, ways []*way) *cfg.Premise {
	var parameters []*cfg.Premise
	var indexes []int
	for i, p := range kernel.Params {
		if slices.ContainsFunc(ways, func(w *way) bool { return w.passed[i] >= 0 }) {
			parameters, indexes = append(parameters, cfg.ParameterPremise(&p.Var)), append(indexes, i)
		}
	}
	for _, w := range ways {
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
			allows = slices.ContainsFunc(ways, func(w *way) bool { return w.isOpen(s.code, given) })
			found[key] = allows
		}
		return allows
	}}
}

// A script holds the code that rehearsals run: the bodies of the functions that reach a launch, and of all that they
// call. Package check releases the nodes of a unit before examples are tried, so the script keeps these. It serves one
// rehearsal at a time.
type script struct {
	sync.Mutex
	code   *code
	bodies map[*ast.Function]*ast.Function
	inits  map[*ast.Var]*ast.Node
}

// add adds the function f to the script, and the functions that it calls.
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

// open restores the bodies and initialisers of the script's functions, which may have been released after the script
// was made.
func (s *script) open() {
	for f, as := range s.bodies {
		f.Body, f.Inits = as.Body, as.Inits
	}
	for v, init := range s.inits {
		v.Init = init
	}
}

// isOpen rehearses a way with given arguments of the kernel, nil for an argument that is not known. It reports whether
// the launch may be reached; if it cannot find out, it returns true.
func (w *way) isOpen(c *code, arguments []*int64) (reaches bool) {
	defer func() {
		if recover() != nil {
			reaches = true // the result of a run that panics is not known
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
			return true // it is no premise that one number is passed for two parameters (docs/semantics.md)
		}
		given[at] = v
	}
	f := r.newFrame(w.from)
	f.this = r.domain.fresh()
	r.enter(&state{env: map[int]value{}}, f, given)
	return r.budget.isSpent() || len(r.results.outcomes[w.launch]) > 0
}
