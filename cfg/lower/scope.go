package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// cleanup emits the destruction of one object.
type cleanup func()

// scope is a region of the source whose objects die wherever control leaves it.
type scope struct {
	// node opens the scope; gotos find the scopes that hold their label by it.
	node     *ast.Node
	cleanups []cleanup
}

// jumpTarget is where break and continue jump.
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

// scopes are the open scopes of a function, its labels and the temporaries of its current full expression. Wherever
// control leaves a scope, they run the destructors.
type scopes struct {
	*emit.Builder
	open   []*scope
	labels map[string]*label
	// temps are the temporaries of the current full expression that have
	// destructors.
	temps []cleanup
}

// push opens a scope.
func (s *scopes) push(n *ast.Node) *scope {
	opened := &scope{node: n}
	s.open = append(s.open, opened)
	return opened
}

// depth counts the open scopes.
func (s *scopes) depth() int { return len(s.open) }

// pop closes the innermost scope and destroys its objects.
func (s *scopes) pop() {
	depth := len(s.open) - 1
	s.unwind(depth)
	s.open = s.open[:depth]
}

// unwind destroys the objects of all scopes but the outer depth ones, innermost
// first, without closing the scopes.
func (s *scopes) unwind(depth int) {
	for i := len(s.open) - 1; i >= depth; i-- {
		runCleanups(s.open[i].cleanups)
	}
}

func runCleanups(list []cleanup) {
	for i := len(list) - 1; i >= 0; i-- {
		list[i]()
	}
}

// scoped lowers part of n in a scope of its own.
func (s *scopes) scoped(n *ast.Node, lower func()) {
	s.push(n)
	lower()
	s.pop()
}

// atScopeEnd registers a cleanup with the innermost scope.
func (s *scopes) atScopeEnd(c cleanup) {
	innermost := s.open[len(s.open)-1]
	innermost.cleanups = append(innermost.cleanups, c)
}

// full lowers a full expression: the temporaries made in it die at its end.
func (s *scopes) full(lower func()) {
	outer := s.temps
	s.temps = nil
	lower()
	runCleanups(s.temps)
	s.temps = outer
}

// extending lowers a full expression whose last temporary lives as long as the scope, if livesOn.
func (s *scopes) extending(livesOn bool, lower func()) {
	outer := s.temps
	s.temps = nil
	lower()
	if last := len(s.temps) - 1; last >= 0 && livesOn {
		s.atScopeEnd(s.temps[last])
		s.temps = s.temps[:last]
	}
	runCleanups(s.temps)
	s.temps = outer
}

// atFullEnd registers the cleanup of a temporary with the current full expression.
func (s *scopes) atFullEnd(c cleanup) { s.temps = append(s.temps, c) }

// occasion makes a flag for whether a part of a full expression that some paths leave out was
// evaluated; nil if the part makes no temporaries to destroy. It is called before the paths
// diverge.
func (s *scopes) occasion(part *ast.Node) *cfg.Object {
	if !makesDestructibles(part) {
		return nil
	}
	o := s.Temporary(types.Boolean)
	s.Store(s.AddressOf(o), s.Constant(0, types.Boolean))
	return o
}

// during lowers such a part. Its temporaries die at the end of the full expression, where
// there are any.
func (s *scopes) during(o *cfg.Object, lower func()) {
	if o == nil {
		lower()
		return
	}
	s.Store(s.AddressOf(o), s.Constant(1, types.Boolean))
	outer := s.temps
	s.temps = nil
	lower()
	made := s.temps
	s.temps = append(outer, func() {
		destroy, done := s.NewBlock(), s.NewBlock()
		s.Branch(s.Load(s.AddressOf(o)), destroy, done)
		s.Start(destroy)
		runCleanups(made)
		s.Enter(done)
	})
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
func (s *scopes) gotoLabel(name string) {
	l := s.labels[name]
	if l == nil {
		s.Unknown("a goto to a label that is not in the function", nil)
		s.Terminate(cfg.Terminator{Kind: cfg.Exit})
		return
	}
	depth := len(s.open)
	for depth > 1 && !l.around[s.open[depth-1].node] {
		depth--
	}
	s.unwind(depth)
	if common := s.open[depth-1].cleanups; l.live >= 0 && l.live < len(common) {
		runCleanups(common[l.live:])
	}
	s.Jump(s.labelBlock(l))
}

// placeLabel starts the block of a label that the function has.
func (s *scopes) placeLabel(name string) {
	l := s.labels[name]
	s.Enter(s.labelBlock(l))
	l.live = len(s.open[len(s.open)-1].cleanups)
}

func (s *scopes) labelBlock(l *label) *cfg.Block {
	if l.block == nil {
		l.block = s.NewBlock()
	}
	return l.block
}
