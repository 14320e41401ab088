package host

import (
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A global or static variable may be used only by its own unit ([ast.Var.Own]). Its value then follows from all uses in
// the unit, in any order:
//
//	static int block = 48;                    48, if it is only read
//	static dim3 tile(16, 2);                  16x2, if it is only read
//	static Kernel all[] = {sum, most};        these, if it is only read
//	static int block; ... block = 128;        128, if nothing else is assigned: no kernel is launched with 0
//
// lastingValues returns the variables of a unit that keep one value, each with the expression of this value. A nil
// expression means zero.
func lastingValues(unit *ast.Unit) map[*ast.Var]*ast.Node {
	values := map[*ast.Var]*ast.Node{}
	functions := slices.Concat(unit.Hosts, unit.Functions)
	assigned := assignedValues(functions)
	w := &writes{vars: map[*ast.Var][]string{}, mentioned: map[*ast.Var]bool{}, pointed: map[*ast.Var]bool{}}
	for _, f := range functions {
		w.function(f)
	}
	w.initialisers()
	for v := range w.mentioned {
		if !v.Own || v.Const || v.Volatile || w.pointed[v] {
			continue
		}
		switch {
		case len(w.vars[v]) == 0 && (v.Init != nil || isScalar(v.Type) || isExtents(v.Type)):
			values[v] = v.Init
		case beginsAsZero(v) && len(assigned[v]) == len(w.vars[v]) && isOneNumber(assigned[v]):
			values[v] = assigned[v][0]
		}
	}
	return values
}

// function records what a function may write, including the initialisers of a constructor.
func (w *writes) function(f *ast.Function) {
	for _, init := range f.Inits {
		w.walk(init.Value, init.Field != nil && readsOnly(init.Field.Type))
	}
	w.walk(f.Body, false)
}

// initialisers records the variables that the initialisers of the unit's own variables write, and the variables whose
// addresses they take.
func (w *writes) initialisers() {
	walked := map[*ast.Var]bool{}
	for grown := true; grown; {
		grown = false
		for v := range maps.Clone(w.mentioned) {
			if v.Own && !walked[v] {
				walked[v], grown = true, true
				w.walk(v.Init, readsOnly(v.Type))
			}
		}
	}
}

// assignedValues returns, for each variable, the right sides of assignments to the whole variable.
func assignedValues(functions []*ast.Function) map[*ast.Var][]*ast.Node {
	values := map[*ast.Var][]*ast.Node{}
	for _, f := range functions {
		for n := range within(f.Nodes()) {
			if n.Kind == ast.Assign && n.Op == operator.Plain && n.Children[0].Kind == ast.VarRef {
				v := n.Children[0].Var
				values[v] = append(values[v], n.Children[1])
			}
		}
	}
	return values
}

// beginsAsZero reports whether a variable is an integer that is 0 before it is first assigned.
func beginsAsZero(v *ast.Var) bool {
	n, isNumber := numberOf(v.Init)
	return isScalar(v.Type) && (v.Init == nil || isNumber && n == 0)
}

func isOneNumber(values []*ast.Node) bool {
	first, isNumber := numberOf(values[0])
	return isNumber && !slices.ContainsFunc(values, func(n *ast.Node) bool {
		number, isNumber := numberOf(n)
		return !isNumber || number != first
	})
}

// numberOf returns the value of a constant expression. It returns false for any other expression, and for one with a
// conversion to another integer type that may change the value.
func numberOf(n *ast.Node) (int64, bool) {
	switch {
	case n == nil:
		return 0, false
	case n.Known:
		return n.Value, true
	case n.Kind == ast.Cast && isScalar(n.Type):
		number, isNumber := numberOf(n.Children[0])
		return number, isNumber && 0 <= number && number>>(n.Type.Bits-1) == 0
	case n.Kind == ast.Binary && isScalar(n.Type):
		number, isNumber := computed(n)
		return number, isNumber && 0 <= number && number>>(n.Type.Bits-1) == 0
	}
	return 0, false
}

// computed returns the product, the sum or the left shift of two numbers below 2^31, such as 1 << 20. It returns false
// for any other expression, and for a shift that loses bits.
func computed(n *ast.Node) (int64, bool) {
	a, isNumber := numberOf(n.Children[0])
	b, too := numberOf(n.Children[1])
	if !isNumber || !too || a>>31 != 0 || b>>31 != 0 {
		return 0, false
	}
	switch n.Op {
	case operator.Mul:
		return a * b, true
	case operator.Add:
		return a + b, true
	case operator.Shl:
		shifted := a << b
		return shifted, b < int64(n.Type.Bits) && shifted>>b == a
	}
	return 0, false
}

// lasting returns the value that a variable of the unit keeps. It computes the value once. It returns false if the
// variable keeps no value.
func (r *run) lasting(v *ast.Var) (value, bool) {
	of, isLasting := r.code.lastingValues[v]
	if !isLasting {
		return nil, false
	}
	if r.inputOf[v] == nil {
		r.inputOf[v] = r.domain.fresh() // used if the initialiser refers to its own variable
		switch {
		case of != nil:
			r.inputOf[v] = r.eval(&state{env: map[int]value{}}, of)
		case isExtents(v.Type):
			r.inputOf[v] = record{known(1), known(1), known(1)}
		default:
			r.inputOf[v] = known(0)
		}
	}
	return r.inputOf[v], true
}
