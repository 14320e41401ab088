package lower

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A call whose target is known only at run time is lowered to a choice among the functions of the unit that it may
// call:
//
//	f(x)        through a pointer: the functions of its type whose address is taken somewhere,
//	            and the lambdas that are converted to such pointers; the address of a function is
//	            a number, and the pointer is compared with it
//	(x.*f)(y)   through a pointer to a member function: likewise, the methods of x's class, of its
//	            bases and of its derived classes
//	p->f(x)     of a virtual method: the method itself and its overriders, in p's class or below;
//	            the value of p decides which one is called or, if the possible targets of p are
//	            not known, an unknown function of p
//
// A call through a pointer to a virtual method is not followed. The unit is assumed to be the whole program, so the
// last of the functions is called without a comparison. If the unit has no function that the call may reach, the call
// is a [cfg.Unknown].

// indirect holds the functions of a unit that may be called through pointers or as virtual methods.
type indirect struct {
	unit *ast.Unit
	// addressed lists the functions whose address is taken, in the order of the unit. The key is the spelling of their
	// type. takenMembers lists the methods whose address is taken, in the same form. numbers maps functions and methods
	// of both kinds to their addresses.
	addressed, takenMembers map[string][]*ast.Function

	numbers map[*ast.Function]int64
	// methods lists the virtual methods with a body, by name.
	methods map[string][]*ast.Function
	// constructed lists the classes with a virtual destructor whose constructors the unit calls.
	constructed []*types.Type
}

// targetsOf collects the functions of a unit that may be called through pointers or as virtual methods.
func targetsOf(u *ast.Unit) indirect {
	t := indirect{unit: u, addressed: map[string][]*ast.Function{}, takenMembers: map[string][]*ast.Function{},
		numbers: map[*ast.Function]int64{}, methods: map[string][]*ast.Function{}}
	seen := map[*ast.Var]bool{}
	for _, f := range slices.Concat(u.Functions, u.Hosts) {
		if f.Virtual && f.Body != nil {
			t.methods[f.Name] = append(t.methods[f.Name], f)
		}
		for _, i := range f.Inits {
			if i.Base != nil && i.Value != nil {
				t.surveyBelow(i.Value, seen) // the base of an object is not an object by itself
			} else {
				t.survey(i.Value, seen)
			}
		}
		t.survey(f.Body, seen)
	}
	return t
}

// survey collects the functions that n or a node below it names without calling them, and the classes of the objects
// that are made there. It also examines the initialisers of variables.
func (t *indirect) survey(n *ast.Node, seen map[*ast.Var]bool) {
	if n == nil {
		return
	}
	if n.Kind == ast.FuncRef && n.Func != nil && n.Func.Body != nil && !n.Func.Kernel {
		t.take(n.Func, ast.TypeOf(n))
	}
	t.noteConstruction(n)
	if n.Var != nil && !seen[n.Var] {
		seen[n.Var] = true
		t.survey(n.Var.Init, seen)
	}
	t.surveyBelow(n, seen)
}

// surveyBelow surveys the children of a node. If the node is a call of a named function, that name is left out.
func (t *indirect) surveyBelow(n *ast.Node, seen map[*ast.Var]bool) {
	for i, c := range n.Children {
		if n.Kind != ast.Call || i > 0 || c == nil || c.Kind != ast.FuncRef {
			t.survey(c, seen)
		}
	}
}

func (t *indirect) take(f *ast.Function, class *types.Type) {
	if t.numbers[f] != 0 {
		return
	}
	t.numbers[f] = int64(len(t.numbers)+1) * functionAlign
	by := t.addressed
	if f.This != nil && !isLambda(f) {
		by = t.takenMembers
	}
	by[signature(class)] = append(by[signature(class)], f)
}

// signature returns the spelling of a function type without noexcept, because a pointer to a function that may throw
// can also point to a function that cannot.
func signature(t *types.Type) string { return strings.TrimSuffix(t.Name, " noexcept") }

// isLambda reports whether f is the operator() of a lambda. A lambda whose operator() is named as a function has no
// captures.
func isLambda(f *ast.Function) bool {
	return f.This != nil && f.Name == "operator()" && strings.Contains(f.Qualified, "(lambda)::")
}

// functionAlign is the distance between the addresses of two functions.
const functionAlign = 16

// maxTargets bounds the functions among which a call chooses.
const maxTargets = 16

// pointees returns the functions that a value of this pointer type may point to. It returns nil if there are too many,
// or if the type is no pointer to a function.
func (t *indirect) pointees(pointer *types.Type) []*ast.Function {
	if !types.IsPointer(pointer) || pointer.OfMember || types.Elem(pointer).Kind != types.FunctionType {
		return nil
	}
	return fewTargets(t.addressed[signature(types.Elem(pointer))])
}

// members returns the methods that a pointer to a member may point to, if it is used with an object of the given
// class. It returns nil if one of them is virtual, or if there are too many.
func (t *indirect) members(pointer, class *types.Type) []*ast.Function {
	list := slices.DeleteFunc(slices.Clone(t.takenMembers[signature(types.Elem(pointer))]), func(f *ast.Function) bool {
		return f.This != class && types.BasePath(class, f.This) == nil && types.BasePath(f.This, class) == nil
	})
	if slices.ContainsFunc(list, func(f *ast.Function) bool { return f.Virtual }) {
		return nil
	}
	return fewTargets(list)
}

func fewTargets(list []*ast.Function) []*ast.Function {
	if len(list) > maxTargets {
		return nil
	}
	return list
}

// overriders returns the methods that a call of the virtual method f may run for an object of a class: f or its
// overriders, in the class or below. It returns nil if the class or one of its bases overrides f, because such a call
// names f with its class.
func (t *indirect) overriders(f *ast.Function, class *types.Type) []*ast.Function {
	list := slices.DeleteFunc(slices.Clone(t.methods[f.Name]), func(g *ast.Function) bool {
		return !overrides(g, f)
	})
	own := func(g *ast.Function) bool {
		return g != f && (g.This == class || types.BasePath(class, g.This) != nil)
	}
	below := func(g *ast.Function) bool { return g != f && types.BasePath(g.This, class) == nil }
	if slices.ContainsFunc(list, own) {
		return nil
	}
	return slices.DeleteFunc(list, below)
}

// overrides reports whether g is f, or overrides it in a class derived from f's.
func overrides(g, f *ast.Function) bool {
	return g == f || types.BasePath(g.This, f.This) != nil && len(g.Params) == len(f.Params) &&
		slices.EqualFunc(g.Params, f.Params, func(a, b *ast.Var) bool { return a.Type == b.Type })
}

// viaPointer lowers a call through a pointer. It emits a choice among targets.
func (b *builder) viaPointer(n *ast.Node, targets []*ast.Function) *cfg.Instr {
	ptr := b.value(n.Child(0))
	args := b.arguments(targets[0], n.Children[1:])
	return b.oneOf(targets, b.resultType(n), b.isPointedTo(ptr), func(f *ast.Function) []*cfg.Instr {
		if isLambda(f) {
			return append([]*cfg.Instr{b.addr(closureOf(f))}, args...)
		}
		return args
	})
}

// viaMember lowers a call through a pointer to a member. It emits a choice among targets.
func (b *builder) viaMember(n *ast.Node, targets []*ast.Function) *cfg.Instr {
	object := b.methodObject(n)
	ptr := b.value(n.Child(0))
	args := b.arguments(targets[0], n.Children[2:])
	return b.oneOf(targets, b.resultType(n), b.isPointedTo(ptr), func(f *ast.Function) []*cfg.Instr {
		return append([]*cfg.Instr{b.toMethod(object, f)}, args...)
	})
}

// isPointedTo returns a function that emits the comparison of ptr with the address of a function.
func (b *builder) isPointedTo(ptr *cfg.Instr) func(*ast.Function) *cfg.Instr {
	return func(f *ast.Function) *cfg.Instr {
		meant := b.Binary(operator.EQ, types.Boolean, ptr, b.Constant(b.targets.numbers[f], ptr.Type))
		meant.Chooses = true
		return meant
	}
}

// closureOf returns an expression for the object of a lambda without captures. f is the operator() of the lambda.
func closureOf(f *ast.Function) *ast.Node { return &ast.Node{Kind: ast.Zero, Type: f.This, Pos: f.Pos} }

// methodObject returns the address of the object of a call through a pointer to a member.
func (b *builder) methodObject(n *ast.Node) *cfg.Instr {
	if n.Op == operator.Arrow {
		return b.value(n.Child(1))
	}
	return b.addr(n.Child(1))
}

// toMethod converts the address of an object to the class of a method.
func (b *builder) toMethod(object *cfg.Instr, f *ast.Function) *cfg.Instr {
	if types.BasePath(f.This, types.Elem(object.Type)) != nil {
		return b.ToDerived(object, f.This)
	}
	return b.ToBase(object, f.This)
}

// viaObject lowers a call of a virtual method. It emits a choice among targets by the class of the object. The first
// operand is the object's address.
func (b *builder) viaObject(n *ast.Node, targets []*ast.Function, operands []*cfg.Instr) *cfg.Instr {
	var class *cfg.Instr
	if len(targets) > 1 {
		class = b.Pure("the class of an object, for"+namesOf(targets), types.Int32, operands[0])
		for _, f := range targets {
			class.Classes = append(class.Classes, f.This)
		}
	}
	return b.oneOf(targets, b.resultType(n),
		func(f *ast.Function) *cfg.Instr {
			number := b.Constant(int64(slices.Index(targets, f)), types.Int32)
			return b.Binary(operator.EQ, types.Boolean, class, number)
		},
		func(f *ast.Function) []*cfg.Instr {
			return append([]*cfg.Instr{b.ToDerived(operands[0], f.This)}, operands[1:]...)
		})
}

// namesOf returns the names of the methods among which a call chooses. The names distinguish this choice from the
// choices of other calls, because each choice gives its own numbers to the classes.
func namesOf(targets []*ast.Function) string {
	var b strings.Builder
	for _, f := range targets {
		b.WriteString(" " + f.Qualified)
	}
	return b.String()
}

// oneOf emits a choice: it calls the first function for which the value of isMeant is true at run time, or else the
// last one. args emits the arguments for a function. It returns the result of the call, nil if the functions return
// nothing.
func (b *builder) oneOf(targets []*ast.Function, result *types.Type, isMeant func(*ast.Function) *cfg.Instr,
	args func(*ast.Function) []*cfg.Instr) *cfg.Instr {
	if len(targets) == 1 {
		return b.callBody(targets[0], result, args(targets[0]))
	}
	var o *cfg.Object
	if result != nil {
		o = b.Temporary(result)
	}
	meant := func(i int) *cfg.Instr { return isMeant(targets[i]) }
	b.Choose(len(targets), meant, func(i int) {
		if v := b.callBody(targets[i], result, slices.Clone(args(targets[i]))); o != nil {
			b.Store(b.AddressOf(o), v)
		}
	})
	if o == nil {
		return nil
	}
	return b.Load(b.AddressOf(o))
}

// ofThisClass reports whether a call of the virtual method f is on `this` in a constructor or destructor. While these
// run, the object has their class, so the call executes f itself.
func (b *builder) ofThisClass(f *ast.Function, object *ast.Node) bool {
	for object != nil && object.Kind == ast.Cast {
		object = object.Child(0)
	}
	own := b.tree
	return object != nil && object.Kind == ast.This && (own.Constructor || own.Destructor) &&
		len(b.targets.overriders(f, own.This)) > 0
}

// dispatches reports whether the class of the object decides which method a call runs: the method is virtual, and is
// called through a pointer or a reference.
func dispatches(n *ast.Node, f *ast.Function, object *ast.Node) bool {
	if !f.Virtual {
		return false
	}
	for object != nil && object.Kind == ast.Cast && (object.Op == operator.CastBase || object.Op == operator.CastNone) {
		object = object.Child(0)
	}
	switch {
	case n.Op == operator.Arrow, object == nil:
		return true
	case object.Kind == ast.VarRef:
		return object.Var != nil && types.IsReference(object.Var.Type)
	case object.Kind == ast.Member:
		return object.Field != nil && types.IsReference(object.Field.Type)
	}
	return object.LValue && object.Kind != ast.Index
}
