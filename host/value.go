package host

import (
	"fmt"
	"math"
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// value is the content of an object of host code. It has one of the types below.
type value interface{}

type (
	known    int64
	function struct{ *ast.Function }
	// place is a pointer or a reference to an object or a part of it. If isElement is true, the last step of the path
	// is the index of an array element. The pointer may then move to other elements of the array.
	place struct {
		object    int
		path      string // one byte per step, the index of a part of a record
		isElement bool
	}
	// unknown is a value that is not known. Two unknowns with the same name are equal.
	unknown struct {
		name string
		// op, t and operands are the operation that computed the value, its type and its operands. op is NoOp if the
		// operation is not kept.
		op       operator.Op
		t        *types.Type
		operands []value
		// deps lists the inputs from which the value was computed. pointsTo lists the objects to which it may point.
		deps, pointsTo []int
		// isTest reports whether the unknown is a truth value. test is set if the unknown is the result of comparing
		// another unknown with a constant.
		isTest bool
		test   *test
		// alternatives lists conditions on paths that join. If the unknown is true, the conditions of one of them hold. It is empty
		// if they are not kept.
		alternatives []path
		// whole is the unknown of which this is the part at an index, or nil.
		whole *unknown
		index int
		// size is what is known about an integer whose operands are not kept. It is nil if nothing is known.
		size *size
	}
	// choice is the value `then` if the unknown condition `on` is true, and the value `other` if it is false.
	choice struct {
		on          *unknown
		then, other value
	}
	// record has a value for each base of an object, and then for each field. For an array, it has a value for each
	// element.
	record []value
)

// domain creates values and computes with them. It knows no objects: a result depends only on values, whatever objects
// hold them.
type domain struct {
	// inputs is the number of inputs so far, which is also the number of the last one.
	inputs int
	budget *budget
}

// test is the comparison of an unknown, whose name is kernel, with a constant of its type.
type test struct {
	kernel string
	op     operator.Op // EQ, GT or GE
	t      *types.Type
	bound  int64
}

// mostLeaves bounds the leaves of a choice, and mostElements the elements of a record. mostName bounds the length of
// the name of an unknown, mostDeps the number of its inputs, and mostAtoms the conditions on paths that join.
const (
	mostLeaves   = 32
	mostElements = 64
	mostName     = 240
	mostDeps     = 32
	mostAtoms    = 24
)

// anyInput stands for any number of inputs, if there are more than are kept. The other inputs have positive numbers.
// Input -n stands for the values that other code writes to object n.
const anyInput = 0

// fresh returns a new unknown, the result of an unknown computation from sources. It may point to all objects to which
// the sources point.
func (d *domain) fresh(sources ...value) *unknown {
	d.inputs++
	return &unknown{
		name: fmt.Sprint("u", d.inputs), deps: append(depsOf(sources), d.inputs), pointsTo: pointsTo(sources),
	}
}

// pointsTo returns the objects to which values may point.
func pointsTo(values []value) []int {
	var objects []int
	for _, v := range values {
		switch v := v.(type) {
		case place:
			objects = append(objects, v.object)
		case *unknown:
			objects = append(objects, v.pointsTo...)
		case *choice:
			objects = append(objects, pointsTo([]value{v.then, v.other})...)
		case record:
			objects = append(objects, pointsTo(v)...)
		}
	}
	slices.Sort(objects)
	return slices.Compact(objects)
}

func depsOf(values []value) []int {
	var deps []int
	for _, v := range values {
		switch v := v.(type) {
		case *unknown:
			deps = append(deps, v.deps...)
		case *choice:
			deps = append(deps, depsOf([]value{v.on, v.then, v.other})...)
		case record:
			deps = append(deps, depsOf(v)...)
		}
	}
	return limitInputs(deps)
}

// limitInputs returns deps without duplicates. If there are too many, or if anyInput is among them, it returns only
// anyInput.
func limitInputs(deps []int) []int {
	slices.Sort(deps)
	if deps = slices.Compact(deps); len(deps) > mostDeps || slices.Contains(deps, anyInput) {
		return []int{anyInput}
	}
	return deps
}

// computed returns the unknown result of an operation in a type. Equal operands give equal unknowns, unless an operand
// is neither a number nor an unknown, or the name becomes too long.
func (d *domain) computed(op operator.Op, t *types.Type, operands ...value) value {
	name := fmt.Sprint("(", int(op))
	if t != nil {
		name += fmt.Sprint(":", t.Bits, t.Signed)
	}
	for _, v := range operands {
		switch v := v.(type) {
		case known:
			name += fmt.Sprint(" ", int64(v))
		case *unknown:
			name += " " + v.name
		default:
			return d.withSize(op, t, operands)
		}
	}
	if len(name) > mostName {
		return d.withSize(op, t, operands)
	}
	made := &unknown{
		name: name + ")", op: op, t: t, operands: operands,
		deps: depsOf(operands), pointsTo: pointsTo(operands),
	}
	made.isTest = op == operator.EQ || op == operator.GT || op == operator.GE
	if of, ok := operands[0].(*unknown); ok && made.isTest {
		if bound, ok := operands[1].(known); ok && isOrdered(t, int64(bound)) {
			made.test = &test{of.name, op, t, int64(bound)}
		}
	}
	return made
}

// isOrdered reports whether values of type t compare with v as int64 does. v must not be the least or the greatest int64.
func isOrdered(t *types.Type, v int64) bool {
	return v != math.MinInt64 && v != math.MaxInt64 && (v >= 0 || isSigned(t))
}

func isSigned(t *types.Type) bool { return t == nil || t.Signed }

// recordPart returns the part of a value at an index of its record. It returns false for other values than records and
// unknowns.
func recordPart(v value, index int) (value, bool) {
	switch v := v.(type) {
	case record:
		if index < len(v) {
			return v[index], true
		}
	case *unknown:
		made := &unknown{name: fmt.Sprint(v.name, ".", index), deps: v.deps, pointsTo: v.pointsTo, whole: v, index: index}
		if v.size != nil {
			made.size = &anySize // the parts of a value that is no input are no inputs
		}
		return made, true
	}
	return nil, false
}

// part returns the base, the field or the element of a value at an index of its record.
func (d *domain) part(v value, index int) value {
	if c, isChoice := v.(*choice); isChoice {
		return d.choose(c.on, d.part(c.then, index), d.part(c.other, index))
	}
	if part, isKnown := recordPart(v, index); isKnown {
		return part
	}
	return d.fresh()
}

// with returns v with the part at path replaced.
func (d *domain) with(v value, path string, part value) value {
	if path == "" {
		return part
	}
	at := int(path[0])
	made := record{}
	if old, ok := v.(record); ok {
		made = slices.Clone(old)
	}
	d.budget.spend(len(made))
	for len(made) <= at {
		made = append(made, d.part(v, len(made)))
	}
	made[at] = d.with(made[at], path[1:], part)
	return made
}

// choose returns the choice between two values by the condition cond: `then` if it is true, and `other` if it is false.
// For records it chooses part by part. If the choice would have too many leaves, the result is an unknown instead
// (oneOf).
func (d *domain) choose(cond *unknown, then, other value) value {
	d.budget.spend(1)
	if equal(then, other) {
		return then
	}
	a, isRecord := then.(record)
	b, both := other.(record)
	if isRecord || both {
		made := make(record, max(len(a), len(b)))
		for i := range made {
			made[i] = d.choose(cond, d.part(then, i), d.part(other, i))
		}
		return made
	}
	if leaves(then)+leaves(other) > mostLeaves {
		return d.oneOf([]value{then, other}, cond)
	}
	return &choice{cond, then, other}
}

// oneOf returns a new unknown for one of several values. It depends on the values and on the conditions conds. It does
// not record which condition selects which value.
func (d *domain) oneOf(values []value, conds ...value) value {
	made := d.fresh(append(conds, values...)...)
	var alone path
	var all *size
	for _, v := range values {
		one := alone.sizeOf(v, neverChose)
		if !one.isFree {
			return made
		}
		if all != nil {
			one = all.or(one)
		}
		all = &one
	}
	made.size = all
	return made
}

func leaves(v value) int {
	if c, ok := v.(*choice); ok {
		return leaves(c.then) + leaves(c.other)
	}
	return 1
}

func equal(a, b value) bool {
	switch a := a.(type) {
	case record:
		b, ok := b.(record)
		return ok && slices.EqualFunc(a, b, equal)
	case *unknown:
		b, ok := b.(*unknown)
		return ok && a.name == b.name
	case *choice:
		b, ok := b.(*choice)
		return ok && (a == b || a.on.name == b.on.name && equal(a.then, b.then) && equal(a.other, b.other))
	}
	if _, ok := b.(record); ok {
		return false
	}
	return a == b
}

// givenPath returns v under the conditions of the path p. Choices that p decides are resolved. An unknown is replaced
// by its value if p leaves only one value.
func (d *domain) givenPath(p path, v value) value {
	d.budget.spend(1)
	switch v := v.(type) {
	case *choice:
		if holds, decided := p.decides(v.on); decided && holds {
			return d.givenPath(p, v.then)
		} else if decided {
			return d.givenPath(p, v.other)
		}
		then := d.givenPath(append(slices.Clip(p), literal{v.on, true}), v.then)
		other := d.givenPath(append(slices.Clip(p), literal{v.on, false}), v.other)
		return d.choose(v.on, then, other)
	case record:
		made := make(record, len(v))
		for i, part := range v {
			made[i] = d.givenPath(p, part)
		}
		return made
	case *unknown:
		return d.substituted(p, v)
	}
	return v
}

// substituted returns u with its operands replaced by their values, if the path p leaves only one value for an operand.
// If p leaves only one value for u itself, it returns that value:
//
//	if (n == 8) k<<<1, dim3(n, 2 * n)>>>();     8x16
func (d *domain) substituted(p path, u *unknown) value {
	if only, ok := p.pins(u.name); ok {
		return known(only)
	}
	if holds, decided := p.decides(u); decided && u.isTest {
		return known(truth(holds))
	}
	operands := make([]value, len(u.operands))
	isSame := true
	for i, v := range u.operands {
		operands[i] = v
		if part, ok := v.(*unknown); ok {
			operands[i] = d.substituted(p, part)
			isSame = isSame && operands[i] == v
		}
	}
	switch {
	case isSame:
		return u
	case u.op == operator.CastInt:
		return d.convert(operands[0], nil, u.t)
	}
	return d.binary(u.op, u.t, operands[0], operands[1])
}

// withRest returns the path p with one more condition in place of all conditions in rest. Some paths through rest
// reached this point and others ended. The new condition depends on the inputs of rest. If it holds, so do all conditions
// of a or all of b. If rest is empty, no condition is added.
func (d *domain) withRest(p, rest, a, b path) path {
	if len(rest) == 0 {
		return slices.Clip(p)
	}
	var from []value
	for _, l := range rest {
		from = append(from, l.on)
	}
	either := d.fresh(from...)
	if a.atoms()+b.atoms() <= mostAtoms && len(a) > 0 && len(b) > 0 {
		either.alternatives = []path{slices.Clone(a), slices.Clone(b)}
	}
	return append(slices.Clip(p), literal{either, true})
}

// mixed returns an unknown that is either v or w, without a condition that decides between the two. For records it
// mixes part by part.
func (d *domain) mixed(v, w value) value {
	a, isRecord := v.(record)
	b, both := w.(record)
	switch {
	case equal(v, w):
		return v
	case !isRecord || !both || len(a) != len(b):
		return d.oneOf([]value{v, w})
	}
	made := make(record, len(a))
	for i := range made {
		made[i] = d.mixed(a[i], b[i])
	}
	return made
}

// unconfigured returns a launch configuration of the CUDA runtime, a record of class t, in which no field is set.
func (d *domain) unconfigured(t *types.Type) value {
	var made record
	for _, f := range t.Fields {
		if isExtents(f.Type) {
			made = append(made, record{known(1), known(1), known(1)})
		} else {
			made = append(made, d.fresh())
		}
	}
	return made
}

// field returns the field called name of v, a record of class t. It returns an unknown if there is none.
func (d *domain) field(v value, t *types.Type, name string) value {
	if t != nil {
		for _, f := range t.Fields {
			if f.Name == name {
				return d.part(v, slot(f))
			}
		}
	}
	return d.fresh(v)
}
