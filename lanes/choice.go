package lanes

import "fmt"

// choice is a pointer that branches chose from two: what it points to is read from
// both. An address that was given another value since is no longer of this choice.
type choice struct {
	cond    vec
	yes, no pointer
	addr    vec
	// depth is the number of choices on the way to a single object.
	depth int
}

// maxChoices bounds the depth of choices among pointers.
const maxChoices = 4

// choices is what p was chosen from, nil when that is not known.
func (p pointer) choices() *choice {
	if p.either == nil || p.either.addr != p.addr {
		return nil
	}
	return p.either
}

// chosen is c ? x : y of pointers to different objects.
func (in *interp) chosen(c vec, x, y pointer) pointer {
	p := pointer{addr: in.ite(c, in.address(x), in.address(y)), elem: x.elem}
	depth := 1
	for _, q := range []pointer{x, y} {
		if inner := q.choices(); inner != nil {
			depth = max(depth, inner.depth+1)
		}
	}
	switch {
	case depth <= maxChoices:
		p.either = &choice{c, x, y, p.addr, depth}
	case x.isPrivate() || y.isPrivate():
		in.unknowns++
		p.addr = in.laneVector(fmt.Sprintf("?chosen!%d", in.unknowns), 64, approximation{})
	}
	return p
}

// isPrivate reports a pointer that may lead each lane to memory of its own.
func (p pointer) isPrivate() bool {
	if c := p.choices(); c != nil {
		return c.yes.isPrivate() || c.no.isPrivate()
	}
	return p.obj != nil && p.obj.region == private
}

// moved is p at another address, which move leads to from each of its choices.
func (p pointer) moved(addr vec, move func(pointer) pointer) pointer {
	c := p.choices()
	p.addr, p.either = addr, nil
	if c != nil {
		p.either = &choice{c.cond, move(c.yes), move(c.no), addr, c.depth}
	}
	return p
}
