package check

import (
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
)

// comment is one comment of a source file.
type comment struct {
	// text is the comment without its marks, // or /* */.
	text string
	// Lines and columns count from 1. Columns count bytes. The end column is exclusive.
	line, column, endLine, endColumn int
	// alone reports whether only white space precedes the comment on its line.
	alone bool
}

// comments returns the comments of C++ source.
func comments(text string) []comment {
	var found []comment
	spans, _ := lexical.Scan(text)
	p := place{text: text, line: 1}
	for _, span := range spans {
		p.moveTo(span.Start)
		c := comment{text: withoutMarks(text[span.Start:span.End]), line: p.line, column: p.column(),
			alone: strings.TrimSpace(text[p.start:span.Start]) == ""}
		p.moveTo(span.End)
		c.endLine, c.endColumn = p.line, p.column()
		found = append(found, c)
	}
	return found
}

// withoutMarks returns a comment without its marks, // or /* */.
func withoutMarks(comment string) string {
	if text, block := strings.CutPrefix(comment, "/*"); block {
		return strings.TrimSuffix(text, "*/")
	}
	return strings.TrimPrefix(comment, "//")
}

// place is a position in a text.
type place struct {
	text string
	// at is the offset of the place in the text. start is the offset at which its line begins. line is the number of
	// that line.
	at, start, line int
}

// moveTo moves the place forward to an offset.
func (p *place) moveTo(offset int) {
	passed := p.text[p.at:offset]
	p.line += strings.Count(passed, "\n")
	if last := strings.LastIndexByte(passed, '\n'); last >= 0 {
		p.start = p.at + last + 1
	}
	p.at = offset
}

// column returns the column of the place in bytes, from 1.
func (p *place) column() int { return p.at - p.start + 1 }
