package embedded

import (
	"bytes"
	"strings"
)

type kind int

const (
	name kind = iota
	punctuation
	literal
	newline
	other
)

// token is a token of a Python file, the bytes from begin to end. depth is the number of brackets around it; an opening
// and a closing bracket do not count themselves.
type token struct {
	kind             kind
	text             string
	begin, end       int
	depth            int
	raw, formatted   bool
	contentAt, until int
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// scan divides a Python file into tokens. It drops comments and spaces.
func scan(text []byte) []token {
	var tokens []token
	depth := 0
	for i := 0; i < len(text); {
		t := token{begin: i, depth: depth}
		switch c := text[i]; {
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		case c == '\n':
			t.kind, i = newline, i+1
			if depth > 0 {
				continue
			}
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			i++
			continue
		case c == '\\' && i+1 < len(text):
			i += 2
			continue
		case c == '"' || c == '\'':
			t.kind = literal
			i = t.scanLiteral(text, i)
		case isLetter(c):
			for i < len(text) && (isLetter(text[i]) || isDigit(text[i])) {
				i++
			}
			if prefix := strings.ToLower(string(text[t.begin:i])); i < len(text) && (text[i] == '"' || text[i] == '\'') &&
				strings.Trim(prefix, "rbuft") == "" {
				t.kind = literal
				t.raw, t.formatted = strings.Contains(prefix, "r"), strings.ContainsAny(prefix, "ft")
				i = t.scanLiteral(text, i)
			}
		case isDigit(c):
			t.kind = other
			for i < len(text) && (isLetter(text[i]) || isDigit(text[i]) || text[i] == '.') {
				i++
			}
		default:
			t.kind, i = punctuation, i+1
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth = max(depth-1, 0)
				t.depth = depth
			}
		}
		t.end = i
		t.text = string(text[t.begin:t.end])
		tokens = append(tokens, t)
	}
	return tokens
}

// scanLiteral returns the end of the literal whose opening quote is at at.
func (t *token) scanLiteral(text []byte, at int) int {
	quotes := text[at : at+1]
	if triple := bytes.Repeat(quotes, 3); bytes.HasPrefix(text[at:], triple) {
		quotes = triple
	}
	t.contentAt = at + len(quotes)
	for i := t.contentAt; i < len(text); i++ {
		switch {
		case bytes.HasPrefix(text[i:], quotes):
			t.until = i
			return i + len(quotes)
		case text[i] == '\\':
			i++
		case text[i] == '\n' && len(quotes) == 1:
			t.until = i
			return i
		}
	}
	t.until = len(text)
	return len(text)
}

// copyTo copies the text that a literal means to its place in out. If it cannot, it returns the reason.
func (t *token) copyTo(out, text []byte) string {
	for i := t.contentAt; i < t.until; i++ {
		if t.raw || text[i] != '\\' || i+1 == t.until {
			out[i] = text[i]
			continue
		}
		switch next := text[i+1]; next {
		case '\n':
			out[i] = '\\'
		case '\\', '"', '\'':
			out[i+1] = next
		case 'n':
			if rest, _, _ := bytes.Cut(text[i+2:t.until], []byte("\n")); len(bytes.TrimSpace(rest)) > 0 {
				return "a line of the file has several lines of its text"
			}
		case 't', 'r', 'f', 'v':
		default:
			return "its text has escape sequences that are not read: make it a raw string"
		}
		i++
	}
	return ""
}
