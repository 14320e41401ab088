package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// A map has pairs of a key and a value. A key that is known is a number or a text:
//
//	std::map<std::string, Kernel> all{{"sum", sum}, {"most", most}};
//	all.at(name)<<<1, 96>>>(data);     sum or most
//
// If the key that is looked for is not known, any pair may be meant. For a key that is not there operator[] adds a
// zero, or no kernel, which nobody launches.

// literalText returns the text of a string literal, or of a string of the standard library that is made of one.
func literalText(n *ast.Node) (string, bool) {
	for n != nil && len(n.Children) > 0 {
		isMade := n.Kind == ast.Construct && className(n.Type) == "basic_string"
		if !isMade && n.Kind != ast.Cast && n.Kind != ast.Temporary {
			break
		}
		n = n.Children[0]
	}
	if n == nil || n.Kind != ast.StringLit {
		return "", false
	}
	return n.Text, true
}

// evalKey evaluates an expression that may be a key: each text has its own number.
func (r *run) evalKey(s *state, n *ast.Node) value {
	said, ok := literalText(n)
	if !ok {
		return r.domain.givenPath(s.path, r.eval(s, n))
	}
	if _, isNumbered := r.texts[said]; !isNumbered {
		r.texts[said] = len(r.texts)
	}
	return known(r.texts[said])
}

// The last two parts of a pair are its key and its value. In GNU's library a pair has one base before them.
const basesOfPair = 1

func keyOf(pair value) value { return pair.(record)[len(pair.(record))-2] }

// newPair returns a pair in the form of the other pairs of a map.
func newPair(others record, key, v value) record {
	bases := basesOfPair
	if len(others) > 0 {
		bases = len(others[0].(record)) - 2
	}
	return append(make(record, bases), key, v)
}

// isPair reports whether a value has a key and a value.
func isPair(v value) bool {
	pair, ok := v.(record)
	return ok && len(pair) >= 2
}

// lookUp returns the value of a key in a map, or the iterator of its pair. A key that the map does not have is added,
// if the method does so.
func (r *run) lookUp(s *state, n *ast.Node, object value, name string) (value, bool) {
	at, isPlace := object.(place)
	pairs, ok := r.elementsOf(s, object, n.Func.This)
	if !ok || !isPlace || r.heap.escaped[at.object] || slices.ContainsFunc(pairs, func(v value) bool { return !isPair(v) }) {
		return nil, false
	}
	key := r.evalKey(s, arguments(n)[1])
	first := r.firstOf(s, object, n.Func.This)
	if name == "find" {
		return r.domain.withKey(pairs, key, first, r.domain.pointerTo(first, known(len(pairs)))), true
	}
	found := r.domain.withKey(pairs, key, first, nil)
	if found == nil && name == "operator[]" && len(pairs) < mostElements-1 {
		pairs = append(pairs, newPair(pairs, key, known(0)))
		s.env[at.object] = r.domain.with(s.env[at.object], at.path, contained(pairs...))
		found = r.domain.pointerTo(first, known(len(pairs)-1))
	}
	if found == nil {
		return nil, false
	}
	return r.domain.below(found, len(pairs[0].(record))-1), true
}

// withKey returns a pointer to the one of pairs that has key; first points to the first pair. If it is known that no
// pair has the key, it returns fallback. If that is only possible, fallback is one of the choices. A nil fallback
// states that some pair has the key: the last one that may have it, unless an earlier one has it.
func (d *domain) withKey(pairs record, key, first, fallback value) value {
	made := fallback
	for i := len(pairs) - 1; i >= 0; i-- {
		is := d.binary(operator.EQ, wide, keyOf(pairs[i]), key)
		switch at := d.pointerTo(first, known(i)); {
		case is == known(1):
			made = at
		case is != known(0) && made == nil:
			made = at
		case is != known(0):
			made = d.pick(is, at, made)
		}
	}
	return made
}
