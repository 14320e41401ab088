package together

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// place is a part of a variable, or the whole variable if path is nil.
type place struct {
	object *cfg.Object
	path   *path
}

// path is the list of steps from a variable to a part of it. Equal paths are one pointer.
type path struct {
	step
	parent *path
	// isExact says whether no step is to an unknown element.
	isExact bool
}

// step is one step of a path: to a field, or to an element. The element is at the constant index, at the index that
// name stands for, or at any index if isAny is set.
type step struct {
	field *types.Field
	index int64
	name  *name
	isAny bool
	// span holds the values of the name in the iterations of a loop, or nil if they are not known. With isAny, the step
	// stands for the values that the name had in earlier iterations.
	span *span
}

// longestPath is the largest number of steps in a path. A longer one is cut to its first step, and stands for any part
// below that. A pointer that follows a list in a loop (`p = p->next`) would make longer and longer paths.
const longestPath = 6

// mostElements is the largest index that has a step of its own. A pointer that moves through an array would add a place
// in each iteration.
const mostElements = 1 << 6

// pathKey identifies a path.
type pathKey struct {
	parent *path
	step   step
}

// paths holds each path once.
type paths map[pathKey]*path

// of returns the path parent with one more step.
func (ps paths) of(parent *path, s step) *path {
	if parent.length() >= longestPath {
		return parent.first()
	}
	key := pathKey{parent, s}
	if ps[key] == nil {
		ps[key] = &path{step: s, parent: parent, isExact: !s.isAny && (parent == nil || parent.isExact)}
	}
	return ps[key]
}

// moved returns the path to the element whose index is greater than that of the element at p. elements is the
// difference. If it is known to be 0, moved returns p. If it is known and p ends in a constant index, the result ends
// in the sum of both, unless the sum is negative or above mostElements. If elements is not known and p ends in the
// index 0, the result ends in the step in the parameter other. In all other cases the result leads to any element of
// what contains p, or of the variable if p is nil.
func (ps paths) moved(p *path, elements bits, other step) *path {
	distance, isKnown := elements.known(wordBits)
	switch {
	case isKnown && distance == 0:
		return p
	case p == nil:
		return ps.of(nil, step{isAny: true})
	case p.field != nil || p.isAny || p.name != nil:
		return ps.of(p.parent, step{isAny: true})
	}
	index := p.index + distance
	switch {
	case isKnown && index >= 0 && index <= mostElements:
		return ps.of(p.parent, step{index: index})
	case !isKnown && p.index == 0:
		return ps.of(p.parent, other)
	}
	return ps.of(p.parent, step{isAny: true})
}

// each returns the path with change applied to each step.
func (ps paths) each(p *path, change func(step) step) *path {
	if p == nil {
		return nil
	}
	return ps.of(ps.each(p.parent, change), change(p.step))
}

func (p *path) length() (steps int) {
	for ; p != nil; p = p.parent {
		steps++
	}
	return steps
}

// first returns the path of the first step alone.
func (p *path) first() *path {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

// holds reports whether other leads to the part at p, or to a part within it.
func (p *path) holds(other *path) bool {
	for ; other != nil; other = other.parent {
		if other == p {
			return true
		}
	}
	return p == nil
}

// overlaps reports whether the parts at the two paths may have a byte in common.
func (p *path) overlaps(other *path) bool {
	x, y := p.steps(), other.steps()
	for i := range min(len(x), len(y)) {
		if x[i].isApart(y[i]) {
			return false
		}
	}
	return true
}

func (p *path) steps() []step {
	if p == nil {
		return nil
	}
	return append(p.parent.steps(), p.step)
}

// isApart reports whether two steps lead to parts with no byte in common: different fields of a class, or different
// elements.
func (s step) isApart(t step) bool {
	switch {
	case s == t:
		return false
	case s.field != nil && t.field != nil:
		return !s.field.Owner.Union && !t.field.Owner.Union
	case s.field != nil || t.field != nil:
		return false
	case s.name != nil && t.name != nil && s.name.isApart(t.name), s.isEarlierThan(t), t.isEarlierThan(s):
		return true
	}
	x, y := s.indices(), t.indices()
	return x != nil && y != nil && !slices.ContainsFunc(x, func(i int64) bool { return slices.Contains(y, i) })
}

// isEarlierThan reports whether s stands for elements of earlier iterations of a loop, and t for the element of the
// present iteration.
func (s step) isEarlierThan(t step) bool {
	return s.isAny && t.name != nil && s.span != nil && s.span == t.span && s.span.isOnce
}

// indices returns the indices of the elements that a step may lead to, or nil if they are not known.
func (s step) indices() []int64 {
	switch {
	case s.span != nil:
		return s.span.values
	case s.isAny || s.name != nil:
		return nil
	}
	return []int64{s.index}
}
