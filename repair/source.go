package repair

import (
	"bytes"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/internal/lexical"
)

// sourceText is the text of a file, in which repairs look up offsets.
type sourceText struct {
	file string
	text []byte
}

// start returns the offset at which a node begins, or -1 if it is not in the text.
func (s *sourceText) start(n *ast.Node) int { return s.offset(n.Pos.Line, n.Pos.Column) }

// end returns the offset at which the last token of a node ends, or -1 if it is not in the text.
func (s *sourceText) end(n *ast.Node) int { return s.offset(n.Pos.EndLine, n.Pos.EndColumn) }

// offset returns the offset of a line and column, or -1 if the text does not have them.
func (s *sourceText) offset(line, column int) int { return lexical.Offset(s.text, line, column) }

// words returns the text of a node, or "" if it is not one contiguous part of this file.
func (s *sourceText) words(n *ast.Node) string {
	from, to := s.start(n), s.end(n)
	if n.Pos.File != s.file || from < 0 || to <= from {
		return ""
	}
	return string(s.text[from:to])
}

// statementEnd returns the offset at which a statement ends, with its semicolon. It returns -1 if that is not clear.
func (s *sourceText) statementEnd(n *ast.Node) int {
	end := s.end(n)
	if end < 0 {
		return -1
	}
	if n.Kind == ast.Compound {
		return end
	}
	after := end + len(s.text[end:]) - len(bytes.TrimLeft(s.text[end:], " \t"))
	switch {
	case after < len(s.text) && s.text[after] == ';':
		return after + 1
	case s.text[end-1] == ';', s.text[end-1] == '}':
		return end
	}
	return -1
}

// indent returns the text before an offset on its line, and whether it is only white space.
func (s *sourceText) indent(offset int) (string, bool) {
	line := s.text[bytes.LastIndexByte(s.text[:offset], '\n')+1 : offset]
	return string(line), len(bytes.TrimLeft(line, " \t")) == 0
}

// separator returns the text to put between two statements at an offset: a new line with the indent of this line, or a
// blank if several statements are on one line.
func (s *sourceText) separator(offset int) string {
	indent, alone := s.indent(offset)
	if !alone {
		return " "
	}
	return s.newline(offset) + indent
}

// newline returns the line end of the line at an offset: \n or \r\n. If the last line has no line end, it returns the
// line end of the first line.
func (s *sourceText) newline(offset int) string {
	end := bytes.IndexByte(s.text[offset:], '\n')
	if end < 0 {
		offset, end = 0, bytes.IndexByte(s.text, '\n')
	}
	if end > 0 && s.text[offset+end-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// wholeLine extends a range to whole lines, if these lines have nothing else but white space. Otherwise it adds only
// the white space between the range and earlier text on the line.
func (s *sourceText) wholeLine(from, to int) (int, int) {
	indent, alone := s.indent(from)
	rest := s.text[to:]
	blank := len(rest) - len(bytes.TrimLeft(rest, " \t\r"))
	if alone && blank < len(rest) && rest[blank] == '\n' {
		return from - len(indent), to + blank + 1
	}
	if !alone {
		from = len(bytes.TrimRight(s.text[:from], " \t"))
	}
	return from, to
}

// behindComment returns the offset after a // comment that follows the offset end on its line. It returns end if there
// is no such comment.
func (s *sourceText) behindComment(end int) int {
	line, _, _ := bytes.Cut(s.text[end:], []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	if bytes.HasPrefix(bytes.TrimLeft(line, " \t"), []byte("//")) && !bytes.HasSuffix(line, []byte("\\")) {
		return end + len(line)
	}
	return end
}

// endsLine reports whether only white space follows an offset on its line.
func (s *sourceText) endsLine(offset int) bool {
	line, _, _ := bytes.Cut(s.text[offset:], []byte("\n"))
	return len(bytes.TrimSpace(line)) == 0
}

// argument is the range of bytes of a call's argument, without the white space around it.
type argument struct{ from, to int }

// call is a call in the text. nameEnd is the offset at which the function's name ends. open is the offset of the
// opening parenthesis. end is the offset after the closing one.
type call struct {
	nameEnd   int
	open, end int
	arguments []argument
}

// callAt returns the call of the function called name at an offset. ok is false if no such call is there. It is also
// false if the call cannot be read by counting brackets, because it has comments, directives, or literals in quotes.
func (s *sourceText) callAt(offset int, name string) (c call, ok bool) {
	if offset < 0 || !bytes.HasPrefix(s.text[offset:], []byte(name)) {
		return c, false
	}
	c.nameEnd = offset + len(name)
	c.open = len(s.text) - len(bytes.TrimLeft(s.text[c.nameEnd:], " \t\r\n"))
	if c.open >= len(s.text) || s.text[c.open] != '(' {
		return c, false
	}
	depth, from := 0, c.open+1
	for i := c.open; i < len(s.text); i++ {
		switch s.text[i] {
		case '"', '\'', '#':
			return c, false
		case '/':
			if next := s.text[i+1]; next == '/' || next == '*' {
				return c, false
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if ends := depth == 0; ends || depth == 1 && s.text[i] == ',' {
			c.add(s.trimmed(from, i))
			from = i + 1
			if ends {
				c.end = i + 1
				return c, true
			}
		}
	}
	return c, false
}

// add appends an argument. It appends none for the parentheses of f().
func (c *call) add(a argument) {
	if a.from < a.to || len(c.arguments) > 0 {
		c.arguments = append(c.arguments, a)
	}
}

func (s *sourceText) trimmed(from, to int) argument {
	for from < to && bytes.IndexByte(space, s.text[from]) >= 0 {
		from++
	}
	for from < to && bytes.IndexByte(space, s.text[to-1]) >= 0 {
		to--
	}
	return argument{from, to}
}

var space = []byte(" \t\r\n")

// textOf returns the text of an argument.
func (s *sourceText) textOf(a argument) string { return string(s.text[a.from:a.to]) }

// mentions reports whether the text contains a word.
func (s *sourceText) mentions(word string) bool {
	return lexical.HasWord(string(s.text), word)
}
