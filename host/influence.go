package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// An influence tells what may decide a launch: which of the variables, fields and
// results of functions. It knows no order of statements and tells no two objects of a
// class apart. What decides nothing need not be run: a loop once for all its rounds
// (exec.go), a function not at all.
type influence struct {
	// flows has for each thing what it is made of, decides what reaches a launch.
	flows   map[any][]any
	decides map[any]bool
	// acts are the functions that launch, end the program, write what decides a
	// launch, or call one that does; calls are those that each calls.
	acts  map[*ast.Function]bool
	calls map[*ast.Function][]*ast.Function
}

// launches stands for all that the launches of a unit name.
type launches struct{}

func influenceOf(hosts []*ast.Function) *influence {
	in := &influence{
		flows: map[any][]any{}, decides: map[any]bool{},
		acts: map[*ast.Function]bool{}, calls: map[*ast.Function][]*ast.Function{},
	}
	for _, f := range hosts {
		in.read(f)
	}
	in.mark(launches{})
	for changed := true; changed; {
		changed = false
		for _, f := range hosts {
			if !in.acts[f] && in.isActive(f) {
				in.acts[f], changed = true, true
			}
		}
	}
	return in
}

func (in *influence) mark(thing any) {
	if in.decides[thing] {
		return
	}
	in.decides[thing] = true
	for _, from := range in.flows[thing] {
		in.mark(from)
	}
}

// flow notes that things are made of others.
func (in *influence) flow(to, from []any) {
	for _, thing := range to {
		in.flows[thing] = append(in.flows[thing], from...)
	}
}

// read notes the flows in a function.
func (in *influence) read(f *ast.Function) {
	for _, i := range f.Inits {
		if i.Field != nil {
			in.flow([]any{i.Field}, names(i.Value))
		}
	}
	for n := range f.Nodes() {
		switch n.Kind {
		case ast.Decl:
			in.bind([]any{n.Var}, n.Var.Type, names(n.Var.Init))
		case ast.Assign:
			in.bind(names(n.Children[0]), n.Type, names(n.Children[1]))
		case ast.Return:
			in.flow([]any{f}, names(n))
		case ast.InitList:
			for i, child := range n.Children {
				if field := fieldAt(n.Type, i); field != nil {
					in.flow([]any{field}, names(child))
				}
			}
		case ast.Launch_:
			in.flow([]any{launches{}}, names(n.Children[:min(len(n.Children), 3)]...))
		case ast.Call, ast.Construct:
			in.call(f, n)
		case ast.For, ast.While, ast.Do, ast.RangeFor:
			in.flow(writtenBy(n), names(conditionOf(n)))
		case ast.Lambda:
			if n.Func != nil && n.Func.Body != nil {
				in.read(n.Func)
				in.calls[f] = append(in.calls[f], n.Func)
			}
		}
	}
}

// bind notes that something is given a value, which it may lead to.
func (in *influence) bind(to []any, t *ast.Type, from []any) {
	in.flow(to, from)
	if t == nil || t.Kind == ast.Ref || t.Kind == ast.Pointer || t.Kind == ast.Record {
		in.flow(from, to)
	}
}

func (in *influence) call(caller *ast.Function, n *ast.Node) {
	given := arguments(n)
	if isRuntimeCall(n.Func) {
		in.flow([]any{launches{}}, names(given...))
		return
	}
	if n.Func == nil || n.Func.Body == nil {
		all := names(given...)
		in.flow(all, all)
		return
	}
	in.calls[caller] = append(in.calls[caller], n.Func)
	if isMethod(n) {
		given = given[1:]
	}
	for i, p := range n.Func.Params[:min(len(given), len(n.Func.Params))] {
		in.bind([]any{p}, p.Type, names(given[i]))
	}
}

// names are the variables, the fields and the functions that expressions name.
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

// writtenBy are what a statement writes, and that it launches.
func writtenBy(outer *ast.Node) []any {
	var all []any
	for n := range outer.Nodes() {
		switch n.Kind {
		case ast.Assign:
			all = append(all, names(n.Children[0])...)
		case ast.Unary:
			switch n.Op {
			case ast.PreInc, ast.PreDec, ast.PostInc, ast.PostDec:
				all = append(all, names(n.Children[0])...)
			}
		case ast.Decl:
			all = append(all, n.Var)
		case ast.Call, ast.Construct:
			all = append(all, writtenByCall(n)...)
		case ast.Launch_:
			all = append(all, launches{})
		}
	}
	return all
}

// writtenByCall are what a call may write through its arguments.
func writtenByCall(n *ast.Node) []any {
	if isRuntimeCall(n.Func) {
		return []any{launches{}}
	}
	var all []any
	for i, argument := range arguments(n) {
		if t := parameterType(n, i); t == nil || !readsOnly(t) {
			all = append(all, names(argument)...)
		}
	}
	return all
}

// isActive reports a function that does something about a launch.
func (in *influence) isActive(f *ast.Function) bool {
	for _, i := range f.Inits {
		if i.Field != nil && in.decides[i.Field] {
			return true
		}
	}
	return in.matters(f.Body) || slices.ContainsFunc(in.calls[f], func(g *ast.Function) bool { return in.acts[g] })
}

// matters reports a statement that does something about a launch.
func (in *influence) matters(outer *ast.Node) bool {
	for n := range outer.Nodes() {
		switch {
		case n.Func != nil && (in.acts[n.Func] || neverReturns[n.Func.Name]),
			n.Kind == ast.Unsupported:
			return true
		case n.Kind == ast.Lambda && n.Func != nil && in.matters(n.Func.Body):
			return true
		}
	}
	return slices.ContainsFunc(writtenBy(outer), func(thing any) bool { return in.decides[thing] })
}

// isIdle reports a call that does nothing about a launch.
func (in *influence) isIdle(n *ast.Node) bool {
	return n.Func != nil && !in.acts[n.Func] && !in.decides[n.Func] &&
		!slices.ContainsFunc(names(arguments(n)...), func(thing any) bool { return in.decides[thing] })
}

// conditionOf is the condition of a loop.
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

// fieldAt is the field that stands in a slot of a record; nil for other slots.
func fieldAt(t *ast.Type, at int) *ast.Field {
	if t == nil || at < len(t.Bases) || at >= len(t.Bases)+len(t.Fields) {
		return nil
	}
	return t.Fields[at-len(t.Bases)]
}
