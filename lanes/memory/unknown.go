package memory

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// An unknown stands for what the program cannot know or the interpreter gave up. Its name only distinguishes it from
// others. Its origin says what it is and what a witness calls it. An unknown without an origin is a value that the
// warp computes for itself.

// Origin is the origin of an unknown that was read from memory: of an object,
// or at an address when object is empty.
type Origin struct {
	Object string
	Size   int // bytes
	Signed int // the bits of a signed type
	// Own: the view of one lane, which may have written there. Shared: each block has its own.
	Own, Shared bool
	// AsGiven: it is the memory behind a pointer that the root got, and no store so far was through this pointer or
	// to an unknown address.
	AsGiven bool
	// Given: the program may have put anything there before the root began. It is the memory behind a pointer that
	// the root got, or a variable that host code may set, and nobody has written there in the root.
	Given bool
}

// AddressOrigin is the origin of the address that a pointer argument holds.
type AddressOrigin struct{ Name string }

// ArgOrigin is the origin of an unknown argument.
type ArgOrigin struct {
	Name   string
	Signed int // the bits of a signed type
}

// signedBits is the number of bits of a signed integer type, 0 for others.
func signedBits(t *types.Type) int {
	if t == nil || t.Kind != types.Int || !t.Signed {
		return 0
	}
	return t.Bits
}

// LaneArgument is the origin of what a lane passes to a device function that is analysed alone.
type LaneArgument struct{ Name string }

// Kin is what an unknown of one lane has in common with unknowns of other lanes that likely have the same value,
// because it depends on what may be the same in all lanes; nil for other unknowns.
func Kin(x *term.Term) any {
	switch o := x.Origin.(type) {
	case LaneArgument, TemplateOrigin, UnparsedOrigin:
		return o
	}
	return nil
}

// TemplateOrigin is the origin of a constant that the arguments of a template decide.
type TemplateOrigin struct{ Name string }

// UnparsedOrigin is the origin of what an operation without a model yields that may be the same in
// all lanes. It counts as given up.
type UnparsedOrigin struct{ Name string }

// ResultOrigin is the origin of what an operation yields that the program cannot know: an
// atomic, a reduction.
type ResultOrigin struct {
	Operation string
	// Dependent: the arguments of a template decide what is called.
	Dependent bool
	// Fresh: it is the address of memory that no other pointer points to.
	Fresh bool
}

// TileOrigin is the origin of the number of a tile, as the warps of it have it in common.
type TileOrigin struct{}

// ShuffleOrigin is the origin of what is read of a lane: the arguments are the words of the
// 32 lanes, then the number of the lane.
type ShuffleOrigin struct{ Approximate bool }

// ThreadOrigin is the origin of a term that is each thread's own, whatever its arguments are.
type ThreadOrigin struct{ approximate bool }

// The origins that carry one fact each.
type (
	// Approximation stands for what the interpreter gave up, as opposed to what the program
	// cannot know. A place that is reached depending on one may not be reached at all.
	Approximation struct{}
	// PlaceOrigin is where a member of an unknown type lies in its object, in bytes. It counts as given up.
	PlaceOrigin struct{}
	// Unmodelled is a function that has a meaning which is not known here.
	Unmodelled struct{ Function string }
	// FloatOrder is how two floating words lie to each other, and FloatFunction what is computed of
	// floating words, or as one.
	FloatOrder    struct{}
	FloatFunction struct {
		Function string // "" for arithmetic
		// Bounded: where it is a number it lies between Least and Most. NotAbove and NotBelow: it is not above, or
		// not below, any of its arguments that are numbers.
		Bounded            bool
		Least, Most        float64
		NotAbove, NotBelow bool
	}
	// StringLiteral is the address of one.
	StringLiteral struct{}
	// ObjectOrigin is the address of an object that is no argument's.
	ObjectOrigin struct{ Of *Object }
)

// OwnOrigin is any further origin of what a warp computes for itself.
type OwnOrigin interface{ IsOwn() }

// IsImprecise reports an unknown for what the interpreter gave up.
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

// ComesFromOutside reports an unknown that the warp does not compute for itself.
func ComesFromOutside(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case nil, Approximation, UnparsedOrigin, OwnOrigin, ResultOrigin, ShuffleOrigin, ThreadOrigin,
		LocalOrigin, LaneArgument, TemplateOrigin, PlaceOrigin, ChangedPart, Unmodelled, FloatOrder, FloatFunction, StringLiteral, ObjectOrigin:
		return false
	case Origin:
		return !o.Own
	}
	return true
}

// Imprecise is a new unknown, of each lane its own, for something given up.
func (m *Memory) Imprecise(why string, t *types.Type) Value {
	m.Unknowns++
	return m.UnknownOf(fmt.Sprintf("?%s!%d", why, m.Unknowns), t, Approximation{}, false)
}

// Input is a new unknown, of each lane its own, that the program cannot know
// either: the result of an atomic, a volatile load, a function without a body.
func (m *Memory) Input(why string, t *types.Type) Value {
	return m.result(ResultOrigin{Operation: why}, t)
}

// Fresh is the address, in each lane, of memory that nothing else leads to.
func (m *Memory) Fresh(why string, t *types.Type) Value {
	return m.result(ResultOrigin{Operation: why, Fresh: true}, t)
}

// InputOfTemplate is Input of a call that the arguments of a template decide.
func (m *Memory) InputOfTemplate(why string, t *types.Type) Value {
	return m.result(ResultOrigin{Operation: why, Dependent: true}, t)
}

func (m *Memory) result(of ResultOrigin, t *types.Type) Value {
	m.Unknowns++
	return m.UnknownOf(fmt.Sprintf("%s!%d", of.Operation, m.Unknowns), t, of, false)
}

// unknownParts is an unknown aggregate, with known parts only if it is the same in all lanes.
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

// UnknownOf is an unknown value of type t under a name: one for the whole warp,
// or one per lane.
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
