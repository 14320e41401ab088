package cuda

import (
	"sort"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/source"
)

// code is the text of a file without comments, literals and directives, so that its brackets delimit functions and
// statements.
type code struct {
	text, file string
	// lines holds the offset at which each line begins.
	lines []int
}

func newCode(text, file string) *code {
	c := &code{text: text, file: file, lines: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			c.lines = append(c.lines, i+1)
		}
	}
	return c
}

// pos returns the place at an offset.
func (c *code) pos(offset int) source.Pos {
	line := sort.SearchInts(c.lines, offset+1)
	column := offset - c.lines[line-1] + 1
	return source.Pos{File: c.file, Line: line, Column: column, EndLine: line, EndColumn: column, Offset: offset}
}

// statementAt returns the statement around an offset. It reaches from the last `;`, `{` or `}` before the offset to the
// next one. If a block in braces begins in the statement, the statement ends with the block.
func (c *code) statementAt(offset int) lexical.Span {
	if offset >= len(c.text) {
		return lexical.Span{Start: len(c.text), End: len(c.text)}
	}
	start := strings.LastIndexAny(c.text[:offset], ";{}") + 1
	end := offset
	for end < len(c.text) && c.text[end] != ';' && c.text[end] != '}' {
		if end = lexical.After(c.text, end); end > 0 && c.text[end-1] == '}' {
			break
		}
	}
	return lexical.Span{Start: start, End: min(end, len(c.text))}
}
