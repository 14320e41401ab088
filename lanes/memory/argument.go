package memory

import (
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/lanes/term"
	"github.com/warpcheck/warpcheck/lanes/vector"
)

// argument returns the argument in c, a cell of a parameter of the root. In a kernel the argument is one unknown for
// all lanes. In a device function each lane has its own. For an aggregate it returns an empty list of parts.
func (m *Memory) argument(c Cell, t *types.Type) Value {
	if bits := Width(t); bits >= 0 {
		return m.argumentWord(c, bits)
	}
	if IsAggregate(t) {
		return Aggregate{}
	}
	return m.argumentPointer(c, ElemOf(t))
}

// argumentPointer returns the pointer that the host or caller passes in c, a parameter of the root or a part of one.
func (m *Memory) argumentPointer(c Cell, elem *types.Type) Pointer {
	if !m.root.Kernel && !c.Object.Decl.IsThis() {
		return Pointer{Addr: m.laneArgument(c, 64), Elem: elem}
	}
	p := Pointer{Object: m.pointee(c), Elem: elem}
	p.Object.lasting = c.Path == "" && c.Object.Decl != nil && c.Object.Decl.Var != nil && c.Object.Decl.Var.Unwritten
	return p
}

func (m *Memory) argumentWord(c Cell, bits int) vector.Vec {
	if !m.root.Kernel {
		return m.laneArgument(c, bits)
	}
	origin := ArgOrigin{Name: m.Layout.cellName(c)}
	if c.Path == "" && c.Object.Decl != nil {
		origin.Signed = signedBits(c.Object.Decl.Type)
	}
	return vector.Uniform(m.t.Unknown(argumentName(c), bits, origin))
}

// ScalarArgument returns the argument for a scalar parameter of a kernel, or the part of an argument at the end of a
// path of fields. It is a word of the given number of bits. It returns nil for a field in a base class or a union, and
// for a bit-field.
func (m *Memory) ScalarArgument(p *types.Var, path []*types.Field, bits int) *term.Term {
	t, cell := p.Type, strings.Builder{}
	for _, f := range path {
		if f.Owner != t || t.Union || f.BitWidth > 0 {
			return nil
		}
		m.Layout.writeField(&cell, f)
		t = f.Type
	}
	if len(path) > 0 {
		c := Cell{Object: &Object{Name: p.Name}, Path: cell.String()}
		return m.t.Unknown(argumentName(c), bits, ArgOrigin{Name: m.Layout.cellName(c)})
	}
	return m.t.Unknown("arg "+p.Name, bits, ArgOrigin{Name: p.Name, Signed: signedBits(p.Type)})
}

// laneArgument returns the argument in c, a cell of a device function's parameter. It is an unknown for each lane or,
// if Alike is set, one unknown for all lanes.
func (m *Memory) laneArgument(c Cell, bits int) vector.Vec {
	name, origin := argumentName(c), LaneArgument{c.Object.Name}
	if m.Alike {
		return vector.Uniform(m.t.Unknown(name, bits, origin))
	}
	m.Vary(c.Object.Name)
	return m.vectors.PerLane(name, bits, origin)
}

// argumentName returns the name of the unknown in a cell of a parameter. The name holds the numbers of fields, not
// their names, because a class may inherit two fields with the same name.
func argumentName(c Cell) string { return "arg " + c.Object.Name + c.Path }

// pointee returns the memory that a pointer argument points to.
func (m *Memory) pointee(c Cell) *Object {
	if o, ok := m.arguments[c]; ok {
		return o
	}
	o := m.NewObject(m.Layout.cellName(c), nil, External)
	o.isBehindArgument = !c.Object.Decl.IsThis()
	m.arguments[c] = o
	return o
}

// cellName returns the name of a cell as the user would write it: "params.stride".
func (lay *Layout) cellName(c Cell) string {
	var b strings.Builder
	b.WriteString(c.Object.Name)
	for _, s := range strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(c.Path,
		".", " ."), "+", " +"), func(r rune) bool { return r == ' ' }) {
		if n, err := strconv.Atoi(s[1:]); err == nil && s[0] == '.' {
			b.WriteString("." + lay.fieldName(n))
		} else {
			b.WriteString(s)
		}
	}
	return b.String()
}

func (lay *Layout) fieldName(id int) string {
	for f, n := range lay.fields {
		if n == id {
			return f.Name
		}
	}
	return strconv.Itoa(id)
}
