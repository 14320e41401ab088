package repair

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// bounds finds the least and the largest value of integer expressions of a kernel in one launch. Without a kernel it
// finds the value of constants only.
type bounds struct {
	kernel *ast.Function
	launch constantLaunch
}

// largestBound is the largest number that an expression may reach: a sum or product of such numbers does not overflow.
// mostSteps is the largest number of variables through which a value may pass, one initialised by the other.
const (
	largestBound = 1 << 24
	mostSteps    = 8
)

// numberOf returns the value of a constant of host code. isKnown is false for any other expression, and for values that
// are negative or above largestBound.
func numberOf(n *ast.Node) (value int64, isKnown bool) {
	least, most, isKnown := bounds{}.of(n, 0)
	return least, isKnown && least == most
}

// of returns bounds of an expression. isKnown is false if it finds none from 0 to largestBound. steps is the number of
// variables through which the value has passed so far.
func (b bounds) of(n *ast.Node, steps int) (least, most int64, isKnown bool) {
	least, most, isKnown = b.unchecked(n, steps)
	return least, most, isKnown && least >= 0 && most <= largestBound
}

func (b bounds) unchecked(n *ast.Node, steps int) (least, most int64, isKnown bool) {
	switch {
	case n == nil || n.Type == nil || n.Type.Kind != types.Int || steps > mostSteps:
		return 0, 0, false
	case n.Known:
		return n.Value, n.Value, true
	case n.Kind == ast.Cast:
		if n.Type.Bits < 32 {
			return 0, 0, false
		}
		return b.of(n.Child(0), steps)
	case n.Kind == ast.Member && b.kernel != nil:
		return b.ofLaunch(n)
	case n.Kind == ast.VarRef && b.kernel != nil:
		return b.ofVariable(n.Var, steps)
	case n.Kind == ast.Binary:
		return b.ofBinary(n, steps)
	}
	return 0, 0, false
}

// ofLaunch returns the bounds of threadIdx.x, blockDim.x and the like, for the y and z extents as well. isKnown is
// false for any other member.
func (b bounds) ofLaunch(n *ast.Node) (least, most int64, isKnown bool) {
	object := n.Child(0)
	if object == nil || object.Kind != ast.VarRef || object.Var.Storage != types.Global || object.Var.Static || n.Field == nil {
		return 0, 0, false
	}
	i := strings.Index("xyz", n.Field.Name)
	if i < 0 || len(n.Field.Name) != 1 {
		return 0, 0, false
	}
	switch extent := b.launch.block[i]; object.Var.Name {
	case "threadIdx":
		return 0, extent - 1, true
	case "blockDim":
		return extent, extent, true
	}
	return 0, 0, false
}

// ofVariable returns the bounds of a local variable that keeps its first value. isKnown is false if the variable may
// change, or if its first value has no known bounds.
func (b bounds) ofVariable(v *ast.Var, steps int) (least, most int64, isKnown bool) {
	if v.Storage != types.Local || v.Init == nil || slices.ContainsFunc(b.kernel.Params, func(p *ast.Var) bool { return p == v }) {
		return 0, 0, false
	}
	loads, names := 0, 0
	for n := range b.kernel.Nodes() {
		if n.Kind == ast.VarRef && n.Var == v {
			names++
		}
		if n.Kind == ast.Cast && n.Op == operator.CastLoad && n.Child(0).Kind == ast.VarRef && n.Child(0).Var == v {
			loads++
		}
	}
	if names != loads {
		return 0, 0, false // something else than a load may change it
	}
	return b.of(v.Init, steps+1)
}

// ofBinary returns the bounds of a sum, a difference, a product, a remainder or a bitwise and. isKnown is false for any
// other operator, and if the bounds of an operand are not known. It is also false for a remainder by a number that may
// be 0 or less.
func (b bounds) ofBinary(n *ast.Node, steps int) (least, most int64, isKnown bool) {
	least, most, isKnown = b.of(n.Child(0), steps)
	from, to, isOtherKnown := b.of(n.Child(1), steps)
	if !isKnown || !isOtherKnown {
		return 0, 0, false
	}
	switch n.Op {
	case operator.Add:
		return least + from, most + to, true
	case operator.Sub:
		return least - to, most - from, true
	case operator.Mul:
		return least * from, most * to, true
	case operator.Rem:
		return 0, min(most, to-1), from > 0
	case operator.And:
		return 0, min(most, to), true
	}
	return 0, 0, false
}
