package frontend

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Edit puts a text in the place of some bytes of a line.
type Edit struct {
	Offset, Removed int
	Text            string
	// Where it stands, as positions count.
	line, column int
}

// Edits of files, those of each in the order of their offsets. Positions in the tree are those
// of the files without them.
type Edits map[string][]Edit

// Clone is a copy that can be added to.
func (e Edits) Clone() Edits {
	copied := Edits{}
	for file, list := range e {
		copied[file] = slices.Clone(list)
	}
	return copied
}

// Add reports whether an edit is new: there is none yet at its place.
func (e Edits) Add(file string, text []byte, one Edit) bool {
	at, known := slices.BinarySearchFunc(e[file], one.Offset, func(other Edit, offset int) int {
		return cmp.Compare(other.Offset, offset)
	})
	if known {
		return false
	}
	head := text[:one.Offset]
	one.line = 1 + bytes.Count(head, []byte("\n"))
	one.column = one.Offset - bytes.LastIndexByte(head, '\n')
	e[file] = slices.Insert(e[file], at, one)
	return true
}

// files are the names of the edited files, in order.
func (e Edits) files() []string { return slices.Sorted(maps.Keys(e)) }

// apply is a file's text as it is edited.
func (e Edits) apply(file string, text []byte) []byte {
	var whole []byte
	from := 0
	for _, one := range e[file] {
		whole = append(append(whole, text[from:one.Offset]...), one.Text...)
		from = one.Offset + one.Removed
	}
	return append(whole, text[from:]...)
}

// undo turns a position in an edited file into the one in the file as it is. What stands in
// a text that was put there is where that begins.
func (e Edits) undo(pos *ast.Pos) {
	list := e[pos.File]
	if len(list) == 0 {
		return
	}
	pos.Offset = undone(list, pos.Offset, func(one Edit) (int, bool) { return one.Offset, true })
	onLine := func(line int) func(Edit) (int, bool) {
		return func(one Edit) (int, bool) { return one.column, one.line == line }
	}
	pos.Column = undone(list, pos.Column, onLine(pos.Line))
	pos.EndColumn = undone(list, pos.EndColumn, onLine(pos.EndLine))
}

// undone counts a number of bytes without the edits before it; at says where an edit
// stands, and whether it counts.
func undone(list []Edit, bytes int, at func(Edit) (int, bool)) int {
	grown := 0
	for _, one := range list {
		from, counts := at(one)
		if !counts {
			continue
		}
		if bytes <= from+grown {
			break
		}
		if bytes < from+grown+len(one.Text) {
			return from
		}
		grown += len(one.Text) - one.Removed
	}
	return bytes - grown
}
