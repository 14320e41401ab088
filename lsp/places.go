package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/source"
)

// Positions of the protocol count lines and characters from 0. Characters are UTF-16 code units, or bytes if the editor
// supports that. Positions of package source count lines and bytes from 1.

// pathOf returns the path of a URI, or "" if it names no file of this machine.
func pathOf(uri string) string {
	parsed, err := url.Parse(uri)
	if err != nil || parsed.Scheme != "file" || parsed.Host != "" && parsed.Host != "localhost" {
		return ""
	}
	return filepath.Clean(filepath.FromSlash(parsed.Path))
}

// hasZero reports whether a path has a zero byte. No file name contains one, and clang would take the path to end
// before it.
func hasZero(path string) bool { return strings.ContainsRune(path, 0) }

// errZero returns the message about a URI with a zero byte.
func errZero(uri string) string {
	return legible.Text(uri) + ": a name with a zero byte, which no file has"
}

func uriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// encoding is the unit in which characters of a line are counted.
type encoding string

const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
	// utf32Units counts characters, as the places of package config do.
	utf32Units encoding = "utf-32"
)

// length returns the number of units of a text.
func (e encoding) length(text string) int {
	switch e {
	case utf16Units:
		return utf16Length(text)
	case utf32Units:
		return utf8.RuneCountInString(text)
	}
	return len(text)
}

// lines holds the lines of a text, without their ends.
type lines struct {
	list []string
	encoding
}

func (e encoding) lines(text string) lines { return lines{strings.Split(text, "\n"), e} }

// span converts a position to a range. A position without a line becomes the start of the text. A position without an
// end reaches to the end of its line.
func (l lines) span(p source.Pos) span {
	if p.Line == 0 {
		return span{}
	}
	from := l.position(p.Line, p.Column)
	if p.EndLine == 0 {
		return span{from, l.position(p.Line, len(l.line(p.Line))+1)}
	}
	return span{from, l.position(p.EndLine, p.EndColumn)}
}

func (l lines) line(number int) string {
	if number < 1 || number > len(l.list) {
		return ""
	}
	return strings.TrimSuffix(l.list[number-1], "\r")
}

// quoted returns the text at a position in quotes, up to the end of its first line.
func (l lines) quoted(p source.Pos) string {
	text := l.line(p.Line)
	from, to := min(max(p.Column-1, 0), len(text)), len(text)
	if p.EndLine == p.Line {
		to = min(max(p.EndColumn-1, from), len(text))
	}
	return "`" + text[from:to] + "`"
}

func (l lines) position(line, column int) position {
	text := l.line(line)
	at := min(max(column-1, 0), len(text))
	return position{max(line-1, 0), l.length(text[:at])}
}

// at returns the position of an offset in bytes.
func (l lines) at(offset int) position {
	for i, line := range l.list {
		if offset <= len(line) {
			return position{i, l.length(line[:offset])}
		}
		offset -= len(line) + 1
	}
	return position{len(l.list), 0}
}

// offset returns the offset in bytes of a position. A position beyond the end of its line stands for that end.
func (l lines) offset(p position) int {
	offset := 0
	for i, line := range l.list {
		if i < p.Line {
			offset += len(line) + 1
			continue
		}
		return offset + l.columnOf(line, p.Character)
	}
	return max(offset-1, 0)
}

// columnOf returns the offset in bytes of a character of a line.
func (e encoding) columnOf(line string, character int) int {
	if e == utf8Units {
		return min(character, len(line))
	}
	for at := range line {
		if e.length(line[:at]) >= character {
			return at
		}
	}
	return len(line)
}

// changed returns a text after a change of a part of it, or of the whole text if the change has no range.
func (e encoding) changed(text string, change contentChange) string {
	if change.Range == nil {
		return change.Text
	}
	all := e.lines(text)
	from, to := all.offset(change.Range.Start), all.offset(change.Range.End)
	return text[:from] + change.Text + text[max(from, to):]
}

// utf16Length counts UTF-16 code units. A byte that is no UTF-8 counts as one unit, because editors show one character
// for it.
func utf16Length(text string) (n int) {
	for _, r := range text {
		if n++; utf16.RuneLen(r) == 2 {
			n++
		}
	}
	return n
}

func (p position) before(q position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// meets reports whether two ranges have a position in common. The ends of a range are part of it.
func (s span) meets(other span) bool {
	return !other.End.before(s.Start) && !s.End.before(other.Start)
}
