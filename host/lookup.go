package host

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/frontend/ast"
)

// The elements of a map are pairs of a key and a value. A known key is a number or a text:
//
//	std::map<std::string, Kernel> all{{"sum", sum}, {"most", most}};
//	all.at(name)<<<1, 96>>>(data);     sum or most
//
// If the key is not known, any pair may be selected. operator[] adds a zero for a missing key. A zero is no kernel, so
// it adds no launch.

// literalText returns the text of a string literal, or of a std::string that is made from one. It returns false for any
// other expression.
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

// evalKey returns the value of an expression that may be a key of a map. If the expression is a text, its value is the
// number of the text in r.texts.
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

// basesOfPair is the number of bases of a pair in GNU's library. In the record of a pair, they precede the key and the
// value.
const basesOfPair = 1

func keyOf(pair value) value { return pair.(record)[len(pair.(record))-2] }

// newPair returns a pair with the same number of bases as the other pairs of the map.
func newPair(others record, key, v value) record {
	bases := basesOfPair
	if len(others) > 0 {
		bases = len(others[0].(record)) - 2
	}
	return append(make(record, bases), key, v)
}

// isPair reports whether v is a record that is long enough for a key and a value.
func isPair(v value) bool {
	pair, ok := v.(record)
	return ok && len(pair) >= 2
}

// lookUp returns a pointer to the value for a key of a map, or to its pair for the method find. operator[] adds a
// missing key. The second result is false if the pairs of the map are not known.
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

// withKey returns a pointer to the pair with key. first points to the first pair. If no pair has the key, the result is
// fallback. If it is not known which pair has the key, the result is a choice, and fallback is its last alternative. A
// nil fallback states that some pair has the key. Then the last pair that may have it is the last alternative.
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
