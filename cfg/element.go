package cfg

import (
	"fmt"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// ElementAt is what lies at a byte of the object as one writes it, s[8] or q.items[2].x, as far as its
// type tells; where that tells nothing of the byte, the byte itself. It is meant for people.
func (o *Object) ElementAt(offset int64) string {
	if o.Type == nil || offset < 0 || (o.Type.Size > 0 && offset >= o.Type.Size) {
		return fmt.Sprintf("byte %d of %s", offset, o.Name)
	}
	return o.Name + elementAt(o.Type, offset)
}

// elementAt is the way from an object of a type to what lies at a byte of it.
func elementAt(t *ast.Type, offset int64) string {
	switch {
	case t.Kind == ast.Array && t.Elem.Size > 0:
		return fmt.Sprintf("[%d]%s", offset/t.Elem.Size, elementAt(t.Elem, offset%t.Elem.Size))
	case t.Kind == ast.Record && !t.Union:
		return memberAt(t, offset)
	}
	return ""
}

// memberAt is the same for a class. Where a base lies in it is known of a single one that starts it.
func memberAt(t *ast.Type, offset int64) string {
	for _, field := range t.Fields {
		begin := field.Offset / 8
		switch {
		case field.Offset < 0 || field.BitWidth > 0 || offset < begin || offset >= begin+field.Type.Size:
		case strings.HasPrefix(field.Name, "__"): // a header's own affair
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
