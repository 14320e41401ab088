package host

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// mostDeep bounds the nesting of the calls that are followed.
const mostDeep = 12

// frame is one execution of a function.
type frame struct {
	function *ast.Function
	// vars maps each variable to its place. A reference maps to the place to which it refers.
	vars   map[*ast.Var]value
	this   value
	result int
	// unordered holds what the function writes, if it has jumps that are not followed (jumps.go). The order of these
	// writes is not known. unordered is nil for any other function.
	unordered *writes
	// called is the set of lambdas that this function makes and also calls. They are run where they are called.
	called map[*ast.Function]bool
	// held maps a variable to the lambda of called that it holds, directly or in a std::function.
	held map[*ast.Var]*ast.Function
}

// isUnsettled reports whether v may be written at any time, because the function has labels.
func (f *frame) isUnsettled(v *ast.Var) bool { return f.unordered != nil && f.unordered.vars[v] != nil }

func (r *run) frame() *frame { return r.stack[len(r.stack)-1] }

// call executes a call n and returns its result. If the call is followed, it runs the body of the function with the
// values of the arguments. Otherwise the result is unknown.
func (r *run) call(s *state, n *ast.Node) value {
	if v, ok := r.library(s, n); ok {
		return v
	}
	if n.Func != nil && n.Func.Name == "operator=" && n.Func.Body == nil && len(n.Children) == 3 {
		v := r.eval(s, n.Children[2])
		to := r.at(s, n.Children[1])
		r.write(s, n.Children[1], to, v)
		return to
	}
	if v, ok := r.standard(s, n); ok {
		return v
	}
	if isCount(n) {
		return r.count(s, n)
	}
	n = r.resolved(s, n)
	if r.isInvoked(n) {
		return r.runInvoked(s, n)
	}
	r.handOver(n)
	given := r.pass(s, n)
	if v, ok := r.runCallback(s, n, given); ok {
		return v
	}
	if isRuntimeCall(n.Func) {
		r.runtimeLaunch(s, n, given)
		return r.domain.fresh()
	}
	if isSelfContained(n.Func) {
		return r.enter(s, r.newFrame(n.Func), given[1:])
	}
	if r.frame().called[n.Func] {
		r.runLambda(s, n.Func, given[1:])
		return r.domain.fresh()
	}
	if !r.follows(n.Func) || !r.isRehearsal && r.code.relevance.isIdle(n) {
		return r.unknownCall(s, n, given)
	}
	f := r.newFrame(n.Func)
	if isMethod(n) && len(given) > 0 {
		f.this, given = given[0], given[1:]
	}
	return r.enter(s, f, given)
}

// resolved returns a call through a pointer as a direct call of the function to which the pointer points. It returns n
// itself if n is another kind of call, or if this function is not known.
func (r *run) resolved(s *state, n *ast.Node) *ast.Node {
	if n.Func != nil && isFunctionObject(n) {
		return r.resolvedObject(s, n)
	}
	if n.Func != nil || len(n.Children) == 0 {
		return n
	}
	f, ok := r.eval(s, n.Children[0]).(function)
	if !ok || f.Function == nil || f.This != nil {
		return n
	}
	direct := *n
	direct.Func = f.Function
	return &direct
}

// standard executes a call of a modelled function of the standard library, such as std::min. It returns false for any
// other call.
func (r *run) standard(s *state, n *ast.Node) (value, bool) {
	if !isOfSystem(n.Func) {
		return nil, false
	}
	given := arguments(n)
	switch {
	case n.Func.Name == "make_uint3" && len(given) == 3:
		return record{r.eval(s, given[0]), r.eval(s, given[1]), r.eval(s, given[2])}, true
	case len(given) == 1 && isForward(n.Func):
		return r.at(s, given[0]), true
	case !isScalar(n.Type) || !isExtreme(n.Func):
	case len(given) == 2 && n.Func.Name != "clamp":
		return r.control.lesser(s, n.Type, [2]value{r.eval(s, given[0]), r.eval(s, given[1])}, n.Func.Name == "max"), true
	case len(given) == 3 && n.Func.Name == "clamp":
		return r.control.clamped(s, n.Type, r.eval(s, given[0]), r.eval(s, given[1]), r.eval(s, given[2])), true
	}
	return nil, false
}

// isOfSystem reports whether f is a function, not a method, and is declared in a system header.
func isOfSystem(f *ast.Function) bool { return f != nil && f.This == nil && f.Pos.System }

// isExtreme reports whether a function of the standard library returns one of its arguments, and which one depends on their
// values.
func isExtreme(f *ast.Function) bool {
	return isOfSystem(f) && (f.Name == "min" || f.Name == "max" || f.Name == "clamp")
}

// isCount reports whether a call returns the number of elements of a container of the standard library or of Thrust.
func isCount(n *ast.Node) bool {
	if !isMethod(n) || len(n.Func.Params) > 0 || !isScalar(n.Type) || n.Func.Name != "size" && n.Func.Name != "length" {
		return false
	}
	return strings.HasPrefix(n.Func.Qualified, "std::") || strings.HasPrefix(n.Func.Qualified, "thrust::")
}

// count returns the number of elements of a container, as an unknown. It returns the same unknown until the number may
// have changed. The number may have any value, because it depends on the amount of data.
func (r *run) count(s *state, n *ast.Node) value {
	object := r.at
	if n.Op == operator.Arrow {
		object = r.eval
	}
	of := object(s, arguments(n)[0])
	if at, ok := of.(place); ok {
		of = &unknown{name: fmt.Sprintf("o%d.%x", at.object, at.path), deps: []int{-at.object}}
	}
	if made, ok := r.heap.unknownAt(of).(*unknown); ok {
		counted := *made
		counted.size = &size{most: math.MaxInt64, multiple: 1, ones: 1, isFree: true}
		return &counted
	}
	return r.domain.fresh(of)
}

// pass evaluates the arguments of a call. An argument for a reference parameter becomes a place, and so does the object
// of a method call.
func (r *run) pass(s *state, n *ast.Node) []value {
	var given []value
	for i, argument := range arguments(n) {
		t := parameterType(n, i)
		isObject := i == 0 && isMethod(n)
		switch {
		case isObject && n.Op != operator.Arrow:
			given = append(given, r.address(s, argument))
		case t != nil && t.Kind == types.Ref:
			given = append(given, r.bind(s, argument, t))
		case t == nil && argument != nil && argument.LValue && !isRuntimeCall(n.Func):
			given = append(given, r.address(s, argument))
		default:
			given = append(given, r.eval(s, argument))
		}
	}
	return given
}

// follows reports whether the body of f is run when f is called. For a recursive call, and for a call that is nested
// too deeply, it returns false and marks f as skipped.
func (r *run) follows(f *ast.Function) bool {
	if f == nil || f.Virtual || f.Body == nil || !r.code.hosts[f] && !r.code.device[f] {
		return false
	}
	for _, outer := range r.stack {
		if outer.function == f {
			r.skipped[f] = true
			return false
		}
	}
	if len(r.stack) >= mostDeep {
		r.skipped[f] = true
		return false
	}
	return true
}

// unknownCall executes a call of code that is not followed. From now on, this code may write global variables and the
// objects that are passed to it.
func (r *run) unknownCall(s *state, n *ast.Node, given []value) value {
	r.skipCallbacks(s, given)
	objects := pointsTo(given)
	asks := isQuery(n.Func)
	for i, v := range given {
		at, isWhole := v.(place)
		switch t := parameterType(n, i); {
		case t != nil && t.Kind != types.Record && readsOnly(t):
			r.heap.share(s, v)
		case asks && isWhole && !at.isElement: // the query writes the object during the call only
			s.env[at.object] = r.domain.with(s.env[at.object], at.path, r.domain.answer(n.Func, given, i))
		default:
			r.heap.escape(s, v)
		}
	}
	if asks {
		given = nil // the result depends on no argument: no input of the program decides the answer
	}
	from := depsOf(given)
	for _, object := range objects {
		r.heap.sources[object] = limitInputs(append(r.heap.sources[object], from...))
	}
	if neverReturns(n.Func) {
		s.dead = true // only an exception handler can run after the call, and try forgets what the block has written
	} else {
		r.heap.renew()
	}
	return r.domain.fresh(given...)
}

// neverReturns reports whether f is declared noreturn, or is a function of the C or C++ library that ends the program.
func neverReturns(f *ast.Function) bool {
	return f != nil && (f.NoReturn || endsProgram[strings.TrimPrefix(f.Qualified, "std::")])
}

var endsProgram = map[string]bool{
	"exit": true, "_exit": true, "_Exit": true, "quick_exit": true, "abort": true,
	"__assert_fail": true, "terminate": true, "longjmp": true,
}

func (r *run) newFrame(f *ast.Function) *frame {
	r.entered[f] = true
	return &frame{function: f, vars: map[*ast.Var]value{}, result: r.heap.object(),
		called: map[*ast.Function]bool{}, held: map[*ast.Var]*ast.Function{}, unordered: r.code.unorderedIn(f)}
}

// enter runs the body of f with the given arguments and returns the value that the function returns.
func (r *run) enter(s *state, f *frame, given []value) value {
	made := f.result
	r.give(s, f, given)
	r.stack = append(r.stack, f)
	nested := r.nested
	r.nested = 0
	r.initialise(s, f)
	w := r.exec(r.control.copy(s), f.function.Body)
	r.nested = nested
	r.stack = r.stack[:len(r.stack)-1]
	end := r.control.merge(w.next, r.returned(w))
	if !end.alive() || f.function.NoReturn {
		s.dead = true
		return r.domain.fresh()
	}
	s.become(end)
	v, ok := s.env[f.result]
	for object := range s.env {
		if object >= made {
			delete(s.env, object)
		}
	}
	if !ok {
		return r.domain.fresh()
	}
	return r.domain.givenPath(s.path, v)
}

// returned returns the state after the return statements of a function. If unknown code ran before one of them, in a
// branch that ends there, the code after the call sees its writes.
func (r *run) returned(w completions) *state {
	if w.returns.alive() && w.returns.isRenewed {
		w.returns.isRenewed = false
		r.heap.renew()
	}
	return w.returns
}

// give sets the parameters of a function to the given arguments. A function with jumps that are not followed
// may at any time write to anything to which its parameters and its object point.
func (r *run) give(s *state, f *frame, given []value) {
	for i, p := range f.function.Params {
		switch {
		case i >= len(given):
			f.vars[p] = r.domain.fresh()
		case isReference(p.Type):
			f.vars[p] = given[i]
		default:
			object := r.heap.object()
			s.env[object] = given[i]
			r.heap.escaped[object] = f.isUnsettled(p)
			f.vars[p] = place{object: object}
		}
	}
	if f.unordered != nil && f.unordered.wild {
		r.heap.escape(s, record(given))
	}
	if f.unordered != nil && f.unordered.this {
		r.heap.escape(s, f.this)
	}
}

// initialise executes the initialisers of a constructor, which set the bases and fields of the new object.
func (r *run) initialise(s *state, f *frame) {
	for _, init := range f.function.Inits {
		var v value
		if init.Field != nil && isReference(init.Field.Type) {
			v = r.bind(s, init.Value, init.Field.Type)
		} else {
			v = r.eval(s, init.Value)
		}
		to, ok := r.initialised(f.this, init).(place)
		if ok {
			s.env[to.object] = r.domain.with(s.env[to.object], to.path, v)
		} else {
			r.heap.escape(s, record{f.this, v})
		}
	}
}

// initialised returns the place of the base or field that an initialiser of a constructor sets. The parameter this is
// the place of the object. For a base the result is an unknown.
func (r *run) initialised(this value, init *ast.Init) value {
	switch {
	case init.Field != nil:
		return r.domain.below(this, slot(init.Field))
	case init.Base == nil:
		return this
	}
	return r.domain.fresh(this)
}

// construct constructs an object of a class, and returns its value.
func (r *run) construct(s *state, n *ast.Node) (v value) {
	if v, ok := r.constructLibrary(s, n); ok {
		return v
	}
	if len(n.Children) == 1 && n.Children[0] != nil && isRecord(n.Children[0].Type) &&
		!r.follows(n.Func) {
		return r.copied(s, n)
	}
	given := r.pass(s, n)
	if hasDestructor(n.Type) {
		defer func() { r.heap.escape(s, v) }()
	}
	switch {
	case isExtents(n.Type):
		return r.dim3(s, given)
	case r.follows(n.Func):
		object := r.heap.object()
		s.env[object] = r.domain.fresh()
		f := r.newFrame(n.Func)
		f.this = place{object: object}
		r.enter(s, f, given)
		v = r.heap.read(s, place{object: object})
		delete(s.env, object)
		return v
	case len(given) == 0 && n.Type != nil && strings.HasPrefix(n.Type.Name, "cudaLaunchConfig"):
		return r.domain.unconfigured(n.Type)
	}
	return r.unknownCall(s, n, given)
}

// copied returns the value of an object that is constructed from one other object. The other object must be of the same
// class, or a uint3 that a dim3 is made from. For any other object the value is unknown.
func (r *run) copied(s *state, n *ast.Node) value {
	from := n.Children[0]
	if from.Type == n.Type || isExtents(n.Type) && from.Type.Name == "uint3" {
		return r.eval(s, from)
	}
	return r.unknownCall(s, n, r.pass(s, n))
}

// hasDestructor reports whether a destructor is run when the life of an object of type t ends. It may be the destructor
// of the object or of one of its parts.
func hasDestructor(t *types.Type) bool {
	if t == nil || t.Destructor != nil {
		return t != nil
	}
	return t.Kind == types.Array && hasDestructor(t.Elem) ||
		t.Kind == types.Record && (slices.ContainsFunc(t.Bases, hasDestructor) ||
			slices.ContainsFunc(t.Fields, func(f *types.Field) bool { return hasDestructor(f.Type) }))
}

func isRecord(t *types.Type) bool { return t != nil && t.Kind == types.Record }

func isExtents(t *types.Type) bool { return t != nil && t.Name == "dim3" }

// dim3 returns a dim3 with the given extents. Missing extents are 1.
func (r *run) dim3(s *state, given []value) value {
	made := record{known(1), known(1), known(1)}
	for i, v := range given[:min(len(given), len(made))] {
		if at, ok := v.(place); ok {
			v = r.heap.read(s, at)
		}
		made[i] = v
	}
	return made
}
