package inflight

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// place is a part of a variable in one call of its function.
type place struct {
	variable
	// offset and size are in bytes. isKnown reports whether the offset is known. A size of 0 means that the size is not
	// known.
	offset, size int64
	isKnown      bool
}

// maxFollowed bounds the number of instructions through which an address is followed.
const maxFollowed = 64

// name is the variable's name.
func (p place) name() string { return p.object.Name }

// isOf reports whether two places are parts of one variable.
func (p place) isOf(o place) bool { return p.variable == o.variable }

// meets reports whether two places may have bytes in common.
func (p place) meets(o place) bool {
	if !p.isOf(o) || !p.isKnown || !o.isKnown || p.size == 0 || o.size == 0 {
		return p.isOf(o)
	}
	return p.offset < o.offset+o.size && o.offset < p.offset+p.size
}

// surelyMeets reports whether two places certainly have bytes in common.
func (p place) surelyMeets(o place) bool {
	return p.meets(o) && p.isKnown && o.isKnown && p.size > 0 && o.size > 0
}

// overlapping returns the first place in list that certainly has bytes in common with p. If there is none, it returns
// the first place that may have some, or nil.
func overlapping(list []place, p place) (found *place) {
	for i := range list {
		if list[i].surelyMeets(p) {
			return &list[i]
		}
		if found == nil && list[i].meets(p) {
			found = &list[i]
		}
	}
	return found
}

// fill reports whether the places in the list parts together cover the variable v. Only parts of v with known places
// count. If they cover v, each access to v touches one of them.
func fill(parts []place, v variable) bool {
	left := int64(0)
	if v.object.Type != nil {
		left = v.object.Type.Size
	}
	seen := map[int64]bool{}
	for _, p := range parts {
		if p.variable == v && p.isKnown && !seen[p.offset] {
			seen[p.offset] = true
			left -= p.size
		}
	}
	return len(seen) > 0 && left == 0
}

// sizeAt returns the size of the type to which an address points, 0 if it is not known.
func sizeAt(address *cfg.Instr) int64 {
	if t := types.Elem(address.Type); t != nil {
		return max(t.Size, 0)
	}
	return 0
}

// place returns the part of a variable to which an address points. It returns nil if the part is not known.
func (c *call) place(address *cfg.Instr) *place { return c.follow(address, maxFollowed) }

func (c *call) follow(v *cfg.Instr, steps int) *place {
	if steps == 0 || c == nil {
		return nil
	}
	switch v.Op {
	case cfg.Addr:
		if v.Object.Storage == types.Local || v.Object.Storage == types.Param {
			return &place{variable: variable{v.Object, c}, isKnown: true}
		}
	case cfg.FieldAddr:
		if p := c.follow(v.Args[0], steps-1); p != nil {
			p.isKnown = p.isKnown && v.Field.Offset >= 0
			p.offset += v.Field.Offset / 8
			return p
		}
	case cfg.IndexAddr:
		if p := c.follow(v.Args[0], steps-1); p != nil {
			n, element := v.Args[1].Unconverted(), types.Elem(v.Type)
			p.isKnown = p.isKnown && n.Op == cfg.Const && element != nil && element.Size > 0
			if p.isKnown {
				p.offset += n.Int * element.Size
			}
			return p
		}
	case cfg.Convert:
		return c.follow(v.Args[0], steps-1)
	case cfg.Load:
		return c.loaded(v.Args[0], steps-1)
	case cfg.Call:
		return c.returned(v, steps-1)
	}
	return nil
}

// loaded returns the place to which the pointer or reference stored at address points. It returns nil unless the
// variable at address has only one value.
func (c *call) loaded(address *cfg.Instr, steps int) *place {
	if address.Op != cfg.Addr || address.Object.Func != c.fn || address.Object.Escapes {
		return nil
	}
	object := address.Object
	value := c.onlyValue(object)
	switch {
	case object.Storage == types.Param && value == nil && c.parent != nil && !c.isStored(object):
		for n, param := range c.fn.Params {
			if param == object && n < len(c.by.Args) {
				return c.parent.follow(c.by.Args[n], steps)
			}
		}
	case object.Storage == types.Local && value != nil:
		return c.follow(value, steps)
	}
	return nil
}

// onlyValue returns the value that the only store to a variable writes. It returns nil if there is no store or more
// than one.
func (c *call) onlyValue(object *cfg.Object) (value *cfg.Instr) {
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			if in.Op == cfg.Store && in.Args[0].Op == cfg.Addr && in.Args[0].Object == object {
				if value != nil {
					return nil
				}
				value = in.Args[1]
			}
		}
	}
	return value
}

// isStored reports whether some instruction stores to a variable.
func (c *call) isStored(object *cfg.Object) bool {
	for _, b := range c.fn.Blocks {
		for _, in := range b.Instrs {
			if in.Op == cfg.Store && in.Args[0].Op == cfg.Addr && in.Args[0].Object == object {
				return true
			}
		}
	}
	return false
}

// returned returns the place to which the result of the call `by` points. It returns nil unless the callee has only one
// return.
func (c *call) returned(by *cfg.Instr, steps int) *place {
	var value *cfg.Instr
	for _, b := range by.Callee.Blocks {
		if b.Term.Kind == cfg.Return && b.Term.Cond != nil {
			if value != nil {
				return nil
			}
			value = b.Term.Cond
		}
	}
	if value == nil || isWithin(c, by.Callee) {
		return nil
	}
	return c.at(by).follow(value, steps)
}
