package host

import (
	"iter"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// relevance is a slice of the host code: the variables, the fields and the results of functions that may decide a
// launch. It ignores the order of statements, and does not distinguish two objects of one class. Code that decides no
// launch need not be run: in a loop one iteration stands for all (exec.go), and a call is skipped.
type relevance struct {
	// flows maps a variable, a field or a function to the variables, fields and functions from which its value is made.
	// decides is the set of the variables, fields and functions that may decide a launch.
	flows   map[any][]any
	decides map[any]bool
	// changes is the set of functions that write something that outlives the function and decides a launch. acts is the
	// set of functions in changes, and of those that launch a kernel or end the program. A function that calls a member
	// of a set is a member too.
	changes, acts map[*ast.Function]bool
	// users maps each function to the functions that name it. lambdas lists the lambdas that the functions make.
	users   users
	lambdas []*ast.Function
	// tests is the set of small functions that conditions call, or that compute arguments of launches. They are run
	// because they may limit the arguments of a launch.
	tests map[*ast.Function]bool
	// isRound caches goesRound.
	isRound map[*ast.Node]bool
}

// launches is the key in relevance.flows that stands for all launches of a unit. givens stands for the arguments of the
// launches.
type (
	launches struct{}
	givens   struct{}
)

// mostConfiguring is the number of leading arguments of a call of the CUDA runtime that may determine the launch. Two
// functions need this many. One adds a node to a graph: its parameters follow the nodes on which it depends. The other
// is the driver's launch: its block follows the grid.
const mostConfiguring = blockEnd

func relevanceOf(hosts []*ast.Function) *relevance {
	in := &relevance{
		flows: map[any][]any{}, decides: map[any]bool{}, isRound: map[*ast.Node]bool{}, tests: map[*ast.Function]bool{},
		changes: map[*ast.Function]bool{}, acts: map[*ast.Function]bool{},
	}
	for _, f := range hosts {
		in.read(f)
	}
	in.mark(launches{}, in.decides)
	in.testGiven()
	all := slices.Concat(hosts, in.lambdas)
	in.users = usersIn(all)
	for _, f := range hosts {
		in.changes[f] = in.initialises(f) || in.changesIn(f.Body)
	}
	in.users.grow(in.changes)
	for _, f := range all {
		in.acts[f] = in.changes[f] || in.actsIn(f.Body)
	}
	in.users.grow(in.acts)
	return in
}

// mark adds a thing to marked, and all from which its value is made.
func (in *relevance) mark(thing any, marked map[any]bool) {
	if marked[thing] {
		return
	}
	marked[thing] = true
	for _, from := range in.flows[thing] {
		in.mark(from, marked)
	}
}

// testGiven adds the small functions that compute arguments of launches to in.tests.
func (in *relevance) testGiven() {
	given := map[any]bool{}
	in.mark(givens{}, given)
	for thing := range given {
		if f, ok := thing.(*ast.Function); ok && f.Body != nil && isScalar(f.Result) && isSmall(f.Body) {
			in.tests[f] = true
		}
	}
}

// flow records that the value of each of targets is made from sources.
func (in *relevance) flow(targets, sources []any) {
	for _, thing := range targets {
		in.flows[thing] = append(in.flows[thing], sources...)
	}
}

// read records the flows in a function, and in the lambdas that it makes.
func (in *relevance) read(f *ast.Function) {
	for _, i := range f.Inits {
		if i.Field != nil {
			in.bind([]any{i.Field}, i.Field.Type, i.Value)
		}
	}
	for n := range f.Nodes() {
		switch n.Kind {
		case ast.Decl:
			in.bind([]any{n.Var}, n.Var.Type, n.Var.Init)
		case ast.Assign:
			in.bind(names(n.Children[0]), n.Type, n.Children[1])
		case ast.Return:
			in.flow([]any{f}, names(n))
		case ast.InitList:
			for i, child := range n.Children {
				if field := fieldAt(n.Type, i); field != nil {
					in.bind([]any{field}, field.Type, child)
				}
			}
		case ast.If:
			in.test(n.Children[1])
		case ast.Launch_:
			in.flow([]any{launches{}}, names(n.Children[0], n.Children[min(2, len(n.Children)-1)]))
			in.flow([]any{givens{}}, names(n.Children...))
		case ast.Call, ast.Construct:
			in.call(n)
		case ast.For, ast.While, ast.Do, ast.RangeFor:
			in.flow(writtenBy(n), names(conditionOf(n)))
		case ast.Lambda:
			if n.Func != nil && n.Func.Body != nil {
				in.lambdas = append(in.lambdas, n.Func)
				in.read(n.Func)
			}
		}
	}
}

// test adds the small functions that a condition calls to in.tests.
func (in *relevance) test(condition *ast.Node) {
	if condition == nil {
		return
	}
	for n := range condition.Nodes() {
		if n.Kind == ast.Call && n.Func != nil && n.Func.Body != nil && isScalar(n.Func.Result) && isSmall(n.Func.Body) {
			in.tests[n.Func] = true
		}
	}
}

// mostTested bounds the nodes of a function that is run because a condition calls it.
const mostTested = 64

// isSmall reports whether the body of a function has at most mostTested nodes and no loop.
func isSmall(body *ast.Node) bool {
	nodes := 0
	for n := range body.Nodes() {
		if nodes++; nodes > mostTested || n.Kind == ast.For || n.Kind == ast.While || n.Kind == ast.Do || n.Kind == ast.RangeFor {
			return false
		}
	}
	return true
}

// bind records that targets, of type t, get a value. If t is a reference, a pointer or a record, a write to targets may
// also change the objects to which the value refers. bind records this too.
func (in *relevance) bind(targets []any, t *types.Type, value *ast.Node) {
	in.flow(targets, names(value))
	if isReference(t) {
		in.flow(designated(value), targets)
	} else if mayPoint(t) || t.Kind == types.Record {
		in.flow(pointedTo(value), targets)
	}
}

// pointedTo returns the variables and fields to which a value may refer.
func pointedTo(value *ast.Node) []any {
	var all []any
	for n := range value.Nodes() {
		switch {
		case n.Kind == ast.Unary && n.Op == operator.AddrOf:
			all = append(all, designated(n.Children[0])...)
		case n.Var != nil && (mayPoint(n.Var.Type) || !isScalar(n.Var.Type)):
			all = append(all, n.Var)
		case n.Field != nil && (mayPoint(n.Field.Type) || !isScalar(n.Field.Type)):
			all = append(all, n.Field)
		}
	}
	return all
}

func (in *relevance) call(n *ast.Node) {
	given := arguments(n)
	if isRuntimeCall(n.Func) {
		in.flow([]any{launches{}}, names(given[:min(len(given), mostConfiguring)]...))
		in.flow([]any{givens{}}, names(given...))
		return
	}
	if n.Func == nil || n.Func.Body == nil {
		in.flow(writtenByCall(n), names(given...))
		return
	}
	if isMethod(n) && len(given) > 0 {
		given = given[1:]
	}
	for i, p := range n.Func.Params[:min(len(given), len(n.Func.Params))] {
		in.bind([]any{p}, p.Type, given[i])
	}
}

// names returns the variables, the fields and the functions that expressions name.
func names(list ...*ast.Node) []any {
	var all []any
	for _, outer := range list {
		for n := range outer.Nodes() {
			switch {
			case n.Var != nil:
				all = append(all, n.Var)
			case n.Field != nil:
				all = append(all, n.Field)
			case n.Func != nil:
				all = append(all, n.Func)
			}
		}
	}
	return all
}

// writtenBy returns the variables and fields that a statement writes. It leaves out the variables that the statement
// itself declares, except static ones and those that may hold a pointer.
func writtenBy(outer *ast.Node) []any {
	var all, own []any
	for n := range outer.Nodes() {
		switch n.Kind {
		case ast.Assign:
			all = append(all, designated(n.Children[0])...)
		case ast.Unary:
			switch n.Op {
			case operator.PreInc, operator.PreDec, operator.PostInc, operator.PostDec:
				all = append(all, designated(n.Children[0])...)
			}
		case ast.Decl:
			if !n.Var.Static && !mayPoint(n.Var.Type) {
				own = append(own, n.Var)
			}
		case ast.Call, ast.Construct:
			all = append(all, writtenByCall(n)...)
		}
	}
	return slices.DeleteFunc(all, func(thing any) bool { return slices.Contains(own, thing) })
}

// designated returns the variable that an expression designates, wholly or in part. If the expression may go through a
// pointer, it returns everything that the expression names.
func designated(n *ast.Node) []any {
	if v := root(n); v != nil && !mayPoint(v.Type) {
		return []any{v}
	}
	return names(n)
}

// mayPoint reports whether values of a type are, or may be, pointers or references. They may be if the type is not
// known.
func mayPoint(t *types.Type) bool {
	return t == nil || t.Kind == types.Ref || t.Kind == types.Pointer || t.Kind == types.Invalid
}

// writtenByCall returns what a call may write through its arguments.
func writtenByCall(n *ast.Node) []any {
	if isRuntimeCall(n.Func) || n.Kind == ast.Construct && n.Func == nil {
		return nil
	}
	var all []any
	for i, argument := range arguments(n) {
		t := parameterType(n, i)
		if t == nil && !argument.LValue {
			t = argument.Type
		}
		if mayPoint(t) && (t == nil || !readsOnly(t)) || isRecord(t) {
			all = append(all, designated(argument)...)
		}
	}
	return all
}

// initialises reports whether a constructor sets a field that decides a launch.
func (in *relevance) initialises(f *ast.Function) bool {
	return slices.ContainsFunc(f.Inits, func(i *ast.Init) bool {
		return i.Field != nil && in.decides[i.Field]
	})
}

// changesIn reports whether a statement writes a value that outlives the statement and decides a launch. The statement
// may also call a function that does.
func (in *relevance) changesIn(outer *ast.Node) bool {
	return slices.ContainsFunc(writtenBy(outer), func(thing any) bool { return in.decides[thing] }) ||
		contains(outer, func(n *ast.Node) bool { return in.changes[n.Func] })
}

// actsIn reports whether a statement launches a kernel, ends the program, calls unknown code, or calls a function in
// acts.
func (in *relevance) actsIn(outer *ast.Node) bool {
	return contains(outer, func(n *ast.Node) bool {
		return n.Kind == ast.Launch_ || n.Kind == ast.Unsupported ||
			n.Kind == ast.Call && (n.Func == nil || isFunctionObject(n)) ||
			in.acts[n.Func] || isRuntimeCall(n.Func) || neverReturns(n.Func)
	})
}

// contains reports whether `is` returns true for a node of a statement, or for a node of a lambda that the statement
// makes.
func contains(outer *ast.Node, is func(*ast.Node) bool) bool { return anyOf(outer.Nodes(), is) }

// anyOf reports whether `is` returns true for one of nodes, or for a node of a lambda that they make.
func anyOf(nodes iter.Seq[*ast.Node], is func(*ast.Node) bool) bool {
	for n := range within(nodes) {
		if is(n) {
			return true
		}
	}
	return false
}

// within yields nodes, and the nodes of the lambdas that they make.
func within(nodes iter.Seq[*ast.Node]) iter.Seq[*ast.Node] {
	return func(yield func(*ast.Node) bool) { walk(nodes, yield) }
}

func walk(nodes iter.Seq[*ast.Node], yield func(*ast.Node) bool) bool {
	for n := range nodes {
		if !yield(n) || n.Kind == ast.Lambda && n.Func != nil && !walk(n.Func.Nodes(), yield) {
			return false
		}
	}
	return true
}

// goesRound reports whether a part of a loop changes something that decides a launch in a later iteration.
func (in *relevance) goesRound(part *ast.Node) bool {
	is, ok := in.isRound[part]
	if !ok {
		is = in.changesIn(part)
		in.isRound[part] = is
	}
	return is
}

// isIdle reports whether a call need not be run: it launches nothing, and changes nothing that decides a launch.
func (in *relevance) isIdle(n *ast.Node) bool {
	return n.Func != nil && !in.acts[n.Func] && !in.decides[n.Func] && !in.tests[n.Func] &&
		!slices.ContainsFunc(writtenByCall(n), func(thing any) bool { return in.decides[thing] }) &&
		!slices.ContainsFunc(arguments(n), func(a *ast.Node) bool { return a != nil && in.inside(a.Type) })
}

// inside reports whether a field of a type, or of the type that it points to, decides a launch.
func (in *relevance) inside(t *types.Type) bool {
	if t != nil && t.Elem != nil {
		t = t.Elem
	}
	return t != nil && (slices.ContainsFunc(t.Bases, in.inside) ||
		slices.ContainsFunc(t.Fields, func(f *types.Field) bool {
			return in.decides[f] || isRecord(f.Type) && in.inside(f.Type)
		}))
}

// conditionOf returns the condition of a loop, nil if it has none.
func conditionOf(n *ast.Node) *ast.Node {
	at := 1
	if n.Kind == ast.RangeFor {
		at = 3
	}
	if at < len(n.Children) {
		return n.Children[at]
	}
	return nil
}

// fieldAt returns the field at an index of a record. The first indices are those of the bases. fieldAt returns nil for
// these, and for an index after the last field.
func fieldAt(t *types.Type, index int) *types.Field {
	if t == nil || index < len(t.Bases) || index >= len(t.Bases)+len(t.Fields) {
		return nil
	}
	return t.Fields[index-len(t.Bases)]
}
