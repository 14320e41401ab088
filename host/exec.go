package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A loop whose condition is known is run iteration by iteration, at most mostRounds times. Loops of this kind may be
// nested at most mostNested deep. Beyond these limits, one iteration stands for all others. In it, everything that the
// loop writes is unknown.
const (
	mostRounds = 32
	mostNested = 2
)

// exec runs a statement, and returns the states in which control leaves it.
func (r *run) exec(s *state, n *ast.Node) completions {
	if s.dead {
		return completions{}
	}
	if n == nil || !r.budget.goesOn() {
		return completions{next: s}
	}
	child := func(at int) *ast.Node { return childOf(n, at) }
	switch n.Kind {
	case ast.Compound:
		return r.sequence(s, n.Children)
	case ast.Decl:
		r.declare(s, n.Var)
	case ast.ExprStmt:
		r.eval(s, child(0))
	case ast.If:
		w := r.exec(s, child(0))
		return r.control.then(w, func(s *state) completions {
			return r.control.split(s, r.eval(s, child(1)),
				func(s *state) completions { return r.exec(s, child(2)) },
				func(s *state) completions { return r.exec(s, child(3)) })
		})
	case ast.Switch:
		w := r.exec(s, child(0))
		return r.control.then(w, func(s *state) completions { return r.choices(s, r.eval(s, child(1)), child(2)) })
	case ast.Case:
		return r.exec(s, child(2))
	case ast.Default, ast.Label:
		return r.exec(s, child(0))
	case ast.For, ast.While, ast.Do, ast.RangeFor:
		return r.iterate(s, n)
	case ast.Break:
		return completions{breaks: s}
	case ast.Continue:
		return completions{continues: s}
	case ast.Return:
		r.returnValue(s, child(0))
		return completions{returns: s}
	case ast.Try:
		return r.try(s, n)
	case ast.Goto:
		return r.jump(s, n)
	case ast.Null:
	default:
		r.havocAll(s, n)
	}
	return completions{next: s}
}

// childOf returns the child of a statement at an index, or nil if there is none.
func childOf(n *ast.Node, at int) *ast.Node {
	if at < len(n.Children) {
		return n.Children[at]
	}
	return nil
}

// iterate runs a loop statement of any kind.
func (r *run) iterate(s *state, n *ast.Node) completions {
	child := func(at int) *ast.Node { return childOf(n, at) }
	switch n.Kind {
	case ast.For:
		w := r.exec(s, child(0))
		return r.control.then(w, func(s *state) completions {
			return r.loop(s, loop{cond: child(1), step: child(2), body: []*ast.Node{child(3)}})
		})
	case ast.While:
		body := []*ast.Node{child(2)}
		if child(0) != nil {
			return r.rounds(s, loop{cond: child(1), body: append([]*ast.Node{child(0)}, body...)})
		}
		return r.loop(s, loop{cond: child(1), body: body})
	case ast.Do:
		return r.loop(s, loop{cond: child(1), body: []*ast.Node{child(0)}, last: true})
	}
	w := r.sequence(s, n.Children[:3]) // the parts of a RangeFor before its loop
	return r.control.then(w, func(s *state) completions {
		return r.loop(s, loop{cond: child(3), step: child(4), body: n.Children[5:], ofElements: true})
	})
}

// jump runs a goto. If the order of the statements in the function is not followed, the next statement is run in the
// state before the goto, because everything that the function writes is unknown.
func (r *run) jump(s *state, n *ast.Node) completions {
	if r.frame().unordered != nil {
		return completions{next: s}
	}
	return completions{jumps: jumps{{n.Text, s}}}
}

// sequence runs statements in order. It runs the other statements in the state in which the first one ends normally.
// After that, it joins their result with the other completions of the first one (break, continue, return). So the first
// condition in which two joined paths differ is the one that separated them.
func (r *run) sequence(s *state, nodes []*ast.Node) completions {
	if len(nodes) == 0 {
		return completions{next: s}
	}
	if r.frame().unordered != nil {
		return r.inTurn(s, nodes)
	}
	if at := firstLabel(nodes[1:]) + 1; at > 0 {
		labels := labelsAt(nodes[at])
		w := r.control.land(r.upTo(s, nodes[:at], labels[0]), labels)
		return r.control.then(w, func(s *state) completions { return r.sequence(s, nodes[at:]) })
	}
	return r.control.then(r.exec(s, nodes[0]), func(s *state) completions { return r.sequence(s, nodes[1:]) })
}

// upTo runs statements in order, and then jumps to the label that follows them. So the states of jumps to the label are
// joined with the state at its end one after the other, the last jump first.
func (r *run) upTo(s *state, nodes []*ast.Node, label string) completions {
	if len(nodes) == 0 {
		return completions{jumps: jumps{{label, s}}}
	}
	return r.control.then(r.exec(s, nodes[0]), func(s *state) completions { return r.upTo(s, nodes[1:], label) })
}

// inTurn runs statements of a function with jumps that are not followed. A jump may reach any of them. So a statement is run even if the
// previous one does not end normally.
func (r *run) inTurn(s *state, nodes []*ast.Node) completions {
	var out completions
	for _, n := range nodes {
		next := r.control.copy(s)
		w := r.exec(next, n)
		if w.next.alive() {
			next = w.next
		} else {
			next = r.control.copy(s)
		}
		next.path, w.next = s.path, nil
		out, s = r.control.join(out, w), next
	}
	out.next = s
	return out
}

// declare creates a local variable with its initial value. A reference gets no object. It maps to the place to which it
// refers.
func (r *run) declare(s *state, v *ast.Var) {
	if v.Static || v.Storage != types.Local {
		if !v.Known {
			r.havoc(s, v.Init, writesOf(v.Init))
		}
		return
	}
	f := r.frame()
	if v.Type != nil && v.Type.Kind == types.Ref {
		f.vars[v] = r.bind(s, v.Init, v.Type)
		return
	}
	object := r.heap.object()
	f.vars[v] = place{object: object}
	r.heap.escaped[object] = f.isUnsettled(v)
	r.heap.shared[object] = hasDestructor(v.Type)
	if name, isNamed := r.named(v); isNamed {
		s.env[object] = name
	} else if v.Init != nil {
		s.env[object] = r.eval(s, v.Init)
	} else {
		s.env[object] = r.domain.fresh()
	}
	if r.heap.escaped[object] || r.heap.shared[object] {
		r.heap.escape(s, s.env[object])
	}
}

func (r *run) returnValue(s *state, n *ast.Node) {
	if n == nil {
		return
	}
	f := r.frame()
	if f.function.Result != nil && f.function.Result.Kind == types.Ref {
		s.env[f.result] = r.bind(s, n, f.function.Result)
	} else {
		s.env[f.result] = r.eval(s, n)
	}
}

// choices runs a switch. `on` is the value of its condition. For each label that the value may match, it runs the
// statements from this label. If the value may match no label, it runs the statements from the default, or none if
// there is no default. The body is not followed if it is not a block, or if one of its statements contains a label.
func (r *run) choices(s *state, on value, body *ast.Node) completions {
	if body == nil || body.Kind != ast.Compound || hasInnerLabels(body) {
		r.havocAll(s, body)
		return completions{next: s}
	}
	return r.fitting(s, on, body.Children, 0)
}

// section runs statements of a switch. A break in them counts as their normal end.
func (r *run) section(s *state, nodes []*ast.Node) completions {
	w := r.sequence(s, nodes)
	w.next, w.breaks = r.control.merge(w.next, w.breaks), nil
	return w
}

// fitting runs the statements of a switch from the first label that matches the value `on`. It looks for the label
// among nodes, from the index `at`. If no label matches, it begins at the default label.
func (r *run) fitting(s *state, on value, nodes []*ast.Node, at int) completions {
	for ; at < len(nodes); at++ {
		labels, _ := labelsOf(nodes[at])
		if len(labels) == 0 {
			continue
		}
		fits := value(known(0))
		for _, l := range labels {
			fits = r.control.logical(s, operator.LOr, fits, r.matches(s, on, l))
		}
		return r.control.split(s, fits,
			func(s *state) completions { return r.section(s, nodes[at:]) },
			func(s *state) completions { return r.fitting(s, on, nodes, at+1) })
	}
	for i, n := range nodes {
		if _, isDefault := labelsOf(n); isDefault {
			return r.section(s, nodes[i:])
		}
	}
	return completions{next: s}
}

// hasInnerLabels reports whether some label of a switch is inside a statement of its body, instead of directly before
// it.
func hasInnerLabels(body *ast.Node) bool {
	for _, n := range body.Children {
		for n != nil && (n.Kind == ast.Case || n.Kind == ast.Default) {
			n = n.Children[len(n.Children)-1]
		}
		if hasLabel(n) {
			return true
		}
	}
	return false
}

func hasLabel(n *ast.Node) bool {
	return n != nil && n.Kind != ast.Switch &&
		(n.Kind == ast.Case || n.Kind == ast.Default || slices.ContainsFunc(n.Children, hasLabel))
}

// labelsOf returns the case labels directly before a statement, and whether there is also a default.
func labelsOf(n *ast.Node) (cases []*ast.Node, isDefault bool) {
	for n != nil && (n.Kind == ast.Case || n.Kind == ast.Default) {
		if n.Kind == ast.Case {
			cases = append(cases, n)
		} else {
			isDefault = true
		}
		n = n.Children[len(n.Children)-1]
	}
	return cases, isDefault
}

func (r *run) matches(s *state, on value, label *ast.Node) value {
	low := r.eval(s, label.Children[0])
	if label.Children[1] == nil {
		return r.domain.binary(operator.EQ, label.Children[0].Type, on, low)
	}
	high := r.eval(s, label.Children[1])
	t := label.Children[0].Type
	return r.control.logical(s, operator.LAnd, r.domain.binary(operator.GE, t, on, low), r.domain.binary(operator.LE, t, on, high))
}

// try runs a try statement. A handler may run after any part of the block. So each handler is run with everything that
// the block writes unknown.
func (r *run) try(s *state, n *ast.Node) completions {
	w := r.exec(r.control.copy(s), n.Children[0])
	r.forget(s, writesOf(n.Children[0]))
	for _, handler := range n.Children[1:] {
		w = r.control.join(w, r.exec(r.control.copy(s), handler))
	}
	return w
}

type loop struct {
	cond, step *ast.Node
	body       []*ast.Node
	last       bool // last: the condition is evaluated after the body
	ofElements bool // ofElements: the loop is over the elements of a range
}

// loop runs a loop iteration by iteration, as long as its condition is known. It uses rounds instead if loops are
// nested too deep, or if no iteration can change the launches of a later one.
func (r *run) loop(s *state, l loop) completions {
	if l.last && isZero(l.cond) {
		return r.once(s, l)
	}
	if r.nested >= mostNested || !r.isRehearsal && !r.code.goesRound(l) {
		return r.rounds(s, l)
	}
	r.nested++
	defer func() { r.nested-- }()
	return r.roundsFrom(s, l, 0)
}

// roundsFrom runs the iterations of a loop from the one with index round. In a loop over elements, an earlier condition
// may decide the number of elements. The loop then continues for one value of the condition, and ends for the other
// value.
func (r *run) roundsFrom(s *state, l loop, round int) completions {
	if round >= mostRounds {
		return r.rounds(s, l)
	}
	if l.last && round == 0 {
		return r.round(s, l, round)
	}
	on := r.condition(s, l)
	_, isKnown := on.(known)
	switch {
	case on == known(0):
		return completions{next: s}
	case isKnown:
		return r.round(s, l, round)
	case l.ofElements && isOfKnown(on):
		return r.control.split(s, on,
			func(s *state) completions { return r.round(s, l, round) },
			func(s *state) completions { return completions{next: s} })
	}
	return r.rounds(s, l)
}

// isOfKnown reports whether a value is known, or a choice between known values.
func isOfKnown(v value) bool {
	if c, ok := v.(*choice); ok {
		return isOfKnown(c.then) && isOfKnown(c.other)
	}
	_, ok := v.(known)
	return ok
}

// round runs one iteration of a loop, and then the following ones.
func (r *run) round(s *state, l loop, round int) completions {
	w := r.sequence(s, l.body)
	out := completions{next: w.breaks, returns: w.returns, jumps: w.jumps}
	next := r.control.merge(w.next, w.continues)
	if !next.alive() {
		return out
	}
	if l.step != nil {
		r.eval(next, l.step)
	}
	return r.control.join(out, r.roundsFrom(next, l, round+1))
}

// isZero reports whether an expression, without its casts, is a constant with the value 0.
func isZero(n *ast.Node) bool {
	for n.Kind == ast.Cast {
		n = n.Children[0]
	}
	return n.Known && n.Value == 0
}

// once runs a loop that has exactly one iteration: `do { ... } while (0)`.
func (r *run) once(s *state, l loop) completions {
	w := r.sequence(s, l.body)
	return completions{next: r.control.merge(r.control.merge(w.next, w.continues), w.breaks), returns: w.returns, jumps: w.jumps}
}

func (r *run) condition(s *state, l loop) value {
	if l.cond == nil {
		return known(1)
	}
	return r.domain.givenPath(s.path, r.eval(s, l.cond))
}

// rounds runs a loop with an unknown number of iterations. One iteration represents all.
func (r *run) rounds(s *state, l loop) completions {
	written := writesOf(append(slices.Clip(l.body), l.cond, l.step)...)
	kept := r.keptBy(s, l, written)
	kept.forget(r, s, written)
	one := r.control.copy(s)
	one.path = append(one.path, kept.bounds(r.domain, one)...)
	holds := value(known(1))
	if !l.last {
		holds = r.condition(one, l)
	}
	w := r.control.split(one, holds,
		func(s *state) completions { return r.sequence(s, l.body) },
		func(*state) completions { return completions{} })
	for _, next := range []*state{w.next, w.continues} {
		if next != nil {
			r.condition(next, l)
			if l.step != nil {
				r.eval(next, l.step)
			}
		}
	}
	kept.forget(r, s, written)
	return completions{next: r.control.merge(w.breaks, s), returns: w.returns, jumps: w.jumps}
}

// havocAll applies the effects of code that is not followed, if the code may write to anything to which pointers point.
func (r *run) havocAll(s *state, n *ast.Node) {
	w := writesOf(n)
	w.wild = true
	r.havoc(s, n, w)
}

// havoc applies the effects of code that is not followed. The code writes w at an unknown time. Afterwards the values
// of w are unknown. The launches in the code, and the arguments of its calls, are unknown too.
func (r *run) havoc(s *state, n *ast.Node, w *writes) {
	r.escapeNamed(s, n)
	r.forget(s, w)
	r.launchUnknown(n)
}

// launchUnknown records that the launches in an expression or a statement, and the arguments of its calls, are unknown.
func (r *run) launchUnknown(n *ast.Node) {
	for inner := range within(n.Nodes()) {
		if inner.Kind == ast.Call && calledObject(inner) != nil {
			r.skipCallback(inner.Func)
		}
		switch {
		case isLaunch(inner):
			r.results.add(inner, outcome{})
		case r.frame().called[inner.Func]:
			r.launchUnknown(inner.Func.Body)
		case inner.Func != nil:
			r.skipped[inner.Func] = true
		}
	}
}
