// Package transitive joins a value over all nodes that a node of a graph reaches, such as functions through their calls.
//
// The value of a node itself is joined with those of all nodes that it reaches, and remembered. Nodes that reach each
// other have equal results: they are a strongly connected component, which Tarjan's algorithm finds. A memo that holds
// "nothing yet" for a node while its successors are visited would stay wrong for those of them that reach it again:
//
//	a calls b and c; b calls a; c has a collective      b asked first by a: a is not done, so b has none
package transitive

// Closure computes values of nodes of a graph, joined with those of all nodes that they reach.
type Closure[N comparable, V any] struct {
	own  func(N) V
	next func(N) []N
	join func(V, V) V

	known map[N]V
	// open are the nodes of components that are not complete: the order in which they were found, and the first of them
	// that each reaches.
	open  map[N]*visit
	stack []N
}

// visit is a node of a component that is not complete.
type visit struct{ order, first int }

// New is a closure in which nothing is known yet. Joining must not depend on the order.
func New[N comparable, V any](own func(N) V, next func(N) []N, join func(V, V) V) *Closure[N, V] {
	return &Closure[N, V]{own: own, next: next, join: join, known: map[N]V{}, open: map[N]*visit{}}
}

// Any is the closure of a property that a node has if any node that it reaches has it.
func Any[N comparable](own func(N) bool, next func(N) []N) *Closure[N, bool] {
	return New(own, next, func(a, b bool) bool { return a || b })
}

// Of is the value of n, joined with those of all nodes that it reaches.
func (c *Closure[N, V]) Of(n N) V {
	if v, ok := c.known[n]; ok {
		return v
	}
	v, _ := c.visit(n)
	return v
}

// visit returns the joined value of a node over the nodes that it reaches and that are complete, and the first open node
// that it reaches.
func (c *Closure[N, V]) visit(n N) (V, int) {
	at := &visit{len(c.stack), len(c.stack)}
	c.open[n] = at
	c.stack = append(c.stack, n)
	v := c.own(n)
	for _, to := range c.next(n) {
		if known, ok := c.known[to]; ok {
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

// complete says of all nodes of a component what its first one has.
func (c *Closure[N, V]) complete(from int, v V) {
	for _, n := range c.stack[from:] {
		c.known[n] = v
		delete(c.open, n)
	}
	c.stack = c.stack[:from]
}
