package warpgen

import "github.com/warpcheck/warpcheck/frontend/ast"

// loop makes one of the loops that warp code has. Each ends for every input:
// the counters are not assigned in the body.
func (g *generator) loop() []*ast.Node {
	switch g.below(9) {
	case 7, 8:
		return g.searching()
	case 0:
		return g.counted(bitsOf(uint32(1 + g.below(4))))
	case 1:
		return g.counted(binary(ast.Rem, read(g.lane), bitsOf(uint32(2+g.below(4)))))
	case 2:
		return g.halving()
	case 3:
		return g.peeling()
	case 4:
		return g.repeated()
	}
	if g.n == nil {
		return g.counted(bitsOf(2))
	}
	g.usesN = true
	if g.chance(50) {
		return g.strided()
	}
	return g.upToN()
}

func loopScope(s *scope) { s.breaks, s.continues = true, true }

// counted is for (i = 0; i < bound; ++i). The mask stays right when the bound
// is a constant.
func (g *generator) counted(bound *ast.Node) []*ast.Node {
	i := g.local("i", unsignedType, bitsOf(0))
	body := g.within(g.right, func(s *scope) {
		loopScope(s)
		s.tests = append(s.tests, i)
	})
	return []*ast.Node{forLoop(i, binary(ast.LT, read(i), bound), increment(i), body)}
}

// searching is for (k = 0; k < fuel && cond; ++k).
func (g *generator) searching() []*ast.Node {
	k := g.local("k", unsignedType, bitsOf(0))
	cond, _ := g.condition()
	turns := binary(ast.LAnd, binary(ast.LT, read(k), bitsOf(uint32(2+g.below(4)))), cond())
	body := g.within(g.right, func(s *scope) {
		loopScope(s)
		s.tests = append(s.tests, k)
	})
	return []*ast.Node{forLoop(k, turns, increment(k), body)}
}

// upToN is for (i = 0; i < n; ++i).
func (g *generator) upToN() []*ast.Node {
	i := g.local("i", intType, number(0))
	body := g.within(g.right, loopScope)
	return []*ast.Node{forLoop(i, binary(ast.LT, read(i), read(g.n)), increment(i), body)}
}

// strided is for (i = first; i < n; i += 32), where first is the lane, or the
// same with i - first < n, which all lanes leave together.
func (g *generator) strided() []*ast.Node {
	first := g.local("first", intType, as(intType, read(g.lane)))
	i := g.local("i", intType, read(first))
	position := read(i)
	if g.chance(50) {
		position = binary(ast.Sub, read(i), read(first))
	}
	step := assign(ast.Add, object(i), number(32))
	body := g.within(g.right, loopScope)
	return []*ast.Node{
		declare(first), forLoop(i, binary(ast.LT, position, read(g.n)), step, body),
	}
}

// halving is for (o = 16; o > 0; o >>= 1), the loop of reductions.
func (g *generator) halving() []*ast.Node {
	o := g.local("o", unsignedType, bitsOf(uint32(g.pick(4, 16))))
	step := assign(ast.Shr, object(o), number(1))
	body := g.within(g.right, func(s *scope) {
		loopScope(s)
		s.tests = append(s.tests, o)
	})
	return []*ast.Node{forLoop(o, binary(ast.GT, read(o), bitsOf(0)), step, body)}
}

// peeling takes the lanes of a set one by one:
// while (todo != 0) { ...; todo &= todo - 1; }.
func (g *generator) peeling() []*ast.Node {
	init := bitsOf(uint32(g.pick(0x11, 0x80000001, 0xf0)))
	if !g.plain && g.chance(60) {
		init = g.mask()
	}
	todo := g.local("todo", unsignedType, init)
	body := g.within(g.right, func(s *scope) { s.breaks, s.continues = true, false })
	lowest := binary(ast.Sub, read(todo), bitsOf(1))
	body.Children = append(body.Children, run(assign(ast.And, object(todo), lowest)))
	return []*ast.Node{declare(todo), while(binary(ast.NE, read(todo), bitsOf(0)), body)}
}

// repeated is do { ... } while (++k < bound), for a bound that may differ by lane.
func (g *generator) repeated() []*ast.Node {
	k := g.local("k", unsignedType, bitsOf(0))
	bound := bitsOf(uint32(1 + g.below(3)))
	if g.chance(50) {
		bound = binary(ast.And, read(g.lane), bitsOf(3))
	}
	body := g.within(g.right, func(s *scope) {
		s.breaks, s.continues = true, false
		s.tests = append(s.tests, k)
	})
	body.Children = append(body.Children, run(increment(k)))
	return []*ast.Node{declare(k), doWhile(body, binary(ast.LT, read(k), bound))}
}
