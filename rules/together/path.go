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

// path is a list of steps from a variable to a part of it. Equal paths are the same pointer.
type path struct {
	step
	parent *path
	// isExact reports whether the path has no step to an unknown element.
	isExact bool
}

// step is one step of a path, to a field or to an element. An element has the constant index, or the index that name
// stands for, or any index if isAny is set.
type step struct {
	field *types.Field
	index int64
	name  *name
	isAny bool
	// span holds the values of the index in the iterations of a loop, nil if they are not known. If isAny is set, the
	// step represents elements that earlier iterations have used.
	span *span
}

// longestPath is the largest number of steps in a path. A longer path is cut to its first step, which then stands for
// any part below it. Without this limit, a pointer that follows a list in a loop (`p = p->next`) would make ever longer
// paths.
const longestPath = 6

// mostElements is the largest index of a step. Larger ones become unknown. Without this limit, a pointer that moves
// through an array would add a place in each iteration.
const mostElements = 1 << 6

// pathKey holds the parts of a path. Equal keys share one path.
type pathKey struct {
	parent *path
	step   step
}

// paths holds each path once, so that paths can be compared by their pointers.
type paths map[pathKey]*path

// of returns the path that extends parent by the step s. If parent has the largest length already, it returns the path
// that has only the first step of parent.
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

// moved returns the path to another element of the array: its index is that of the element at p plus elements. The
// result is one of these:
//   - p, if the difference is known to be 0.
//   - A path to the sum of the indices, if both are known, and the sum is neither negative nor above mostElements.
//   - A path that ends in the step other, if p ends in the index 0, and the difference is not known.
//   - Otherwise a path to any element of the array around p, or of the variable if p is nil.
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

// each returns the path p with change applied to each step. It returns nil for nil.
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

// first returns the path that has only the first step of p.
func (p *path) first() *path {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

// holds reports whether p's part of a variable is, or contains, the part at the path `other`.
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

// isApart reports whether it is known that two steps select parts with no byte in common: different fields of a class
// that is no union, or different elements.
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

// isEarlierThan reports whether s represents elements of earlier iterations of a loop and t represents the element of
// the present iteration.
func (s step) isEarlierThan(t step) bool {
	return s.isAny && t.name != nil && s.span != nil && s.span == t.span && s.span.isOnce
}

// indices returns the indices of the elements that a step may select, or nil if they are not known.
func (s step) indices() []int64 {
	switch {
	case s.span != nil:
		return s.span.values
	case s.isAny || s.name != nil:
		return nil
	}
	return []int64{s.index}
}
