package host

import (
	"strings"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
)

// Host code may keep blocks and kernels in containers of the standard library, as well as in arrays:
//
//	for (int threads : {32, 48}) k<<<1, threads>>>();
//	std::vector<std::pair<Kernel, int>> all{{sum, 96}}; all.emplace_back(most, 64);
//	for (auto &[kernel, threads] : all) kernel<<<1, threads>>>(data);
//
// The value of a container is a record of two parts: a record of its elements, and the number of elements. A std::array
// has only the first part. An initializer_list has a pointer to its elements, and their number. A pair has two fields,
// like any class with two members. An iterator is a pointer to an element (iterator.go). A call of a method that is not
// modelled may change anything (unknownCall).

// The kinds of containers. An element is found by its index, or by a key. Containers of other kinds are not followed.
const (
	noContainer = iota
	inRow       // vector, deque, list, optional, tuple
	ofArray     // array
	ofList      // initializer_list
	byKey       // map, unordered_map
)

var containers = map[string]int{
	"vector": inRow, "deque": inRow, "list": inRow, "optional": inRow, "tuple": inRow,
	"array": ofArray, "initializer_list": ofList, "map": byKey, "unordered_map": byKey,
}

// elementsAt and countAt are the indices of the elements, and of their number, in the record of a container.
const (
	elementsAt = 0
	countAt    = 1
)

// className returns the name of a class of the standard library, without its namespaces and template arguments. It
// returns "" for any other type.
func className(t *types.Type) string {
	if t == nil || t.Kind != types.Record {
		return ""
	}
	name, isStandard := strings.CutPrefix(lexical.WithoutTemplateArguments(t.Name), "std::")
	if !isStandard {
		return ""
	}
	return name[strings.LastIndex(name, ":")+1:]
}

// containerOf returns the kind of the container type t, or of the type to which the reference type t refers.
func containerOf(t *types.Type) int {
	if isReference(t) {
		t = t.Elem
	}
	return containers[className(t)]
}

// contained returns the value of a container with these elements.
func contained(elements ...value) value {
	return record{record(elements), known(len(elements))}
}

// countOf returns the number of elements of a container, an object of type t. It returns nil if nothing is known about
// the object.
func (r *run) countOf(s *state, object value, t *types.Type) value {
	if isReference(t) {
		t = t.Elem
	}
	v, ok := r.heap.follow(s, object).(record)
	switch {
	case !ok:
		return nil
	case containerOf(t) == ofArray && len(t.Fields) == 1 && t.Fields[0].Type.Kind == types.Array:
		return known(t.Fields[0].Type.Len)
	case containerOf(t) != ofArray && len(v) > countAt:
		return v[countAt]
	}
	return nil
}

// firstOf returns a pointer to the first element of a container, an object of type t.
func (r *run) firstOf(s *state, object value, t *types.Type) value {
	if containerOf(t) == ofList {
		return r.domain.part(r.heap.follow(s, object), elementsAt)
	}
	r.makeAddressed(object)
	return r.domain.first(r.domain.below(object, elementsAt))
}

// makeAddressed records that pointers may point to each object to which v may point.
func (r *run) makeAddressed(v value) {
	for _, object := range pointsTo([]value{v}) {
		r.heap.addressed[object] = true
	}
}

// elementsOf returns the elements of a container, an object of type t. It returns false if their number is not known.
func (r *run) elementsOf(s *state, object value, t *types.Type) (record, bool) {
	count, ok := r.countOf(s, object, t).(known)
	if !ok || count < 0 || count > mostElements {
		return nil, false
	}
	first := r.firstOf(s, object, t)
	made := make(record, count)
	for i := range made {
		made[i] = r.heap.follow(s, r.domain.moved(first, known(i), 1))
	}
	return made, true
}

// constructLibrary constructs a container, a pair or an iterator of the standard library. It returns false for any
// other object.
func (r *run) constructLibrary(s *state, n *ast.Node) (value, bool) {
	if n.Func == nil || !n.Func.Pos.System {
		return nil, false
	}
	isOne := len(n.Children) == 1 && n.Children[0] != nil
	switch {
	case className(n.Type) == "pair" && len(n.Children) > 0:
		return r.tried(s, func(s *state) (value, bool) { return r.builtPair(s, n.Type, n.Children) })
	case isOne && isIterator(n.Type) && isIterator(n.Children[0].Type):
		return r.eval(s, n.Children[0]), true
	case isOne && className(n.Type) == "function" && n.Children[0].Type != n.Type:
		return r.tried(s, func(s *state) (value, bool) { return r.wrap(s, r.eval(s, n.Children[0])) })
	case containers[className(n.Type)] != noContainer:
		return r.tried(s, func(s *state) (value, bool) { return r.builtContainer(s, n) })
	}
	return nil, false
}

// tried computes a value in a copy of the state. If the value is known, the copy replaces the state. Otherwise the
// state does not change, and the second result is false.
func (r *run) tried(s *state, compute func(*state) (value, bool)) (value, bool) {
	one := r.control.copy(s)
	v, ok := compute(one)
	if ok {
		s.become(one)
		s.dead = one.dead
	}
	return v, ok
}

// builtContainer returns the value of a new container. The modelled constructors take no elements, single elements, a
// list, a number of equal elements, or two iterators. The second result is false for any other constructor.
func (r *run) builtContainer(s *state, n *ast.Node) (value, bool) {
	class := className(n.Type)
	given := n.Children
	for len(given) > 0 && isAdjusting(given[len(given)-1].Type) {
		given = given[:len(given)-1]
	}
	switch {
	case class == "tuple":
		return r.builtTuple(s, n, given)
	case len(given) == 0:
		return contained(), true
	case containerOf(given[0].Type) == ofList || className(given[0].Type) == class:
		if class == "optional" && given[0].Type != n.Type {
			return nil, false
		}
		elements, ok := r.elementsOf(s, r.at(s, given[0]), given[0].Type)
		return contained(elements...), ok
	case class == "optional" && len(given) == 1:
		if className(given[0].Type) == "nullopt_t" {
			return contained(), true
		}
		return contained(r.eval(s, given[0])), true
	case isScalar(given[0].Type) && len(given) <= 2:
		return r.repeated(s, given)
	case len(given) == 2:
		return r.between(s, r.eval(s, given[0]), r.eval(s, given[1]))
	}
	return nil, false
}

// isAdjusting reports whether an argument of type t does not influence which elements a container has: it is an
// allocator, a comparison or a hash function.
func isAdjusting(t *types.Type) bool {
	switch className(t) {
	case "allocator", "less", "hash", "equal_to":
		return true
	}
	return false
}

// builtTuple returns a new tuple, made of the given elements or copied from another tuple. It always returns true.
func (r *run) builtTuple(s *state, n *ast.Node, args []*ast.Node) (value, bool) {
	if len(args) == 1 && className(args[0].Type) == "tuple" {
		return r.eval(s, args[0]), true
	}
	return contained(r.evalAll(s, args)...), true
}

func (r *run) evalAll(s *state, nodes []*ast.Node) record {
	made := make(record, len(nodes))
	for i, n := range nodes {
		made[i] = r.eval(s, n)
	}
	return made
}

// repeated returns a container with equal elements. The first of args is the number of elements. The second is the
// element. If it is missing, the elements are zero. repeated returns false if the number is not known, or too large.
func (r *run) repeated(s *state, args []*ast.Node) (value, bool) {
	count, ok := r.eval(s, args[0]).(known)
	if !ok || count < 0 || count > mostElements {
		return nil, false
	}
	element := value(known(0))
	if len(args) > 1 {
		element = r.eval(s, args[1])
	}
	made := make(record, count)
	for i := range made {
		made[i] = element
	}
	return contained(made...), true
}

// between returns a container with the elements from the one at the pointer `from` up to the one before the pointer
// `to`. It returns false if they do not point to elements, or if there are too many elements between them.
func (r *run) between(s *state, from, to value) (value, bool) {
	first, ok := from.(place)
	last, both := to.(place)
	if !ok || !both || !first.isElement || !last.isElement {
		return nil, false
	}
	var made record
	for at := value(first); r.domain.isSameElement(at, last) == known(0) && len(made) < mostElements; at = r.domain.moved(at, known(1), 1) {
		made = append(made, r.heap.follow(s, at))
	}
	return contained(made...), len(made) < mostElements
}

// builtPair returns a new pair of type t, made of two given values or from another pair. It returns false for any other
// arguments.
func (r *run) builtPair(s *state, t *types.Type, args []*ast.Node) (value, bool) {
	if len(args) == 1 && className(args[0].Type) == "pair" {
		of := r.eval(s, args[0])
		from := args[0].Type
		return r.pairOf(t, r.domain.field(of, from, "first"), r.domain.field(of, from, "second"))
	}
	if len(args) != 2 {
		return nil, false
	}
	return r.pairOf(t, r.evalKey(s, args[0]), r.eval(s, args[1]))
}

// pairOf returns a pair of type t with two values, converted to the types of its fields. It returns false if t has not
// two fields.
func (r *run) pairOf(t *types.Type, first, second value) (value, bool) {
	if len(t.Fields) != 2 {
		return nil, false
	}
	made := make(record, slot(t.Fields[1])+1)
	for i, v := range []value{first, second} {
		made[slot(t.Fields[i])] = r.asType(t.Fields[i].Type, v)
	}
	return made, true
}

// asType returns the value of an object of type t that is initialised with v.
func (r *run) asType(t *types.Type, v value) value {
	_, isRecordValue := v.(record)
	switch {
	case isScalar(t):
		return r.domain.convert(v, nil, t)
	case isExtents(t) && !isRecordValue:
		return record{v, known(1), known(1)}
	}
	return v
}

// asElement returns an element of type t that is constructed from arguments. It returns false if that is not modelled.
func (r *run) asElement(s *state, t *types.Type, args []*ast.Node) (value, bool) {
	if isReference(t) {
		t = t.Elem
	}
	switch {
	case className(t) == "pair":
		return r.builtPair(s, t, args)
	case className(t) == "tuple":
		return r.builtTuple(s, nil, args)
	case isExtents(t) && !isRecord(args[0].Type):
		return r.dim3(s, r.evalAll(s, args)), true
	case len(args) == 1 && (args[0].Type == t || !isRecord(t)):
		return r.asType(t, r.eval(s, args[0])), true
	}
	return nil, false
}

// method executes a call of a modelled method of a container. It returns false for any other method, and if the content
// of the container is not known.
func (r *run) method(s *state, n *ast.Node) (value, bool) {
	t := n.Func.This
	given := arguments(n)
	name := methodName(n.Func)
	if resizes[name] {
		return r.resize(s, n, name)
	}
	if name == "operator=" && len(given) == 2 {
		return r.assignContainer(s, n)
	}
	object := r.objectOf(s, n)
	count := r.countOf(s, object, t)
	if count == nil || !isPlaces(object) {
		return nil, false
	}
	first := r.firstOf(s, object, t)
	switch name {
	case "size":
		return count, true
	case "empty":
		return r.domain.binary(operator.EQ, wide, count, known(0)), true
	case "has_value", "operator bool":
		return r.domain.binary(operator.NE, wide, count, known(0)), true
	case "begin", "cbegin", "data", "front", "value", "operator*", "operator->":
		return first, len(given) == 1
	case "end", "cend":
		return r.domain.pointerTo(first, count), true
	case "back":
		return r.domain.pointerTo(first, r.domain.binary(operator.Sub, wide, count, known(1))), true
	case "value_or":
		return r.control.either(s, r.domain.binary(operator.NE, wide, count, known(0)),
			func(s *state) value { return r.heap.follow(s, first) },
			func(s *state) value { return r.eval(s, given[1]) }), true
	case "operator[]", "at", "find":
		if containerOf(t) == byKey {
			return r.lookUp(s, n, object, name)
		}
		return r.indexed(s, first, count, given[1])
	}
	return nil, false
}

// isFollowedMethod reports whether a function is a modelled method of a container.
func isFollowedMethod(f *ast.Function) bool {
	name := methodName(f)
	return containers[className(f.This)] != noContainer && (asksOnly[name] || resizes[name] || name == "operator=")
}

// assignContainer assigns another container or a list to a container. It returns the target, or false if the assignment
// is not understood. If the target is a tuple of references (std::tie), the references stay, and the elements of the
// source are written to the variables to which they refer.
func (r *run) assignContainer(s *state, n *ast.Node) (value, bool) {
	to, from := r.objectOf(s, n), arguments(n)[1]
	at, isPlace := to.(place)
	v := r.eval(s, from)
	switch {
	case className(n.Func.This) == "tuple":
		return to, r.untie(s, to, v)
	case !isPlace || r.heap.escaped[at.object]:
		return nil, false
	case containerOf(from.Type) == ofList && containerOf(n.Func.This) == inRow:
		elements, ok := r.elementsOf(s, r.heap.hold(s, v), from.Type)
		if !ok {
			return nil, false
		}
		v = contained(elements...)
	case className(from.Type) != className(n.Func.This):
		return nil, false
	}
	s.env[at.object] = r.domain.with(s.env[at.object], at.path, v)
	return to, true
}

// untie writes the values of v, a tuple or a pair, to the variables to which the parts of the tuple `references` refer.
// std::tie has made this tuple. untie returns false if it does not know the parts or the variables.
func (r *run) untie(s *state, references, v value) bool {
	tied, ok := r.heap.followed(s, references).(record)
	from, both := v.(record)
	if !ok || !both || len(tied) <= countAt || len(from) < 2 {
		return false
	}
	places, isTied := tied[elementsAt].(record)
	values, isTuple := from[elementsAt].(record)
	if !isTuple || len(values) != len(places) {
		values = from[len(from)-2:] // the last two parts of a pair are its values; bases may precede them
	}
	if !isTied || len(values) != len(places) {
		return false
	}
	for i := range places {
		at, isPlace := places[i].(place)
		if !isPlace || r.heap.escaped[at.object] {
			return false
		}
		s.env[at.object] = r.domain.with(s.env[at.object], at.path, values[i])
	}
	return true
}

// resizes is the set of methods that add elements to a vector, a deque or a list, or remove them.
var resizes = map[string]bool{"push_back": true, "emplace_back": true, "clear": true, "pop_back": true}

// asksOnly is the set of modelled methods of containers that do not change the container.
var asksOnly = map[string]bool{
	"size": true, "empty": true, "has_value": true, "operator bool": true, "begin": true, "cbegin": true, "data": true, "front": true,
	"value": true, "operator*": true, "operator->": true, "end": true, "cend": true, "back": true, "value_or": true,
	"operator[]": true, "at": true, "find": true,
}

// methodName returns the name of a function without template arguments.
func methodName(f *ast.Function) string {
	return lexical.WithoutTemplateArguments(f.Name)
}

// objectOf returns the place of the object whose method n calls.
func (r *run) objectOf(s *state, n *ast.Node) value {
	if n.Op == operator.Arrow {
		return r.eval(s, arguments(n)[0])
	}
	return r.at(s, arguments(n)[0])
}

// pointerTo returns a pointer to the element at an index, counted from first. first and index may be choices.
func (d *domain) pointerTo(first, index value) value {
	if c, ok := index.(*choice); ok {
		return d.choose(c.on, d.pointerTo(first, c.then), d.pointerTo(first, c.other))
	}
	if c, ok := first.(*choice); ok {
		return d.choose(c.on, d.pointerTo(c.then, index), d.pointerTo(c.other, index))
	}
	return d.moved(first, index, 1)
}

// indexed returns a pointer to the element at an index. It returns false if the index is unknown, and the number of
// elements is unknown or too large.
func (r *run) indexed(s *state, first, count value, index *ast.Node) (value, bool) {
	at := r.domain.givenPath(s.path, r.eval(s, index))
	of, isPlace := first.(place)
	u, isUnknown := at.(*unknown)
	if !isUnknown || !isPlace {
		return r.domain.pointerTo(first, at), true
	}
	if n, ok := count.(known); ok && 0 < n && n <= mostLeaves {
		return r.domain.oneElement(of, u, int(n), index.Type), true
	}
	return nil, false
}

// resize executes the method called name, which is in the table resizes. It returns false if the container is not
// followed, or if its new elements would not be known.
func (r *run) resize(s *state, n *ast.Node, name string) (value, bool) {
	t := n.Func.This
	object, isPlace := r.objectOf(s, n).(place)
	if containerOf(t) != inRow || !isPlace {
		return nil, false
	}
	elements, ok := r.elementsOf(s, object, t)
	switch name {
	case "clear":
		elements, ok = nil, true
	case "pop_back":
		if ok = ok && len(elements) > 0; ok {
			elements = elements[:len(elements)-1]
		}
	default:
		of := n.Type
		if name == "push_back" {
			of = parameterType(n, 1)
		}
		element, isKnown := r.asElement(s, of, arguments(n)[1:])
		if ok = ok && isKnown && len(elements) < mostElements-1; ok {
			elements = append(elements, element)
		}
	}
	if !ok || r.heap.escaped[object.object] {
		return nil, false
	}
	s.env[object.object] = r.domain.with(s.env[object.object], object.path, contained(elements...))
	if r.heap.shared[object.object] {
		r.heap.escape(s, elements)
	}
	return r.domain.pointerTo(r.firstOf(s, object, t), known(len(elements)-1)), true
}
