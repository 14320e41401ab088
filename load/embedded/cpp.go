package embedded

import (
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/lexical"
)

// scanCpp divides a C++ file into tokens. It drops comments and spaces. The marks that end statements, or begin or end
// blocks, have the meaning that line ends have in Python.
func scanCpp(text []byte) []token {
	var tokens []token
	code, depth := string(text), 0
	for i := 0; i < len(code); {
		t := token{begin: i, depth: depth}
		end, kind := lexical.Token(code, i)
		c := code[i]
		switch {
		case kind == lexical.IsComment || strings.IndexByte(" \t\r\f\n\\", c) >= 0:
			i = end
			continue
		case kind == lexical.IsLiteral:
			t.setLiteral(code, end)
		case isDigit(c):
			t.kind = other
		case isLetter(c):
			end = endOfWord(text, i)
			if isPrefix(code[i:end]) && end < len(code) && code[end] == '"' {
				end, _ = lexical.Token(code, end)
				t.setLiteral(code, end)
			}
		case c == ';' || c == '{' || c == '}':
			t.kind, t.depth, depth = newline, 0, 0
		default:
			t.kind = punctuation
			switch c {
			case '(', '[':
				depth++
			case ')', ']':
				depth = max(depth-1, 0)
				t.depth = depth
			}
		}
		i, t.end, t.text = end, end, code[t.begin:end]
		tokens = append(tokens, t)
	}
	return tokens
}

// isPrefix reports whether a word before a quote is the prefix of a literal that is not raw.
func isPrefix(word string) bool { return word == "u8" || word == "u" || word == "U" || word == "L" }

// setLiteral makes the token a literal that ends at the offset end. A character literal, such as 'a', is no text.
func (t *token) setLiteral(code string, end int) {
	quote := t.begin + strings.IndexAny(code[t.begin:end], `"'`)
	if code[quote] == '\'' {
		t.kind = other
		return
	}
	prefix := code[t.begin:quote]
	t.kind, t.raw, t.contentAt, t.until = literal, strings.HasSuffix(prefix, "R"), quote+1, end
	closing := `"`
	if t.raw {
		delimiter, _, _ := strings.Cut(code[quote+1:end], "(")
		closing, t.contentAt = ")"+delimiter+closing, quote+1+len(delimiter)+1
	}
	if strings.HasSuffix(code[t.contentAt:end], closing) {
		t.until = end - len(closing)
	}
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
