// Package transitive finds out what the nodes of a graph lead to, such as functions through their calls.
//
// What one node has of its own is joined with what all have that it leads to, and remembered. Nodes that lead to each
// other have the same: they are a strongly connected component, which Tarjan's algorithm finds. A memo that holds
// "nothing yet" for a node while its successors are visited would stay wrong for those of them that lead back to it:
//
//	a calls b and c; b calls a; c has a collective      b asked first by a: a is not done, so b has none
package transitive

// Closure is what the nodes of a graph have, with all that they lead to.
type Closure[N comparable, V any] struct {
	own  func(N) V
	next func(N) []N
	join func(V, V) V

	known map[N]V
	// open are the nodes of components that are not complete: in which order they were found, and the first one that
	// they lead back to.
	open  map[N]*visit
	stack []N
}

// visit is a node of a component that is not complete.
type visit struct{ order, first int }

// New is a closure in which nothing is known yet. Joining must not depend on the order.
func New[N comparable, V any](own func(N) V, next func(N) []N, join func(V, V) V) *Closure[N, V] {
	return &Closure[N, V]{own: own, next: next, join: join, known: map[N]V{}, open: map[N]*visit{}}
}

// Any is the closure of what holds of a node if it holds of any that it leads to.
func Any[N comparable](own func(N) bool, next func(N) []N) *Closure[N, bool] {
	return New(own, next, func(a, b bool) bool { return a || b })
}

// Of is what n has, with all that it leads to.
func (c *Closure[N, V]) Of(n N) V {
	if v, ok := c.known[n]; ok {
		return v
	}
	v, _ := c.visit(n)
	return v
}

// visit is what a node has with all that it leads to and that is complete, and the first node that it leads back to.
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
