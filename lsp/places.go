package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/warpcheck/warpcheck/internal/legible"
	"github.com/warpcheck/warpcheck/source"
)

// Positions of the protocol count lines and characters from 0, characters in UTF-16 code units, or in
// bytes where the editor takes that. Ours count lines and bytes from 1.

// pathOf is the file of a URI, "" for what is no file of this machine.
func pathOf(uri string) string {
	parsed, err := url.Parse(uri)
	if err != nil || parsed.Scheme != "file" || parsed.Host != "" && parsed.Host != "localhost" {
		return ""
	}
	return filepath.Clean(filepath.FromSlash(parsed.Path))
}

// hasZero reports a path with a zero byte. No file has one in its name; what clang opens ends before it.
func hasZero(path string) bool { return strings.ContainsRune(path, 0) }

// errZero is the complaint about one.
func errZero(uri string) string {
	return legible.Text(uri) + ": a name with a zero byte, which no file has"
}

func uriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// encoding says how the characters of a line are counted.
type encoding string

const (
	utf8Units  encoding = "utf-8"
	utf16Units encoding = "utf-16"
)

// lines are those of a text, without their ends.
type lines struct {
	list []string
	encoding
}

func (e encoding) lines(text string) lines { return lines{strings.Split(text, "\n"), e} }

// span is that of a position. One without a line is the first line, one without an end the rest of
// its line.
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

// quoted is the text at a position between quotes, as far as it is on one line.
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
	if l.encoding == utf16Units {
		at = utf16Length(text[:at])
	}
	return position{max(line-1, 0), at}
}

// at is the position of an offset in bytes.
func (l lines) at(offset int) position {
	for i, line := range l.list {
		if offset <= len(line) {
			if l.encoding == utf16Units {
				offset = utf16Length(line[:offset])
			}
			return position{i, offset}
		}
		offset -= len(line) + 1
	}
	return position{len(l.list), 0}
}

// utf16Length counts code units; a byte that is no UTF-8 is one, as the character that editors show for it.
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

// meets reports two stretches that have a place in common, their ends included.
func (s span) meets(other span) bool {
	return !other.End.before(s.Start) && !s.End.before(other.Start)
}
