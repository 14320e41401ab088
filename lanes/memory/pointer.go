package memory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// Pointer is an address: an object and a path in it. If the object is unknown, Object is nil and Addr is the address.
// Two lanes with equal Addr point to the same place.
type Pointer struct {
	Object *Object
	Path   []Step
	Addr   vector.Vec
	// Elem is the type by which the program last referred to the memory. A conversion to void * does not change it.
	Elem *types.Type
	// Recast reports whether the pointer accesses the memory as another type than the declared one.
	Recast bool
	// Converted reports whether a conversion of the pointer, between a class and its base, left its place in the object
	// unknown.
	Converted bool
	// Row is the size of a row in bytes, if the pointer points to the beginning of a row of an array of arrays in all
	// lanes. It is 0 if the pointer points elsewhere, or if the number of the row is constant.
	Row int64
	// either is the choice between pointers that yielded this address, nil if none did. It is set only if Object is
	// nil, and is valid only as long as Addr does not change (see Choices).
	either *choice
}

// Step is one step of a path: into a field, or forward by a number of bytes (a 64-bit word).
type Step struct {
	Field *types.Field
	Bytes vector.Vec
}

// Key returns the name of the cell with the scalar of type t at the end of a path. It returns false if some step of the
// path is not constant, or if the path enters a union that has no such scalar.
func (lay *Layout) Key(path []Step, t *types.Type) (string, bool) {
	i := throughUnion(path)
	if i < 0 {
		return lay.spelled(path)
	}
	before, constant := lay.spelled(path[:i])
	after, known := lay.overlaid(path[i:], t)
	return before + after, constant && known
}

// spelled writes a path as a string. It returns false if some step of the path is not constant.
func (lay *Layout) spelled(path []Step) (string, bool) {
	var b strings.Builder
	for _, s := range path {
		if s.Field != nil {
			lay.writeField(&b, s.Field)
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

// constant returns the number of bytes of a step, and whether it is a constant that is the same in all lanes.
func (s Step) constant() (uint64, bool) {
	if !s.Bytes.IsUniform() || !s.Bytes.At(0).IsConst() {
		return 0, false
	}
	return s.Bytes.At(0).K, true
}

// Equal reports whether two steps go into the same field, or forward by the same number of bytes in each lane.
func (s Step) Equal(other Step) bool {
	return s.Field == other.Field && (s.Field != nil || s.Bytes.Equal(other.Bytes))
}

// numberOf returns the number of a field, in order of first use. Fields with equal names in two classes have different
// numbers.
func (lay *Layout) numberOf(f *types.Field) int {
	id, seen := lay.fields[f]
	if !seen {
		id = len(lay.fields)
		lay.fields[f] = id
	}
	return id
}

func (lay *Layout) writeField(b *strings.Builder, f *types.Field) {
	fmt.Fprintf(b, ".%d", lay.numberOf(f))
}

func writeBytes(b *strings.Builder, n uint64) {
	if n != 0 {
		fmt.Fprintf(b, "+%d", int64(n))
	}
}

// lanePath returns the path of a pointer in lane l.
func lanePath(path []Step, l int) []Step {
	one := make([]Step, len(path))
	for i, s := range path {
		one[i] = s
		if s.Field == nil {
			one[i].Bytes = vector.Uniform(s.Bytes.At(l))
		}
	}
	return one
}

// IsInside reports whether p has an object and the last step of its path is a number of bytes.
func (p Pointer) IsInside() bool {
	n := len(p.Path)
	return p.Object != nil && n > 0 && p.Path[n-1].Field == nil
}

// Alongside returns p and q with paths of the same form. This changes something only if both point into one object and
// exactly one path ends with a number of bytes. Then a step of 0 bytes is added to the other path.
func (lay *Layout) Alongside(p, q Pointer) (Pointer, Pointer) {
	if p.Object == nil || p.Object != q.Object || p.Recast != q.Recast || p.IsInside() == q.IsInside() {
		return p, q
	}
	if p.IsInside() {
		return p, lay.atBeginning(q, len(p.Path))
	}
	return lay.atBeginning(p, len(q.Path)), q
}

// atBeginning returns p with a step of 0 bytes added to its path, if the path then has the given number of steps.
// Otherwise it returns p itself.
func (lay *Layout) atBeginning(p Pointer, steps int) Pointer {
	if len(p.Path)+1 == steps {
		p.Path = append(slices.Clip(p.Path), Step{Bytes: lay.vectors.Constant(64, 0)})
	}
	return p
}

// Into returns a pointer to the field f of the record at p. If the last step of p goes from a base class to its derived
// class and f is that base, the step is removed. If the last step was a conversion to a class that the object does not
// have, the result is marked as Recast.
func (p Pointer) Into(f *types.Field) Pointer {
	p.Row = 0
	last := len(p.Path) - 1
	if isBack(p.Path, f) {
		p.Path, p.Elem = p.Path[:last:last], f.Type
		return p
	}
	p.Recast = p.Recast || last >= 0 && isWhole(p.Path[last].Field)
	p.Converted = p.Converted || p.Recast && p.Elem != f.Owner // f is a member of a base class
	p.Path = append(slices.Clip(p.Path), Step{Field: f})
	p.Elem = f.Type
	return p
}

// Forward returns p moved by a number of bytes.
func (lay *Layout) Forward(p Pointer, bytes vector.Vec) Pointer {
	p.Row = 0
	if p.Object == nil {
		return p.Moved(lay.plus(p.Addr, bytes), func(q Pointer) Pointer { return lay.Forward(q, bytes) })
	}
	n := len(p.Path)
	if n > 0 && p.Path[n-1].Field == nil {
		path := slices.Clone(p.Path)
		path[n-1].Bytes = lay.plus(path[n-1].Bytes, bytes)
		p.Path = path
		return p
	}
	if n > 0 && p.Object.Region == Private && p.Path[n-1].Field.Type.Kind != types.Array {
		beside := Step{Field: p.Path[n-1].Field, Bytes: bytes}.beside()
		if beside != nil {
			p.Path = append(slices.Clone(p.Path[:n-1]), Step{Field: beside})
			return p
		}
		p.Recast = true
	}
	p.Path = append(slices.Clip(p.Path), Step{Bytes: bytes})
	return p
}

// beside returns the field that lies a number of bytes after the field of s, if it has the same class and type. An
// example is a component of a vector: y in (&v.x)[1]. It returns nil if there is no such field or the number is not
// known.
func (s Step) beside() *types.Field {
	bytes, constant := s.constant()
	if !constant || s.Field.Offset < 0 || s.Field.Owner == nil {
		return nil
	}
	for _, f := range s.Field.Owner.Fields {
		if f.Offset == s.Field.Offset+8*int64(bytes) && SameWord(f.Type, s.Field.Type) && f.BitWidth == 0 {
			return f
		}
	}
	return nil
}

// plus returns a sum of offsets. The sum is computed when it is needed.
func (lay *Layout) plus(x, y vector.Vec) vector.Vec {
	return vector.Later(64, func() vector.Vec { return vector.Map2(x, y, lay.t.Add) })
}

// Address returns the address of p as a 64-bit word, for comparisons. It is an uninterpreted function of the object and
// its path. The address in an argument may be null.
func (lay *Layout) Address(p Pointer) vector.Vec {
	if p.Object == nil {
		return p.Addr
	}
	name, which := "&"+p.Object.Name, []*term.Term{lay.t.Const(32, uint64(p.Object.ID))}
	for _, s := range p.Path {
		if s.Field != nil && !isAtBeginning(s.Field) {
			name += "." + s.Field.Name
			which = append(which, lay.t.Const(32, uint64(lay.numberOf(s.Field))))
		}
	}
	lowest, origin := uint64(16), any(ObjectOrigin{p.Object})
	if p.Object.isBehindArgument && len(which) == 1 {
		lowest, origin = 0, AddressOrigin{p.Object.Name}
	} else if p.Object.isBehindArgument && p.isBase() {
		lowest = 0
	}
	sum := vector.Uniform(lay.t.OpaqueBounded(name, 64, lowest, 1<<47, origin, which...))
	for _, s := range p.Path {
		if s.Field == nil {
			sum = lay.plus(sum, s.Bytes)
		}
	}
	return sum
}

// mistyped reports whether the memory at p is known to have another type than t. It also returns true if memory of an
// unknown type is accessed as a known type, and if an aggregate is accessed as an unknown type.
func (p Pointer) mistyped(t *types.Type) bool {
	return p.Recast || IsUnknown(p.Elem) && !IsUnknown(t) || IsUnknown(t) && IsAggregate(p.Elem)
}

// offset returns the byte offset of p in its object. Each field contributes an uninterpreted displacement. The sum
// determines the fields of the path, because a class never contains itself.
func (lay *Layout) offset(p Pointer) vector.Vec {
	sum := lay.vectors.Constant(64, 0)
	for _, s := range p.Path {
		if s.Field == nil {
			sum = vector.Map2(sum, s.Bytes, lay.t.Add)
			continue
		}
		sum = vector.Map2(sum, vector.Uniform(lay.Displacement(s.Field)), lay.t.Add)
	}
	return sum
}

// Displacement returns the offset of a field in its class, in bytes. It is an unknown unless the field is a base at the
// beginning.
func (lay *Layout) Displacement(f *types.Field) *term.Term {
	if isAtBeginning(f) {
		return lay.t.Const(64, 0)
	}
	return lay.t.OpaqueBounded("offsetof "+f.Name, 64, 0, 1<<20, nil, lay.t.Const(32, uint64(lay.numberOf(f))))
}

// WordOf returns a word that represents v: v itself if it is a word. For a pointer it is the number of bytes in the
// last step of the path or, if the path ends otherwise, the address. WordOf returns false for other values.
func (lay *Layout) WordOf(v Value) (vector.Vec, bool) {
	switch v := v.(type) {
	case vector.Vec:
		return v, true
	case Pointer:
		if v.IsInside() {
			return v.Path[len(v.Path)-1].Bytes, true
		}
		return lay.Address(v), true
	}
	return vector.Vec{}, false
}

// OwnAddress returns the address of p as a word that can be compared across lanes. Pointers to private objects differ
// between lanes, even if their addresses are equal terms. Only pointers to an object whose contents are assumed to be
// alike (IsAlike) count as equal.
func (m *Memory) OwnAddress(p Pointer) vector.Vec {
	word := m.Layout.Address(p)
	if p.Object == nil || p.Object.Region != Private || m.IsAlike(p.Object) {
		return word
	}
	return vector.Later(64, func() vector.Vec {
		return vector.Build(func(l int) *term.Term {
			return m.t.Opaque("own address", 64, ThreadOrigin{}, word.At(l), m.t.Const(32, uint64(l)))
		})
	})
}

// EachWord calls do with the words of a value.
func (lay *Layout) EachWord(v Value, do func(vector.Vec)) {
	if parts, ok := v.(Aggregate); ok {
		for _, part := range parts.All() {
			lay.EachWord(part, do)
		}
	}
	if word, known := lay.WordOf(v); known {
		do(word)
	}
}
