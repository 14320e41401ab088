package cfg

import "github.com/warpcheck/warpcheck/cfg/types"

// maxFollowed bounds the parts (numbers and pointers) of a variable whose content is followed (IsFollowed). Variables
// through which lanes exchange values are small, for example one word for each warp.
const maxFollowed = 64

// IsFollowed reports whether the stores in the graph determine the content of a shared variable. The variable must
// have few parts, and its address may only be used for loads and stores of the variable itself.
func (o *Object) IsFollowed() bool {
	if o.Storage != types.Shared || o.Var == nil || !o.Var.Static || o.Escapes {
		return false
	}
	parts, known := partsOf(o.Type)
	return known && parts > 0 && parts <= maxFollowed
}

// partsOf counts the numbers and pointers in an object of type t. known is false if the object has parts of another
// kind, or too many.
func partsOf(t *types.Type) (parts int, known bool) {
	switch {
	case t == nil:
		return 0, false
	case t.Kind == types.Int, t.Kind == types.Bool, t.Kind == types.Float, t.Kind == types.Pointer:
		return 1, true
	case t.Kind == types.Array:
		parts, known = partsOf(t.Elem)
		if t.Len <= 0 || t.Len > maxFollowed {
			return 0, false
		}
		return parts * int(t.Len), known
	case t.Kind != types.Record || len(t.Bases) > 0 || len(t.Fields) == 0:
		return 0, false
	}
	for _, f := range t.Fields {
		more, isKnown := partsOf(f.Type)
		if !isKnown || f.BitWidth > 0 || f.Offset < 0 || parts+more > maxFollowed {
			return 0, false
		}
		parts += more
	}
	return parts, true
}
