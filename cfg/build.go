package cfg

import (
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Build lowers every function of the unit that device code may run and works
// out the graphs (see the fields of [Block] and [Func]). It never fails: what
// it does not know becomes an [Unknown] instruction.
func Build(u *ast.Unit) *Program {
	p := &programBuilder{
		prog:     &Program{Unit: u, Launches: launches(u)},
		funcs:    map[*ast.Function]*Func{},
		globals:  map[*ast.Var]*Object{},
		pointers: map[*ast.Type]*ast.Type{},
		targets:  targetsOf(u),
		named:    functionsByName(u),
	}
	for _, f := range u.Functions {
		if f.Body != nil && (f.Kernel || f.Device || !f.Host) {
			p.function(f)
		}
	}
	// Lowering a body may name functions that the unit does not list.
	for i := 0; i < len(p.prog.Funcs); i++ {
		p.lower(p.prog.Funcs[i])
	}
	markEscapes(p.prog)
	quiet := quietFuncs(p.prog)
	for _, f := range p.prog.Funcs {
		setJoins(f, quiet)
		setTurns(f)
	}
	p.prog.Roots = roots(p.prog)
	return p.prog
}

// function is the IR of f, an empty shell until lower fills it.
func (p *programBuilder) function(f *ast.Function) *Func {
	fn := p.funcs[f]
	if fn == nil {
		fn = &Func{Name: f.Qualified, Decl: f, Kernel: f.Kernel}
		if fn.Name == "" {
			fn.Name = f.Name
		}
		p.funcs[f] = fn
		p.prog.Funcs = append(p.prog.Funcs, fn)
		p.parameters(fn)
	}
	return fn
}

// parameters makes the objects that receive the arguments, so that calls of a
// function can be lowered before its body.
func (p *programBuilder) parameters(fn *Func) {
	b := &builder{programBuilder: p, fn: fn, names: map[string]int{}}
	if class := fn.Decl.This; class != nil {
		fn.Params = append(fn.Params, b.object("this", p.pointerTo(class), nil, ast.Param))
	}
	for _, v := range fn.Decl.Params {
		t := v.Type
		if !fn.Kernel && isPassedByAddress(t) {
			t = p.referenceTo(t)
		}
		fn.Params = append(fn.Params, b.object(v.Name, t, v, ast.Param))
	}
}

// lower fills fn with the blocks of its body.
func (p *programBuilder) lower(fn *Func) {
	b := &builder{
		programBuilder: p, fn: fn, pos: fn.Decl.Pos,
		vars: map[*ast.Var]*Object{}, names: map[string]int{}, labels: map[string]*label{},
	}
	for _, o := range fn.Params {
		b.names[o.Name]++
		if o.Var == nil {
			b.this = o
		} else {
			b.vars[o.Var] = o
		}
	}
	b.start(b.newBlock())
	b.body(fn.Decl)
	finish(fn)
}

// body lowers a function's initialisers and statements.
func (b *builder) body(f *ast.Function) {
	b.last = lastReturn(f.Body)
	findLabels(f.Body, nil, b.labels)
	members := b.push(nil)
	if f.Destructor && f.This != nil {
		b.memberCleanups(members, f.This)
	}
	for _, init := range f.Inits {
		b.initializer(f, init)
	}
	b.stmt(f.Body)
	b.pos = endOf(f.Body.Pos)
	b.pop()
	b.terminate(Terminator{Kind: Return, Falls: true})
}

// lastReturn is the return statement that ends a body, nil when there is none.
func lastReturn(body *ast.Node) *ast.Node {
	if body.Kind != ast.Compound || len(body.Children) == 0 {
		return nil
	}
	if n := body.Children[len(body.Children)-1]; n != nil && n.Kind == ast.Return {
		return n
	}
	return nil
}

// endOf is the place of the closing brace of a compound.
func endOf(p ast.Pos) ast.Pos {
	if p.EndLine == 0 || p.EndColumn < 2 {
		return p
	}
	p.Line, p.Column = p.EndLine, p.EndColumn-1
	return p
}

// roots are the kernels, then the user's device functions that no kernel
// reaches: those that nobody calls, and one of each ring of functions that call
// each other. What they call is checked where it is called, with the lanes that
// call it. An instantiation that only dead code calls is none where the kernels reach
// another one of its template.
func roots(p *Program) []*Func {
	reached := map[*Func]bool{}
	var visit func(f *Func)
	visit = func(f *Func) {
		if reached[f] {
			return
		}
		reached[f] = true
		for _, c := range f.Callees {
			visit(c)
		}
	}
	var list []*Func
	add := func(wanted func(*Func) bool) {
		for _, f := range p.Funcs {
			if !reached[f] && wanted(f) {
				list = append(list, f)
				visit(f)
			}
		}
	}
	for _, f := range p.Funcs {
		if f.Kernel {
			list = append(list, f)
			visit(f)
		}
	}
	called, dead := calledFuncs(p), deadInstances(p, reached)
	users := func(f *Func) bool { return f.Decl.Device && !f.Decl.Pos.System && !dead[f.Decl] }
	add(func(f *Func) bool { return users(f) && !called[f] })
	add(users)
	return list
}

// calledFuncs are the functions that another one calls.
func calledFuncs(p *Program) map[*Func]bool {
	called := map[*Func]bool{}
	for _, f := range p.Funcs {
		for _, c := range f.Callees {
			if c != f {
				called[c] = true
			}
		}
	}
	return called
}

// deadInstances are the instantiations that some body names, none of those reached
// calls, and that have a sibling among those reached.
func deadInstances(p *Program, reached map[*Func]bool) map[*ast.Function]bool {
	alive := map[string]bool{}
	for f := range reached {
		alive[f.Decl.Template] = true
	}
	dead := map[*ast.Function]bool{}
	for _, f := range p.Unit.Functions {
		for n := range f.Nodes() {
			if callee := n.Func; callee != nil && callee != f && callee.Template != "" && alive[callee.Template] {
				dead[callee] = true
			}
		}
	}
	return dead
}

// quietFuncs are the functions from which no collective is reachable.
func quietFuncs(p *Program) map[*Func]bool {
	quiet := map[*Func]bool{}
	for _, f := range p.Funcs {
		quiet[f] = !hasCollective(f)
	}
	for changed := true; changed; {
		changed = false
		for _, f := range p.Funcs {
			for _, c := range f.Callees {
				if quiet[f] && !quiet[c] {
					quiet[f], changed = false, true
				}
			}
		}
	}
	return quiet
}

func hasCollective(f *Func) bool {
	for _, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			if in.Op == Collective_ {
				return true
			}
		}
	}
	return false
}
