package lower

import (
	"cmp"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/effect"
	"github.com/warpcheck/warpcheck/cfg/lower/consteval"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// matrixCall matches the compiler's own functions with which a toolkit's mma.h loads, multiplies and stores the
// fragments of a matrix. matrixClasses maps their suffixes to classes, with the names that the stand-in headers use.
var (
	matrixCall    = pattern.Of(`^__[hibd]?mma(?:_bf16|_tf32)?_m\d+n\d+k\d+_(ld|mma|st)_`)
	matrixClasses = map[string]cfg.Class{"ld": {Kind: cfg.WholeWarp, Name: "wmma.load"},
		"mma": {Kind: cfg.WholeWarp, Name: "wmma.mma"}, "st": {Kind: cfg.WholeWarp, Name: "wmma.store"}}
)

// call lowers a call and returns its value. It returns nil for void, and the address of the result for a function
// that returns a reference. A call that only names a constant of a template is not evaluated, and call returns the
// constant.
func (b *builder) call(n *ast.Node) *cfg.Instr {
	if constantCall(n) {
		return b.templateConst(n.Child(0))
	}
	return b.performed(n)
}

// performed lowers a call, including a call that only names a template's constant.
func (b *builder) performed(n *ast.Node) *cfg.Instr {
	f := n.Func
	if f == nil {
		direct := b.direct(n)
		if direct == nil {
			return b.indirectCall(n)
		}
		n, f = direct, direct.Func
	}
	var args []*ast.Node
	if len(n.Children) > 1 {
		args = n.Children[1:]
	}
	if in, ok := intrinsicOf(f); ok {
		return b.known.intrinsic(n, f, in, args)
	}
	result := b.resultType(n)
	var values []*cfg.Instr
	var object *ast.Node
	if f.This != nil && len(args) > 0 {
		object = args[0]
		values = append(values, b.objectArgument(n, f, object))
		args = args[1:]
	}
	values = append(values, b.arguments(f, args)...)
	if object != nil && dispatches(n, f, object) && !b.ofThisClass(f, object) {
		if targets := b.targets.overriders(f, classOf(object)); len(targets) > 0 && len(targets) <= maxTargets {
			return b.viaObject(n, targets, values)
		}
	}
	switch {
	case f.Virtual && f.Body == nil:
		return b.Hiding("a virtual call", result, values...)
	case f.Body != nil && object != nil && types.IsUnknown(f.This) && !types.IsUnknown(classOf(object)):
		return b.extern(f, result, values) // the body cannot be followed: it uses fields of its template's class, and the object's class does not have them
	case f.Body != nil && types.IsUnknown(n.Type) && !types.IsVoid(n.Type):
		return b.openCall(n, f, values)
	case f.Body != nil:
		return b.callBody(f, result, values)
	case f.Destructor:
		return nil
	case f.Name == "operator=" && ast.Copies(f) && len(values) == 2:
		b.Store(values[0], b.Load(values[1]))
		return values[0]
	case len(values) == 1 && referenceCast().MatchString(cmp.Or(f.Template, f.Qualified)):
		return values[0]
	}
	if m := matrixCall().FindStringSubmatch(f.Name); m != nil {
		b.known.collective(n, f.Name, intrinsic{class: matrixClasses[m[1]], roles: "m"}, nil)
	}
	instr := b.extern(f, result, values)
	instr.Hides = instr.Hides || OpenCollective(n) != NoScope || slices.ContainsFunc(b.named.Meant(n), b.waits.Of)
	instr.Plain = !instr.Hides && isPlain(n, f, values)
	return instr
}

// referenceCast matches the functions of the standard library that return the object passed to them, by reference or as
// its address. clang treats them as builtins and makes no body.
var referenceCast = pattern.Of(`^std::(__\w+::)?(move|move_if_noexcept|forward|forward_like|as_const|addressof|__addressof)$`)

// direct returns a call through a known pointer as a direct call of the function. It returns nil if the function is
// not known, or depends on the class of an object.
func (b *builder) direct(n *ast.Node) *ast.Node {
	callee := n.Child(0)
	f := consteval.Callee(callee)
	ofMember := ast.TypeOf(callee).OfMember
	if f == nil || f.Virtual || ofMember != (f.This != nil && !isLambda(f)) {
		return nil
	}
	if !consteval.EffectFree(callee) {
		b.effect(callee)
	}
	call := *n
	call.Func = f
	if isLambda(f) {
		call.Children = slices.Insert(slices.Clone(n.Children), 1, closureOf(f))
	}
	return &call
}

// extern emits the call of a function without a body. The call may read and write any memory, and may wait. It may
// hide collectives only if it calls a device function that the user's files declare.
func (b *builder) extern(f *ast.Function, result *types.Type, args []*cfg.Instr) *cfg.Instr {
	instr := b.externOf(effect.Anything(), f, result, args)
	instr.Foreign = f.Device && !f.Pattern && f.Pos.File != "" && !f.Pos.System
	instr.Hides = instr.Foreign
	return instr
}

// externOf emits the call of a function without a body that has the effects of row. Lanes with equal parts of an
// operand that does not parse are assumed to get equal values of it (Alike). If there is such an operand, lanes with
// equal operands are assumed to get equal results of the call too.
func (b *builder) externOf(row effect.Row, f *ast.Function, result *types.Type, args []*cfg.Instr) *cfg.Instr {
	instr := b.Extern(cmp.Or(f.Template, f.Qualified), row, result, args...)
	instr.Alike = slices.ContainsFunc(args, func(a *cfg.Instr) bool { return a.Op == cfg.Unknown && a.Alike })
	return instr
}

// resultType returns the type of a call's instruction: a pointer if the call returns a reference, nil for void.
func (b *builder) resultType(n *ast.Node) *types.Type {
	switch {
	case n.LValue:
		return b.PointerTo(n.Type)
	case types.IsVoid(n.Type):
		return nil
	}
	return n.Type
}

// classOf returns the class of the object of a method call. The node object may be the object or a pointer to it.
func classOf(object *ast.Node) *types.Type {
	if t := ast.TypeOf(object); !types.IsPointer(t) {
		return t
	}
	return types.Elem(ast.TypeOf(object))
}

// objectArgument lowers the object of a method call to the this pointer.
func (b *builder) objectArgument(n *ast.Node, f *ast.Function, object *ast.Node) *cfg.Instr {
	var ptr *cfg.Instr
	if n.Op == operator.Arrow {
		ptr = b.value(object)
	} else {
		ptr = b.addr(object)
	}
	switch {
	case !types.IsPointer(ptr.Type) || types.Elem(ptr.Type) == f.This:
		return ptr
	case isOpenObject(ptr, f):
		return b.As(ptr, b.PointerTo(f.This))
	}
	return b.ToBase(ptr, f.This)
}

// isOpenObject reports whether ptr points to an object of unknown class, and the class of the method f is unknown
// too. Both are then the same class template, once with the parameters of another template and once with its own.
func isOpenObject(ptr *cfg.Instr, f *ast.Function) bool {
	return types.IsUnknown(types.Elem(ptr.Type)) && types.IsUnknown(f.This)
}

// arguments evaluates the arguments of a call of f. An argument for a reference becomes an address. A class that is
// passed by address becomes the address of a new copy, and so does a value of unknown type that f only reads
// (isOpaqueValue). If f has no parameter for an argument, an lvalue becomes an address, unless f is only a name and is
// assumed not to write it (mayWrite). Every other argument becomes a value.
func (b *builder) arguments(f *ast.Function, args []*ast.Node) []*cfg.Instr {
	var values []*cfg.Instr
	for i, a := range args {
		byAddress := a != nil && a.LValue // the parameter is not known: an lvalue is passed by its address
		switch {
		case i < len(f.Params) && types.IsPassedByAddress(f.Params[i].Type) && f.Body != nil:
			values = append(values, b.ownedArgument(a, f.Params[i].Type))
			continue
		case i < len(f.Params) && isOpaqueValue(f, f.Params[i].Type, a):
			values = append(values, b.ownedArgument(a, knownType(types.Elem(f.Params[i].Type), ast.TypeOf(a))))
			continue
		case i < len(f.Params):
			byAddress = types.IsReference(f.Params[i].Type)
		case byAddress && isUnresolved(f):
			byAddress = b.mayWrite(f.Name, a, i, len(args))
		}
		if byAddress {
			values = append(values, b.addr(a))
		} else {
			values = append(values, b.pointerValue(a))
		}
	}
	return values
}

// ownedArgument returns the address of a new object with the value of an argument. The object is destroyed at the end
// of the full expression.
func (b *builder) ownedArgument(n *ast.Node, t *types.Type) *cfg.Instr {
	o := b.lifetimes.newTemporary(t, n)
	b.lifetimes.destroyAtEnd(o)
	return b.AddressOf(o)
}

// callBody emits the call of a function whose body is known.
func (b *builder) callBody(f *ast.Function, result *types.Type, args []*cfg.Instr) *cfg.Instr {
	callee := b.function(f)
	for i := len(args); i < len(callee.Params); i++ {
		args = append(args, b.Unknown("an argument that the frontend left out", callee.Params[i].Type))
	}
	for i, p := range callee.Params {
		args[i] = b.passed(args[i], p, callee)
	}
	instr := b.Emit(cfg.Call, result, args[:len(callee.Params)]...)
	instr.Callee = callee
	return instr
}

// indirectCall lowers a call whose target is not known.
func (b *builder) indirectCall(n *ast.Node) *cfg.Instr {
	pointer := ast.TypeOf(n.Child(0))
	if pointer.OfMember {
		if targets := b.targets.members(pointer, classOf(n.Child(1))); len(targets) > 0 {
			return b.viaMember(n, targets)
		}
	}
	if targets := b.targets.pointees(pointer); len(targets) > 0 {
		return b.viaPointer(n, targets)
	}
	var args []*cfg.Instr
	reason, isUndeclared := "a call through a function pointer", false
	if callee := n.Child(0); callee != nil {
		if callee.Kind == ast.Unsupported {
			reason, isUndeclared = "a call of an unresolved function", true
		} else if !types.IsVoid(callee.Type) && callee.Kind != ast.FuncRef {
			args = append(args, b.value(callee))
		}
	}
	if len(n.Children) > 0 {
		args = append(args, b.operandsOf(&ast.Node{Children: n.Children[1:]})...)
	}
	instr := b.Hiding(reason, b.resultType(n), args...)
	instr.Undeclared = isUndeclared
	return instr
}
