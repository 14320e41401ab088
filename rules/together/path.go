package together

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// place is a part of a variable; the whole of it where the path is nil.
type place struct {
	object *cfg.Object
	path   *path
}

// path leads from a variable to a part of it. Equal ones are one.
type path struct {
	step
	parent *path
	// isExact reports a path without a step to an unknown element.
	isExact bool
}

// step leads to a field, or to an element: at an index, at the one that an expression gives, or to any where isAny.
type step struct {
	field *types.Field
	index int64
	name  *name
	isAny bool
	// span are the indices of the name in a loop that is gone through, and of any that it stood for in earlier iterations;
	// nil where they are not known.
	span *span
}

// longestPath is how many steps a path has at most: one that is longer leads to any part. A pointer that walks in
// a loop (`p = p->next` in one variable) would make ever longer ones.
const longestPath = 6

// mostElements is the largest index that is told from others: a pointer that walks through an array has one place
// more each time that its loop is gone through.
const mostElements = 1 << 6

// pathKey names a path.
type pathKey struct {
	parent *path
	step   step
}

// paths holds each path once.
type paths map[pathKey]*path

// of is the path with one more step.
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

// moved is the path to the element that lies by elements behind the one that p leads to, by a number or else what a step
// says of the first element; of what is no element, any part of what p leads into.
func (ps paths) moved(p *path, by bits, other step) *path {
	distance, isKnown := by.known(wordBits)
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

// each is the path with other steps.
func (ps paths) each(p *path, of func(step) step) *path {
	if p == nil {
		return nil
	}
	return ps.of(ps.each(p.parent, of), of(p.step))
}

func (p *path) length() (steps int) {
	for ; p != nil; p = p.parent {
		steps++
	}
	return steps
}

// first is the path of the first step alone.
func (p *path) first() *path {
	for p.parent != nil {
		p = p.parent
	}
	return p
}

// holds reports that other is p or a part of it.
func (p *path) holds(other *path) bool {
	for ; other != nil; other = other.parent {
		if other == p {
			return true
		}
	}
	return p == nil
}

// overlaps reports that the two may have a byte in common.
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

// isApart reports two fields of one class, or two elements.
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

// isEarlierThan reports elements of earlier iterations than the one that another step leads to.
func (s step) isEarlierThan(t step) bool {
	return s.isAny && t.name != nil && s.span != nil && s.span == t.span && s.span.isOnce
}

// indices are those that a step may lead to, nil where they are not known.
func (s step) indices() []int64 {
	switch {
	case s.span != nil:
		return s.span.values
	case s.isAny || s.name != nil:
		return nil
	}
	return []int64{s.index}
}
