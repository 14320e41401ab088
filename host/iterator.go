package host

import (
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
)

// library executes a call of the standard library that reads or makes a container. It returns false for any other call.
func (r *run) library(s *state, n *ast.Node) (value, bool) {
	if n.Func == nil || !n.Func.Pos.System || len(arguments(n)) == 0 {
		return nil, false
	}
	var known func(*state, *ast.Node) (value, bool)
	switch {
	case isMethod(n) && isIterator(n.Func.This):
		known = r.step
	case isMethod(n) && isFollowedMethod(n.Func):
		known = r.method
	case isIterator(arguments(n)[0].Type):
		known = r.compare
	case helpers[helperName(n.Func)]:
		known = r.helper
	default:
		return nil, false
	}
	return r.tried(s, func(s *state) (value, bool) { return known(s, n) })
}

// isIterator reports whether a type, or the type to which it refers, is a forward iterator of the standard library.
func isIterator(t *types.Type) bool {
	if isReference(t) {
		t = t.Elem
	}
	if t == nil || t.Kind != types.Record {
		return false
	}
	name := lexical.WithoutTemplateArguments(t.Name)
	of := name[strings.LastIndex(name, ":")+1:]
	return name != of && iterators[of] && (strings.HasPrefix(name, "std::") || strings.HasPrefix(name, "__gnu_cxx::"))
}

// iterators is the set of iterator classes of GNU's library, for vectors, deques, lists, maps and hashed maps.
var iterators = map[string]bool{
	"__normal_iterator": true, "_Deque_iterator": true, "_List_iterator": true, "_List_const_iterator": true,
	"_Rb_tree_iterator": true, "_Rb_tree_const_iterator": true, "_Node_iterator": true, "_Node_const_iterator": true, "_Node_iterator_base": true,
}

// step executes an operator of an iterator. It returns false if the operator is not modelled.
func (r *run) step(s *state, n *ast.Node) (value, bool) {
	given := arguments(n)
	iterator := given[0]
	switch {
	case n.Func.Name == "operator=" && len(given) == 2:
		to, v := r.at(s, iterator), r.eval(s, given[1])
		r.write(s, iterator, to, v)
		return to, true
	case n.Func.Name == "operator++", n.Func.Name == "operator--":
		by := known(1)
		if n.Func.Name == "operator--" {
			by = -1
		}
		return r.advance(s, iterator, by, len(given) == 1), true
	case n.Func.Name == "operator*", n.Func.Name == "operator->":
		return r.valueOfIterator(s, iterator), true
	case len(given) != 2:
		return nil, false
	case n.Func.Name == "operator+", n.Func.Name == "operator[]":
		return r.domain.pointerTo(r.valueOfIterator(s, iterator), r.eval(s, given[1])), true
	case n.Func.Name == "operator+=":
		return r.advance(s, iterator, r.eval(s, given[1]), true), true
	case n.Func.Name == "operator==", n.Func.Name == "operator!=":
		return r.compare(s, n)
	}
	return nil, false
}

func (r *run) valueOfIterator(s *state, n *ast.Node) value {
	for n.Kind == ast.Cast && n.Op == operator.CastBase {
		n = n.Children[0]
	}
	return r.domain.givenPath(s.path, r.eval(s, n))
}

// advance moves an iterator by count elements. It returns the place of the iterator if isPlace is true, and its old
// value otherwise.
func (r *run) advance(s *state, iterator *ast.Node, count value, isPlace bool) value {
	to := r.at(s, iterator)
	old := r.heap.follow(s, to)
	r.write(s, iterator, to, r.domain.pointerTo(old, count))
	if isPlace {
		return to
	}
	return old
}

// compare returns the truth value of a comparison of two iterators by == or !=. It returns false for any other call.
func (r *run) compare(s *state, n *ast.Node) (value, bool) {
	given, name := arguments(n), methodName(n.Func)
	if len(given) != 2 || name != "operator==" && name != "operator!=" {
		return nil, false
	}
	same := r.domain.areSame(r.valueOfIterator(s, given[0]), r.valueOfIterator(s, given[1]))
	if name == "operator!=" {
		return r.domain.binary(operator.EQ, wide, same, known(0)), true
	}
	return same, true
}

// areSame returns the truth value of the statement that two pointers point to the same element. Both may be choices.
func (d *domain) areSame(left, right value) value {
	if c, ok := left.(*choice); ok {
		return d.choose(c.on, d.areSame(c.then, right), d.areSame(c.other, right))
	}
	if c, ok := right.(*choice); ok {
		return d.choose(c.on, d.areSame(left, c.then), d.areSame(left, c.other))
	}
	return d.isSameElement(left, right)
}

// helpers is the set of modelled functions of the standard library that make a pair or a tuple, or read a container.
var helpers = map[string]bool{
	"make_pair": true, "make_tuple": true, "make_optional": true, "tie": true, "get": true, "min": true, "max": true,
	"begin": true, "cbegin": true, "end": true, "cend": true, "size": true, "swap": true,
}

// helperName returns the name of a function of the standard library without template arguments. It returns "" for any
// other function.
func helperName(f *ast.Function) string {
	name, isStandard := strings.CutPrefix(lexical.WithoutTemplateArguments(f.Qualified), "std::")
	if !isStandard {
		return ""
	}
	return name
}

// helper executes a call of one of helpers. It returns false if the result is not known.
func (r *run) helper(s *state, n *ast.Node) (value, bool) {
	given := arguments(n)
	switch name := helperName(n.Func); name {
	case "make_pair":
		return r.builtPair(s, n.Type, given)
	case "make_tuple":
		return r.builtTuple(s, n, given)
	case "make_optional":
		return contained(r.eval(s, given[0])), len(given) == 1
	case "tie":
		made := make(record, len(given))
		for i, argument := range given {
			made[i] = r.address(s, argument)
		}
		return contained(made...), true
	case "get":
		_, of, _ := strings.Cut(n.Func.Qualified, "<")
		index, _, _ := strings.Cut(of, ",")
		at, err := strconv.Atoi(strings.TrimSuffix(index, ">"))
		if err == nil {
			return r.get(s, given[0], at)
		}
	case "min", "max":
		if len(given) == 1 && containerOf(given[0].Type) == ofList && isScalar(n.Type) {
			return r.least(s, n, name == "max")
		}
	case "begin", "cbegin", "end", "cend", "size":
		return r.bound(s, given[0], strings.TrimPrefix(name, "c"))
	case "swap":
		if len(given) == 2 {
			r.swap(s, given)
			return r.domain.fresh(), true
		}
	}
	return nil, false
}

// get returns a pointer to the element at an index of a tuple, an array or a pair. It returns false if the elements are
// not known.
func (r *run) get(s *state, tuple *ast.Node, index int) (value, bool) {
	t := tuple.Type
	object := r.at(s, tuple)
	switch {
	case className(t) == "pair" && index < len(t.Fields):
		return r.domain.below(object, slot(t.Fields[index])), true
	case r.countOf(s, object, t) != nil:
		return r.domain.pointerTo(r.firstOf(s, object, t), known(index)), true
	}
	return nil, false
}

// least returns the least number of a list, or the greatest one if isGreatest is true. It returns false if the elements
// are not known.
func (r *run) least(s *state, n *ast.Node, isGreatest bool) (value, bool) {
	list := arguments(n)[0]
	elements, ok := r.elementsOf(s, r.at(s, list), list.Type)
	if !ok || len(elements) == 0 {
		return nil, false
	}
	made := elements[0]
	for _, v := range elements[1:] {
		made = r.control.lesser(s, n.Type, [2]value{made, v}, isGreatest)
	}
	return made, true
}

// bound returns a property of an array or a container: a pointer to its begin or end, or its size. name selects the
// property. It returns false if the number of elements is not known.
func (r *run) bound(s *state, array *ast.Node, name string) (value, bool) {
	object := r.at(s, array)
	var first, count value
	if array.Type != nil && array.Type.Kind == types.Array {
		r.makeAddressed(object)
		first, count = r.domain.first(object), known(array.Type.Len)
	} else if count = r.countOf(s, object, array.Type); count != nil {
		first = r.firstOf(s, object, array.Type)
	}
	switch {
	case count == nil:
		return nil, false
	case name == "begin":
		return first, true
	case name == "end":
		return r.domain.pointerTo(first, count), true
	}
	return count, true
}

// swap exchanges the values at two places.
func (r *run) swap(s *state, nodes []*ast.Node) {
	left, right := r.at(s, nodes[0]), r.at(s, nodes[1])
	v, w := r.heap.follow(s, left), r.heap.follow(s, right)
	r.write(s, nodes[0], left, w)
	r.write(s, nodes[1], right, v)
}
