package cfg

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
)

// ElementOf returns the text of the element at a byte offset of an object, as the function would write it: s[8] or
// q.items[2].x. If the type has no such element, the text names the byte. The text is for messages.
func (f *Func) ElementOf(o *Object, offset int64) string {
	name, t := f.names(o)
	if t == nil || offset < 0 || (t.Size > 0 && offset >= t.Size) {
		return fmt.Sprintf("byte %d of %s", offset, name)
	}
	return name + elementAt(t, offset)
}

// NameOf returns the name that the function uses for the object. It may differ from the object's own name only for
// dynamic shared memory.
func (f *Func) NameOf(o *Object) string {
	name, _ := f.names(o)
	return name
}

// DynamicNames returns two names for the dynamic shared memory: that of the object in the program, and the one that the
// function uses. Both are empty if neither the function nor its callees use this memory.
func (f *Func) DynamicNames() (ofProgram, own string) {
	for fn := range Reached([]*Func{f}) {
		for _, block := range fn.Blocks {
			for _, in := range block.Instrs {
				if in.Op == Addr && in.Object.Var != nil && in.Object.Var.IsDynamicShared() {
					return in.Object.Name, f.NameOf(in.Object)
				}
			}
		}
	}
	return "", ""
}

// names returns the name and the type that the function uses for the object. For an array of dynamic shared memory,
// each function may declare another name and type.
func (f *Func) names(o *Object) (string, *types.Type) {
	if o.Var != nil && o.Var.IsDynamicShared() {
		if v := f.dynamicArray(map[*Func]bool{}); v != nil {
			return v.Name, v.Type
		}
	}
	return o.Name, o.Type
}

// dynamicArray returns the first array of dynamic shared memory that f names. If f names none, it returns the first one
// that a direct or indirect callee names. It returns nil if there is none.
func (f *Func) dynamicArray(seen map[*Func]bool) *types.Var {
	if len(f.Dynamic) > 0 {
		return f.Dynamic[0]
	}
	if seen[f] {
		return nil
	}
	seen[f] = true
	for _, callee := range f.Callees {
		if v := callee.dynamicArray(seen); v != nil {
			return v
		}
	}
	return nil
}

// elementAt returns the subscripts and member names from an object of type t to the element at a byte offset, such as
// [2].x. It returns "" for a union and for a type without parts.
func elementAt(t *types.Type, offset int64) string {
	switch {
	case t.Kind == types.Array && t.Elem.Size > 0:
		return fmt.Sprintf("[%d]%s", offset/t.Elem.Size, elementAt(t.Elem, offset%t.Elem.Size))
	case t.Kind == types.Record && !t.Union:
		return memberAt(t, offset)
	}
	return ""
}

// memberAt returns the member names and subscripts from an object of the class t to the element at a byte offset, such
// as .x[2]. It returns "" for a private member of a library's class, and if no member has the offset. It looks into a
// base class only if t has a single one, because the offset of this base is 0.
func memberAt(t *types.Type, offset int64) string {
	for _, field := range t.Fields {
		begin := field.Offset / 8
		switch {
		case field.Offset < 0 || field.BitWidth > 0 || offset < begin || offset >= begin+field.Type.Size:
		case strings.HasPrefix(field.Name, "__"): // a private member of a library's class
			return ""
		case field.Name == "":
			return elementAt(field.Type, offset-begin)
		default:
			return "." + field.Name + elementAt(field.Type, offset-begin)
		}
	}
	if len(t.Bases) == 1 && !t.VirtualBase && offset < t.Bases[0].Size {
		return elementAt(t.Bases[0], offset)
	}
	return ""
}
