package memory

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// An unknown represents a value that the program text does not determine, or that the interpreter does not follow. Its
// name only distinguishes it from other unknowns. Its origin states which value it is, and the name of the value in a
// witness. An unknown without an origin is a value that the warp computes itself.

// Origin is the origin of an unknown that was read from memory. Object names the object. If Object is empty, the
// unknown was read at an address.
type Origin struct {
	Object string
	Size   int // in bytes
	Signed int // the number of bits of a signed type, 0 for others
	// Own: the lanes have different unknowns, because each lane may have written the memory. Shared: each block has its
	// own memory of this kind.
	Own, Shared bool
	// AsGiven: the word is in the memory that a pointer argument of the root points to, and no store so far was through
	// this pointer or to an unknown address.
	AsGiven bool
	// Given: the word may be anything, because the host may have stored it before the root began. It is in the memory
	// that a pointer argument of the root points to, or in a variable that host code may set. The root has not written
	// it.
	Given bool
}

// AddressOrigin is the origin of the address that a pointer argument holds.
type AddressOrigin struct{ Name string }

// ArgOrigin is the origin of an unknown argument.
type ArgOrigin struct {
	Name   string
	Signed int // the number of bits of a signed type, 0 for others
}

// signedBits returns the number of bits of a signed integer type, 0 for others.
func signedBits(t *types.Type) int {
	if t == nil || t.Kind != types.Int || !t.Signed {
		return 0
	}
	return t.Bits
}

// LaneArgument is the origin of an argument of a device function that is analysed without its callers. The argument
// may differ from lane to lane.
type LaneArgument struct{ Name string }

// Kin returns a key for an unknown that belongs to one lane. Unknowns of several lanes have equal keys if they probably
// have the same value, such as an argument of a device function. Kin returns nil for other terms.
func Kin(x *term.Term) any {
	switch o := x.Origin.(type) {
	case LaneArgument, TemplateOrigin, UnparsedOrigin:
		return o
	}
	return nil
}

// TemplateOrigin is the origin of a constant whose value depends on the arguments of a template.
type TemplateOrigin struct {
	Name string
	// Passed: a call of the template chooses the argument. The calls are not followed, so the argument may never have
	// some of the values.
	Passed bool
}

// UnparsedOrigin is the origin of the result of an operation without a model, if the result may be the same in all
// lanes. Such a result is imprecise.
type UnparsedOrigin struct{ Name string }

// ResultOrigin is the origin of the result of an operation whose result the program cannot predict, such as an atomic.
type ResultOrigin struct {
	Operation string
	// Dependent: the arguments of a template decide which function is called, and so which result it has.
	Dependent bool
	// Fresh: it is the address of memory that no other pointer points to.
	Fresh bool
}

// TileOrigin is the origin of the number of a tile. All warps of the tile have the same number.
type TileOrigin struct{}

// ShuffleOrigin is the origin of a word read from another lane. The arguments of the term are the words of the 32
// lanes and the number of the source lane.
type ShuffleOrigin struct{ Approximate bool }

// ThreadOrigin is the origin of a term whose value may differ from thread to thread, even if its arguments are equal.
type ThreadOrigin struct{ approximate bool }

// Origins with at most a few fields.
type (
	// Approximation is the origin of a value that the interpreter does not follow, although the program determines it.
	// If it decides whether a place is reached, perhaps no execution reaches the place.
	Approximation struct{}
	// PlaceOrigin is the origin of the byte offset of a member of an unknown type in its object. The offset is
	// imprecise.
	PlaceOrigin struct{}
	// Unmodelled is the origin of the result of a function that is not modelled.
	Unmodelled struct{ Function string }
	// FloatOrder is the origin of a comparison of two floating-point words. FloatFunction is the origin of a value
	// computed from floating-point words, or of a floating-point word itself.
	FloatOrder    struct{}
	FloatFunction struct {
		Function string // "" for arithmetic
		// Bounded: the result is NaN, or lies between Least and Most. NotAbove: the result is at most each argument.
		// NotBelow: the result is at least each argument. NaN is excepted in both.
		Bounded            bool
		Least, Most        float64
		NotAbove, NotBelow bool
		// Number: the result is known not to be NaN.
		Number bool
	}
	// StringLiteral is the address of a string literal.
	StringLiteral struct{}
	// ObjectOrigin is the address of an object or of a part of one. A pointer argument has an AddressOrigin.
	ObjectOrigin struct{ Of *Object }
)

// OwnOrigin is implemented by origins of other packages whose unknowns are values that a warp computes itself.
type OwnOrigin interface{ IsOwn() }

// IsImprecise reports whether x is an unknown for a value that the program determines and the interpreter does not
// follow.
func IsImprecise(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case Approximation, UnparsedOrigin, LocalOrigin, PlaceOrigin, ChangedPart:
		return true
	case ShuffleOrigin:
		return o.Approximate
	case ThreadOrigin:
		return o.approximate
	}
	return false
}

// IsFromOutside reports whether x is an unknown that the warp does not compute itself.
func IsFromOutside(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case nil, Approximation, UnparsedOrigin, OwnOrigin, ResultOrigin, ShuffleOrigin, ThreadOrigin,
		LocalOrigin, LaneArgument, TemplateOrigin, PlaceOrigin, ChangedPart, Unmodelled, FloatOrder, FloatFunction, StringLiteral, ObjectOrigin:
		return false
	case Origin:
		return !o.Own
	}
	return true
}

// Imprecise returns a new unknown of type t, different in each lane, for a value that the interpreter does not follow.
// reason names it.
func (m *Memory) Imprecise(reason string, t *types.Type) Value {
	m.Unknowns++
	return m.UnknownOf(fmt.Sprintf("?%s!%d", reason, m.Unknowns), t, Approximation{}, false)
}

// Input returns a new unknown of type t, different in each lane, for a value that the program text does not determine.
// Examples are the results of an atomic, of a volatile load, and of a function without a body. reason names the source
// of the value.
func (m *Memory) Input(reason string, t *types.Type) Value {
	return m.result(ResultOrigin{Operation: reason}, t)
}

// Fresh returns, for each lane, the address of memory that no other pointer points to.
func (m *Memory) Fresh(reason string, t *types.Type) Value {
	return m.result(ResultOrigin{Operation: reason, Fresh: true}, t)
}

// InputOfTemplate returns a new unknown of type t, different in each lane, for the result of a call. The arguments of a
// template decide which function is called.
func (m *Memory) InputOfTemplate(reason string, t *types.Type) Value {
	return m.result(ResultOrigin{Operation: reason, Dependent: true}, t)
}

func (m *Memory) result(origin ResultOrigin, t *types.Type) Value {
	m.Unknowns++
	return m.UnknownOf(fmt.Sprintf("%s!%d", origin.Operation, m.Unknowns), t, origin, false)
}

// unknownParts returns an unknown aggregate. If same is set, each part is one unknown for all lanes, otherwise the
// aggregate lists no parts.
func (m *Memory) unknownParts(name string, t *types.Type, origin any, same bool) Aggregate {
	whole := Aggregate{}
	if !same {
		return whole
	}
	list, _ := m.Layout.Parts(t)
	for _, p := range list {
		if k, named := m.Layout.Key(m.Layout.PathOf(p), p.Type); named {
			whole[k] = m.UnknownOf(name+k, p.Type, origin, true)
		}
	}
	return whole
}

// UnknownOf returns an unknown of type t with a name: one unknown for the whole warp if same is set, otherwise one
// for each lane.
func (m *Memory) UnknownOf(name string, t *types.Type, origin any, same bool) Value {
	if bits := Width(t); bits >= 0 {
		if same {
			return vector.Uniform(m.t.Unknown(name, bits, origin))
		}
		return m.vectors.PerLane(name, bits, origin)
	}
	if IsAggregate(t) {
		return m.unknownParts(name, t, origin, same)
	}
	if same {
		return Pointer{Addr: vector.Uniform(m.t.Unknown(name, 64, origin)), Elem: ElemOf(t)}
	}
	return Pointer{Addr: m.vectors.PerLane(name, 64, origin), Elem: ElemOf(t)}
}
