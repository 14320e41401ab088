// Package transitive joins a value over all nodes that a node of a graph reaches, such as functions through their
// calls.
//
// The result for a node joins its own value with those of all nodes that it reaches, and is remembered. Nodes that
// reach each other have equal results: they are a strongly connected component, which Tarjan's algorithm finds. A plain
// memo would be wrong, because it records results that are not complete:
//
//	a calls b and c; b calls a; c has a collective
//
// The visit of a visits b first, and ends there before it sees c. So b would be recorded without a collective.
package transitive

// Closure computes the join of the values of all nodes that a node of a graph reaches.
type Closure[N comparable, V any] struct {
	valueOf func(N) V
	next    func(N) []N
	join    func(V, V) V

	values map[N]V
	// open holds the nodes of incomplete components. stack lists these nodes in the order in which they were found.
	open  map[N]*visit
	stack []N
}

// visit is a node of an incomplete component: its index on the stack, and the lowest index that it reaches.
type visit struct{ order, first int }

// New returns a closure that has computed nothing yet. The result of join must not depend on the order of the values.
func New[N comparable, V any](valueOf func(N) V, next func(N) []N, join func(V, V) V) *Closure[N, V] {
	return &Closure[N, V]{valueOf: valueOf, next: next, join: join, values: map[N]V{}, open: map[N]*visit{}}
}

// Any returns the closure of a property: a node has it if any node that it reaches has it.
func Any[N comparable](has func(N) bool, next func(N) []N) *Closure[N, bool] {
	return New(has, next, func(a, b bool) bool { return a || b })
}

// Of returns the value of n joined with the values of all nodes that n reaches.
func (c *Closure[N, V]) Of(n N) V {
	if v, ok := c.values[n]; ok {
		return v
	}
	v, _ := c.visit(n)
	return v
}

// visit returns the value of n joined with the values of the nodes that n reaches, and the lowest stack index of an
// open node that n reaches. The value lacks the nodes that were open before the call, unless n is the first node of its
// component. complete gives the value of the first node to all nodes of the component.
func (c *Closure[N, V]) visit(n N) (V, int) {
	at := &visit{len(c.stack), len(c.stack)}
	c.open[n] = at
	c.stack = append(c.stack, n)
	v := c.valueOf(n)
	for _, to := range c.next(n) {
		if known, ok := c.values[to]; ok {
			v = c.join(v, known)
		} else if before := c.open[to]; before != nil {
			at.first = min(at.first, before.order)
		} else {
			more, first := c.visit(to)
			v, at.first = c.join(v, more), min(at.first, first)
		}
	}
	if at.first == at.order {
		c.complete(at.order, v)
	}
	return v, at.first
}

// complete records v as the value of all nodes of a component. These are the nodes on the stack from index on.
func (c *Closure[N, V]) complete(index int, v V) {
	for _, n := range c.stack[index:] {
		c.values[n] = v
		delete(c.open, n)
	}
	c.stack = c.stack[:index]
}
