package host

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
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

// route is a function that is run separately and reaches a launch of a kernel. passed lists the words that the function
// gets as parameters and passes to the kernel.
type route struct {
	from   *ast.Function
	launch *ast.Node
	passed []passing
}

// passing is a word that a function passes to a kernel: the function's parameter with the index from, or the part of
// this parameter at path. In place of the word, the function may pass one of the numbers in others. at is the index of
// the word among those of all routes.
type passing struct {
	word   *cfg.Premise
	at     int
	from   int
	path   string
	others []int64
}

// addRoute records that the function that is now run separately launches a kernel with these arguments. It does nothing
// if no function is run separately.
func (r *results) addRoute(kernel *ast.Function, launch *ast.Node, arguments []value) {
	if r.alone == nil {
		return
	}
	one := &route{from: r.alone.function, launch: launch}
	for word, v := range words(kernel, arguments) {
		if p, isPassed := r.alone.passingOf(v); isPassed {
			p.word = word
			one.passed = append(one.passed, p)
		}
	}
	isSame := func(w *route) bool {
		return w.from == one.from && w.launch == one.launch && slices.EqualFunc(w.passed, one.passed, passing.isSame)
	}
	if !slices.ContainsFunc(r.routes[kernel], isSame) {
		r.routes[kernel] = append(r.routes[kernel], one)
	}
}

func (p passing) isSame(other passing) bool {
	return p.word.Equal(other.word) && p.from == other.from && p.path == other.path && slices.Equal(p.others, other.others)
}

// passingOf returns the parameter of the opening, or the part of it, whose value is v, possibly after conversions. If v
// is a choice between that value and constants, as min(n, 64) is, the constants are the others. passingOf returns false
// if v is something else.
func (o *opening) passingOf(v value) (p passing, isPassed bool) {
	if c, isChoice := v.(*choice); isChoice && !isTruth(v) {
		number, isKnown := c.then.(known)
		rest := c.other
		if !isKnown {
			number, isKnown = c.other.(known)
			rest = c.then
		}
		if !isKnown {
			return p, false
		}
		p, isPassed = o.passingOf(rest)
		p.others = append(p.others, int64(number))
		return p, isPassed
	}
	for u := range sameNumber(v) {
		i, path := o.locate(u)
		if i >= 0 && isWord(partAt(o.function.Params[i].Type, path)) {
			return passing{from: i, path: path}, true
		}
	}
	return p, false
}

// locate returns the index of the parameter of the opening that contains u, and the path to u in it. It returns -1 if
// no parameter contains u.
func (o *opening) locate(u *unknown) (parameter int, path string) {
	for ; u != nil; u = u.whole {
		isGiven := func(v value) bool { return v.(*unknown).name == u.name }
		if i := slices.IndexFunc(o.given, isGiven); i >= 0 {
			return i, path
		}
		if u.index > math.MaxUint8 {
			break
		}
		path = string([]byte{byte(u.index)}) + path
	}
	return -1, ""
}

// partAt returns the type of the part at a path of a value of type t, nil if there is none.
func partAt(t *types.Type, path string) *types.Type {
	for _, step := range []byte(path) {
		f := fieldAt(t, int(step))
		if f == nil || f.BitWidth > 0 {
			return nil
		}
		t = f.Type
	}
	return t
}

// isWord reports whether a type is one of integers, truth values or pointers.
func isWord(t *types.Type) bool { return isScalar(t) || t != nil && types.IsPointer(t) }

// rehearseFor adds to each launch the premise that a rehearsal with the kernel's arguments reaches a launch of the
// kernel.
func (r *run) rehearseFor(list []*cfg.Launch) {
	premises := map[*ast.Function]*cfg.Premise{}
	all := &script{code: r.code, bodies: map[*ast.Function]*ast.Function{}, inits: map[*ast.Var]*ast.Node{}}
	for kernel, routes := range r.results.routes {
		routes = withoutIdle(routes)
		if r.results.areAll(kernel, routes) {
			premises[kernel] = all.premise(routes)
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
	passesNone := func(w *route) bool { return len(w.passed) == 0 }
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

// premise returns the premise that at least one of routes reaches a launch. Its Args are the words that some route passes.
func (s *script) premise(routes []*route) *cfg.Premise {
	var words []*cfg.Premise
	for _, w := range routes {
		for i, p := range w.passed {
			at := slices.IndexFunc(words, p.word.Equal)
			if at < 0 {
				at = len(words)
				words = append(words, p.word)
			}
			w.passed[i].at = at
		}
	}
	for _, w := range routes {
		s.add(w.from)
	}
	found := map[string]bool{}
	return &cfg.Premise{Args: words, Allows: func(values []*int64) bool {
		s.Lock()
		defer s.Unlock()
		key := ""
		for _, v := range values {
			if v != nil {
				key += fmt.Sprint(*v)
			}
			key += ";"
		}
		allows, isKnown := found[key]
		if !isKnown {
			s.open()
			allows = slices.ContainsFunc(routes, func(w *route) bool { return w.isOpen(s.code, values) })
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

// isOpen rehearses a route with given words of the kernel, nil for unknown ones. It reports whether the launch may be
// reached. If it cannot find out, it returns true.
func (w *route) isOpen(c *code, words []*int64) (reaches bool) {
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
	s := &state{env: map[int]value{}}
	for _, p := range w.passed {
		word := words[p.at]
		if word == nil || slices.Contains(p.others, *word) {
			continue
		}
		old := r.domain.at(given[p.from], p.path)
		v, isConsistent := r.domain.rehearsed(s, old, partAt(w.from.Params[p.from].Type, p.path), *word)
		if !isConsistent {
			return true // two parameters that get one number may differ here, because their equality is not a premise (docs/semantics.md)
		}
		given[p.from] = r.domain.with(given[p.from], p.path, v)
	}
	f := r.newFrame(w.from)
	f.this = r.domain.fresh()
	r.enter(s, f, given)
	return r.budget.isSpent() || len(r.results.outcomes[w.launch]) > 0
}

// at returns the part of v at a path.
func (d *domain) at(v value, path string) value {
	for _, step := range []byte(path) {
		v = d.part(v, int(step))
	}
	return v
}

// rehearsed returns the value of type t for a word in a rehearsal. old is the value before. A pointer that is not null
// stays unknown, with a condition in the state. isConsistent is false if old is another number, or null although the
// word is not.
func (d *domain) rehearsed(s *state, old value, t *types.Type, word int64) (v value, isConsistent bool) {
	if types.IsPointer(t) && word != 0 {
		if isNull, isUnknown := d.binary(operator.EQ, wide, old, known(0)).(*unknown); isUnknown {
			s.path = append(s.path, literal{isNull, false})
		}
		return old, old != known(0)
	}
	v = known(integer.Wrap(word, t))
	_, isKnown := old.(known)
	return v, !isKnown || old == v
}
