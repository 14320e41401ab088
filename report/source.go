package report

import (
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// sources reads the files of a report, each once.
type sources struct {
	read  func(string) ([]byte, error)
	files map[string]*file
}

// file is one source file, divided into lines without their ends.
type file struct {
	text  string
	lines []string
	// hashes lists the fingerprints of the lines, nil before the first use.
	hashes []string
}

func newSources(r *Report) *sources {
	return &sources{read: r.Sources, files: map[string]*file{}}
}

// file returns the file with that name, or nil if it cannot be read.
func (s *sources) file(name string) *file {
	if known, ok := s.files[name]; ok {
		return known
	}
	var f *file
	if s.read != nil {
		if data, err := s.read(name); err == nil {
			text := string(data)
			f = &file{text: text, lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
			for i, line := range f.lines {
				f.lines[i] = strings.TrimSuffix(line, "\r")
			}
		}
	}
	s.files[name] = f
	return f
}

// line returns the text of the line of a position, false if it cannot be read.
func (s *sources) line(pos source.Pos) (string, bool) {
	f := s.file(pos.File)
	if f == nil || pos.Line < 1 || pos.Line > len(f.lines) {
		return "", false
	}
	return f.lines[pos.Line-1], true
}

// calleeName matches the name of a call as a reader sees it: an identifier, a qualified name, or a member of an object.
var calleeName = pattern.Of(`^[A-Za-z_]\w*((::|\.|->)[A-Za-z_]\w*)*`)

// span returns the bytes of the line that a position covers, the end exclusive. A position that continues on the next
// line ends with this line. A position without an end covers the name at its start.
func span(line string, pos source.Pos) (start, end int) {
	start = min(max(pos.Column-1, 0), len(line))
	switch {
	case pos.EndLine > pos.Line:
		end = len(strings.TrimRight(line, " \t"))
	case pos.EndLine == pos.Line:
		end = min(pos.EndColumn-1, len(line))
	default:
		end = start + len(calleeName().FindString(line[start:]))
	}
	return start, max(end, start+1)
}

// nameSpan returns the bytes of the name at the start of a call.
func nameSpan(line string, pos source.Pos) (start, end int) {
	start, end = span(line, pos)
	if name := len(calleeName().FindString(line[min(start, len(line)):])); name > 0 {
		end = min(end, start+name)
	}
	return start, end
}

// utf16Column returns the column of an offset in bytes. Columns count UTF-16 code units, from 1. A byte that is no
// UTF-8 counts as one unit.
func utf16Column(line string, offset int) int {
	column := 1
	for i, r := range line {
		if i >= offset {
			return column
		}
		column++
		if r > 0xffff {
			column++
		}
	}
	return column + max(offset-len(line), 0)
}

// tabStop is the width to which tabs are expanded.
const tabStop = 4

// cells is a line as a terminal shows it, with the cell at which each byte is shown.
type cells struct {
	text string
	// at has the cell of each offset in bytes, up to the end of the line.
	at []int
}

func newCells(line string) cells {
	var text strings.Builder
	at := make([]int, len(line)+1)
	column := 0
	for i := 0; i < len(line); {
		shown, size := legible.Next(line[i:])
		for k := range size {
			at[i+k] = column
		}
		if line[i] == '\t' {
			shown = strings.Repeat(" ", tabStop-column%tabStop)
		}
		text.WriteString(shown)
		for _, r := range shown {
			column += widths.RuneWidth(r)
		}
		i += size
	}
	at[len(line)] = column
	return cells{text: text.String(), at: at}
}

// offset returns the cell of an offset in bytes, which may be beyond the end of the line.
func (c cells) offset(byteOffset int) int {
	if last := len(c.at) - 1; byteOffset > last {
		return c.at[last] + byteOffset - last
	}
	return c.at[byteOffset]
}

// widths measures characters by the Unicode standard. It ignores the locale, because output must depend on the report
// alone.
var widths = runewidth.Condition{StrictEmojiNeutral: true}

// region is a part of one line. Columns count UTF-16 code units, and endColumn is exclusive.
type region struct{ line, column, endColumn int }

// region returns the part of pos that lies on its first line, for reports that programs read. It does not go beyond that
// line, because GitHub annotates a pull request only if every line of a region is part of the change.
func (s *sources) region(pos source.Pos) region {
	line, ok := s.line(pos)
	if !ok {
		column := max(pos.Column, 1)
		end := column + 1
		if pos.EndLine == pos.Line {
			end = max(pos.EndColumn, end)
		}
		return region{pos.Line, column, end}
	}
	start, end := span(line, pos)
	column := utf16Column(line, start)
	return region{pos.Line, column, max(utf16Column(line, end), column+1)}
}
