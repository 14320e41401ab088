package cfg

import (
	"fmt"

	"github.com/warpcheck/warpcheck/cfg/operator"
	"github.com/warpcheck/warpcheck/cfg/types"
)

// PointerVariable is a named variable or member that holds a pointer.
type PointerVariable struct {
	// Load is the instruction that loads the pointer.
	Load *Instr
	name string
	elem *types.Type
	// isReference reports whether the variable is a C++ reference. For a reference named row, the program writes the
	// object that the pointer points to as row, not as row[0].
	isReference bool
}

// Through returns the variable or member that holds the pointer of an access. It returns nil if the pointer is not
// held by a variable or member with a name.
//
//	float *row = memory + 64;
//	row[1] = 0;                   row
//	tile.rows[1] = 0;             tile.rows
func (in *Instr) Through() *PointerVariable {
	from := in.Args[0]
	for from.Op == IndexAddr || from.Op == FieldAddr || from.Op == Convert && from.Operator == operator.CastDecay {
		from = from.Args[0]
	}
	if from.Op != Load || from.Type == nil || !types.IsPointer(from.Type) {
		return nil
	}
	holder := from.Args[0].Object
	if name := nameOf(from.Args[0]); name != "" && (holder == nil || holder.Var == nil || holder.Var.Name != "") {
		isReference := holder != nil && holder.Var != nil && types.IsReference(holder.Var.Type)
		return &PointerVariable{from, name, from.Type.Elem, isReference}
	}
	return nil
}

// Name returns the name of the variable or member: row, or tile.rows.
func (v *PointerVariable) Name() string { return v.name }

// nameOf returns the name of the variable or member at an address, "" if it has no name.
func nameOf(address *Instr) string {
	switch {
	case address.Op == Addr && address.Object != nil && !address.Object.IsThis():
		return address.Object.Name
	case address.Op != FieldAddr || address.Field == nil || address.Field.Name == "":
		return ""
	}
	of := address.Args[0]
	if of.Op == Load && of.Args[0].Op == Addr && of.Args[0].Object != nil {
		switch holder := of.Args[0].Object; {
		case holder.IsThis():
			return address.Field.Name
		case types.IsPointer(holder.Type):
			return holder.Name + "->" + address.Field.Name
		default:
			return holder.Name + "." + address.Field.Name
		}
	}
	if name := nameOf(of); name != "" {
		return name + "." + address.Field.Name
	}
	return ""
}

// ElementBehind returns the text of the element that is offset bytes after the target of the pointer, as the user would
// write it: row[3].x. If the size of the elements is not known, the text names the byte.
func (v *PointerVariable) ElementBehind(offset int64) string {
	if v.elem == nil || v.elem.Size <= 0 {
		return fmt.Sprintf("byte %d behind %s", offset, v.name)
	}
	if v.isReference && offset < v.elem.Size {
		return v.name + elementAt(v.elem, offset)
	}
	return fmt.Sprintf("%s[%d]%s", v.name, offset/v.elem.Size, elementAt(v.elem, offset%v.elem.Size))
}

// OtherName returns the name of an element as reached through v (ElementBehind), for a race in which the other access
// uses the variable `other`. offset is the number of bytes from the target of v to the element. between is the number
// of bytes from the target of v to that of `other`; it is returned as distance. The name is "" if both variables have
// the same name or the same target.
func (v *PointerVariable) OtherName(other *PointerVariable, offset, between int64) (name string, distance int64) {
	if v.name == other.name || between == 0 {
		return "", 0
	}
	return v.ElementBehind(offset), between
}
