package cfg

import "github.com/warpcheck/warpcheck/frontend/ast"

// maxFollowed bounds the elements of an array that is followed: what lanes tell each other by one, such as
// a word of each warp, are few.
const maxFollowed = 64

// IsFollowed reports a shared variable of few integers that nobody has an address of, but to load from
// it and to store to it in place: what stands in it can be told from the stores.
func (o *Object) IsFollowed() bool {
	if o.Storage != ast.Shared || o.Var == nil || !o.Var.Static || o.Escapes {
		return false
	}
	t, elements := o.Type, 1
	for ; t != nil && t.Kind == ast.Array; t = t.Elem {
		elements *= int(max(0, t.Len))
		if elements == 0 || elements > maxFollowed {
			return false
		}
	}
	return t != nil && (t.Kind == ast.Int || t.Kind == ast.Bool)
}
