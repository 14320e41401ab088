package frontend

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"sort"

	"github.com/warpcheck/warpcheck/source"
)

// Edit puts a text in the place of some bytes.
type Edit struct {
	Offset, Removed int
	Text            string
}

// end is where what it removes ends.
func (e Edit) end() int { return e.Offset + e.Removed }

// Edits of files. Positions in the tree are those of the files without them.
type Edits map[string]*edited

// edited is a file with edits, in the order of their offsets.
type edited struct {
	text  []byte
	edits []Edit
	// lines are where the lines of text begin, newLines those of the text with the edits; nil
	// until they are asked for.
	lines, newLines []int
}

// Clone is a copy that can be added to.
func (e Edits) Clone() Edits {
	copied := Edits{}
	for file, one := range e {
		copied[file] = &edited{text: one.text, edits: slices.Clone(one.edits)}
	}
	return copied
}

// Add reports whether an edit of a file with this text is new: there is none yet at its place, or
// of what it removes.
func (e Edits) Add(file string, text []byte, one Edit) bool {
	if e[file] == nil {
		e[file] = &edited{text: text}
	}
	f := e[file]
	at, known := slices.BinarySearchFunc(f.edits, one.Offset, func(other Edit, offset int) int {
		return cmp.Compare(other.Offset, offset)
	})
	if known || at > 0 && f.edits[at-1].end() > one.Offset || at < len(f.edits) && one.end() > f.edits[at].Offset {
		return false
	}
	f.edits = slices.Insert(f.edits, at, one)
	f.lines, f.newLines = nil, nil
	return true
}

// files are the names of the edited files, in order.
func (e Edits) files() []string { return slices.Sorted(maps.Keys(e)) }

// Apply is the text of a file with edits.
func (e Edits) Apply(file string) []byte { return e[file].apply() }

func (f *edited) apply() []byte {
	var whole []byte
	from := 0
	for _, one := range f.edits {
		whole = append(append(whole, f.text[from:one.Offset]...), one.Text...)
		from = one.end()
	}
	return append(whole, f.text[from:]...)
}

// undo turns a position in an edited file into the one in the file as it is. What stands in
// a text that was put there is where that begins.
func (e Edits) undo(pos *source.Pos) {
	f := e[pos.File]
	if f == nil || len(f.edits) == 0 {
		return
	}
	if f.lines == nil {
		f.lines, f.newLines = linesOf(f.text), linesOf(f.apply())
	}
	pos.Offset = f.undone(pos.Offset)
	pos.Line, pos.Column = f.undoneAt(pos.Line, pos.Column)
	pos.EndLine, pos.EndColumn = f.undoneAt(pos.EndLine, pos.EndColumn-1) // of the last byte
	pos.EndColumn++
}

// undoneAt is the line and the column that a place of the edited text has in the text.
func (f *edited) undoneAt(line, column int) (int, int) {
	if line < 1 || line > len(f.newLines) || f.newLines[line-1]+column < 1 { // also what ends before the first byte
		return line, column
	}
	at := f.undone(f.newLines[line-1] + column - 1)
	line = sort.SearchInts(f.lines, at+1)
	return line, at - f.lines[line-1] + 1
}

// undone is the offset that one of the edited text has in the text.
func (f *edited) undone(offset int) int {
	grown := 0
	for _, one := range f.edits {
		from := one.Offset + grown
		switch {
		case offset < from:
			return offset - grown
		case offset < from+len(one.Text):
			return one.Offset
		}
		grown += len(one.Text) - one.Removed
	}
	return offset - grown
}

// linesOf are where the lines of a text begin.
func linesOf(text []byte) []int {
	lines := []int{0}
	for at := 0; ; {
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return lines
		}
		at += next + 1
		lines = append(lines, at)
	}
}
