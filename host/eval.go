package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// eval computes an expression. Calls and assignments in it change s.
func (r *run) eval(s *state, n *ast.Node) value {
	if n == nil || s.dead || !r.budget.goesOn() {
		return r.domain.fresh()
	}
	if r.isFolded(n) {
		return known(n.Value)
	}
	switch n.Kind {
	case ast.VarRef, ast.Member, ast.Index, ast.This:
		return r.load(s, n)
	case ast.FuncRef:
		return function{n.Func}
	case ast.Cast:
		return r.cast(s, n)
	case ast.Temporary:
		return r.eval(s, n.Children[0])
	case ast.Unary:
		return r.unary(s, n)
	case ast.Binary:
		return r.operation(s, n)
	case ast.Cond:
		return r.control.either(s, r.eval(s, n.Children[0]),
			func(s *state) value { return r.eval(s, n.Children[1]) },
			func(s *state) value { return r.eval(s, n.Children[2]) })
	case ast.Assign:
		return r.assign(s, n)
	case ast.Construct:
		return r.construct(s, n)
	case ast.InitList:
		return r.list(s, n)
	case ast.Zero:
		if isScalar(n.Type) {
			return known(0)
		}
	case ast.Call:
		v := r.call(s, n)
		if n.LValue && len(pointsTo([]value{v})) > 0 {
			return r.heap.followed(s, v)
		}
		return v
	case ast.Launch_:
		r.launch(s, n)
	case ast.Lambda:
		return r.lambda(s, n)
	case ast.New, ast.Delete, ast.DeleteArray:
		for _, child := range n.Children {
			r.heap.escape(s, r.eval(s, child))
		}
	case ast.FloatLit, ast.StringLit, ast.TemplateConst:
	default:
		r.havocAll(s, n)
		s.dead = n.Kind == ast.Unsupported && n.Text == "CXXThrowExpr"
	}
	return r.domain.fresh()
}

func isScalar(t *types.Type) bool {
	return t != nil && (t.Kind == types.Int || t.Kind == types.Bool)
}

// load returns the value of the object that an expression designates.
func (r *run) load(s *state, n *ast.Node) value {
	switch n.Kind {
	case ast.This:
		return r.frame().this
	case ast.Call:
		return r.eval(s, n)
	case ast.VarRef:
		at, ok := r.frame().vars[n.Var]
		switch {
		case !ok:
			return r.constant(n.Var)
		case n.Var.Volatile:
			return r.domain.fresh(r.heap.follow(s, at))
		}
		return r.heap.follow(s, at)
	case ast.Member:
		if n.Field == nil || n.Field.Owner != nil && n.Field.Owner.Union {
			return r.heap.follow(s, r.domain.fresh(r.eval(s, n.Children[0])))
		}
		object := r.eval(s, n.Children[0])
		if n.Op == operator.Arrow {
			object = r.heap.follow(s, object)
		}
		v := r.domain.givenPath(s.path, r.domain.part(object, slot(n.Field)))
		if _, isUnknown := v.(*unknown); isUnknown {
			if held, ok := r.domain.runtimeField(n.Field, v); ok {
				return held
			}
		}
		switch {
		case isReference(n.Field.Type):
			return r.heap.follow(s, v)
		case n.Field.BitWidth > 0:
			return r.domain.inBits(v, n.Field)
		}
		return v
	}
	at := r.at(s, n)
	v := r.heap.follow(s, at)
	if u, isUnknown := v.(*unknown); isUnknown && n.Kind == ast.Index && isScalar(n.Type) {
		u.size = r.heap.sizeOfElements(s, at)
	}
	return v
}

func isReference(t *types.Type) bool { return t != nil && t.Kind == types.Ref }

// slot returns the index of a field in the record of its class. The bases come before the fields in the record.
func slot(f *types.Field) int {
	if f.Owner == nil {
		return f.Index
	}
	return len(f.Owner.Bases) + f.Index
}

// constant returns the value of a variable that is not in a frame of the stack. It is a constant, a variable that keeps
// one value, or another global variable.
func (r *run) constant(v *ast.Var) value {
	name, isNamed := r.named(v)
	switch {
	case isNamed:
		return name
	case v.Known && !hasKey(r.unfolded, v):
		return known(v.Value)
	case isConstant(v):
		return r.eval(&state{env: map[int]value{}}, v.Init)
	}
	if kept, ok := r.lasting(v); ok {
		return kept
	}
	return r.global(v)
}

// isConstant reports whether a variable always has the value of its initialiser.
func isConstant(v *ast.Var) bool {
	return v.Const && !v.Volatile && v.Init != nil && v.Storage != types.Param
}

// at returns the place of the object that an expression designates, or an unknown. If the expression is not an lvalue,
// it creates a new object with the value.
func (r *run) at(s *state, n *ast.Node) value {
	if n == nil || s.dead || !r.budget.goesOn() {
		return r.domain.fresh()
	}
	switch n.Kind {
	case ast.VarRef:
		if at, ok := r.frame().vars[n.Var]; ok {
			return at
		}
		if isConstant(n.Var) {
			return r.heap.hold(s, r.constant(n.Var))
		}
		if kept, ok := r.lasting(n.Var); ok {
			return r.heap.hold(s, kept)
		}
	case ast.Member:
		if n.Field == nil || n.Field.Owner != nil && n.Field.Owner.Union {
			break
		}
		object := r.at
		if n.Op == operator.Arrow {
			object = r.eval
		}
		at := r.domain.below(object(s, n.Children[0]), slot(n.Field))
		if isReference(n.Field.Type) {
			return r.heap.follow(s, at)
		}
		return at
	case ast.Index:
		first := r.eval(s, n.Children[0])
		index := r.domain.givenPath(s.path, r.eval(s, n.Children[1]))
		at := r.heap.element(s, first, index, n.Children[1].Type)
		if isPlaces(at) {
			return at
		}
		if n.LValue {
			r.launchUnknown(n)
			return at
		}
	case ast.Unary:
		if n.Op == operator.Deref {
			return r.eval(s, n.Children[0])
		}
		r.eval(s, n)
		return r.at(s, n.Children[0])
	case ast.Assign:
		r.eval(s, n)
		return r.at(s, n.Children[0])
	case ast.Cast:
		if n.Op == operator.CastNone {
			return r.at(s, n.Children[0])
		}
	case ast.FuncRef:
		return function{n.Func}
	case ast.Temporary:
		return r.temporary(s, n.Children[0])
	case ast.Cond:
		if n.LValue {
			return r.control.either(s, r.eval(s, n.Children[0]),
				func(s *state) value { return r.at(s, n.Children[1]) },
				func(s *state) value { return r.at(s, n.Children[2]) })
		}
	case ast.Call:
		if n.LValue && isExtreme(n.Func) && r.mayBeWritten(n) {
			r.eval(s, n)
			return r.domain.fresh() // not known: the place of one of several objects
		}
		if n.Type != nil && n.LValue {
			return r.heap.designated(s, r.call(s, n))
		}
	}
	if !n.LValue {
		return r.temporary(s, n)
	}
	r.launchUnknown(n)
	return r.domain.fresh()
}

// mayBeWritten reports whether an expression names a variable that some function on the stack writes.
func (r *run) mayBeWritten(n *ast.Node) bool {
	return slices.ContainsFunc(r.stack, func(f *frame) bool {
		written := writesOf(f.function.Body).vars
		return contains(n, func(part *ast.Node) bool { return part.Kind == ast.VarRef && written[part.Var] != nil })
	})
}

func (r *run) temporary(s *state, n *ast.Node) value {
	return r.heap.hold(s, r.eval(s, n))
}

// bind returns the place to which a reference of type t refers after it is initialised with n. Other code may write the
// object through the reference, unless the reference is const.
func (r *run) bind(s *state, n *ast.Node, t *types.Type) value {
	if readsOnly(t) {
		return r.at(s, n)
	}
	return r.address(s, n)
}

// address returns the place of the object that an expression designates, for uses that may write the object. It records
// that pointers to the object may exist from now on.
func (r *run) address(s *state, n *ast.Node) value {
	v := r.at(s, n)
	if !isPlaces(v) {
		r.escapeNamed(s, n)
		return v
	}
	for _, object := range pointsTo([]value{v}) {
		r.heap.addressed[object] = true
	}
	return v
}

func (r *run) cast(s *state, n *ast.Node) value {
	operand := n.Children[0]
	switch n.Op {
	case operator.CastLoad:
		return r.load(s, operand)
	case operator.CastDecay:
		if operand.Kind == ast.FuncRef {
			return function{operand.Func}
		}
		if operand.Type != nil && operand.Type.Kind == types.Array {
			return r.domain.first(r.address(s, operand))
		}
		return r.eval(s, operand)
	case operator.CastInt:
		v := r.eval(s, operand)
		if _, isUnknown := v.(*unknown); isUnknown && operand.Type != nil && operand.Type.Kind == types.Bool {
			v = r.domain.binary(operator.NE, operand.Type, v, known(0)) // the truth value, which is a choice between 1 and 0
		}
		return r.domain.convert(v, operand.Type, n.Type)
	case operator.CastBool:
		return r.domain.binary(operator.NE, operand.Type, r.eval(s, operand), known(0))
	case operator.CastNone:
		return r.eval(s, operand)
	case operator.CastPointer:
		return r.domain.reinterpreted(r.eval(s, operand), operand.Type, n.Type)
	case operator.CastNull:
		return known(0)
	case operator.CastFloat:
		if isScalar(n.Type) && isRounded(operand) {
			return r.rounded(s, operand, toZero) // a number that does not fit has no defined result in C++
		}
	}
	return r.domain.fresh(r.eval(s, operand))
}

func (r *run) unary(s *state, n *ast.Node) value {
	operand := n.Children[0]
	switch n.Op {
	case operator.AddrOf:
		if operand.Kind == ast.FuncRef {
			return function{operand.Func}
		}
		return r.address(s, operand)
	case operator.Deref:
		return r.heap.follow(s, r.eval(s, operand))
	case operator.PreInc, operator.PostInc, operator.PreDec, operator.PostDec:
		op := operator.Add
		if n.Op == operator.PreDec || n.Op == operator.PostDec {
			op = operator.Sub
		}
		to := r.at(s, operand)
		old := r.heap.follow(s, to)
		made := r.domain.calculated(op, n.Type, old, known(1))
		r.write(s, operand, to, made)
		if n.Op == operator.PostInc || n.Op == operator.PostDec {
			return old
		}
		return made
	case operator.Not:
		return r.domain.binary(operator.EQ, operand.Type, r.eval(s, operand), known(0))
	case operator.UPlus:
		return r.eval(s, operand)
	case operator.Neg:
		return r.domain.binary(operator.Sub, n.Type, known(0), r.eval(s, operand))
	case operator.BNot:
		return r.domain.binary(operator.Xor, n.Type, r.eval(s, operand), known(-1))
	}
	return r.domain.fresh(r.eval(s, operand))
}

func (r *run) operation(s *state, n *ast.Node) value {
	left := r.eval(s, n.Children[0])
	switch n.Op {
	case operator.Comma:
		return r.eval(s, n.Children[1])
	case operator.LAnd:
		return r.control.either(s, left,
			func(s *state) value { return r.eval(s, n.Children[1]) },
			func(s *state) value { return known(0) })
	case operator.LOr:
		return r.control.either(s, left,
			func(s *state) value { return known(1) },
			func(s *state) value { return r.eval(s, n.Children[1]) })
	}
	right := r.eval(s, n.Children[1])
	if isScalar(n.Children[0].Type) && !isScalar(n.Children[1].Type) {
		return r.domain.fresh(left, right)
	}
	return r.domain.givenPath(s.path, r.domain.calculated(n.Op, n.Children[0].Type, left, right))
}

func (r *run) assign(s *state, n *ast.Node) value {
	v := r.eval(s, n.Children[1])
	to := r.at(s, n.Children[0])
	if n.Op != operator.Plain {
		computed := r.domain.binary(n.Op, n.Base, r.domain.convert(r.heap.follow(s, to), n.Children[0].Type, n.Base), v)
		v = r.domain.convert(computed, n.Base, n.Type)
		if !isScalar(n.Type) {
			v = r.domain.fresh(computed)
		}
	}
	r.write(s, n.Children[0], to, v)
	return v
}

// list returns a record or an array with the values in a braced list.
func (r *run) list(s *state, n *ast.Node) value {
	var made record
	for i, child := range n.Children {
		switch field := fieldAt(n.Type, i); {
		case child == nil:
			made = append(made, known(0))
		case field != nil && isReference(field.Type):
			made = append(made, r.bind(s, child, field.Type))
		default:
			made = append(made, r.eval(s, child))
		}
	}
	if n.Type == nil || n.Type.Union || len(made) > mostElements {
		return r.domain.fresh(made)
	}
	return made
}
