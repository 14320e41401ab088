package warpgen

import (
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// loop draws a loop of one of the kinds in warp code. Each ends for every input, because its body does not assign to
// the counter.
func (g *generator) loop() []*ast.Node {
	switch g.below(11) {
	case 9, 10:
		return g.gathering()
	case 7, 8:
		return g.searching()
	case 0:
		return g.counted(bitsOf(uint32(1 + g.below(4))))
	case 1:
		return g.counted(binary(operator.Rem, read(g.lane), bitsOf(uint32(2+g.below(4)))))
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

// counted draws for (i = 0; i < bound; ++i). If the bound is constant, all lanes that arrive execute all iterations,
// unless they leave the loop by a jump.
func (g *generator) counted(bound *ast.Node) []*ast.Node {
	i := g.local("i", unsignedType, bitsOf(0))
	body := g.within(g.right, func(s *scope) {
		loopScope(s)
		s.tests = append(s.tests, i)
	})
	return []*ast.Node{forLoop(i, binary(operator.LT, read(i), bound), increment(i), body)}
}

// searching draws for (k = 0; k < fuel && cond; ++k).
func (g *generator) searching() []*ast.Node {
	k := g.local("k", unsignedType, bitsOf(0))
	cond, _ := g.condition()
	iterations := binary(operator.LAnd, binary(operator.LT, read(k), bitsOf(uint32(2+g.below(4)))), cond())
	body := g.within(g.right, func(s *scope) {
		loopScope(s)
		s.tests = append(s.tests, k)
	})
	return []*ast.Node{forLoop(k, iterations, increment(k), body)}
}

// upToN generates a loop for (i = 0; i < n; ++i) with a random body.
func (g *generator) upToN() []*ast.Node {
	i := g.local("i", intType, number(0))
	body := g.within(g.right, loopScope)
	return []*ast.Node{forLoop(i, binary(operator.LT, read(i), read(g.n)), increment(i), body)}
}

// strided draws for (i = first; i < n; i += 32), where first is the lane. It may draw the same loop with the condition
// i - first < n. Then all lanes leave the loop together.
func (g *generator) strided() []*ast.Node {
	first := g.local("first", intType, as(intType, read(g.lane)))
	i := g.local("i", intType, read(first))
	position := read(i)
	if g.chance(50) {
		position = binary(operator.Sub, read(i), read(first))
	}
	step := assign(operator.Add, object(i), number(32))
	body := g.within(g.right, loopScope)
	return []*ast.Node{
		declare(first), forLoop(i, binary(operator.LT, position, read(g.n)), step, body),
	}
}

// halving draws for (o = 16; o > 0; o >>= 1), a loop as in reductions.
func (g *generator) halving() []*ast.Node {
	o := g.local("o", unsignedType, bitsOf(uint32(g.pick(4, 16))))
	step := assign(operator.Shr, object(o), number(1))
	body := g.within(g.right, func(s *scope) {
		loopScope(s)
		s.tests = append(s.tests, o)
	})
	return []*ast.Node{forLoop(o, binary(operator.GT, read(o), bitsOf(0)), step, body)}
}

// peeling draws while (todo != 0) { ...; todo &= todo - 1; }, which handles the lanes of a set one by one. Inside
// another such loop the set is small, because all iterations are unrolled: 32 times 32 iterations take minutes and test
// nothing more.
func (g *generator) peeling() []*ast.Node {
	init := bitsOf(uint32(g.pick(0x11, 0x80000001, 0xf0)))
	if !g.plain && !g.peels && g.chance(60) {
		init = g.mask()
	}
	todo := g.local("todo", unsignedType, init)
	outermost := !g.peels
	g.peels = true
	body := g.within(g.right, func(s *scope) { s.breaks, s.continues = true, false })
	g.peels = !outermost
	lowest := binary(operator.Sub, read(todo), bitsOf(1))
	body.Children = append(body.Children, run(assign(operator.And, object(todo), lowest)))
	return []*ast.Node{declare(todo), while(binary(operator.NE, read(todo), bitsOf(0)), body)}
}

// repeated draws do { ... } while (++k < bound), for a bound that may differ between lanes.
func (g *generator) repeated() []*ast.Node {
	k := g.local("k", unsignedType, bitsOf(0))
	bound := bitsOf(uint32(1 + g.below(3)))
	if g.chance(50) {
		bound = binary(operator.And, read(g.lane), bitsOf(3))
	}
	body := g.within(g.right, func(s *scope) {
		s.breaks, s.continues = true, false
		s.tests = append(s.tests, k)
	})
	body.Children = append(body.Children, run(increment(k)))
	return []*ast.Node{declare(k), doWhile(body, binary(operator.LT, read(k), bound))}
}

// gathering draws a loop in which each lane first makes up to three iterations, as many as the lowest two bits of its
// number state. Other lanes wait inside the loop:
//
//	for (;;) { if (q < lane % 4) { ++q; continue; } ...; ++t; if (t > 1) break; }
//	for (;; ++q) { if (q < lane % 4) continue; ...; ++t; if (t > 1) break; }
//	do { while (q < lane % 4) ++q; ...; ++t; } while (t < 2);
//
// All lanes execute the body equally often if t is a separate counter, but not if t is q.
func (g *generator) gathering() []*ast.Node {
	q, t := g.local("q", unsignedType, bitsOf(0)), g.local("t", unsignedType, bitsOf(0))
	before := []*ast.Node{declare(q), declare(t)}
	last := bitsOf(uint32(1 + g.below(2)))
	if g.chance(40) {
		t, last = q, bitsOf(uint32(3+g.below(2)))
	}
	late := binary(operator.LT, read(q), binary(operator.And, read(g.lane), bitsOf(3)))
	body := g.within(g.right, func(s *scope) {
		s.breaks, s.continues = true, false
		s.tests = append(s.tests, q, t)
	}).Children
	body = append(body, run(increment(t)))
	leave := ifElse(binary(operator.LT, last, read(t)), compound(simple(ast.Break)), nil)
	switch g.below(3) {
	case 0:
		again := ifElse(late, compound(run(increment(q)), simple(ast.Continue)), nil)
		return append(before, endless(nil, compound(append(append([]*ast.Node{again}, body...), leave)...)))
	case 1:
		again := ifElse(late, compound(simple(ast.Continue)), nil)
		return append(before, endless(increment(q), compound(append(append([]*ast.Node{again}, body...), leave)...)))
	}
	again := while(late, compound(run(increment(q))))
	return append(before, doWhile(compound(append([]*ast.Node{again}, body...)...), binary(operator.LT, read(t), last)))
}
