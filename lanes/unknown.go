package lanes

import (
	"fmt"
	"strconv"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// An unknown stands for what the program cannot know or the interpreter gave up. Its name tells
// it from others and is read by nobody; what it is, and what a witness calls it, its origin says.
// One without an origin is a value that the warp computes for itself.

// memoryOrigin is the origin of an unknown that was read from memory: of an object,
// or at an address when object is empty.
type memoryOrigin struct {
	object string
	size   int // bytes
	signed int // the bits of a signed type
	// own: what one lane sees of it, which may have written there. shared: each block has its own.
	own, shared bool
}

// addressOrigin is the origin of the address that a pointer argument holds.
type addressOrigin struct{ name string }

// argOrigin is the origin of an unknown argument.
type argOrigin struct {
	name   string
	signed int // the bits of a signed type
}

// signedBits is the number of bits of a signed integer type, 0 for others.
func signedBits(t *ast.Type) int {
	if t == nil || t.Kind != ast.Int || !t.Signed {
		return 0
	}
	return t.Bits
}

// specialOrigin is the origin of an unknown launch register.
type specialOrigin struct{ reg cfg.SpecialReg }

// laneArgument is the origin of what a lane passes to a device function that is analysed alone.
type laneArgument struct{ name string }

// templateOrigin is the origin of a constant that the arguments of a template decide.
type templateOrigin struct{ name string }

// unparsedOrigin is the origin of what an operation without a model yields that may be the same in
// all lanes. It counts as given up.
type unparsedOrigin struct{ name string }

// resultOrigin is the origin of what an operation yields that the program cannot know: an
// atomic, a reduction.
type resultOrigin struct{ operation string }

// tileOrigin is the origin of the number of a tile, as the warps of it have it in common.
type tileOrigin struct{}

// shuffleOrigin is the origin of what is read of a lane: the arguments are the words of the
// 32 lanes, then the number of the lane.
type shuffleOrigin struct{ approximate bool }

// threadOrigin is the origin of a term that is each thread's own, whatever its arguments are.
type threadOrigin struct{ approximate bool }

// The origins of unknowns that nothing is said about but one thing.
type (
	// approximation stands for what the interpreter gave up, as opposed to what the program
	// cannot know. A place that is reached depending on one may not be reached at all.
	approximation struct{}
	// unmodelled is a function that has a meaning which is not known here.
	unmodelled struct{}
	// stringLiteral is the address of one.
	stringLiteral struct{}
	// objectOrigin is the address of an object that is no argument's.
	objectOrigin struct{ of *object }
)

// isVague reports an unknown for what the interpreter gave up.
func isVague(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case approximation, unparsedOrigin, localOrigin:
		return true
	case shuffleOrigin:
		return o.approximate
	case threadOrigin:
		return o.approximate
	}
	return false
}

// comesFromOutside reports an unknown that the warp does not compute for itself.
func comesFromOutside(x *term.Term) bool {
	switch o := x.Origin.(type) {
	case nil, approximation, unparsedOrigin, togetherOrigin, resultOrigin, shuffleOrigin, threadOrigin, localOrigin, laneArgument, templateOrigin, unmodelled, stringLiteral, objectOrigin:
		return false
	case memoryOrigin:
		return !o.own
	}
	return true
}

// laneVector makes an unknown per lane: name@lane.
func (in *interp) laneVector(name string, bits int, origin any) vec {
	return later(bits, func() vec {
		return build(func(l int) *term.Term {
			return in.t.Unknown(name+"@"+strconv.Itoa(l), bits, origin)
		})
	})
}

// fresh is a new unknown, of each lane its own, for something given up.
func (in *interp) fresh(why string, t *ast.Type) value {
	in.unknowns++
	return in.unknownOf(fmt.Sprintf("?%s!%d", why, in.unknowns), t, approximation{}, false)
}

// open is a new unknown, of each lane its own, that the program cannot know
// either: the result of an atomic, a volatile load, a function without a body.
func (in *interp) open(why string, t *ast.Type) value {
	in.unknowns++
	return in.unknownOf(fmt.Sprintf("%s!%d", why, in.unknowns), t, resultOrigin{why}, false)
}

// unknownParts is an unknown aggregate. One per lane tells nothing of its parts.
func (in *interp) unknownParts(name string, t *ast.Type, origin any, same bool) aggregate {
	whole := aggregate{}
	if !same {
		return whole
	}
	list, _ := in.parts(t)
	for _, p := range list {
		if k, named := in.key(in.pathOf(p), p.t); named {
			whole[k] = in.unknownOf(name+k, p.t, origin, true)
		}
	}
	return whole
}

// unknownOf is an unknown value of type t under a name: one for the whole warp,
// or one per lane.
func (in *interp) unknownOf(name string, t *ast.Type, origin any, same bool) value {
	if bits := width(t); bits >= 0 {
		if same {
			return uniform(in.t.Unknown(name, bits, origin))
		}
		return in.laneVector(name, bits, origin)
	}
	if isAggregate(t) {
		return in.unknownParts(name, t, origin, same)
	}
	if same {
		return pointer{addr: uniform(in.t.Unknown(name, 64, origin)), elem: elemOf(t)}
	}
	return pointer{addr: in.laneVector(name, 64, origin), elem: elemOf(t)}
}
