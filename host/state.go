package host

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// state is what is known at a point of the code: the values of the objects, by number, and the conditions on the path
// to the point. A point that is never reached has the state nil. After a call that does not return, the state is dead.
type state struct {
	env  map[int]value
	path path
	dead bool
	// isRenewed reports whether unknown code may have written global variables in a branch that returns or jumps.
	isRenewed bool
}

// control separates states at a condition, and joins them where they meet again.
type control struct {
	domain *domain
	heap   *heap
	budget *budget
}

// copy returns a copy of a state. It spends one step per object.
func (c *control) copy(s *state) *state {
	c.budget.spend(len(s.env))
	return &state{env: maps.Clone(s.env), path: slices.Clip(s.path), dead: s.dead, isRenewed: s.isRenewed}
}

// completions holds the states in which control leaves a statement: normally, or by a break, a continue, a return or a
// goto. A state is nil if control does not leave the statement in this form.
type completions struct {
	next, breaks, continues, returns *state
	jumps                            jumps
}

func (c *control) join(a, b completions) completions {
	return completions{c.merge(a.next, b.next), c.merge(a.breaks, b.breaks),
		c.merge(a.continues, b.continues), c.merge(a.returns, b.returns), c.joinJumps(a.jumps, b.jumps)}
}

// merge joins two states that meet. If an object has different values in them, its value becomes a choice by the
// condition that separated the states.
func (c *control) merge(a, b *state) *state {
	if !a.alive() || !b.alive() {
		return or(a, b)
	}
	common := 0
	for common < len(a.path) && common < len(b.path) && a.path[common].same(b.path[common]) {
		common++
	}
	pick := c.domain.mixed
	rest := slices.Concat(a.path[common:], b.path[common:])
	if diverging := a.path[common:]; len(diverging) > 0 && common < len(b.path) &&
		diverging[0].on.name == b.path[common].on.name {
		if !diverging[0].holds {
			a, b = b, a
		}
		rest = slices.Concat(a.path[common+1:], b.path[common+1:])
		pick = func(v, w value) value { return c.domain.choose(diverging[0].on, v, w) }
	}
	made := &state{env: map[int]value{}, path: c.domain.withRest(a.path[:common], rest, a.path[common:], b.path[common:]), isRenewed: a.isRenewed || b.isRenewed}
	for object, v := range a.env {
		if w, ok := b.env[object]; ok {
			made.env[object] = pick(v, w)
		}
	}
	return made
}

func (s *state) alive() bool { return s != nil && !s.dead }

func or(a, b *state) *state {
	if a.alive() {
		return a
	}
	return b
}

// split calls `then` if a condition is true, and `other` if it is false. If the condition is not known, split calls
// both functions and joins their results.
func (c *control) split(s *state, cond value, then, other func(*state) completions) completions {
	if s.dead {
		return completions{}
	}
	switch on := c.domain.givenPath(s.path, cond).(type) {
	case known:
		if on == 0 {
			return other(s)
		}
	case *choice:
		return c.fork(s, on.on,
			func(s *state) completions { return c.split(s, on.then, then, other) },
			func(s *state) completions { return c.split(s, on.other, then, other) })
	case *unknown:
		if !on.isTest {
			return c.split(s, c.domain.binary(operator.NE, types.Boolean, on, known(0)), then, other)
		}
		if holds, decided := s.path.decides(on); decided {
			return c.split(s, known(truth(holds)), then, other)
		}
		return c.fork(s, on, then, other)
	}
	return then(s)
}

func (c *control) fork(s *state, cond *unknown, then, other func(*state) completions) completions {
	opposite := c.copy(s)
	s.path = append(slices.Clip(s.path), literal{cond, true})
	opposite.path = append(slices.Clip(opposite.path), literal{cond, false})
	return c.join(c.branch(s, then), c.branch(opposite, other))
}

// branch runs a branch. If control only leaves the branch by a return or a goto, the code after the branch does not see
// what unknown code wrote in it. Only the code after the call of the function, or after the label, does (isRenewed).
//
//	if (at->n < 32) { printf("too few"); return; }
//	k<<<1, 32>>>(at->n);
func (c *control) branch(s *state, run func(*state) completions) completions {
	before := c.heap.epoch
	w := run(s)
	if c.heap.epoch != before && !w.next.alive() && !w.breaks.alive() && !w.continues.alive() {
		c.heap.epoch = before
		if w.returns.alive() {
			w.returns.isRenewed = true
		}
		for _, j := range w.jumps {
			j.state.isRenewed = true
		}
	}
	return w
}

// either returns the result of `then` if cond is true, and that of `other` if it is false. If cond is not known, either
// calls both functions and joins their results.
func (c *control) either(s *state, cond value, then, other func(*state) value) value {
	result := c.heap.object()
	keep := func(compute func(*state) value) func(*state) completions {
		return func(s *state) completions {
			v := compute(s)
			s.env[result] = v
			return completions{next: s}
		}
	}
	next := c.split(c.copy(s), cond, keep(then), keep(other)).next
	if !next.alive() {
		s.dead = true
		return c.domain.fresh()
	}
	s.become(next)
	v := s.env[result]
	delete(s.env, result)
	return v
}

// become replaces the values and the conditions of s by those of another state.
func (s *state) become(other *state) {
	s.env, s.path = other.env, other.path
}

// write stores v at target, the place that the expression n designates. If the place is not known, the variable in n
// becomes unknown as a whole, and so does each object to which a pointer may point.
func (r *run) write(s *state, n *ast.Node, target, v value) {
	at, ok := target.(place)
	if ok {
		s.env[at.object] = r.domain.with(s.env[at.object], at.path, v)
	} else {
		w := writesOf(n)
		w.wild = true
		r.forget(s, w)
	}
	if !ok || r.heap.escaped[at.object] || r.heap.shared[at.object] {
		r.heap.escape(s, v)
		r.heap.renew()
	}
}

// escapeNamed marks the variables that an expression may write as escaped, because its writes are not followed.
func (r *run) escapeNamed(s *state, n *ast.Node) {
	w := writesOf(n)
	for v := range w.vars {
		r.heap.escape(s, r.frame().vars[v])
	}
	if w.this {
		r.heap.escape(s, r.frame().this)
	}
}

// forget makes everything unknown that is in w, the writes of a part of the program.
func (r *run) forget(s *state, w *writes) {
	r.heap.renew()
	from := r.sourcesOf(s, w)
	for v, parts := range w.vars {
		if at, ok := r.frame().vars[v].(place); ok && !isLasting(s.env[at.object]) {
			for _, part := range parts {
				s.env[at.object] = r.domain.with(s.env[at.object], at.path+part, r.domain.fresh(from))
			}
		}
	}
	if at, ok := r.frame().this.(place); ok && w.this {
		s.env[at.object] = r.domain.fresh(from, s.env[at.object])
	}
	if w.wild {
		r.heap.havoc(s)
	}
}

// sourcesOf returns an unknown that depends on all variables that a part of the program mentions. w lists the uses of
// variables in this part. The unknown may point to the targets of the variables that the part writes, and to the
// variables whose address it takes.
func (r *run) sourcesOf(s *state, w *writes) value {
	var read, pointers []value
	for v := range w.mentioned {
		at, ok := r.frame().vars[v].(place)
		if !ok {
			continue
		}
		read = append(read, s.env[at.object])
		if w.vars[v] != nil {
			pointers = append(pointers, s.env[at.object])
		}
		if w.pointed[v] {
			pointers = append(pointers, at)
		}
	}
	return &unknown{deps: depsOf(read), pointsTo: pointsTo(pointers)}
}

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// global returns the value of a global variable. It returns the same unknown until something may have written the
// variable.
func (r *run) global(v *ast.Var) value {
	if v.Volatile || v.Storage != types.Global && !v.Static {
		return r.domain.fresh()
	}
	if r.inputOf[v] == nil {
		r.inputOf[v] = r.domain.fresh()
	}
	return r.heap.unknownAt(r.inputOf[v])
}

// then calls follow for w.next, the state in which a statement ends normally. It joins the result with the other
// completions of the statement.
func (c *control) then(w completions, follow func(*state) completions) completions {
	if w.next == nil {
		return w
	}
	next := follow(w.next)
	w.next = nil
	return c.join(w, next)
}

// logical returns left && right or left || right, for values that are already computed.
func (c *control) logical(s *state, op operator.Op, left, right value) value {
	if op == operator.LAnd {
		return c.either(s, left, func(*state) value { return right }, func(*state) value { return known(0) })
	}
	return c.either(s, left, func(*state) value { return known(1) }, func(*state) value { return right })
}

// lesser returns the lesser of two numbers, or the greater one if isGreater is true.
func (c *control) lesser(s *state, t *types.Type, numbers [2]value, isGreater bool) value {
	first, second := numbers[0], numbers[1]
	if isGreater {
		first, second = second, first
	}
	return c.either(s, c.domain.binary(operator.LT, t, numbers[0], numbers[1]),
		func(*state) value { return first }, func(*state) value { return second })
}

// clamped returns the number from low to high that is nearest to v.
func (c *control) clamped(s *state, t *types.Type, v, low, high value) value {
	as := func(v value) func(*state) value { return func(*state) value { return v } }
	return c.either(s, c.domain.binary(operator.LT, t, v, low), as(low), func(s *state) value {
		return c.either(s, c.domain.binary(operator.LT, t, high, v), as(high), as(v))
	})
}
