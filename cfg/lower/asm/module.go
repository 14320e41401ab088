package asm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/emit"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/mangled"
	"github.com/warpcheck/warpcheck/internal/ptx"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Build lowers PTX modules to one program. place returns the position of a line of a module's text. Its last argument
// is the place in a source file that the module names for the line, nil if it names none.
//
// The instructions are lowered by the same tables as those of asm statements. A register is a local object. If it holds
// an address, its type is a pointer (pointers.go). Registers and parameters are made before the first instruction, so
// that their objects keep their values from one iteration of a loop to the next. A variable in shared memory is an
// array of bytes, or of numbers if the module declares it so.
func Build(modules []*ptx.Module, arch warp.Arch, place func(m *ptx.Module, line int, at *ptx.Place) source.Pos) *cfg.Program {
	prog := &cfg.Program{Arch: arch}
	pointers := emit.Pointers{}
	for _, m := range modules {
		b := &moduleBuilder{
			prog: prog, pointers: pointers, module: m, objects: map[*ptx.Symbol]*cfg.Object{}, funcs: map[string]*cfg.Func{},
			records: map[string]*types.Type{},
			place:   func(line int, at *ptx.Place) source.Pos { return place(m, line, at) },
		}
		b.build()
	}
	prog.Finish()
	prog.Roots = rootsOf(prog)
	return prog
}

// moduleBuilder lowers one module.
type moduleBuilder struct {
	prog     *cfg.Program
	pointers emit.Pointers
	module   *ptx.Module
	// objects holds the objects of the module's variables in memory.
	objects map[*ptx.Symbol]*cfg.Object
	// dynamic is the object of all arrays in dynamic shared memory.
	dynamic *cfg.Object
	funcs   map[string]*cfg.Func
	// records maps the size and the fields of a record parameter to one shared type, so that the argument of a call
	// has the same type as the callee's parameter.
	records map[string]*types.Type
	place   func(line int, at *ptx.Place) source.Pos
}

// build lowers the functions of the module. Their parameters are made first, so that a call can be lowered before the
// body of its callee.
func (b *moduleBuilder) build() {
	var bodies []func()
	for _, f := range b.module.Functions {
		if f.Defined && b.funcs[f.Name] == nil {
			bodies = append(bodies, b.declare(f))
		}
	}
	for alias, name := range b.module.Aliases {
		if b.funcs[alias] == nil && b.funcs[name] != nil {
			b.funcs[alias] = b.funcs[name]
		}
	}
	for _, lower := range bodies {
		lower()
	}
}

// declare makes a function with its parameters, and returns a function that lowers its body.
func (b *moduleBuilder) declare(f *ptx.Function) func() {
	pos := b.place(f.Line, nil)
	for _, s := range f.Body {
		if s.Place != nil {
			pos = b.place(s.Line, s.Place)
			break
		}
	}
	named := *f
	named.Body = withNamedParameters(f.Body)
	f = &named
	name := mangled.Plain(f.Name)
	decl := &types.Func{Name: name, Qualified: name, Key: f.Name, Pos: pos, MaxThreads: f.MaxThreads}
	fn := &cfg.Func{Name: name, Decl: decl, Kernel: f.Entry}
	b.funcs[f.Name] = fn
	b.prog.Funcs = append(b.prog.Funcs, fn)
	if f.Entry && f.Block[0] > 0 {
		block := f.Block
		b.prog.Launches = append(b.prog.Launches, &cfg.Launch{Kernel: decl, Block: &block, Pos: pos})
	}
	a := &assembler{
		Builder: emit.New(fn, pos, b.pointers), node: &ast.Node{Asm: &ast.Asm{}}, declared: map[*ptx.Symbol]*register{}, targets: map[int]*cfg.Block{},
		function: &moduleFunction{moduleBuilder: b, Function: f, memory: map[*ptx.Symbol]*cfg.Object{}},
	}
	m := a.function
	m.holdsAddress = addressesOf(f)
	m.layouts = b.layoutsOf(f)
	m.patterns = patterns(f.Body)
	for _, p := range f.Params {
		t := a.typeOf(p)
		short := strings.TrimPrefix(p.Name, f.Name+"_")
		o := a.Object(short, t, &types.Var{Name: short, Type: t, Storage: types.Param, Pos: pos}, types.Param)
		m.memory[p] = o
		fn.Params = append(fn.Params, o)
	}
	return a.moduleFunction
}

// moduleFunction holds what is known about the module's function whose body is being lowered.
type moduleFunction struct {
	*moduleBuilder
	*ptx.Function
	// memory maps the function's parameters and variables to their objects.
	memory map[*ptx.Symbol]*cfg.Object
	// holdsAddress is the set of registers and parameters that hold addresses. layouts maps parameters that are records
	// to their types.
	holdsAddress map[*ptx.Symbol]bool
	layouts      map[*ptx.Symbol]*types.Type
	patterns     map[*ptx.Statement]lowering
}

// moduleFunction lowers the body of a function.
func (a *assembler) moduleFunction() {
	f := a.function
	a.Start(a.NewBlock())
	for _, r := range f.Results {
		f.memory[r] = a.Object(r.Name, a.typeOf(r), nil, types.Local)
	}
	for i := range f.Body {
		operands := f.Body[i].Operands
		if p := f.Body[i].Pred; p != nil {
			operands = append(slices.Clip(operands), p.Register)
		}
		eachOperand(operands, func(o ptx.Operand) { a.register(o) })
	}
	if work(f.Body, 0) > maxModuleWork {
		a.leaveOut(f.Body)
	} else {
		for i := range f.Body {
			s := &f.Body[i]
			a.Pos = f.place(s.Line, s.Place)
			a.statement(i, s)
		}
	}
	a.finish(true)
}

// maxModuleWork bounds the instructions to which the body of a function is lowered.
const maxModuleWork = 1 << 21

// finish ends the function. falls reports whether this is the end of its text, as opposed to an early return.
func (a *assembler) finish(falls bool) {
	t := cfg.Terminator{Kind: cfg.Return, Falls: falls}
	if f := a.function; !f.Entry && len(f.Results) > 0 {
		t.Cond = a.Load(a.AddressOf(f.memory[f.Results[0]]))
	}
	a.Terminate(t)
}

// destination returns the block to which a branch goes. If a kernel branches to a ret, the branch gets a ret of its
// own. The reason is that compilers merge the early returns of a kernel into one ret, but lanes that take one of them
// have left the kernel.
func (a *assembler) destination(s *ptx.Statement) *cfg.Block {
	if f := a.function; f != nil && f.Entry {
		at := s.Target
		for at < len(f.Body) && f.Body[at].Label != "" {
			at++
		}
		if at < len(f.Body) && f.Body[at].Err == nil && f.Body[at].Is("ret") && f.Body[at].Pred == nil {
			early := a.NewBlock()
			early.Term = cfg.Terminator{Kind: cfg.Return, Pos: a.Pos}
			return early
		}
	}
	return a.target(s.Target)
}

// returns lowers ret, which occurs only in modules.
func (a *assembler) returns(s *ptx.Statement) bool {
	if a.function == nil {
		return false
	}
	a.finish(isLast(a.function.Body, s))
	return true
}

// isLast reports whether only labels are behind a statement: compilers put labels at the end for the debugger.
func isLast(body []ptx.Statement, s *ptx.Statement) bool {
	for i := len(body) - 1; i >= 0; i-- {
		if &body[i] == s || body[i].Label == "" {
			return &body[i] == s
		}
	}
	return false
}

// branchByTable lowers brx.idx i, table. An index beyond the table is undefined behaviour. It returns false if the
// targets in the table are not known.
func (a *assembler) branchByTable(s *ptx.Statement) bool {
	if len(s.Targets) == 0 {
		return false
	}
	t := cfg.Terminator{Kind: cfg.Switch, Cond: a.read(s.Operands[0], types.Uint32)}
	for i, target := range s.Targets {
		t.Targets = append(t.Targets, a.target(target))
		t.Cases = append(t.Cases, [2]int64{int64(i), int64(i)})
	}
	never := a.NewBlock()
	never.Term = cfg.Terminator{Kind: cfg.Unreachable, Pos: a.Pos}
	t.Targets = append(t.Targets, never)
	a.Terminate(t)
	return true
}

// rootsOf returns the kernels, and then the other functions that no other function calls.
func rootsOf(p *cfg.Program) (list []*cfg.Func) {
	called := map[*cfg.Func]bool{}
	for _, f := range p.Funcs {
		for _, c := range f.Callees {
			called[c] = called[c] || c != f
		}
		if f.Kernel {
			list = append(list, f)
		}
	}
	for _, f := range p.Funcs {
		if !f.Kernel && !called[f] {
			list = append(list, f)
		}
	}
	return list
}

// typeOf returns the type of a variable, a parameter or a register.
func (a *assembler) typeOf(s *ptx.Symbol) *types.Type {
	if record := a.function.layouts[s]; record != nil {
		return record
	}
	if a.function.holdsAddress[s] && s.Count == 0 {
		return a.PointerTo(registerTypes["s8"])
	}
	t := registerTypes[s.Type]
	if t == nil {
		t = types.Unknown
	}
	if s.Count == 0 {
		return t
	}
	return &types.Type{Kind: types.Array, Name: t.Name + " []", Elem: t, Len: s.Count, Size: max(s.Count, 0) * t.Size}
}

// storages maps the state spaces of PTX to the storage classes of package types.
var storages = map[string]types.Storage{"shared": types.Shared, "global": types.Global, "const": types.Constant}

// objectOf returns the object of a variable or a parameter, nil for a register.
func (a *assembler) objectOf(s *ptx.Symbol) *cfg.Object {
	f := a.function
	if o := f.memory[s]; o != nil || s.Space == "reg" {
		return o
	}
	storage, outlives := storages[s.Space]
	if !outlives {
		o := a.Object(s.Name, a.typeOf(s), nil, types.Local)
		f.memory[s] = o
		return o
	}
	v := &types.Var{Name: mangled.Plain(s.Name), Type: a.typeOf(s), Storage: storage, Static: s.Count >= 0, Pos: a.Pos}
	if v.IsDynamicShared() {
		isNamed := func(other *types.Var) bool { return other.Name == v.Name }
		if !slices.ContainsFunc(a.Func.Dynamic, isNamed) {
			a.Func.Dynamic = append(a.Func.Dynamic, v)
		}
		f.objects[s] = f.dynamic
	}
	o := f.objects[s]
	if o == nil {
		o = &cfg.Object{ID: len(f.prog.Globals), Name: v.Name, Type: v.Type, Var: v, Storage: storage, Contents: contents(s)}
		v.Const = o.Contents != nil
		f.prog.Globals = append(f.prog.Globals, o)
		f.objects[s] = o
	}
	if v.IsDynamicShared() {
		f.dynamic = o
	}
	return o
}

// addressOfSymbol returns the address of the first byte of the variable that an operand names. It returns nil if the
// operand does not name a variable.
func (a *assembler) addressOfSymbol(o ptx.Operand) *cfg.Instr {
	if a.function == nil || o.Kind != ptx.Register || o.Symbol.Space == "reg" {
		return nil
	}
	ptr := a.AddressOf(a.objectOf(o.Symbol))
	if types.Elem(ptr.Type).Kind == types.Array {
		ptr = a.Decay(ptr)
	}
	return a.bits(ptr, a.PointerTo(registerTypes["s8"]))
}

// parameter returns the address of the parameter that an operand [symbol] names. For a record, [symbol+offset] gives
// the address of the field at the offset. parameter returns nil for an array, and for any other operand.
func (a *assembler) parameter(o ptx.Operand) *cfg.Instr {
	if a.function == nil || !isAddress(o) || o.Elems[0].Kind != ptx.Register || o.Elems[0].Symbol.Space != "param" {
		return nil
	}
	object := a.objectOf(o.Elems[0].Symbol)
	switch {
	case object.Type.Kind == types.Record:
		for _, field := range object.Type.Fields {
			if field.Offset == 8*o.Offset {
				return a.FieldAddr(a.AddressOf(object), field)
			}
		}
	case object.Type.Kind != types.Array && o.Offset == 0:
		return a.AddressOf(object)
	}
	return nil
}

// layoutsOf returns a record type for each parameter that is an array of bytes and is accessed as separate numbers.
// The record has a field for each number. If two of the numbers overlap, the parameter stays an array.
func (b *moduleBuilder) layoutsOf(f *ptx.Function) map[*ptx.Symbol]*types.Type {
	layouts := map[*ptx.Symbol]*types.Type{}
	broken := map[*ptx.Symbol]bool{}
	for i := range f.Body {
		s := &f.Body[i]
		for _, o := range s.Operands {
			if !isAddress(o) || o.Elems[0].Kind != ptx.Register {
				continue
			}
			symbol, t := o.Elems[0].Symbol, registerTypes[s.Type()]
			if symbol.Space != "param" || symbol.Count == 0 {
				continue
			}
			if t == nil || !s.Has("param") || s.Has("v2") || s.Has("v4") {
				broken[symbol] = true
				continue
			}
			if layouts[symbol] == nil {
				layouts[symbol] = &types.Type{Kind: types.Record, Name: symbol.Name, Size: symbol.Count * registerTypes["b8"].Size}
			}
			broken[symbol] = !addField(layouts[symbol], t, 8*o.Offset) || broken[symbol]
		}
	}
	for symbol := range broken {
		if broken[symbol] {
			delete(layouts, symbol)
		}
	}
	for symbol, record := range layouts {
		layouts[symbol] = b.shared(record)
	}
	return layouts
}

// shared returns one type for all records that have the size and the fields of record.
func (b *moduleBuilder) shared(record *types.Type) *types.Type {
	slices.SortFunc(record.Fields, func(f, g *types.Field) int { return cmp.Compare(f.Offset, g.Offset) })
	key := fmt.Sprint(record.Size)
	for i, f := range record.Fields {
		f.Index = i
		key += fmt.Sprintf(" %d:%s", f.Offset, f.Name)
	}
	if b.records[key] == nil {
		b.records[key] = record
	}
	return b.records[key]
}

// addField adds a field to a record, unless the record has it. If another field overlaps, addField returns false.
func addField(record *types.Type, t *types.Type, offset int64) bool {
	for _, f := range record.Fields {
		if f.Offset == offset && types.SameScalar(f.Type, t) {
			return true
		}
		if offset < f.Offset+8*f.Type.Size && f.Offset < offset+8*t.Size {
			return false
		}
	}
	record.Fields = append(record.Fields, &types.Field{Name: t.Name, Type: t, Index: len(record.Fields), Offset: offset, Owner: record})
	return true
}

// call lowers call (result), function, (arguments).
func (a *assembler) call(s *ptx.Statement) bool {
	if a.function == nil {
		return false
	}
	var results, args []ptx.Operand
	name, rest := "", s.Operands
	if len(rest) > 0 && rest[0].Kind == ptx.List {
		results, rest = rest[0].Elems, rest[1:]
	}
	if len(rest) > 0 && rest[0].Kind == ptx.Name {
		name = rest[0].Name
	}
	if len(rest) > 1 && rest[1].Kind == ptx.List {
		args = rest[1].Elems
	}
	if name == "__assertfail" || name == "__assert_fail" {
		return a.trap(s)
	}
	var values []*cfg.Instr
	for _, arg := range args {
		values = append(values, a.argument(arg))
	}
	var t *types.Type
	if len(results) > 0 {
		t = a.valueType(results[0])
	}
	v := a.callee(name, t, values)
	for _, r := range results {
		switch {
		case r.Kind == ptx.Register && r.Symbol.Space == "param":
			o := a.objectOf(r.Symbol)
			a.Store(a.AddressOf(o), a.converted(v, o.Type))
		default:
			a.write(r, v)
		}
	}
	return true
}

// argument returns the value that a call passes: that of the parameter or register o.
func (a *assembler) argument(o ptx.Operand) *cfg.Instr {
	if o.Kind == ptx.Register && o.Symbol.Space == "param" {
		return a.Load(a.AddressOf(a.objectOf(o.Symbol)))
	}
	return a.raw(o, types.Uint32)
}

// valueType returns the type of the value in the parameter or register o.
func (a *assembler) valueType(o ptx.Operand) *types.Type {
	if o.Kind == ptx.Register && o.Symbol.Space == "param" {
		return a.objectOf(o.Symbol).Type
	}
	return a.typeAt(o)
}

// converted converts v to type t. If the types differ and one is a record or an array, the result is unknown.
func (a *assembler) converted(v *cfg.Instr, t *types.Type) *cfg.Instr {
	isScalar := func(t *types.Type) bool { return t.Kind != types.Record && t.Kind != types.Array }
	switch {
	case v.Type == t:
		return v
	case isScalar(v.Type) && isScalar(t):
		return a.bits(v, t)
	}
	return a.Unknown("an aggregate that a function of the module passes", t, v)
}

// callee emits a call of the function with the given name. The call has a result of type t.
func (a *assembler) callee(name string, t *types.Type, values []*cfg.Instr) *cfg.Instr {
	if callee := a.function.funcs[name]; callee != nil && len(values) == len(callee.Params) {
		for i, p := range callee.Params {
			values[i] = a.converted(values[i], p.Type)
		}
		result := t
		if r := a.resultOf(name); r != nil && t != nil {
			result = r
		}
		instr := a.Emit(cfg.Call, result, values...)
		instr.Callee = callee
		return instr
	}
	if function, is := strings.CutPrefix(name, "__nv_"); is && t != nil {
		return a.Pure(function, t, values...)
	}
	for _, known := range []string{name, strings.TrimPrefix(name, "v")} {
		if row, _, found := effect.OfFunction(known); found {
			return a.Extern(known, row, t, values...)
		}
	}
	if name == "" {
		return a.Hiding("a call through a function pointer", t, values...)
	}
	instr := a.Extern(mangled.Plain(name), effect.Anything(), t, values...)
	instr.Foreign, instr.Hides = true, true
	return instr
}

// resultOf returns the type of the result that a function of the module returns. It returns nil if there is none.
func (a *assembler) resultOf(name string) *types.Type {
	for _, f := range a.function.module.Functions {
		if f.Name == name && f.Defined && len(f.Results) > 0 {
			other := *a
			other.function = &moduleFunction{moduleBuilder: a.function.moduleBuilder, Function: f, holdsAddress: addressesOf(f), layouts: a.function.layoutsOf(f)}
			return other.typeOf(f.Results[0])
		}
	}
	return nil
}
