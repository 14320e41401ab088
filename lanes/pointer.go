package lanes

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// pointer is an address: an object and the way into it. An unknown address has
// no object; addr tells whether two lanes hold the same one.
type pointer struct {
	obj  *object
	path []step
	addr vec
	// elem is the type that the memory was last named as; void pointers keep it.
	elem *ast.Type
	// recast reports that the memory is accessed as another type than it has.
	recast bool
	// converted reports a pointer to a class that was made of one to a base, or the other way
	// round, of which the path does not tell where in the object it leads.
	converted bool
	// either is what an address without an object was chosen from (see choices).
	either *choice
}

// step goes into a field, or forward by a number of bytes (64 bits).
type step struct {
	field *ast.Field
	bytes vec
}

// key names the cell of the scalar of type t at the end of a path, when all of
// the path is constant.
func (in *interp) key(path []step, t *ast.Type) (string, bool) {
	i := throughUnion(path)
	if i < 0 {
		return in.spelled(path)
	}
	before, constant := in.spelled(path[:i])
	after, known := in.overlaid(path[i:], t)
	return before + after, constant && known
}

// spelled is a path as a string, when all of it is constant.
func (in *interp) spelled(path []step) (string, bool) {
	var b strings.Builder
	for _, s := range path {
		if s.field != nil {
			in.writeField(&b, s.field)
			continue
		}
		n, constant := s.constant()
		if !constant {
			return "", false
		}
		writeBytes(&b, n)
	}
	return b.String(), true
}

// constant is the number of bytes of a step that is the same for all lanes.
func (s step) constant() (uint64, bool) {
	if !s.bytes.isUniform() || !s.bytes.at(0).IsConst() {
		return 0, false
	}
	return s.bytes.at(0).K, true
}

// equal reports steps into the same field, or of as many bytes in each lane.
func (s step) equal(other step) bool {
	return s.field == other.field && (s.field != nil || s.bytes.equal(other.bytes))
}

// numberOf is a field's number in order of first use: two classes may have fields of one
// name.
func (in *interp) numberOf(f *ast.Field) int {
	id, seen := in.fields[f]
	if !seen {
		id = len(in.fields)
		in.fields[f] = id
	}
	return id
}

func (in *interp) writeField(b *strings.Builder, f *ast.Field) {
	fmt.Fprintf(b, ".%d", in.numberOf(f))
}

func writeBytes(b *strings.Builder, n uint64) {
	if n != 0 {
		fmt.Fprintf(b, "+%d", int64(n))
	}
}

// lanePath is the path as lane l has it.
func lanePath(path []step, l int) []step {
	one := make([]step, len(path))
	for i, s := range path {
		one[i] = s
		if s.field == nil {
			one[i].bytes = uniform(s.bytes.at(l))
		}
	}
	return one
}

// isInside reports a pointer to a number of bytes into an object or a field.
func (p pointer) isInside() bool {
	n := len(p.path)
	return p.obj != nil && n > 0 && p.path[n-1].field == nil
}

// alongside are pointers into one object with a number of bytes each, where one of them was
// moved within what the other points to the beginning of.
func (in *interp) alongside(p, q pointer) (pointer, pointer) {
	if p.obj == nil || p.obj != q.obj || p.recast != q.recast || p.isInside() == q.isInside() {
		return p, q
	}
	if p.isInside() {
		return p, in.atBeginning(q, len(p.path))
	}
	return in.atBeginning(p, len(q.path)), q
}

// atBeginning is p with a path that ends in 0 bytes, if that gives it so many steps.
func (in *interp) atBeginning(p pointer, steps int) pointer {
	if len(p.path)+1 == steps {
		p.path = append(slices.Clip(p.path), step{bytes: in.constant(64, 0)})
	}
	return p
}

// into goes into a field of the record at p. An object that is taken for one of a class that
// it is a base of has none of its fields.
func (p pointer) into(f *ast.Field) pointer {
	last := len(p.path) - 1
	if isBack(p.path, f) {
		p.path, p.elem = p.path[:last:last], f.Type
		return p
	}
	p.recast = p.recast || last >= 0 && isWhole(p.path[last].field)
	p.converted = p.converted || p.recast && p.elem != f.Owner // of a base class
	p.path = append(slices.Clip(p.path), step{field: f})
	p.elem = f.Type
	return p
}

// forward moves p by a number of bytes.
func (in *interp) forward(p pointer, bytes vec) pointer {
	if p.obj == nil {
		return p.moved(in.plus(p.addr, bytes), func(q pointer) pointer { return in.forward(q, bytes) })
	}
	n := len(p.path)
	if n > 0 && p.path[n-1].field == nil {
		path := slices.Clone(p.path)
		path[n-1].bytes = in.plus(path[n-1].bytes, bytes)
		p.path = path
		return p
	}
	if n > 0 && p.obj.region == private && p.path[n-1].field.Type.Kind != ast.Array {
		beside := step{field: p.path[n-1].field, bytes: bytes}.beside()
		if beside != nil {
			p.path = append(slices.Clone(p.path[:n-1]), step{field: beside})
			return p
		}
		p.recast = true
	}
	p.path = append(slices.Clip(p.path), step{bytes: bytes})
	return p
}

// beside is the field of the same class and type at a number of bytes from a field, as
// the components of a vector lie: y in (&v.x)[1]. nil where there is none or the number is
// not known.
func (s step) beside() *ast.Field {
	bytes, constant := s.constant()
	if !constant || s.field.Offset < 0 || s.field.Owner == nil {
		return nil
	}
	for _, f := range s.field.Owner.Fields {
		if f.Offset == s.field.Offset+8*int64(bytes) && sameWord(f.Type, s.field.Type) && f.BitWidth == 0 {
			return f
		}
	}
	return nil
}

// plus is a sum of offsets, computed when it is looked at.
func (in *interp) plus(x, y vec) vec {
	return later(64, func() vec { return map2(x, y, in.t.Add) })
}

// address is the address as a 64-bit word, for comparisons: an uninterpreted
// function of the object and its path. That of an argument may be null.
func (in *interp) address(p pointer) vec {
	if p.obj == nil {
		return p.addr
	}
	name, which := "&"+p.obj.name, []*term.Term{in.t.Const(32, uint64(p.obj.id))}
	for _, s := range p.path {
		if s.field != nil && !isAtBeginning(s.field) {
			name += "." + s.field.Name
			which = append(which, in.t.Const(32, uint64(in.numberOf(s.field))))
		}
	}
	lowest, origin := uint64(16), any(objectOrigin{p.obj})
	if p.obj.given && len(which) == 1 {
		lowest, origin = 0, addressOrigin{p.obj.name}
	} else if p.obj.given && p.isBase() {
		lowest = 0
	}
	sum := uniform(in.t.OpaqueBounded(name, 64, lowest, 1<<47, origin, which...))
	for _, s := range p.path {
		if s.field == nil {
			sum = map2(sum, s.bytes, in.t.Add)
		}
	}
	return sum
}

// mistyped reports that what lies at p, as far as is known, is not of type t, or that
// a part of it is accessed as all of an unknown type.
func (p pointer) mistyped(t *ast.Type) bool {
	return p.recast || isUnknown(p.elem) && !isUnknown(t) || isUnknown(t) && isAggregate(p.elem)
}

// offset is the byte offset of p from its object, fields folded into an uninterpreted
// displacement each. A class never lies within itself, so the fields on a way tell it.
func (in *interp) offset(p pointer) vec {
	sum := in.constant(64, 0)
	for _, s := range p.path {
		if s.field == nil {
			sum = map2(sum, s.bytes, in.t.Add)
			continue
		}
		sum = map2(sum, uniform(in.displacement(s.field)), in.t.Add)
	}
	return sum
}

// displacement stands for where a field lies in its class, in bytes.
func (in *interp) displacement(f *ast.Field) *term.Term {
	if isAtBeginning(f) {
		return in.t.Const(64, 0)
	}
	return in.t.OpaqueBounded("offsetof "+f.Name, 64, 0, 1<<20, nil, in.t.Const(32, uint64(in.numberOf(f))))
}
