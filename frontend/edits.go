package frontend

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// edit puts a text in the place of some bytes of a line.
type edit struct {
	offset, removed int
	text            string
	// Where it stands, as positions count.
	line, column int
}

// edits of files, those of each in the order of their offsets.
type edits map[string][]edit

// clone is a copy that can be added to.
func (e edits) clone() edits {
	copied := edits{}
	for file, list := range e {
		copied[file] = slices.Clone(list)
	}
	return copied
}

// add reports whether an edit is new: there is none yet at its place.
func (e edits) add(file string, text []byte, one edit) bool {
	at, known := slices.BinarySearchFunc(e[file], one.offset, func(other edit, offset int) int {
		return cmp.Compare(other.offset, offset)
	})
	if known {
		return false
	}
	head := text[:one.offset]
	one.line = 1 + bytes.Count(head, []byte("\n"))
	one.column = one.offset - bytes.LastIndexByte(head, '\n')
	e[file] = slices.Insert(e[file], at, one)
	return true
}

// files are the names of the edited files, in order.
func (e edits) files() []string { return slices.Sorted(maps.Keys(e)) }

// apply is a file's text as it is edited.
func (e edits) apply(file string, text []byte) []byte {
	var whole []byte
	from := 0
	for _, one := range e[file] {
		whole = append(append(whole, text[from:one.offset]...), one.text...)
		from = one.offset + one.removed
	}
	return append(whole, text[from:]...)
}

// undo turns a position in an edited file into the one in the file as it is. What stands in
// a text that was put there is where that begins.
func (e edits) undo(pos *ast.Pos) {
	list := e[pos.File]
	if len(list) == 0 {
		return
	}
	pos.Offset = undone(list, pos.Offset, func(one edit) (int, bool) { return one.offset, true })
	onLine := func(line int) func(edit) (int, bool) {
		return func(one edit) (int, bool) { return one.column, one.line == line }
	}
	pos.Column = undone(list, pos.Column, onLine(pos.Line))
	pos.EndColumn = undone(list, pos.EndColumn, onLine(pos.EndLine))
}

// undone counts a number of bytes without the edits before it; at says where an edit
// stands, and whether it counts.
func undone(list []edit, bytes int, at func(edit) (int, bool)) int {
	grown := 0
	for _, one := range list {
		from, counts := at(one)
		if !counts {
			continue
		}
		if bytes <= from+grown {
			break
		}
		if bytes < from+grown+len(one.text) {
			return from
		}
		grown += len(one.text) - one.removed
	}
	return bytes - grown
}
