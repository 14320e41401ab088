package lower

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// destroyer returns the cleanup that destroys an object of type t; nil if the object needs none. address emits the
// address of the object.
func (l *lifetimes) destroyer(t *types.Type, address func() *cfg.Instr) cleanup {
	switch {
	case t == nil:
		return nil
	case t.Kind == types.Array:
		return l.arrayDestroyer(t, address)
	case t.Kind != types.Record && !types.IsUnknown(t) || t.Destructor == nil:
		return nil
	}
	f := l.program.unit.Destructor(t)
	switch {
	case types.IsUnknown(t) && f.Body == nil:
		return nil
	case types.IsUnknown(t):
		return func() { l.initial.callBody(f, nil, []*cfg.Instr{l.As(address(), l.PointerTo(f.This))}) }
	case f.Body == nil && (f.Implicit || f.Pattern):
		return l.implicitDestructor(t, address)
	case f.Body == nil:
		return func() { l.initial.extern(f, nil, []*cfg.Instr{address()}) }
	}
	return func() { l.Emit(cfg.Call, nil, address()).Callee = l.program.function(f) }
}

// arrayDestroyer returns the cleanup that destroys the elements of an array, the last one first.
func (l *lifetimes) arrayDestroyer(t *types.Type, where place) cleanup {
	if l.destroyer(t.Elem, where) == nil {
		return nil
	}
	switch {
	case t.Len < 0:
		return func() { l.Hiding("an array of objects with destructors, of unknown length", nil, where()) }
	case t.Len > unrolled:
		return func() {
			l.eachElement(where, t, nil, true, func(element place) { l.destroyer(t.Elem, element)() })
		}
	}
	return func() {
		for i := t.Len - 1; i >= 0; i-- {
			l.destroyer(t.Elem, l.elementOf(where, i))()
		}
	}
}

// implicitDestructor returns the cleanup that destroys the parts of an object whose destructor the compiler generates.
func (l *lifetimes) implicitDestructor(t *types.Type, address func() *cfg.Instr) cleanup {
	parts := &scope{}
	l.partCleanups(parts, t, address)
	return func() { runCleanups(parts.cleanups) }
}

// memberCleanups registers with the scope s that a destructor destroys the members after its body.
func (l *lifetimes) memberCleanups(s *scope, class *types.Type) {
	l.partCleanups(s, class, func() *cfg.Instr { return l.Load(l.AddressOf(l.this)) })
}

// partCleanups registers the destruction of bases and fields with the scope s, in the order of their construction; the
// scope runs it in reverse. The program itself has to destroy the members of a union.
func (l *lifetimes) partCleanups(s *scope, class *types.Type, address func() *cfg.Instr) {
	if class.Union {
		return
	}
	add := func(c cleanup) {
		if c != nil {
			s.cleanups = append(s.cleanups, c)
		}
	}
	for _, base := range class.Bases {
		add(l.destroyer(base, func() *cfg.Instr { return l.ToBase(address(), base) }))
	}
	for _, f := range class.Fields {
		add(l.destroyer(f.Type, func() *cfg.Instr { return l.FieldAddr(address(), f) }))
	}
}
