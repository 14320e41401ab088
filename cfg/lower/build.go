// Package lower makes control-flow graphs (package cfg) of the typed syntax trees of the frontend.
//
// # How it is done
//
// [Build] lowers each function. Several types share the work. Each has one job, and an interface that lists what it
// needs from the others:
//
//	builder     expressions (expr.go, operator.go, condition.go, address.go, dependent.go) and calls (call.go, indirect.go)
//	statements  statements (stmt.go)
//	lifetimes   the objects that begin and end: initialisers, constructors, new, delete, destructors (lifetime.go)
//	scopes      open scopes, and the destructors that run wherever control leaves one (scope.go)
//	known       calls of CUDA's functions, known by name from one table (intrinsics.go, intrinsic_call.go)
//	copies      copies and fills of memory (copy.go)
//
// Package asm lowers asm statements. Package consteval evaluates constant expressions. Package emit appends
// instructions, and package types compares types. The launches in host code are passed to Build.
//
// Each for, while and do loop has one latch of its own: all continue statements jump to it, and not to the header.
//
// # What is not followed
//
// A virtual call, or a call through an unknown pointer, is a choice among the functions of the unit that it may call
// (indirect.go). If the unit has none, the call is a [cfg.Unknown] instruction with a reason. Other constructs become
// such an instruction too: exceptions, conversions from and to virtual bases, whose offsets depend on the object, and
// every construct that the lowering does not know. No code is dropped silently.
//
// # Templates without an instantiation
//
// A template that is not instantiated is analysed as it is written, for any arguments (dependent.go). A type that
// depends on a parameter is unknown. A value of an unknown type is a word that can only be compared for equality.
// Operators, conversions, constructions and reads of members of this value are assumed to be pure functions of their
// operands. Each is a [cfg.Opaque]: equal operands give equal results, in one lane and across lanes. For example:
//
//	template <class T> __global__ void k(T n, T *p) {
//	  if (n > 0) ...        the same for all lanes: n is an argument
//	  if (p[lane] > 0) ...  each lane its own
//
// A constant that the parameters decide (T::size, sizeof(T)) is one unknown, and T::size() without arguments is one
// too. A call on a dependent object or with dependent arguments may depend on the lane, and is an Extern. A scalar
// argument is passed to it by value, unless the unit has a function of the same name that may write it (unresolved.go).
// If the call has the form of a library's collective, it may be one (open.go). A write into a part of an object of
// unknown type makes the whole object unknown.
//
// # Code that does not parse
//
// If clang does not know a name, because a header is missing, the name is an Unknown. An expression that clang could
// not build because of the name is an Unknown as well. Lanes with equal operands of the expression are assumed to get
// equal values.
package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/source"
)

// Build lowers every function of the unit that device code may run, and completes the graphs (see the fields of
// [cfg.Block] and [cfg.Func]). It never fails: code that it does not know becomes a [cfg.Unknown] instruction. launches
// lists the launches of the unit's kernels, which become Program.Launches.
func Build(u *ast.Unit, launches []*cfg.Launch) *cfg.Program {
	p := &programBuilder{
		unit:     u,
		prog:     &cfg.Program{Arch: u.Arch, Launches: launches},
		funcs:    map[*ast.Function]*cfg.Func{},
		trees:    map[*cfg.Func]*ast.Function{},
		globals:  map[*ast.Var]*cfg.Object{},
		pointers: emit.Pointers{},
		targets:  targetsOf(u),
		named:    NamesOf(u),
		hosts:    namedByHosts(u),
		waits:    mayWait(),
	}
	for _, f := range u.Functions {
		if f.Body != nil && (f.Kernel || f.Device || !f.Host) {
			p.function(f)
		}
	}
	// Lowering a body may add functions that the unit does not list.
	for i := 0; i < len(p.prog.Funcs); i++ {
		p.lower(p.prog.Funcs[i])
	}
	p.prog.Finish()
	p.prog.Roots = p.roots()
	return p.prog
}

// function returns the graph of f. The graph has no blocks until lower fills it.
func (p *programBuilder) function(f *ast.Function) *cfg.Func {
	fn := p.funcs[f]
	if fn == nil {
		fn = &cfg.Func{Name: f.Qualified, Decl: &f.Func, Kernel: f.Kernel}
		if fn.Name == "" {
			fn.Name = f.Name
		}
		p.funcs[f], p.trees[fn] = fn, f
		p.prog.Funcs = append(p.prog.Funcs, fn)
		p.parameters(fn, f)
	}
	return fn
}

// parameters makes the objects of f's parameters, so that calls of f can be lowered before its body.
func (p *programBuilder) parameters(fn *cfg.Func, f *ast.Function) {
	b := emit.New(fn, f.Pos, p.pointers)
	if class := f.This; class != nil {
		fn.Params = append(fn.Params, b.Object("this", p.pointers.To(class), nil, types.Param))
	}
	for _, v := range f.Params {
		t := v.Type
		if !fn.Kernel && types.IsPassedByAddress(t) {
			t = types.ReferenceTo(t)
		}
		fn.Params = append(fn.Params, b.Object(v.Name, t, &v.Var, types.Param))
	}
}

// lower fills fn with the blocks of its body.
func (p *programBuilder) lower(fn *cfg.Func) {
	emitter := emit.New(fn, fn.Decl.Pos, p.pointers)
	b := &builder{
		programBuilder: p, Builder: emitter, tree: p.trees[fn],
		vars:   map[*types.Var]*cfg.Object{},
		scopes: &scopes{Builder: emitter, labels: map[string]*label{}},
	}
	for _, o := range fn.Params {
		if o.Var == nil {
			b.this = o
		} else {
			b.vars[o.Var] = o
		}
	}
	b.known = &known{Builder: emitter, copies: &copies{emitter}, of: b}
	b.lifetimes = &lifetimes{Builder: emitter, program: p, scopes: b.scopes, initial: b, tree: b.tree, this: b.this}
	b.statements = &statements{Builder: emitter, scopes: b.scopes, known: b.known, lifetimes: b.lifetimes, expressions: b, inline: operands{b}, tree: b.tree}
	b.Start(b.NewBlock())
	fn.LoopStatements, fn.JumpsBack = loopStatements(b.tree.Body), jumpsBack(b.tree.Body)
	b.body(b.tree)
}

// body lowers a function's initialisers and statements.
func (b *builder) body(f *ast.Function) {
	b.statements.last = lastReturn(f.Body)
	findLabels(f.Body, nil, b.scopes.labels)
	members := b.scopes.push(nil)
	if f.Destructor && f.This != nil {
		b.lifetimes.memberCleanups(members, f.This)
	}
	for _, init := range f.Inits {
		b.lifetimes.initializer(f, init)
	}
	b.statements.stmt(f.Body)
	b.Pos = endOf(f.Body.Pos)
	b.scopes.pop()
	b.Terminate(cfg.Terminator{Kind: cfg.Return, Falls: true})
}

// lastReturn returns the return statement that ends a body, nil if there is none.
func lastReturn(body *ast.Node) *ast.Node {
	if body.Kind != ast.Compound || len(body.Children) == 0 {
		return nil
	}
	if n := body.Children[len(body.Children)-1]; n != nil && n.Kind == ast.Return {
		return n
	}
	return nil
}

// endOf returns the position of the closing brace of a compound statement. It returns p itself if the end is not known.
func endOf(p source.Pos) source.Pos {
	if p.EndLine == 0 || p.EndColumn < 2 {
		return p
	}
	p.Line, p.Column = p.EndLine, p.EndColumn-1
	return p
}
