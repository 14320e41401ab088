package frontend

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"sort"

	"github.com/warpcheck/warpcheck/source"
)

// Edit is a change of a file: it replaces Removed bytes at Offset by Text.
type Edit struct {
	Offset, Removed int
	Text            string
}

// end returns the offset after the removed bytes.
func (e Edit) end() int { return e.Offset + e.Removed }

// Edits maps file names to the edits of the files. Positions in the tree are positions in the unedited files.
type Edits map[string]*edited

// edited holds the unedited text of a file and its edits, sorted by their offsets.
type edited struct {
	text  []byte
	edits []Edit
	// lines lists the offsets at which the lines of text begin. newLines lists those of the edited text. Both are nil
	// until they are needed.
	lines, newLines []int
}

// Clone returns a copy to which edits can be added.
func (e Edits) Clone() Edits {
	copied := Edits{}
	for file, one := range e {
		copied[file] = &edited{text: one.text, edits: slices.Clone(one.edits)}
	}
	return copied
}

// Has reports whether an edit of a file begins at an offset.
func (e Edits) Has(file string, offset int) bool {
	return e[file] != nil && slices.ContainsFunc(e[file].edits, func(one Edit) bool { return one.Offset == offset })
}

// Add adds an edit of a file with the given unedited text. It returns false, and adds nothing, if there is already an
// edit at the same offset, or one that overlaps.
func (e Edits) Add(file string, text []byte, edit Edit) bool {
	if e[file] == nil {
		e[file] = &edited{text: text}
	}
	f := e[file]
	at, known := slices.BinarySearchFunc(f.edits, edit.Offset, func(other Edit, offset int) int {
		return cmp.Compare(other.Offset, offset)
	})
	if known || at > 0 && f.edits[at-1].end() > edit.Offset || at < len(f.edits) && edit.end() > f.edits[at].Offset {
		return false
	}
	f.edits = slices.Insert(f.edits, at, edit)
	f.lines, f.newLines = nil, nil
	return true
}

// Within returns the part of a file's text from start to end, with the edits that are wholly in it.
func (e Edits) Within(file string, text []byte, start, end int) []byte {
	part := &edited{text: text[start:end]}
	if e[file] != nil {
		for _, one := range e[file].edits {
			if one.Offset >= start && one.Offset < end && one.end() <= end {
				part.edits = append(part.edits, Edit{one.Offset - start, one.Removed, one.Text})
			}
		}
	}
	return part.apply()
}

// files returns the names of the edited files, sorted.
func (e Edits) files() []string { return slices.Sorted(maps.Keys(e)) }

// Apply returns the text of a file with its edits.
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

// undo converts a position in the edited file to one in the original file. A position in an inserted text becomes the
// position of the insertion.
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
	pos.EndLine, pos.EndColumn = f.undoneAt(pos.EndLine, pos.EndColumn-1) // converts the position of the last byte, because the end is exclusive
	pos.EndColumn++
}

// undoneAt converts a line and a column in the edited text to those in the original text.
func (f *edited) undoneAt(line, column int) (int, int) {
	if line < 1 || line > len(f.newLines) || f.newLines[line-1]+column < 1 { // the last condition is true for an end before the first byte
		return line, column
	}
	at := f.undone(f.newLines[line-1] + column - 1)
	line = sort.SearchInts(f.lines, at+1)
	return line, at - f.lines[line-1] + 1
}

// undone converts an offset in the edited text to the offset in the original text.
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

// linesOf returns the offsets at which the lines of a text begin.
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
