package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// destroyer is the cleanup of an object of type t at an address that where
// emits; nil when nothing needs to be done.
func (b *builder) destroyer(t *types.Type, where func() *cfg.Instr) cleanup {
	switch {
	case t == nil:
		return nil
	case t.Kind == types.Array:
		return b.arrayDestroyer(t, where)
	case t.Kind != types.Record && !types.IsUnknown(t) || t.Destructor == nil:
		return nil
	}
	f := b.unit.Destructor(t)
	switch {
	case types.IsUnknown(t) && f.Body == nil:
		return nil
	case types.IsUnknown(t):
		return func() { b.callBody(f, nil, []*cfg.Instr{b.As(where(), b.PointerTo(f.This))}) }
	case f.Body == nil && (f.Implicit || f.Pattern):
		return b.implicitDestructor(t, where)
	case f.Body == nil:
		return func() { b.extern(f, nil, []*cfg.Instr{where()}) }
	}
	return func() { b.Emit(cfg.Call, nil, where()).Callee = b.function(f) }
}

// arrayDestroyer destroys the elements of an array, the last one first.
func (b *builder) arrayDestroyer(t *types.Type, where place) cleanup {
	if b.destroyer(t.Elem, where) == nil {
		return nil
	}
	switch {
	case t.Len < 0:
		return func() { b.Hiding("an array of objects with destructors, of unknown length", nil, where()) }
	case t.Len > unrolled:
		return func() {
			b.eachElement(where, t, nil, true, func(element place) { b.destroyer(t.Elem, element)() })
		}
	}
	return func() {
		for i := t.Len - 1; i >= 0; i-- {
			b.destroyer(t.Elem, b.elementOf(where, i))()
		}
	}
}

// implicitDestructor destroys the parts of an object whose destructor the
// compiler wrote.
func (b *builder) implicitDestructor(t *types.Type, where func() *cfg.Instr) cleanup {
	parts := &scope{}
	b.partCleanups(parts, t, where)
	return func() { runCleanups(parts.cleanups) }
}

// memberCleanups registers what a destructor does after its body.
func (b *builder) memberCleanups(s *scope, class *types.Type) {
	b.partCleanups(s, class, func() *cfg.Instr { return b.Load(b.AddressOf(b.this)) })
}

// partCleanups registers the destruction of bases and fields, in the order of
// their construction. A union's members are the program's business.
func (b *builder) partCleanups(s *scope, class *types.Type, where func() *cfg.Instr) {
	if class.Union {
		return
	}
	add := func(c cleanup) {
		if c != nil {
			s.cleanups = append(s.cleanups, c)
		}
	}
	for _, base := range class.Bases {
		add(b.destroyer(base, func() *cfg.Instr { return b.ToBase(where(), base) }))
	}
	for _, f := range class.Fields {
		add(b.destroyer(f.Type, func() *cfg.Instr { return b.FieldAddr(where(), f) }))
	}
}
