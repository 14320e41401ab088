package host

import (
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A lambda or a function may be passed to a function of the unit that only calls it. The lambda is then run where that
// function calls it, with the arguments of this call. If the call is not followed, the lambda is run as if any code may
// call it.
//
//	static void with(void (*f)(int)) { f(48); }
//	void run() { with([](int x) { k<<<1, x>>>(); }); }     48

// closure is a lambda that was passed to a function. maker is the frame of the function that made the lambda. isWrapped
// reports whether a std::function holds it. A std::function may be assigned another lambda.
type closure struct {
	*ast.Function
	maker     *frame
	isWrapped bool
}

// isLasting reports whether an object with the value v keeps this value, even if the object is written to. That is so
// for the object of a lambda: a call may change the variables that the lambda has captured, but no write makes it
// another function.
func isLasting(v value) bool {
	c, ok := v.(closure)
	return ok && !c.isWrapped
}

// isHanded reports whether the argument at an index of a call is passed to a function of the unit that only calls it.
func (c *code) isHanded(n *ast.Node, index int) bool {
	if n.Kind != ast.Call || n.Func == nil || n.Func.Virtual || !c.hosts[n.Func] {
		return false
	}
	if isMethod(n) {
		index--
	}
	return index >= 0 && index < len(n.Func.Params) && isCalledOnly(n.Func.Params[index], n.Func)
}

// isCalledOnly reports whether the only use that a function makes of its parameter p is to call it.
func isCalledOnly(p *ast.Var, fn *ast.Function) bool {
	uses, calls := 0, 0
	for n := range within(fn.Nodes()) {
		switch {
		case n.Kind == ast.VarRef && n.Var == p:
			uses++
		case n.Kind == ast.Call && root(forwarded(calledObject(n))) == p:
			calls++
		}
	}
	return uses == calls
}

// calledObject returns the pointer or the function object through which n calls a function. It returns nil if n is a
// direct call.
func calledObject(n *ast.Node) *ast.Node {
	switch {
	case n.Func == nil && len(n.Children) > 0:
		return n.Children[0]
	case isMethod(n) && n.Func.Name == "operator()" && len(arguments(n)) > 0:
		return arguments(n)[0]
	}
	return nil
}

// forwarded returns an expression without std::forward, std::move and conversions around it.
func forwarded(n *ast.Node) *ast.Node {
	for n != nil && len(n.Children) > 0 {
		switch {
		case n.Kind == ast.Cast:
			n = n.Children[0]
		case n.Kind == ast.Call && isForward(n.Func) && len(arguments(n)) == 1:
			n = arguments(n)[0]
		default:
			return n
		}
	}
	return n
}

func isForward(f *ast.Function) bool {
	return f != nil && f.Pos.System && (strings.HasPrefix(f.Qualified, "std::move<") ||
		strings.HasPrefix(f.Qualified, "std::forward<"))
}

// handOver records which lambdas among the arguments of a call are run where the called function calls them.
func (r *run) handOver(n *ast.Node) {
	for i, argument := range arguments(n) {
		l := construction(argument)
		if l != nil && l.Kind == ast.Lambda && l.Func != nil && r.code.isHanded(n, i) {
			r.makers[l.Func] = r.frame()
		}
	}
}

// callbackNames returns the expressions that pass a function by its name to another function, if that other function
// only calls it. It adds the passed functions to c.callbacks.
func (c *code) callbackNames() map[*ast.Node]bool {
	names := map[*ast.Node]bool{}
	for _, f := range c.functions {
		for n := range within(f.Nodes()) {
			for i, argument := range arguments(n) {
				if named := functionNamed(argument); named != nil && c.isHanded(n, i) {
					names[named] = true
					c.callbacks = append(c.callbacks, named.Func)
				}
			}
		}
	}
	return names
}

// functionNamed returns the node that names a function, if n is that node or a pointer to the function. It returns nil
// for any other expression.
func functionNamed(n *ast.Node) *ast.Node {
	for n != nil && n.Kind != ast.FuncRef {
		isPointer := n.Kind == ast.Cast && n.Op == operator.CastDecay || n.Kind == ast.Unary && n.Op == operator.AddrOf
		if !isPointer {
			return nil
		}
		n = n.Children[0]
	}
	return n
}

// runCallback runs the lambda that n calls, if the function that contains n got the lambda as an argument. This
// function must be on top of the stack. The second result is false if n does not call such a lambda, or if it is not
// known which object n calls.
func (r *run) runCallback(s *state, n *ast.Node, args []value) (value, bool) {
	if r.makers[n.Func] == nil || len(args) == 0 {
		return nil, false
	}
	c, ok := r.heap.follow(s, args[0]).(closure)
	if !ok || c.Function != n.Func {
		r.skipCallback(n.Func)
		return nil, false
	}
	r.stack = append(r.stack, c.maker)
	r.runLambda(s, c.Function, args[1:])
	r.stack = r.stack[:len(r.stack)-1]
	return r.domain.fresh(args...), true
}

// skipCallback records that a call is not followed. The parameter called is the called lambda, which was passed to a
// function. If called is nil, the call may be of any function that was passed to another function (code.callbacks).
func (r *run) skipCallback(called *ast.Function) {
	maker := r.makers[called]
	switch {
	case called == nil:
		for _, f := range r.code.callbacks {
			r.skipped[f] = true
		}
	case maker != nil:
		r.stack = append(r.stack, maker)
		r.launchUnknown(called.Body)
		r.stack = r.stack[:len(r.stack)-1]
	}
}

// skipCallbacks records that calls of the functions and lambdas among args are not followed. For a place in args, the
// value at this place counts.
func (r *run) skipCallbacks(s *state, args []value) {
	for _, v := range args {
		switch v := r.heap.followed(s, v).(type) {
		case function:
			r.skipped[v.Function] = true
		case closure:
			r.skipCallback(v.Function)
		}
	}
}

// isFunctionObject reports whether n calls the operator() of a std::function.
func isFunctionObject(n *ast.Node) bool {
	return n.Func != nil && isMethod(n) && n.Func.Name == "operator()" && n.Func.Pos.System && className(n.Func.This) == "function"
}

// wrap returns the content of a std::function that is made from v. It returns false if v is not a lambda or a function.
func (r *run) wrap(s *state, v value) (value, bool) {
	switch v := r.heap.followed(s, v).(type) {
	case closure:
		r.wrapped[v.Function], v.isWrapped = true, true
		return v, true
	case function:
		return v, v.Function != nil
	}
	return nil, false
}

// resolvedObject returns a call of a std::function as a direct call of the function that it holds. If this function is
// not known, it returns n. If the std::function is a parameter, the call may then be of any lambda that was stored in a
// std::function.
func (r *run) resolvedObject(s *state, n *ast.Node) *ast.Node {
	object := arguments(n)[0]
	direct := *n
	if direct.Func = r.frame().held[root(object)]; direct.Func != nil {
		return &direct
	}
	switch of := r.heap.follow(s, r.at(s, object)).(type) {
	case closure:
		direct.Func = of.Function
		return &direct
	case function:
		if of.Function != nil && of.This == nil {
			direct.Func, direct.Children = of.Function, n.Children[1:]
			return &direct
		}
	}
	if p := root(object); p != nil && p.Storage == types.Param {
		for f := range r.wrapped {
			r.skipCallback(f)
		}
	}
	return n
}
