package host

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A state is what is known at a point: the values of the objects, and the
// conditions that lead here. A point that nothing leads to has none.
type state struct {
	env  map[int]value
	path path
}

// copy is a state that goes its own way. It costs as many steps as there are objects.
func (r *run) copy(s *state) *state {
	r.steps += len(s.env)
	return &state{maps.Clone(s.env), slices.Clip(s.path)}
}

// ways are the states in which a statement is left.
type ways struct{ next, breaks, continues, returns *state }

func (r *run) join(a, b ways) ways {
	return ways{r.merge(a.next, b.next), r.merge(a.breaks, b.breaks),
		r.merge(a.continues, b.continues), r.merge(a.returns, b.returns)}
}

// merge is where two paths meet. What they hold differently is a choice by the
// condition that parted them.
func (r *run) merge(a, b *state) *state {
	if a == nil || b == nil {
		return or(a, b)
	}
	common := 0
	for common < len(a.path) && common < len(b.path) && a.path[common].same(b.path[common]) {
		common++
	}
	pick := func(v, w value) value {
		if equal(v, w) {
			return v
		}
		return r.fresh(v, w)
	}
	if parted := a.path[common:]; len(parted) > 0 && common < len(b.path) &&
		parted[0].on.name == b.path[common].on.name {
		if !parted[0].holds {
			a, b = b, a
		}
		pick = func(v, w value) value { return r.choose(parted[0].on, v, w) }
	}
	made := &state{map[int]value{}, slices.Clip(a.path[:common])}
	for object, v := range a.env {
		if w, ok := b.env[object]; ok {
			made.env[object] = pick(v, w)
		}
	}
	return made
}

func or(a, b *state) *state {
	if a != nil {
		return a
	}
	return b
}

// split goes on under a condition and under its opposite, as far as it is not known
// which of them holds.
func (r *run) split(s *state, on value, then, other func(*state) ways) ways {
	switch on := r.under(s.path, on).(type) {
	case known:
		if on == 0 {
			return other(s)
		}
	case *choice:
		return r.fork(s, on.on,
			func(s *state) ways { return r.split(s, on.then, then, other) },
			func(s *state) ways { return r.split(s, on.other, then, other) })
	case *unknown:
		if !on.isTest {
			return r.split(s, r.binary(ast.NE, nil, on, known(0)), then, other)
		}
		if holds, decided := s.path.decides(on); decided {
			return r.split(s, known(truth(holds)), then, other)
		}
		return r.fork(s, on, then, other)
	}
	return then(s)
}

func (r *run) fork(s *state, on *unknown, then, other func(*state) ways) ways {
	opposite := r.copy(s)
	s.path = append(slices.Clip(s.path), literal{on, true})
	opposite.path = append(slices.Clip(opposite.path), literal{on, false})
	return r.join(then(s), other(opposite))
}

// either is the value of one expression or another.
func (r *run) either(s *state, on value, then, other func(*state) value) value {
	result := r.object()
	keep := func(of func(*state) value) func(*state) ways {
		return func(s *state) ways {
			v := of(s)
			s.env[result] = v
			return ways{next: s}
		}
	}
	s.become(r.split(r.copy(s), on, keep(then), keep(other)).next)
	v := s.env[result]
	delete(s.env, result)
	return v
}

// become goes on as another state does.
func (s *state) become(other *state) {
	s.env, s.path = other.env, other.path
}

func (r *run) object() int {
	r.objects++
	return r.objects
}

// read is what a place holds.
func (r *run) read(s *state, at place) value {
	v, ok := s.env[at.object]
	if !ok || r.escaped[at.object] {
		return r.fresh()
	}
	for _, step := range []byte(at.path) {
		v = r.part(v, int(step))
	}
	return r.under(s.path, v)
}

// write stores a value in what an expression designates. Where nobody knows the place,
// all of the variable, or any object that a pointer leads to, may be meant.
func (r *run) write(s *state, n *ast.Node, to, v value) {
	at, ok := to.(place)
	if ok {
		s.env[at.object] = r.with(s.env[at.object], at.path, v)
	} else {
		r.unseen(s, n)
	}
	if !ok || r.escaped[at.object] {
		r.escape(s, v)
	}
}

// blur forgets what pointers lead to.
func (r *run) blur(s *state) {
	for object := range r.addressed {
		if _, ok := s.env[object]; ok {
			s.env[object] = r.fresh()
		}
	}
}

// lose gives up the variables that an expression leads to in a way that nobody follows.
func (r *run) lose(s *state, n *ast.Node) {
	for v := range writesOf(n).vars {
		r.escape(s, r.frame().vars[v])
	}
}

// escape hands an object, and all that it leads to, to code that is not known, which
// may keep its address.
func (r *run) escape(s *state, v value) {
	switch v := v.(type) {
	case place:
		if !r.escaped[v.object] {
			r.escaped[v.object] = true
			r.escape(s, s.env[v.object])
		}
	case record:
		for _, part := range v {
			r.escape(s, part)
		}
	case *choice:
		r.escape(s, v.then)
		r.escape(s, v.other)
	}
}

// forget makes what a part of the program writes unknown.
func (r *run) forget(s *state, w *writes) {
	r.epoch++
	for v, parts := range w.vars {
		if at, ok := r.frame().vars[v].(place); ok {
			for _, part := range parts {
				s.env[at.object] = r.with(s.env[at.object], at.path+part, r.fresh())
			}
		}
	}
	if at, ok := r.frame().this.(place); ok && w.this {
		s.env[at.object] = r.fresh()
	}
	if w.wild {
		r.blur(s)
	}
}

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// global is the variable's value until something may have written it.
func (r *run) global(v *ast.Var) value {
	if r.inputOf[v] == nil {
		r.inputOf[v] = r.fresh()
	}
	return r.computed(ast.NoOp, r.inputOf[v], known(r.epoch))
}
