package warpgen

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// condition draws a condition. The returned function creates a new tree of the condition at each call, because each
// node has one place in the program. The second result is the mask of the lanes that satisfy the condition, as a
// constant. It is nil if the condition does not only depend on the lane.
func (g *generator) condition() (func() *ast.Node, *ast.Node) {
	switch k := g.below(15); {
	case k < 4:
		return g.laneTest()
	case k < 5 && g.n != nil:
		g.usesN = true
		op, c := comparison(g.below(6)), g.pick(0, 1, 3, 31)
		return func() *ast.Node { return binary(op, read(g.n), number(c)) }, nil
	case k < 7 && g.d != nil:
		datum, op := g.datum(), comparison(g.below(6))
		return func() *ast.Node { return binary(op, copied(datum), number(0)) }, nil
	case k < 8:
		x, _ := g.condition()
		y, _ := g.condition()
		op := []operator.Op{operator.LAnd, operator.LOr}[g.below(2)]
		return func() *ast.Node { return binary(op, x(), y()) }, nil
	case k < 9:
		x, _ := g.condition()
		return func() *ast.Node { return unary(operator.Not, x()) }, nil
	case k < 10 && !g.plain && len(g.masks) > 0:
		m, lane := g.masks[g.below(len(g.masks))], g.lane
		return func() *ast.Node {
			bit := binary(operator.And, binary(operator.Shr, read(m), read(lane)), bitsOf(1))
			return binary(operator.NE, bit, bitsOf(0))
		}, nil
	case k < 11 && !g.plain:
		vote := call(votes[g.below(len(votes))], g.mask(), g.vote())
		return func() *ast.Node { return binary(operator.NE, copied(vote), number(0)) }, nil
	case k < 13 && len(g.flags) > 0:
		f := g.oneOf(g.flags)
		return func() *ast.Node { return read(f) }, nil
	}
	x, op, c := g.tested(), comparison(g.below(6)), uint32(g.below(9))
	return func() *ast.Node { return binary(op, read(x), bitsOf(c)) }, nil
}

// vote draws the predicate of a collective in a condition. The predicate calls no collective, so that conditions stay
// small.
func (g *generator) vote() *ast.Node {
	test, _ := g.laneTest()
	if g.d != nil && g.chance(50) {
		return as(intType, binary(comparison(g.below(6)), g.datum(), number(0)))
	}
	return as(intType, test())
}

func comparison(i int) operator.Op {
	return []operator.Op{operator.LT, operator.GT, operator.LE, operator.GE, operator.EQ, operator.NE}[i]
}

// laneTest draws a condition that compares the lane with a constant. Like condition, it returns a function that creates
// a new tree at each call. It also returns the mask of the lanes that satisfy the condition, nil if it is not known.
func (g *generator) laneTest() (func() *ast.Node, *ast.Node) {
	lane, k := g.lane, uint32(g.pick(1, 2, 4, 8, 16, 20, 31))
	var test func() *ast.Node
	var passes func(l uint32) bool
	switch g.below(6) {
	case 0:
		test = func() *ast.Node { return binary(operator.LT, read(lane), bitsOf(k)) }
		passes = func(l uint32) bool { return l < k }
	case 1:
		test = func() *ast.Node { return binary(operator.EQ, read(lane), bitsOf(k-1)) }
		passes = func(l uint32) bool { return l == k-1 }
	case 2:
		test = func() *ast.Node {
			return binary(operator.NE, binary(operator.And, read(lane), bitsOf(k)), bitsOf(0))
		}
		passes = func(l uint32) bool { return l&k != 0 }
	case 3:
		test = func() *ast.Node {
			return binary(operator.EQ, binary(operator.Rem, read(lane), bitsOf(k)), bitsOf(0))
		}
		passes = func(l uint32) bool { return l%k == 0 }
	case 4:
		row := g.pick(1, 3, 5)
		test = func() *ast.Node { return binary(operator.LT, threadY(), bitsOf(uint32(row))) }
		return test, nil
	default:
		test = func() *ast.Node { return binary(operator.GE, threadX(), bitsOf(k)) }
		return test, nil
	}
	set := uint32(0)
	for l := range uint32(32) {
		if passes(l) {
			set |= 1 << l
		}
	}
	return test, bitsOf(set)
}

// tested draws a variable that control flow may depend on.
func (g *generator) tested() *ast.Var {
	choices := slices.Concat([]*ast.Var{g.lane}, g.tests, g.words)
	if !g.plain {
		choices = append(choices, g.v)
	}
	return g.oneOf(choices)
}

func (g *generator) test() *ast.Node { return read(g.tested()) }

// number draws an unsigned operand.
func (g *generator) number() *ast.Node {
	switch g.below(4) {
	case 0:
		return bitsOf(uint32(g.below(40)))
	case 1:
		return binary(operator.Mul, read(g.lane), bitsOf(uint32(1+g.below(4))))
	case 2:
		if len(g.masks) > 0 {
			m := g.masks[g.below(len(g.masks))]
			return as(unsignedType, call(popc, read(m)))
		}
	case 3:
		if g.chance(wordFunctionShare) {
			return call(wordFunctions[g.below(len(wordFunctions))], read(g.v), binary(operator.Mul, read(g.lane), bitsOf(uint32(g.below(600)))))
		}
	}
	return read(g.v)
}

// copied returns a copy of a tree, because each node has one place in the program.
func copied(n *ast.Node) *ast.Node {
	c := *n
	c.Children = make([]*ast.Node, len(n.Children))
	for i, x := range n.Children {
		c.Children[i] = copied(x)
	}
	return &c
}

// mask draws the mask of a collective. Half of the masks are right.
func (g *generator) mask() *ast.Node {
	switch k := g.below(20); {
	case k < 10:
		return copied(g.right)
	case k < 12:
		return bitsOf(full)
	case k < 14:
		return bitsOf(uint32(g.pick(1, 0xff, 0xffff, 0xffff0000, 0x55555555, 0xfffffffe, 0xfffff)))
	case k < 17 && len(g.masks) > 0:
		return read(g.masks[g.below(len(g.masks))])
	case k < 18:
		return g.combined()
	}
	return binary(operator.Shl, bitsOf(1), read(g.lane))
}

// combined draws a mask that is computed from other masks, from n, or with a condition.
func (g *generator) combined() *ast.Node {
	switch g.below(5) {
	case 0:
		return unary(operator.BNot, g.mask())
	case 1:
		return binary(operator.And, g.mask(), g.mask())
	case 2:
		return binary(operator.Or, g.mask(), g.mask())
	case 3:
		if g.n != nil {
			g.usesN = true
			n := binary(operator.And, as(unsignedType, read(g.n)), bitsOf(31))
			return binary(operator.Sub, binary(operator.Shl, bitsOf(1), n), bitsOf(1))
		}
	}
	cond, _ := g.laneTest()
	return choose(cond(), g.mask(), g.mask())
}

// maskDeclaration draws a variable that holds a mask.
func (g *generator) maskDeclaration() []*ast.Node {
	var init *ast.Node
	switch g.below(5) {
	case 0, 1:
		cond, _ := g.condition()
		init = call(ballot, g.mask(), as(intType, cond()))
	case 2:
		init = call(activeMask)
	case 3:
		key := binary(operator.Rem, g.test(), bitsOf(uint32(1+g.below(4))))
		init = call(matchAny, g.mask(), key)
	default:
		init = g.combined()
	}
	m := g.local("m", unsignedType, init)
	g.masks = append(g.masks, m)
	return []*ast.Node{declare(m)}
}

// collective draws a call of a collective.
func (g *generator) collective() []*ast.Node {
	switch g.below(12) {
	case 0, 1:
		return []*ast.Node{run(call(syncWarp, g.mask()))}
	case 2:
		return []*ast.Node{run(call(barrier))}
	case 3:
		f := votes[g.below(len(votes))]
		cond, _ := g.condition()
		return g.update(as(unsignedType, call(f, g.mask(), as(intType, cond()))))
	case 4:
		return g.exchange(g.oneOfFunctions(reductions, signedReductions))
	case 5:
		return g.exchange(g.oneOfFunctions([]*ast.Function{matchAny}, []*ast.Function{matchWide}))
	case 6:
		same := g.local("same", intType, number(0))
		address := &ast.Node{
			Kind: ast.Unary, Op: operator.AddrOf, Type: matchAll.Params[2].Type,
			Children: []*ast.Node{object(same)},
		}
		all := call(matchAll, g.mask(), read(g.v), address)
		return append([]*ast.Node{declare(same)}, g.update(all)...)
	case 7:
		return g.broadcast()
	}
	return g.exchange(g.oneOfFunctions(shuffles, wideShuffles))
}

// oneOfFunctions draws a function: three times out of four from the list usual, otherwise from the list other.
func (g *generator) oneOfFunctions(usual, other []*ast.Function) *ast.Function {
	if g.chance(25) {
		usual = other
	}
	return usual[g.below(len(usual))]
}

// exchange draws a call of f, which is a shuffle, a match or a reduction. The argument is v, converted to the type of
// the parameter.
func (g *generator) exchange(f *ast.Function) []*ast.Node {
	var before []*ast.Node
	operand := g.v
	if t := f.Params[1].Type; t != unsignedType {
		operand = g.local("w", t, as(t, read(g.v)))
		before = append(before, declare(operand))
	}
	args := []*ast.Node{g.mask(), read(operand)}
	if len(f.Params) > 2 {
		width := number(g.pick(32, 32, 32, 16, 8, 12))
		args = append(args, as(f.Params[2].Type, g.sourceLane()), width)
	}
	return append(before, g.update(as(unsignedType, call(f, args...)))...)
}

// opposite draws a branch with the same operation on both sides, but possibly on other types. Two calls on one side may
// match one call on the other.
func (g *generator) opposite() []*ast.Node {
	cond, _ := g.condition()
	usual, other := shuffles, wideShuffles
	switch g.below(4) {
	case 0:
		usual, other = reductions[:len(signedReductions)], signedReductions
	case 1:
		usual, other = []*ast.Function{matchAny}, []*ast.Function{matchWide}
	}
	k := g.below(len(usual))
	side := func() *ast.Node {
		var list []*ast.Node
		for range g.pick(1, 1, 2) {
			f := usual[k]
			if g.chance(50) {
				f = other[k]
			}
			list = append(list, g.exchange(f)...)
		}
		return compound(list...)
	}
	return []*ast.Node{ifElse(cond(), side(), side())}
}

// broadcast draws a shuffle that reads the lowest lane of a mask: __shfl_sync(m, v, __ffs(m) - 1).
func (g *generator) broadcast() []*ast.Node {
	mask := g.mask()
	lowest := binary(operator.Sub, call(ffs, as(intType, copied(mask))), number(1))
	return g.update(call(shuffles[0], mask, read(g.v), lowest, number(32)))
}

// sourceLane draws the third operand of a shuffle.
func (g *generator) sourceLane() *ast.Node {
	switch k := g.below(10); {
	case k < 7:
		return number(g.pick(0, 1, 2, 4, 8, 16))
	case k < 9 && len(g.tests) > 0:
		return read(g.tests[g.below(len(g.tests))])
	}
	return binary(operator.Rem, read(g.lane), bitsOf(uint32(1+g.below(8))))
}
