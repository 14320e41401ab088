package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// newObject lowers new: it makes an object in new memory or at a given pointer, and returns its address.
func (l *lifetimes) newObject(n *ast.Node) *cfg.Instr {
	given := int(n.Value)
	pointer, t := l.newPlace(n, l.initial.values(n.Children[:given])), types.Elem(ast.TypeOf(n))
	first := n.Child(given)
	switch {
	case first == nil:
	case n.Op == operator.CastDecay: // new of an array: the tree does not have its length
		l.initial.lasting(n.Children[given:])
	default:
		l.initialise(func() *cfg.Instr { return pointer }, t, first)
	}
	return pointer
}

// newPlace returns the address at which new makes an object. If the only argument is a pointer, the address is that
// pointer, as the standard library defines.
func (l *lifetimes) newPlace(n *ast.Node, args []*cfg.Instr) *cfg.Instr {
	t := ast.TypeOf(n)
	if len(args) == 1 && types.IsPointer(args[0].Type) && types.IsPointer(t) {
		return l.Convert(args[0], t, operator.CastPointer)
	}
	return l.Extern(effect.New, effect.OfOperation(effect.New), t, args...)
}
