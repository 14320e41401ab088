package host

import (
	"maps"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// If the number of iterations of a loop is not known, a variable still has the properties that each iteration
// preserves:
//
//	int t = 1;    while (t < n) t *= 2;                a power of two
//	int t = 32;   while (t < n) t += 32;               a multiple of 32
//	int t = 1024; while (t > 32 && t > n) t /= 2;      a power of two, at least 32

// A number that no iteration makes smaller has its first value as its least one. This is known in the iterations:
//
//	for (int d = 1; d < n; d *= 2) k<<<1, 32>>>(d);      1 <= d

// kept maps objects to what all iterations of a loop preserve.
type kept map[int]invariant

// invariant is what is known about a number in any iteration. size is nil if no size is known. The number, of the type t,
// has the bound least, which is math.MinInt64 if there is none.
type invariant struct {
	size  *size
	t     *types.Type
	least int64
}

// keptBy returns what the iterations of a loop preserve. It looks at integers that the loop changes only by
// steps such as x += 32. w lists the writes of the loop.
func (r *run) keptBy(s *state, l loop, w *writes) kept {
	all := kept{}
	for v, parts := range w.vars {
		at, ok := r.frame().vars[v].(place)
		if !ok || at.path != "" || !isScalar(v.Type) || w.pointed[v] ||
			r.heap.addressed[at.object] || r.heap.escaped[at.object] || r.heap.shared[at.object] {
			continue
		}
		steps := stepsOf(l, v)
		if len(steps) != len(parts) {
			continue // nothing is kept, because the loop writes the variable not only by steps
		}
		first := s.path.sizeOf(s.env[at.object], neverChose)
		for i := range steps {
			steps[i].magnitude = r.sizeOfStep(s, steps[i], w)
		}
		made := invariant{t: v.Type, least: leastAfter(s.path.span(s.env[at.object]).least, v.Type, steps)}
		if after, ok := afterSteps(first, steps); ok {
			if len(steps) == 1 && steps[0].with == nil && !l.last && !hasLoop(l) {
				after = steps[0].bounded(after, first, l.cond, v)
			}
			made.size = &after
		}
		all[at.object] = made
	}
	return all
}

// leastAfter returns the least value of a number of a type after any number of steps, if its least value was initial. It returns
// math.MinInt64 if a step may make the number smaller. A sum or a product of signed numbers does not wrap around.
func leastAfter(initial int64, t *types.Type, steps []step) int64 {
	for _, one := range steps {
		isUp := one.op == operator.Add && one.with == nil && one.by >= 0 || one.op == operator.Mul && one.with == nil && one.by > 0 && initial >= 0
		if isShrinking := one.op == operator.Div && one.with == nil && one.by > 0 && initial >= 0; isShrinking {
			initial = min(initial, 0)
		} else if !isUp || !isSigned(t) {
			return math.MinInt64
		}
	}
	return initial
}

// bounds returns the conditions that the numbers are not below their least values.
func (k kept) bounds(d *domain, s *state) (p path) {
	for _, object := range slices.Sorted(maps.Keys(k)) {
		about := k[object]
		if about.least == math.MinInt64 {
			continue
		}
		if on, isUnknown := d.binary(operator.GE, about.t, s.env[object], known(about.least)).(*unknown); isUnknown {
			p = append(p, literal{on, true})
		}
	}
	return p
}

// forget makes the variables that a loop writes unknown. It keeps the sizes that the iterations preserve.
func (k kept) forget(r *run, s *state, w *writes) {
	r.forget(s, w)
	for _, object := range slices.Sorted(maps.Keys(k)) {
		if about := k[object]; about.size != nil {
			made := r.domain.fresh(s.env[object])
			made.size = about.size
			s.env[object] = made
		}
	}
}

// sizeOfStep returns the size of the operand in change, a step of a loop that changes a variable.
func (r *run) sizeOfStep(s *state, change step, w *writes) size {
	if change.with == nil {
		return path(nil).sizeOf(known(max(change.by, -change.by)), neverChose)
	}
	changes := func(n *ast.Node) bool {
		return n.Kind == ast.Call || n.Kind == ast.Assign || n.Kind == ast.Lambda || n.Var != nil && w.vars[n.Var] != nil
	}
	if contains(change.with, changes) {
		return anySize
	}
	return s.path.sizeOf(r.domain.givenPath(s.path, r.eval(r.control.copy(s), change.with)), neverChose)
}

// step is an operation in a loop that changes a variable. Its right operand is the expression `with`. If `with` is nil,
// the right operand is the constant `by`.
type step struct {
	op   operator.Op // Add, Sub, Mul or Div
	by   int64
	with *ast.Node
	// magnitude is the size of the absolute value of the right operand.
	magnitude size
}

// isDown reports whether a step makes the variable smaller. An unknown operand of a sum or a difference is assumed not
// to be negative.
func (one step) isDown() bool {
	return one.op == operator.Div || one.op == operator.Sub || one.op == operator.Add && one.by < 0
}

// stepsOf returns the steps by which a loop changes the variable v.
func stepsOf(l loop, v *ast.Var) []step {
	var steps []step
	for _, part := range append([]*ast.Node{l.cond, l.step}, l.body...) {
		if part == nil {
			continue
		}
		for n := range within(part.Nodes()) {
			if one, ok := stepOf(n, v); ok {
				steps = append(steps, one)
			}
		}
	}
	return steps
}

func stepOf(n *ast.Node, v *ast.Var) (step, bool) {
	if len(n.Children) == 0 || n.Children[0] == nil || n.Children[0].Kind != ast.VarRef || n.Children[0].Var != v {
		return step{}, false
	}
	switch {
	case n.Kind == ast.Unary && (n.Op == operator.PreInc || n.Op == operator.PostInc):
		return step{op: operator.Add, by: 1}, true
	case n.Kind == ast.Unary && (n.Op == operator.PreDec || n.Op == operator.PostDec):
		return step{op: operator.Add, by: -1}, true
	case n.Kind != ast.Assign:
		return step{}, false
	case n.Op != operator.Plain:
		return operationStep(n.Op, n.Children[1], v)
	}
	from := uncast(n.Children[1])
	if from.Kind == ast.Binary && loads(from.Children[0], v) {
		return operationStep(from.Op, from.Children[1], v)
	}
	if from.Kind == ast.Binary && (from.Op == operator.Mul || from.Op == operator.Add) && loads(from.Children[1], v) {
		return operationStep(from.Op, from.Children[0], v)
	}
	return step{}, false
}

// operationStep returns the step that sets the variable v to v op operand. It returns false if the operation is not
// followed. v + v counts as a multiplication by two.
func operationStep(op operator.Op, operand *ast.Node, v *ast.Var) (step, bool) {
	c := operand.Value
	switch {
	case op == operator.Add && loads(operand, v):
		return step{op: operator.Mul, by: 2}, true
	case !operand.Known:
		return step{op: op, with: operand}, op == operator.Add || op == operator.Sub || op == operator.Mul || op == operator.Div
	case op == operator.Add:
		return step{op: operator.Add, by: c}, true
	case op == operator.Sub:
		return step{op: operator.Add, by: -c}, true
	case op == operator.Shl && c >= 0 && c < 32:
		return step{op: operator.Mul, by: 1 << c}, true
	case op == operator.Shr && c >= 0 && c < 32:
		return step{op: operator.Div, by: 1 << c}, true
	}
	return step{op: op, by: c}, (op == operator.Mul || op == operator.Div) && c > 0
}

// uncast returns an expression without the conversions around it.
func uncast(n *ast.Node) *ast.Node {
	for n.Kind == ast.Cast && len(n.Children) > 0 && n.Children[0] != nil && n.Op != operator.CastLoad {
		n = n.Children[0]
	}
	return n
}

// loads reports whether an expression is the value of a variable.
func loads(n *ast.Node, v *ast.Var) bool {
	n = uncast(n)
	return n.Kind == ast.Cast && n.Op == operator.CastLoad && n.Children[0].Kind == ast.VarRef && n.Children[0].Var == v
}

// afterSteps returns the size of a number after any number of steps. It returns false if nothing is known.
func afterSteps(initial size, steps []step) (size, bool) {
	s := initial
	s.isFree, s.isInput, s.ones = true, false, 1
	for _, one := range steps {
		switch one.op {
		case operator.Add, operator.Sub:
			s.isPower, s.multiple = false, divisor(s.multiple, one.magnitude.multiple)
		case operator.Mul:
			s.isPower = s.isPower && one.magnitude.isPower
		case operator.Div:
			s.isPower, s.multiple = s.isPower && one.magnitude.isPower, 1
		}
		if one.isDown() {
			s.least = min(s.least, 0)
		} else {
			s.most = math.MaxInt64
		}
		if !one.magnitude.isAny() {
			return s, false
		}
	}
	return s, s.isPower || s.multiple > 1 || initial.isAny()
}

// bounded narrows s, the size of the variable v, by the condition of a loop. The variable satisfies the condition at
// the start of each iteration, so only the change in the last iteration can exceed the bound.
func (one step) bounded(s, initial size, cond *ast.Node, v *ast.Var) size {
	if cond == nil {
		return s
	}
	if cond = uncast(cond); cond.Kind == ast.Binary && cond.Op == operator.LAnd {
		return one.bounded(one.bounded(s, initial, cond.Children[0], v), initial, cond.Children[1], v)
	}
	if cond.Kind != ast.Binary || !loads(cond.Children[0], v) || !cond.Children[1].Known {
		return s
	}
	bound := cond.Children[1].Value
	switch {
	case one.op == operator.Div && (cond.Op == operator.GT || cond.Op == operator.GE):
		if cond.Op == operator.GT {
			bound++
		}
		s.least = max(s.least, min(initial.least, s.fitting(bound)/one.by))
	case one.op == operator.Mul && s.isPower && (cond.Op == operator.LT || cond.Op == operator.LE) && bound > 1 && bound <= math.MaxInt32:
		if cond.Op == operator.LE {
			bound++
		}
		s.most = min(s.most, max(initial.most, s.fitting(bound)/2*one.by))
	}
	return s
}

// fitting returns the least number that is at least bound and that the size s allows. If s is a power of two, this is a
// power of two. Otherwise it is bound.
func (s size) fitting(bound int64) int64 {
	if !s.isPower || bound > math.MaxInt32 {
		return bound
	}
	n := int64(1)
	for n < bound {
		n *= 2
	}
	return n
}

// hasLoop reports whether the body of a loop contains another loop.
func hasLoop(l loop) bool {
	for _, part := range l.body {
		if part == nil {
			continue
		}
		for n := range part.Nodes() {
			if n.Kind == ast.For || n.Kind == ast.While || n.Kind == ast.Do || n.Kind == ast.RangeFor {
				return true
			}
		}
	}
	return false
}
