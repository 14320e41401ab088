package warpgen

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Besides v, programs have variables that change, as in warp code: flags with the result of a test, words that loops
// change in each iteration, masks that change, and a table for each lane.

// tableTypes holds the types of tables. The interpreter distinguishes the elements of the first table. The second
// table is too large for that.
var tableTypes = []*types.Type{tableOf(4), tableOf(20)}

func tableOf(n int64) *types.Type {
	name := fmt.Sprintf("unsigned int[%d]", n)
	return &types.Type{Kind: types.Array, Name: name, Elem: unsignedType, Len: n, Size: 4 * n}
}

// stateDeclaration draws a variable that later statements assign.
func (g *generator) stateDeclaration() []*ast.Node {
	var x *ast.Var
	switch g.below(5) {
	case 0, 1:
		cond, _ := g.condition()
		x = g.local("f", boolType, cond())
		g.flags = append(g.flags, x)
	case 2, 3:
		x = g.local("x", unsignedType, g.carried())
		g.words = append(g.words, x)
	default:
		t := tableTypes[g.below(len(tableTypes))]
		parts := []*ast.Node{g.carried(), g.carried(), g.carried(), g.carried()}
		x = g.local("a", t, &ast.Node{Kind: ast.InitList, Type: t, Children: parts})
		g.tables = append(g.tables, x)
	}
	return []*ast.Node{declare(x)}
}

// change draws an assignment to a state variable. It returns nil if there is none of the drawn kind.
func (g *generator) change() []*ast.Node {
	switch k := g.below(8); {
	case k < 2 && len(g.flags) > 0:
		cond, _ := g.condition()
		return []*ast.Node{run(assign(operator.Plain, object(g.oneOf(g.flags)), cond()))}
	case k < 5 && len(g.words) > 0:
		op := []operator.Op{operator.Plain, operator.Add, operator.Xor, operator.And}[g.below(4)]
		return []*ast.Node{run(assign(op, object(g.oneOf(g.words)), g.carried()))}
	case k < 6 && len(g.tables) > 0:
		return []*ast.Node{run(assign(operator.Plain, g.entry(), g.carried()))}
	case k < 8 && len(g.masks) > 0:
		return []*ast.Node{run(g.maskChange(object(g.oneOf(g.masks))))}
	}
	return nil
}

// maskChange draws an assignment to a mask (m &= x, m = x or m = ballot(m, cond)), as in loops that lanes leave one by
// one.
func (g *generator) maskChange(mask *ast.Node) *ast.Node {
	switch g.below(3) {
	case 0:
		return assign(operator.And, mask, g.mask())
	case 1:
		return assign(operator.Plain, mask, g.mask())
	}
	cond, _ := g.condition()
	return assign(operator.Plain, mask, call(ballot, load(copied(mask)), as(intType, cond())))
}

func (g *generator) oneOf(vars []*ast.Var) *ast.Var { return vars[g.below(len(vars))] }

// entry draws an element of a table as an lvalue.
func (g *generator) entry() *ast.Node {
	table := object(g.oneOf(g.tables))
	decayed := &ast.Node{Kind: ast.Cast, Op: operator.CastDecay, Type: outType, Children: []*ast.Node{table}}
	index := binary(operator.Rem, g.simple(), bitsOf(uint32(table.Type.Len)))
	return &ast.Node{
		Kind: ast.Index, Type: unsignedType, LValue: true, Children: []*ast.Node{decayed, index},
	}
}

// carried draws a word that control flow may depend on.
func (g *generator) carried() *ast.Node {
	switch k := g.below(6); {
	case k < 2:
		return binary(operator.Add, g.simple(), g.simple())
	case k < 3 && len(g.tables) > 0:
		return load(g.entry())
	case k < 4 && g.d != nil:
		return as(unsignedType, g.datum())
	case k < 5 && !g.plain:
		return g.number()
	}
	return g.simple()
}

// simple draws a word without operators, which control flow may depend on.
func (g *generator) simple() *ast.Node {
	if k := g.below(4); k < 1 {
		return bitsOf(uint32(g.below(6)))
	}
	return g.test()
}

// datum draws a read of d: at the lane's index, at an index that is the same in all lanes, or at another one.
func (g *generator) datum() *ast.Node {
	g.usesD = true
	index := read(g.lane)
	switch g.below(4) {
	case 0:
		index = binary(operator.And, g.simple(), bitsOf(31))
	case 1:
		index = binary(operator.And, binary(operator.Add, index, g.simple()), bitsOf(31))
	}
	return load(element(g.d, index))
}

// enter clips the lists of s, so that a block's additions to them are not visible outside of the block.
func (s *scope) enter() {
	for _, list := range []*[]*ast.Var{&s.masks, &s.tests, &s.flags, &s.words, &s.tables} {
		*list = slices.Clip(*list)
	}
}
