package embedded

import (
	"bytes"
	"slices"
	"strings"
)

// scanCpp divides a C++ file into tokens. It drops comments and spaces. The marks that end statements, or begin or end
// blocks, count like line ends in Python.
func scanCpp(text []byte) []token {
	var tokens []token
	depth := 0
	for i := 0; i < len(text); {
		t := token{begin: i, depth: depth}
		switch c := text[i]; {
		case bytes.HasPrefix(text[i:], []byte("//")):
			i = endOf(text, i, "\n")
			continue
		case bytes.HasPrefix(text[i:], []byte("/*")):
			i = endOf(text, i+2, "*/")
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\n' || c == '\\':
			i++
			continue
		case c == '"' || c == '\'':
			t.kind = literal
			i = t.scanLiteral(text, i)
			if c == '\'' {
				t.kind = other
			}
		case isLetter(c):
			i = endOfWord(text, i)
			if prefix := string(text[t.begin:i]); i < len(text) && text[i] == '"' && strings.Trim(prefix, "u8ULR") == "" {
				t.kind, t.raw = literal, strings.HasSuffix(prefix, "R")
				i = t.scanCppLiteral(text, i)
			}
		case isDigit(c):
			t.kind = other
			for i < len(text) && (isLetter(text[i]) || isDigit(text[i]) || text[i] == '.' || text[i] == '\'') {
				i++
			}
		case c == ';' || c == '{' || c == '}':
			t.kind, i, depth = newline, i+1, 0
			t.depth = 0
		default:
			t.kind, i = punctuation, i+1
			switch c {
			case '(', '[':
				depth++
			case ')', ']':
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

func endOfWord(text []byte, at int) int {
	for at < len(text) && isWordByte(text[at]) {
		at++
	}
	return at
}

// endOf returns the offset after the next mark, or the end of the text if there is none.
func endOf(text []byte, at int, mark string) int {
	if found := bytes.Index(text[at:], []byte(mark)); found >= 0 {
		return at + found + len(mark)
	}
	return len(text)
}

// scanCppLiteral returns the end of the literal whose opening quote is at offset at.
func (t *token) scanCppLiteral(text []byte, at int) int {
	open := bytes.IndexByte(text[at:], '(')
	if !t.raw || open < 0 {
		return t.scanLiteral(text, at)
	}
	end := ")" + string(text[at+1:at+open]) + `"`
	t.contentAt = at + open + 1
	behind := endOf(text, t.contentAt, end)
	t.until = max(behind-len(end), t.contentAt)
	return behind
}

// findCppConstants finds the names that have one value in the whole file, because they are declared once and with a
// value.
func (f *file) findCppConstants() {
	f.constants, f.withText = map[string][]token{}, map[string]bool{}
	declared := map[string]int{}
	for i, t := range f.tokens {
		if t.kind != name || i == 0 {
			continue
		}
		behind := i + 1
		if f.is(behind, "[") {
			for behind++; behind < len(f.tokens) && f.tokens[behind].depth > t.depth; behind++ {
			}
			behind++
		}
		isDeclared := f.isType(i - 1)
		switch {
		case f.is(behind, "=") && !f.is(behind+1, "="):
			declared[t.text]++
			f.withText[t.text] = f.withText[t.text] || hasLiteral(f.until(behind+1, t.depth))
			if isDeclared {
				f.constants[t.text] = f.until(behind+1, t.depth)
			}
		case f.is(behind, "+") && f.is(behind+1, "="):
			declared[t.text] += 2
		case isDeclared && f.is(behind, "("):
			declared[t.text]++
			f.constants[t.text] = f.tokens[behind : behind+2+len(f.until(behind+1, t.depth+1))]
		case isDeclared && (f.is(behind, ",") || f.is(behind, ")") || behind < len(f.tokens) && f.tokens[behind].kind == newline):
			declared[t.text]++
		}
	}
	for name, times := range declared {
		if times > 1 {
			delete(f.constants, name)
		}
	}
}

// isType reports whether the token at index i may end the type of a declaration.
func (f *file) isType(i int) bool {
	words := []string{"return", "else", "throw", "case", "new", "delete", "goto", "sizeof", "co_return"}
	return f.tokens[i].kind == name && !slices.Contains(words, f.tokens[i].text) || f.is(i, "*") || f.is(i, "&") || f.is(i, ">")
}
