package lanes

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/lanes/term"
)

// An unknown stands for what the program cannot know or the interpreter gave up; its name tells
// them apart, and its origin what a witness calls it.

// memoryOrigin is the origin of an unknown that was read from memory: of an object,
// or at an address when object is empty.
type memoryOrigin struct {
	object string
	size   int // bytes
	signed int // the bits of a signed type
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

// laneVector makes an unknown per lane: name@lane.
func (in *interp) laneVector(name string, bits int) vec {
	return later(bits, func() vec {
		return build(func(l int) *term.Term {
			return in.t.Unknown(name+"@"+strconv.Itoa(l), bits, nil)
		})
	})
}

// vague begins the names of unknowns that stand for what the interpreter gave
// up, as opposed to what the program cannot know. A place that is reached
// depending on one may not be reached at all.
const vague = "?"

func isVague(x *term.Term) bool { return strings.HasPrefix(x.Name, vague) }

// fresh is a new unknown, of each lane its own, for something given up.
func (in *interp) fresh(why string, t *ast.Type) value {
	return in.open(vague+why, t)
}

// open is a new unknown, of each lane its own, that the program cannot know
// either: the result of an atomic, a volatile load, a function without a body.
func (in *interp) open(why string, t *ast.Type) value {
	in.unknowns++
	return in.unknownOf(fmt.Sprintf("%s!%d", why, in.unknowns), t, false)
}

// unknownOf is an unknown value of type t under a name: one for the whole warp,
// or one per lane.
func (in *interp) unknownOf(name string, t *ast.Type, same bool) value {
	if bits := width(t); bits >= 0 {
		if same {
			return uniform(in.t.Unknown(name, bits, nil))
		}
		return in.laneVector(name, bits)
	}
	if isAggregate(t) {
		return aggregate{}
	}
	if same {
		return pointer{addr: uniform(in.t.Unknown(name, 64, nil)), elem: elemOf(t)}
	}
	return pointer{addr: in.laneVector(name, 64), elem: elemOf(t)}
}
