package emit

import (
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// ToOwner converts the address of an object to the address of the base or anonymous member whose class is owner.
func (b *Builder) ToOwner(ptr *cfg.Instr, owner *types.Type) *cfg.Instr {
	if path := anonymousPath(types.Elem(ptr.Type), owner); path != nil {
		for _, f := range path {
			ptr = b.FieldAddr(ptr, f)
		}
		return ptr
	}
	return b.ToBase(ptr, owner)
}

// anonymousPath returns the unnamed fields from a class down to a field of type owner, nil if there are none.
func anonymousPath(class, owner *types.Type) []*types.Field {
	for _, f := range class.Fields {
		if f.Name != "" || f.Type == nil || f.Type.Kind != types.Record {
			continue
		}
		if f.Type == owner {
			return []*types.Field{f}
		}
		if rest := anonymousPath(f.Type, owner); rest != nil {
			return append([]*types.Field{f}, rest...)
		}
	}
	return nil
}

// ToBase converts a pointer to a class to a pointer to one of its bases, one step at a time.
func (b *Builder) ToBase(ptr *cfg.Instr, base *types.Type) *cfg.Instr {
	if types.SameClass(types.Elem(ptr.Type), base) {
		return ptr
	}
	path := types.BasePath(types.Elem(ptr.Type), base)
	if path == nil {
		path = []*types.Type{base}
	}
	for _, t := range path {
		if types.Elem(ptr.Type).VirtualBase {
			return b.Unknown("a class with virtual bases", b.PointerTo(base), ptr)
		}
		if types.Elem(ptr.Type) != t {
			ptr = b.Convert(ptr, b.PointerTo(t), operator.CastBase)
		}
	}
	return ptr
}

// ToDerived converts a pointer to a base to a pointer to a class derived from it, one step at a time. If a class on the
// path has virtual bases, the result is unknown.
func (b *Builder) ToDerived(ptr *cfg.Instr, derived *types.Type) *cfg.Instr {
	path := types.BasePath(derived, types.Elem(ptr.Type))
	if derived.VirtualBase || slices.ContainsFunc(path, func(t *types.Type) bool { return t.VirtualBase }) {
		return b.Unknown("a class with virtual bases", b.PointerTo(derived), ptr)
	}
	if last := len(path) - 1; last >= 0 && types.Elem(ptr.Type) != path[last] { // the two types may differ in volatile
		ptr = b.Convert(ptr, b.PointerTo(path[last]), operator.CastPointer)
	}
	for i := len(path) - 2; i >= 0; i-- {
		ptr = b.Convert(ptr, b.PointerTo(path[i]), operator.CastDerived)
	}
	return b.Convert(ptr, b.PointerTo(derived), operator.CastDerived)
}

// AsDerived converts a pointer to an object to a pointer to the object's own class, class. If the pointer has that type
// already, AsDerived returns it.
func (b *Builder) AsDerived(pointer *cfg.Instr, class *types.Type) *cfg.Instr {
	if types.SameClass(types.Elem(pointer.Type), class) {
		return pointer
	}
	return b.ToDerived(pointer, class)
}
