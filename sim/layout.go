package sim

import (
	"fmt"
	"math"

	"github.com/warpcheck/warpcheck/cfg/types"
)

func isPointer(t *types.Type) bool {
	return t != nil && (t.Kind == types.Pointer || t.Kind == types.Ref)
}

func isAggregate(t *types.Type) bool {
	return t != nil && (t.Kind == types.Record || t.Kind == types.Array)
}

// canonical returns the form in which a word w of type t is kept. An integer is extended to 64 bits, with its sign if
// t is signed. A bool is 0 or 1. The high bits of a float of 32 bits or fewer are 0.
func canonical(t *types.Type, w uint64) uint64 {
	if t == nil {
		return w
	}
	switch {
	case t.Kind == types.Bool:
		if w&0xff != 0 {
			return 1
		}
		return 0
	case t.Kind == types.Int && t.Bits < 64 && t.Bits > 0:
		shift := uint(64 - t.Bits)
		if t.Signed {
			return uint64(int64(w<<shift) >> shift)
		}
		return w << shift >> shift
	case t.Kind == types.Float && t.Bits < 64:
		return w & (1<<t.Bits - 1)
	}
	return w
}

// sizeOf returns the size of a type in bytes, by natural alignment.
func sizeOf(t *types.Type) int64 {
	switch t.Kind {
	case types.Int, types.Float:
		return max(int64(t.Bits)/8, 1)
	case types.Pointer, types.Ref:
		return 8
	case types.Array:
		return max(t.Len, 0) * sizeOf(t.Elem)
	case types.Record:
		size := members(t, func(*types.Field, *types.Type, *types.Type, int64) {})
		return max(roundUp(size, alignOf(t)), t.Size, 1)
	}
	return 1
}

func alignOf(t *types.Type) int64 {
	switch t.Kind {
	case types.Array:
		return alignOf(t.Elem)
	case types.Record:
		align := int64(1)
		for _, b := range t.Bases {
			align = max(align, alignOf(b))
		}
		for _, f := range t.Fields {
			align = max(align, alignOf(f.Type))
		}
		return align
	}
	return sizeOf(t)
}

func roundUp(n, align int64) int64 { return (n + align - 1) / align * align }

// members calls visit for each field and base of a record, with its offset in bytes. It returns the offset after the
// last one. visit gets a nil f for a base, and a nil base for a field. part is the type of the field or base. Each
// bit-field gets bytes of its own.
func members(t *types.Type, visit func(f *types.Field, base, part *types.Type, offset int64)) (size int64) {
	end := int64(0)
	add := func(f *types.Field, base, part *types.Type) {
		offset := int64(0)
		if !t.Union {
			offset = roundUp(end, alignOf(part))
		}
		end = offset + sizeOf(part)
		size = max(size, end)
		visit(f, base, part, offset)
	}
	for _, b := range t.Bases {
		if len(b.Fields)+len(b.Bases) > 0 {
			add(nil, b, b)
		}
	}
	for _, f := range t.Fields {
		add(f, nil, f.Type)
	}
	return size
}

// fieldOffset returns the offset of a field in its class, in bytes.
func (m *memory) fieldOffset(field *types.Field) int64 {
	at, known := m.fields[field]
	if known {
		return at
	}
	members(field.Owner, func(f *types.Field, _, _ *types.Type, offset int64) {
		if f == field {
			at = offset
		}
	})
	m.fields[field] = at
	return at
}

// baseOffset returns the offset in bytes of base in the class derived. It returns false if derived has no such base.
func baseOffset(derived, base *types.Type) (int64, bool) {
	if derived == base {
		return 0, true
	}
	at, found := int64(0), false
	members(derived, func(_ *types.Field, b, _ *types.Type, offset int64) {
		if b == nil || found {
			return
		}
		if inner, ok := baseOffset(b, base); ok {
			at, found = offset+inner, true
		}
	})
	return at, found
}

// leaf is a scalar part of an object of type t, at a byte offset. path is its name, such as param.field[1].
type leaf struct {
	path   string
	offset int64
	t      *types.Type
	// class is the class that the scalar belongs to as the member field, nil if it is no member.
	class *types.Type
	field *types.Field
	// union is the path of the outermost union that contains the part. alternative is the path of the union's member
	// that contains the part.
	union, alternative string
}

// leaves calls visit with every scalar part of a type. path names the whole, and the names of the parts begin with it.
func leaves(t *types.Type, path string, visit func(leaf)) {
	leaf{path: path, t: t}.leaves(visit)
}

func (at leaf) leaves(visit func(leaf)) {
	t := at.t
	switch t.Kind {
	case types.Array:
		size := sizeOf(t.Elem)
		for i := range t.Len {
			element := at
			element.path, element.offset, element.t = fmt.Sprintf("%s[%d]", at.path, i), at.offset+i*size, t.Elem
			element.class, element.field = nil, nil
			element.leaves(visit)
		}
	case types.Record:
		members(t, func(f *types.Field, _, part *types.Type, offset int64) {
			member := at
			if f != nil {
				member.path += "." + f.Name
			}
			if t.Union && at.union == "" {
				member.union, member.alternative = at.path, member.path
			}
			member.offset, member.t, member.class, member.field = at.offset+offset, part, t, f
			member.leaves(visit)
		})
	default:
		visit(at)
	}
}

// parameter converts the leaf to a Parameter.
func (at leaf) parameter() Parameter {
	p := Parameter{Name: at.path, Type: at.t, Class: at.class, Union: at.union, Alternative: at.alternative}
	if at.field != nil && at.field.BitWidth > 0 {
		narrow := *at.t
		narrow.Bits, p.Type, p.IsBitField = at.field.BitWidth, &narrow, true
	}
	return p
}

// toFloat converts a word of the floating-point type t to a number. fromFloat converts it back, rounded to t.
func toFloat(t *types.Type, w uint64) float64 {
	if t.Bits == 32 {
		return float64(math.Float32frombits(uint32(w)))
	}
	return math.Float64frombits(w)
}

func fromFloat(t *types.Type, x float64) uint64 {
	if t.Bits == 32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}
