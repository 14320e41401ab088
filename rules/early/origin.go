package early

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// origin states whether an address is in global memory.
type origin int

const (
	possible  origin = iota // the address may be in global memory
	certain                 // the address is in global memory
	elsewhere               // the address is not in global memory
	unchanged               // the value is one that the followed variable already held: it adds nothing
)

// maxSteps bounds the number of instructions through which an address is followed.
const maxSteps = 64

// originOf reports whether an address, in the function of c, is in global memory.
func (c *call) originOf(address *cfg.Instr) origin { return c.follow(address, maxSteps) }

// follow traces v, an address or a value with pointers in it, back to the object from which v was computed. It reports
// whether that object is in global memory.
func (c *call) follow(v *cfg.Instr, steps int) origin {
	if steps == 0 {
		return possible
	}
	switch v.Op {
	case cfg.Addr:
		if v.Object.Storage == types.Global && !isConst(v.Object) {
			return certain
		}
		return elsewhere
	case cfg.String:
		return elsewhere
	case cfg.FieldAddr, cfg.IndexAddr, cfg.Convert:
		return c.follow(v.Args[0], steps-1)
	case cfg.Load:
		return c.loaded(v.Args[0], steps-1)
	}
	return possible
}

// isConst reports whether a variable always has its initial value, because no grid writes it.
func isConst(o *cfg.Object) bool { return o.Var != nil && o.Var.Const }

// loaded returns the origin of a pointer that is loaded from address. A pointer that is stored in global memory, and the
// initial value of a kernel's parameter, are assumed to point to global memory.
func (c *call) loaded(address *cfg.Instr, steps int) origin {
	object := objectAt(address)
	switch {
	case object == nil && c.follow(address, steps) == certain, object != nil && object.Storage == types.Global:
		return certain
	case object == nil:
		return possible
	case object.Func != c.fn || object.Storage == types.Local && object.Escapes:
		return possible
	case object.Storage == types.Param && c.parent == nil:
		return c.stored(object, certain, steps)
	case object.Storage == types.Param && !object.Escapes:
		return c.stored(object, c.argument(object, steps), steps)
	case object.Storage == types.Local:
		return c.stored(object, elsewhere, steps)
	}
	return possible
}

// objectAt returns the object that an address points to or into. It returns nil if the address was loaded.
func objectAt(address *cfg.Instr) *cfg.Object {
	if base := address.Base(); base.Op == cfg.Addr {
		return base.Object
	}
	return nil
}

// argument reports whether the argument for a parameter, in the last call of c, points to global memory.
func (c *call) argument(object *cfg.Object, steps int) origin {
	for n, param := range c.fn.Params {
		if param == object && n < len(c.by.Args) {
			return c.parent.follow(c.by.Args[n], steps)
		}
	}
	return possible
}

// stored reports whether all values of a variable point to global memory. The argument before is the answer for the
// initial value. For a local variable, which has no initial value, it is the constant elsewhere.
func (c *call) stored(object *cfg.Object, before origin, steps int) origin {
	if c.following[object] {
		return unchanged
	}
	c.following[object] = true
	defer delete(c.following, object)
	all, isStored := before, before == certain
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			if in.Op != cfg.Store || objectAt(in.Args[0]) != object {
				continue
			}
			from := c.follow(in.Args[1], steps)
			if from == unchanged {
				continue
			}
			if !isStored && object.Storage == types.Local {
				all = from
			}
			isStored = true
			if from != all {
				return possible
			}
		}
	}
	return all
}

// NameOf returns the name of the variable from which an access derives its address, with the members on the way. If
// there is no name, it returns "global memory".
func NameOf(at *cfg.Instr) string {
	if len(at.Args) > 0 && !at.Global {
		members := ""
		for v := at.Args[0]; ; v = v.Args[0] {
			switch v.Op {
			case cfg.Addr:
				if v.Object.Name != "" {
					return v.Object.Name + members
				}
				return "global memory"
			case cfg.FieldAddr:
				members = "." + v.Field.Name + members
				continue
			case cfg.IndexAddr, cfg.Convert, cfg.Load:
				continue
			}
			break
		}
	}
	return "global memory"
}
