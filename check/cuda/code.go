package cuda

import (
	"sort"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/source"
)

// code is the text of a file without comments, literals and directives. Its brackets divide it into functions and statements.
type code struct {
	text, file string
	// lines are the offsets at which lines begin.
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

// statementAt returns the statement around an offset: from the last `;`, `{` or `}` before the offset to the next one.
// A block in braces that begins in the statement is part of it.
func (c *code) statementAt(offset int) lexical.Span {
	if offset >= len(c.text) {
		return lexical.Span{Start: len(c.text), End: len(c.text)}
	}
	start := strings.LastIndexAny(c.text[:offset], ";{}") + 1
	end := offset
	for end < len(c.text) && c.text[end] != ';' && c.text[end] != '}' {
		if end = c.after(end); end > 0 && c.text[end-1] == '}' {
			break
		}
	}
	return lexical.Span{Start: start, End: min(end, len(c.text))}
}

// after returns the offset after the character at an offset. If the character opens a bracket, the result is the offset
// after the closing bracket.
func (c *code) after(offset int) int {
	depth := 0
	for ; offset < len(c.text); offset++ {
		switch c.text[offset] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth <= 0 {
			return offset + 1
		}
	}
	return offset
}

// definitionFrom returns the body and the name of the function whose definition begins at an offset. The name is "" for
// a lambda. isDefined is false if something else is declared there, or if nothing is defined.
func (c *code) definitionFrom(offset int) (body lexical.Span, name string, isDefined bool) {
	word, inits := "", false
	for offset < len(c.text) {
		switch next := c.text[offset]; {
		case next == ';' || next == '}' || next == ')' || next == ',' && !inits || next == '=' && !strings.HasSuffix(word, "operator"):
			return body, "", false
		case next == '(' && name == "" && !isQualifier(word):
			name = word
		case next == ':' && name != "" && !strings.HasPrefix(c.text[offset:], "::") && c.text[offset-1] != ':':
			inits = true
		case next == '{' && (!inits || c.isAfterInit(offset)):
			return lexical.Span{Start: offset, End: c.after(offset)}, name, true
		}
		end := offset
		for end < len(c.text) && isOfName(c.text[end]) {
			end++
		}
		switch {
		case end > offset:
			word = c.text[offset:end]
			offset = end
		default:
			offset = c.after(offset)
		}
	}
	return body, "", false
}

// isAfterInit reports whether the brace at an offset begins the body of a constructor, after its initialisers. If not,
// it begins the value of an initialiser.
func (c *code) isAfterInit(offset int) bool {
	before := strings.TrimRight(c.text[:offset], " \t\r\n")
	return strings.HasSuffix(before, ")") || strings.HasSuffix(before, "}")
}

// isQualifier reports whether a word before an opening parenthesis cannot be the name of the function.
func isQualifier(word string) bool {
	switch word {
	case "", "__launch_bounds__", "__attribute__", "alignas", "__align__", "decltype", "explicit", "noexcept", "__cluster_dims__", "__maxnreg__":
		return true
	}
	return false
}

func isOfName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
