package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// cleanup emits the destruction of one object.
type cleanup func()

// scope is a region of the source whose objects die where control leaves it,
// by whatever way.
type scope struct {
	// node opens the scope; gotos find the scopes that hold their label by it.
	node     *ast.Node
	cleanups []cleanup
}

// jumpTarget is where break and continue lead.
type jumpTarget struct {
	leave, next *cfg.Block // next is nil for a switch
	depth       int        // the scopes that stay open
}

// label is the target of gotos.
type label struct {
	block *cfg.Block
	// around are the nodes that hold the label.
	around map[*ast.Node]bool
	// live counts the cleanups of the innermost scope when the label was
	// lowered: a goto back to it destroys the later ones. -1: not lowered yet.
	live int
}

// push opens a scope.
func (b *builder) push(n *ast.Node) *scope {
	s := &scope{node: n}
	b.scopes = append(b.scopes, s)
	return s
}

// pop closes the innermost scope and destroys its objects.
func (b *builder) pop() {
	depth := len(b.scopes) - 1
	b.unwind(depth)
	b.scopes = b.scopes[:depth]
}

// unwind destroys the objects of all scopes but the outer depth ones, innermost
// first, without closing the scopes.
func (b *builder) unwind(depth int) {
	for i := len(b.scopes) - 1; i >= depth; i-- {
		runCleanups(b.scopes[i].cleanups)
	}
}

func runCleanups(list []cleanup) {
	for i := len(list) - 1; i >= 0; i-- {
		list[i]()
	}
}

// scoped lowers part of n in a scope of its own.
func (b *builder) scoped(n *ast.Node, lower func()) {
	b.push(n)
	lower()
	b.pop()
}

// atScopeEnd registers a cleanup with the innermost scope.
func (b *builder) atScopeEnd(c cleanup) {
	s := b.scopes[len(b.scopes)-1]
	s.cleanups = append(s.cleanups, c)
}

// full lowers a full expression: the temporaries made in it die at its end.
func (b *builder) full(lower func()) {
	outer := b.temps
	b.temps = nil
	lower()
	runCleanups(b.temps)
	b.temps = outer
}

// occasion remembers whether a part of a full expression that some ways leave out was
// evaluated; nil where that makes no temporaries to destroy. It is called before the ways
// part.
func (b *builder) occasion(part *ast.Node) *cfg.Object {
	if !makesDestructibles(part) {
		return nil
	}
	o := b.Temporary(types.Boolean)
	b.Store(b.AddressOf(o), b.Constant(0, types.Boolean))
	return o
}

// during lowers such a part. Its temporaries die at the end of the full expression, where
// there are any.
func (b *builder) during(o *cfg.Object, lower func()) {
	if o == nil {
		lower()
		return
	}
	b.Store(b.AddressOf(o), b.Constant(1, types.Boolean))
	outer := b.temps
	b.temps = nil
	lower()
	made := b.temps
	b.temps = append(outer, func() {
		destroy, done := b.NewBlock(), b.NewBlock()
		b.Branch(b.Load(b.AddressOf(o)), destroy, done)
		b.Start(destroy)
		runCleanups(made)
		b.Enter(done)
	})
}

// destroyer is the cleanup of an object of type t at an address that where
// emits; nil when nothing needs to be done.
func (b *builder) destroyer(t *types.Type, where func() *cfg.Instr) cleanup {
	switch {
	case t == nil:
		return nil
	case t.Kind == types.Array:
		return b.arrayDestroyer(t, where)
	case t.Kind != types.Record && !types.IsUnknown(t) || t.Destructor == nil:
		return nil
	}
	f := b.unit.Destructor(t)
	switch {
	case types.IsUnknown(t) && f.Body == nil:
		return nil
	case types.IsUnknown(t):
		return func() { b.callBody(f, nil, []*cfg.Instr{b.As(where(), b.PointerTo(f.This))}) }
	case f.Body == nil && (f.Implicit || f.Pattern):
		return b.implicitDestructor(t, where)
	case f.Body == nil:
		return func() { b.extern(f, nil, []*cfg.Instr{where()}) }
	}
	return func() { b.Emit(cfg.Call, nil, where()).Callee = b.function(f) }
}

// arrayDestroyer destroys the elements of an array, the last one first.
func (b *builder) arrayDestroyer(t *types.Type, where place) cleanup {
	if b.destroyer(t.Elem, where) == nil {
		return nil
	}
	switch {
	case t.Len < 0:
		return func() { b.Hiding("an array of objects with destructors, of unknown length", nil, where()) }
	case t.Len > unrolled:
		return func() {
			b.eachElement(where, t, nil, true, func(element place) { b.destroyer(t.Elem, element)() })
		}
	}
	return func() {
		for i := t.Len - 1; i >= 0; i-- {
			b.destroyer(t.Elem, b.elementOf(where, i))()
		}
	}
}

// implicitDestructor destroys the parts of an object whose destructor the
// compiler wrote.
func (b *builder) implicitDestructor(t *types.Type, where func() *cfg.Instr) cleanup {
	parts := &scope{}
	b.partCleanups(parts, t, where)
	return func() { runCleanups(parts.cleanups) }
}

// memberCleanups registers what a destructor does after its body.
func (b *builder) memberCleanups(s *scope, class *types.Type) {
	b.partCleanups(s, class, func() *cfg.Instr { return b.Load(b.AddressOf(b.this)) })
}

// partCleanups registers the destruction of bases and fields, in the order of
// their construction. A union's members are the program's business.
func (b *builder) partCleanups(s *scope, class *types.Type, where func() *cfg.Instr) {
	if class.Union {
		return
	}
	add := func(c cleanup) {
		if c != nil {
			s.cleanups = append(s.cleanups, c)
		}
	}
	for _, base := range class.Bases {
		add(b.destroyer(base, func() *cfg.Instr { return b.ToBase(where(), base) }))
	}
	for _, f := range class.Fields {
		add(b.destroyer(f.Type, func() *cfg.Instr { return b.FieldAddr(where(), f) }))
	}
}

// findLabels collects the labels below n, each with the nodes that hold it.
func findLabels(n *ast.Node, around []*ast.Node, labels map[string]*label) {
	if n == nil {
		return
	}
	if n.Kind == ast.Label {
		l := &label{around: map[*ast.Node]bool{}, live: -1}
		for _, a := range around {
			l.around[a] = true
		}
		labels[n.Text] = l
	}
	around = append(around, n)
	for _, c := range n.Children {
		findLabels(c, around, labels)
	}
}

// gotoLabel destroys what the jump leaves and jumps.
func (b *builder) gotoLabel(name string) {
	l := b.labels[name]
	if l == nil {
		b.Unknown("a goto to a label that is not in the function", nil)
		b.Terminate(cfg.Terminator{Kind: cfg.Exit})
		return
	}
	depth := len(b.scopes)
	for depth > 1 && !l.around[b.scopes[depth-1].node] {
		depth--
	}
	b.unwind(depth)
	if common := b.scopes[depth-1].cleanups; l.live >= 0 && l.live < len(common) {
		runCleanups(common[l.live:])
	}
	b.Jump(b.labelBlock(l))
}

func (b *builder) labelBlock(l *label) *cfg.Block {
	if l.block == nil {
		l.block = b.NewBlock()
	}
	return l.block
}
