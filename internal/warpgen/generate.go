package warpgen

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"pgregory.net/rapid"
)

const full = 0xffffffff

// The limits for a program.
const (
	mostStatements = 12
	mostDepth      = 4
)

// generator draws the functions of a program.
type generator struct {
	t *rapid.T
	// plain reports whether control flow may not depend on the results of collectives.
	plain        bool
	usesN, usesD bool
	helpers      []*ast.Function
	names        map[string]int
	scope
	// budget is the number of statements that may still be drawn.
	budget int
}

// scope holds the variables that a statement can name, and the context of the statement.
type scope struct {
	n, d, lane, v *ast.Var
	// masks lists variables that hold masks. tests lists numbers that control flow may depend on. flags, words and
	// tables are variables that later statements assign.
	masks, tests, flags, words, tables []*ast.Var
	// right is the mask of the lanes that should arrive at the next statement.
	right    *ast.Node
	inKernel bool
	depth    int
	peels    bool // the statement is inside a loop that handles lanes one by one
	// breaks and continues report whether these statements are allowed here.
	breaks, continues bool
}

func generate(t *rapid.T, plain bool) *Prog {
	g := &generator{t: t, plain: plain, names: map[string]int{}}
	for range g.pick(0, 0, 1, 1, 2) {
		g.helpers = append(g.helpers, g.helper())
	}
	kernel := g.kernel()
	return newProg(append(g.helpers, kernel), g.usesN, g.usesD)
}

// below draws a number from 0 to n-1.
func (g *generator) below(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "") }

func (g *generator) chance(percent int) bool { return g.below(100) < percent }

// pick draws one of the values.
func (g *generator) pick(values ...int) int { return values[g.below(len(values))] }

func (g *generator) fresh(prefix string) string {
	k := g.names[prefix]
	g.names[prefix]++
	return fmt.Sprint(prefix, k)
}

func (g *generator) local(prefix string, t *types.Type, init *ast.Node) *ast.Var {
	return &ast.Var{Var: types.Var{Name: g.fresh(prefix), Type: t, Storage: types.Local}, Init: init}
}

func parameter(name string, t *types.Type) *ast.Var {
	return &ast.Var{Var: types.Var{Name: name, Type: t, Storage: types.Param}}
}

func laneNumber() *ast.Var {
	return &ast.Var{
		Var:  types.Var{Name: "lane", Type: unsignedType, Storage: types.Local},
		Init: binary(operator.And, thread(), bitsOf(31)),
	}
}

// kernel draws the __global__ function.
func (g *generator) kernel() *ast.Function {
	g.names = map[string]int{}
	n, d, out := parameter("n", intType), parameter("d", dataType), parameter("out", outType)
	lane := laneNumber()
	v := &ast.Var{Var: types.Var{Name: "v", Type: unsignedType, Storage: types.Local}, Init: read(lane)}
	g.scope = scope{n: n, d: d, lane: lane, v: v, right: bitsOf(full), inKernel: true}
	g.budget = 3 + g.below(mostStatements-2)
	body := []*ast.Node{declare(lane), declare(v)}
	body = append(body, g.statements()...)
	for g.budget > 0 {
		body = append(body, g.statements()...)
	}
	store := assign(operator.Plain, element(out, thread()), read(v))
	body = append(body, run(store))
	return &ast.Function{
		Func: types.Func{Name: "kernel", Qualified: "kernel", Key: "kernel"}, Kernel: true,
		Params: []*ast.Var{n, d, out}, Result: voidType, Body: compound(body...),
	}
}

// helper draws a device function `unsigned help(unsigned mask, unsigned v)`.
func (g *generator) helper() *ast.Function {
	name := fmt.Sprint("help", len(g.helpers))
	g.names = map[string]int{}
	mask, v := parameter("mask", unsignedType), parameter("v", unsignedType)
	lane := laneNumber()
	g.scope = scope{lane: lane, v: v, masks: []*ast.Var{mask}, right: read(mask), depth: 2}
	g.budget = 1 + g.below(3)
	body := append([]*ast.Node{declare(lane)}, g.statements()...)
	body = append(body, giveBack(read(v)))
	return &ast.Function{
		Func: types.Func{Name: name, Qualified: name, Key: name}, Device: true,
		Params: []*ast.Var{mask, v}, Result: unsignedType, Body: compound(body...),
	}
}

// statements draws one to four statements of a block. Names declared in the block are not visible after it.
func (g *generator) statements() []*ast.Node {
	var list []*ast.Node
	for range 1 + g.below(4) {
		if g.budget <= 0 {
			break
		}
		g.budget--
		list = append(list, g.statement()...)
		switch list[len(list)-1].Kind {
		case ast.Break, ast.Continue, ast.Return:
			return list
		}
	}
	return list
}

// within draws a block one level deeper. The mask right has the lanes that should arrive in the block. The function
// change, unless nil, changes the scope of the block.
func (g *generator) within(right *ast.Node, change func(*scope)) *ast.Node {
	outer := g.scope
	g.enter()
	g.depth++
	g.right = right
	if change != nil {
		change(&g.scope)
	}
	list := g.statements()
	if len(list) == 0 {
		list = g.collective()
	}
	g.scope = outer
	return compound(list...)
}

func (g *generator) statement() []*ast.Node {
	deep := g.depth >= mostDepth
	switch k := g.below(27); {
	case k >= 25 && !deep:
		return g.opposite()
	case k < 7:
		return g.collective()
	case k < 9:
		return g.maskDeclaration()
	case k < 13 && !deep:
		return g.branch()
	case k < 16 && !deep:
		return g.loop()
	case k < 17 && !deep:
		return g.switchStatement()
	case k < 19 && g.depth > 0:
		return g.leave()
	case k < 21:
		return g.stateDeclaration()
	case k < 24:
		if list := g.change(); list != nil {
			return list
		}
	case g.inKernel && len(g.helpers) > 0:
		f := g.helpers[g.below(len(g.helpers))]
		return g.update(call(f, g.mask(), g.number()))
	}
	return g.update(binary(operator.Add, read(g.v), g.number()))
}

// update returns an assignment to v.
func (g *generator) update(value *ast.Node) []*ast.Node {
	return []*ast.Node{run(assign(operator.Plain, object(g.v), value))}
}

// branch draws an if. Often a ballot of the condition comes before it, so that a variable has the right mask inside.
func (g *generator) branch() []*ast.Node {
	cond, lanes := g.condition()
	var before []*ast.Node
	then, other := g.right, g.right
	switch {
	case lanes != nil && isFull(g.right):
		then, other = lanes, unary(operator.BNot, lanes)
	case g.chance(40):
		m := g.local("m", unsignedType, call(ballot, copied(g.right), as(intType, cond())))
		before = append(before, declare(m))
		g.masks = append(g.masks, m)
		then = read(m)
		other = binary(operator.And, g.right, unary(operator.BNot, read(m)))
	}
	var otherwise *ast.Node
	body := g.within(then, nil)
	if g.chance(45) && g.budget > 0 {
		g.budget--
		otherwise = g.within(other, nil)
	}
	return append(before, ifElse(cond(), body, otherwise))
}

func isFull(mask *ast.Node) bool { return mask.Known && mask.Value == full }

// leave draws a break, continue or early return, mostly with a condition.
func (g *generator) leave() []*ast.Node {
	kind := ast.Return
	if g.continues && g.chance(50) {
		kind = ast.Continue
	} else if g.breaks {
		kind = ast.Break
	}
	out := simple(kind)
	switch {
	case kind == ast.Return && g.inKernel:
		out = giveBack(nil)
	case kind == ast.Return:
		out = giveBack(g.number())
	}
	if g.chance(20) {
		return []*ast.Node{out}
	}
	cond, _ := g.condition()
	return []*ast.Node{ifElse(cond(), compound(out), nil)}
}

func (g *generator) switchStatement() []*ast.Node {
	k := int64(2 + g.below(3))
	subject := binary(operator.Rem, g.test(), bitsOf(uint32(k)))
	inside := func(s *scope) { s.breaks, s.continues = true, false }
	var body []*ast.Node
	for i := range k {
		first := g.within(g.right, inside)
		if i == k-1 && g.chance(50) {
			body = append(body, otherwise(first))
		} else {
			body = append(body, caseOf(i, first))
		}
		if g.chance(70) {
			body = append(body, simple(ast.Break))
		}
		if g.budget <= 0 {
			break
		}
	}
	return []*ast.Node{switchOn(subject, body...)}
}
