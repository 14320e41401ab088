package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// cleanup emits the destruction of one object.
type cleanup func()

// scope is a region of the source. Its objects are destroyed wherever control leaves it.
type scope struct {
	// node is the node that opens the scope. It is used to find the scopes that contain the label of a goto.
	node     *ast.Node
	cleanups []cleanup
}

// jumpTarget holds the blocks that break and continue jump to.
type jumpTarget struct {
	leave, next *cfg.Block // leave is the target of break, and next the target of continue, nil for a switch
	depth       int        // depth is the number of scopes that stay open after the jump
}

// label is a label that gotos may jump to.
type label struct {
	block *cfg.Block
	// enclosing holds the nodes that contain the label.
	enclosing map[*ast.Node]bool
	// live is the number of cleanups in the innermost scope when the label was lowered, -1 before that. A goto back
	// to the label runs the cleanups that were added after the label.
	live int
}

// scopes holds the open scopes of a function, its labels, and the temporaries of its current full expression.
// Wherever control leaves a scope, it emits the destructors.
type scopes struct {
	*emit.Builder
	open   []*scope
	labels map[string]*label
	// temps lists the cleanups of the temporaries of the current full expression.
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

// unwind destroys the objects of all scopes except the outermost depth ones, innermost first. The scopes stay open,
// because control may leave them at other places too.
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

// scoped opens a scope for n, calls lower and closes the scope.
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

// full calls lower for a full expression, and then destroys the temporaries that were made.
func (s *scopes) full(lower func()) {
	outer := s.temps
	s.temps = nil
	lower()
	runCleanups(s.temps)
	s.temps = outer
}

// extending calls lower for a full expression, and then destroys the temporaries that were made. If livesOn is true,
// the last temporary lives until the end of the scope instead.
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

// evaluatedFlag makes a flag for a part of a full expression that some paths do not evaluate. The flag records at run
// time whether the part was evaluated. It returns nil if the part makes no temporaries to destroy. It must be called
// before the paths diverge.
func (s *scopes) evaluatedFlag(part *ast.Node) *cfg.Object {
	if !makesDestructibles(part) {
		return nil
	}
	o := s.Temporary(types.Boolean)
	s.Store(s.AddressOf(o), s.Constant(0, types.Boolean))
	return o
}

// during calls lower for a part of a full expression, and emits a store that sets o, the part's flag (evaluatedFlag).
// At the end of the full expression, the temporaries of the part are destroyed if the flag is set.
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

// findLabels adds the labels in n and below to labels, each with the nodes that contain it. enclosing lists the nodes
// that contain n.
func findLabels(n *ast.Node, enclosing []*ast.Node, labels map[string]*label) {
	if n == nil {
		return
	}
	if n.Kind == ast.Label {
		l := &label{enclosing: map[*ast.Node]bool{}, live: -1}
		for _, a := range enclosing {
			l.enclosing[a] = true
		}
		labels[n.Text] = l
	}
	enclosing = append(enclosing, n)
	for _, c := range n.Children {
		findLabels(c, enclosing, labels)
	}
}

// gotoLabel lowers a goto: it destroys the objects of the scopes that the jump leaves, and then jumps.
func (s *scopes) gotoLabel(name string) {
	l := s.labels[name]
	if l == nil {
		s.Unknown("a goto to a label that is not in the function", nil)
		s.Terminate(cfg.Terminator{Kind: cfg.Exit})
		return
	}
	depth := len(s.open)
	for depth > 1 && !l.enclosing[s.open[depth-1].node] {
		depth--
	}
	s.unwind(depth)
	if common := s.open[depth-1].cleanups; l.live >= 0 && l.live < len(common) {
		runCleanups(common[l.live:])
	}
	s.Jump(s.labelBlock(l))
}

// placeLabel starts the block of a label.
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
