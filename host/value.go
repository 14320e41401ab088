package host

import (
	"fmt"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A value is what an object of host code holds: one of the types below.
type value interface{}

type (
	known    int64
	function struct{ *ast.Function }
	// A place is a pointer or a reference to an object or a part of it.
	place struct {
		object int
		path   string // a byte for each step down into a record
	}
	// An unknown is a value of which only the origin is known: two of one name are equal.
	unknown struct {
		name string
		// deps are the inputs that it was computed from.
		deps []int
		// isTest reports a truth value; test is set where it tells one unknown from
		// a constant.
		isTest bool
		test   *test
	}
	// A choice is one value or another, as an unknown condition decides.
	choice struct {
		on          *unknown
		then, other value
	}
	// A record has a value for each base, then for each field; an array for each element.
	record []value
)

// A test compares an unknown with a constant.
type test struct {
	of    string
	op    ast.Op // EQ, GT or GE
	bound int64
}

// most bounds the leaves of a choice, the elements of a record and the length of
// an unknown's name and its inputs.
const (
	mostLeaves   = 32
	mostElements = 64
	mostName     = 120
	mostDeps     = 32
)

// anyInput stands for more inputs than are kept.
const anyInput = 0

// fresh is a value that nothing is known of but which others it depends on.
func (r *run) fresh(from ...value) *unknown {
	r.inputs++
	return &unknown{name: fmt.Sprint("u", r.inputs), deps: append(depsOf(from), r.inputs)}
}

func depsOf(values []value) []int {
	var deps []int
	for _, v := range values {
		switch v := v.(type) {
		case *unknown:
			deps = append(deps, v.deps...)
		case *choice:
			deps = append(deps, depsOf([]value{v.on, v.then, v.other})...)
		}
	}
	slices.Sort(deps)
	if deps = slices.Compact(deps); len(deps) > mostDeps || len(deps) > 0 && deps[0] == anyInput {
		return []int{anyInput}
	}
	return deps
}

// computed is the unknown result of an operation, the same for the same operands.
func (r *run) computed(op ast.Op, operands ...value) value {
	name := fmt.Sprint("(", int(op))
	for _, v := range operands {
		switch v := v.(type) {
		case known:
			name += fmt.Sprint(" ", int64(v))
		case *unknown:
			name += " " + v.name
		default:
			return r.fresh(operands...)
		}
	}
	if len(name) > mostName {
		return r.fresh(operands...)
	}
	made := &unknown{name: name + ")", deps: depsOf(operands)}
	made.isTest = op == ast.EQ || op == ast.GT || op == ast.GE
	if of, ok := operands[0].(*unknown); ok && made.isTest {
		if bound, ok := operands[1].(known); ok {
			made.test = &test{of.name, op, int64(bound)}
		}
	}
	return made
}

// part is a base, a field or an element of a value.
func (r *run) part(v value, at int) value {
	switch v := v.(type) {
	case record:
		if at < len(v) {
			return v[at]
		}
	case *unknown:
		return &unknown{name: fmt.Sprint(v.name, ".", at), deps: v.deps}
	case *choice:
		return r.choose(v.on, r.part(v.then, at), r.part(v.other, at))
	}
	return r.fresh()
}

// with is a value with another part.
func (r *run) with(v value, path string, part value) value {
	if path == "" {
		return part
	}
	at := int(path[0])
	made := record{}
	if old, ok := v.(record); ok {
		made = slices.Clone(old)
	}
	r.steps += len(made)
	for len(made) <= at {
		made = append(made, r.part(v, len(made)))
	}
	made[at] = r.with(made[at], path[1:], part)
	return made
}

// choose is one value or another; records choose part by part.
func (r *run) choose(on *unknown, then, other value) value {
	r.steps++
	if equal(then, other) {
		return then
	}
	a, isRecord := then.(record)
	b, both := other.(record)
	if isRecord || both {
		made := make(record, max(len(a), len(b)))
		for i := range made {
			made[i] = r.choose(on, r.part(then, i), r.part(other, i))
		}
		return made
	}
	if leaves(then)+leaves(other) > mostLeaves {
		return r.fresh(on, then, other)
	}
	return &choice{on, then, other}
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

// A literal is a condition, or its opposite, that holds on a path.
type literal struct {
	on    *unknown
	holds bool
}

func (l literal) same(other literal) bool {
	return l.holds == other.holds && l.on.name == other.on.name
}

type path []literal

// decides reports what a path says of a condition.
func (p path) decides(on *unknown) (holds, decided bool) {
	for _, l := range p {
		if l.on.name == on.name {
			return l.holds, true
		}
	}
	if on.test != nil {
		if !p.admits(literal{on, true}) {
			return false, true
		}
		if !p.admits(literal{on, false}) {
			return true, true
		}
	}
	return false, false
}

// admits reports that comparisons of one unknown with constants leave it a value.
func (p path) admits(more literal) bool {
	low, high := int64(-1<<62), int64(1<<62)
	var not []int64
	for _, l := range append(slices.Clone(p), more) {
		t := l.on.test
		if t == nil || t.of != more.on.test.of {
			continue
		}
		switch {
		case t.op == ast.EQ && l.holds:
			low, high = max(low, t.bound), min(high, t.bound)
		case t.op == ast.EQ:
			not = append(not, t.bound)
		case t.op == ast.GT && l.holds:
			low = max(low, t.bound+1)
		case t.op == ast.GT:
			high = min(high, t.bound)
		case l.holds:
			low = max(low, t.bound)
		default:
			high = min(high, t.bound-1)
		}
	}
	for slices.Contains(not, low) {
		low++
	}
	return low <= high
}

// certain reports that some input takes a path: no two of its conditions are
// computed from one input, other than comparisons of it with constants. Those
// that lead to a launch at all, the first ones, are taken to be possible.
func (p path) certain(first int) bool {
	for i, l := range p {
		for _, earlier := range p[:i] {
			if i >= first && related(earlier.on, l.on) {
				return false
			}
		}
	}
	return true
}

func related(a, b *unknown) bool {
	if a.test != nil && b.test != nil && a.test.of == b.test.of {
		return false
	}
	if slices.Contains(a.deps, anyInput) || slices.Contains(b.deps, anyInput) {
		return true
	}
	return slices.ContainsFunc(a.deps, func(d int) bool { return slices.Contains(b.deps, d) })
}

// under is a value where the conditions of a path hold.
func (r *run) under(p path, v value) value {
	r.steps++
	switch v := v.(type) {
	case *choice:
		if holds, decided := p.decides(v.on); decided && holds {
			return r.under(p, v.then)
		} else if decided {
			return r.under(p, v.other)
		}
		then := r.under(append(slices.Clip(p), literal{v.on, true}), v.then)
		other := r.under(append(slices.Clip(p), literal{v.on, false}), v.other)
		return r.choose(v.on, then, other)
	case record:
		made := make(record, len(v))
		for i, part := range v {
			made[i] = r.under(p, part)
		}
		return made
	}
	return v
}
