package embedded

import (
	"bytes"
	"slices"
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

// token is a token of a Python file, the bytes from begin to end. depth is the number of brackets around it. A bracket
// does not count for its own depth. raw and formatted state that a literal is a raw string or an f-string. Its content
// reaches from contentAt to until.
type token struct {
	kind             kind
	text             string
	begin, end       int
	depth            int
	raw, formatted   bool
	contentAt, until int
	// isOpen reports whether a literal has no closing quote.
	isOpen bool
}

func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// endOfWord returns the end of the name or number at an offset.
func endOfWord(text []byte, at int) int {
	for at < len(text) && isWordByte(text[at]) {
		at++
	}
	return at
}

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
			i = endOfWord(text, i)
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

// scanLiteral reads the literal whose opening quote is at the given offset, and returns the offset of its end.
func (t *token) scanLiteral(text []byte, at int) int {
	quotes := text[at : at+1]
	if triple := bytes.Repeat(quotes, 3); bytes.HasPrefix(text[at:], triple) {
		quotes = triple
	}
	t.contentAt = at + len(quotes)
	braces := 0
	for i := t.contentAt; i < len(text); i++ {
		switch {
		case bytes.HasPrefix(text[i:], quotes):
			t.until = i
			return i + len(quotes)
		case text[i] == '\\' && bytes.HasPrefix(text[i+1:], []byte("\r\n")):
			i += 2
		case text[i] == '\\':
			i++
		case text[i] == '{':
			braces++
		case text[i] == '}':
			braces--
		case text[i] == '\n' && len(quotes) == 1 && (!t.formatted || braces <= 0): // a field may have several lines
			t.until, t.isOpen = i, true
			return i
		}
	}
	t.until, t.isOpen = len(text), true
	return len(text)
}

// cutUnclosed removes the tokens from the first literal without a closing quote on, and returns that literal. It
// returns nil if all literals are closed.
func (f *file) cutUnclosed() *token {
	first := slices.IndexFunc(f.tokens, func(t token) bool { return t.isOpen })
	if first < 0 {
		return nil
	}
	unclosed := f.tokens[first]
	f.tokens = f.tokens[:first]
	return &unclosed
}

// isClosed reports whether the bracket that token i opens is closed.
func (f *file) isClosed(i int) bool {
	return slices.ContainsFunc(f.tokens[i+1:], func(t token) bool { return t.kind == punctuation && t.depth == f.tokens[i].depth && t.is(")") })
}

// findConstants finds the names that have one value in the whole file: a single statement assigns the name, and nothing
// else changes it.
func (f *file) findConstants() {
	f.constants, f.withText = map[string][]token{}, map[string]bool{}
	assigned := map[string]int{}
	for i, t := range f.tokens {
		switch {
		case t.kind != name || f.is(i-1, "."):
		case f.isParameter(i), f.isTarget(i):
			assigned[t.text] += 2
		case t.depth > 0:
		case f.is(i+1, "="):
			assigned[t.text]++
			f.withText[t.text] = f.withText[t.text] || hasLiteral(f.until(i+2, t.depth))
			if i == 0 || f.tokens[i-1].kind == newline {
				f.constants[t.text] = f.until(i+2, t.depth)
			}
		case f.is(i+1, "+") && f.is(i+2, "="), f.isWord(i-1, "for"), f.is(i+1, ":"), f.isWord(i-1, "as"):
			assigned[t.text] += 2
		}
	}
	for name, times := range assigned {
		if times > 1 {
			delete(f.constants, name)
		}
	}
}

// isParameter reports whether the name at token i is a parameter of a function or a lambda. Each call may give it
// another value.
func (f *file) isParameter(i int) bool {
	depth := f.tokens[i].depth
	for at := i - 1; at >= 0 && f.tokens[at].kind != newline; at-- {
		switch {
		case f.is(at, "(") && f.tokens[at].depth == depth-1 && f.isWord(at-2, "def"):
			return true
		case f.tokens[at].depth < depth:
			return false
		case f.isWord(at, "lambda"):
			return !slices.ContainsFunc(f.tokens[at:i], func(t token) bool { return t.kind == punctuation && t.text == ":" && t.depth == depth })
		}
	}
	return false
}

// isTarget reports whether the name at token i is bound by :=, is one of several targets of an assignment, or stands in
// a global, nonlocal, import or del statement. findConstants itself handles other assignments, for, as and annotations.
func (f *file) isTarget(i int) bool {
	if f.is(i+1, ":") && f.is(i+2, "=") || f.is(i+1, ":=") {
		return true
	}
	start := i
	for start > 0 && f.tokens[start-1].kind != newline {
		start--
	}
	for _, word := range []string{"global", "nonlocal", "import", "from", "del"} {
		if f.isWord(start, word) {
			return true
		}
	}
	if !f.is(i+1, ",") && !f.is(i-1, ",") || f.tokens[i].depth > 0 {
		return false
	}
	for at := i + 1; at < len(f.tokens) && f.tokens[at].kind != newline; at++ {
		if f.is(at, "=") && f.tokens[at].depth == 0 {
			return true
		}
	}
	return false
}

// copyEscape copies to out the character for which the escape sequence at an offset of text stands. It returns the
// reason if it cannot do so, else "".
func (t *token) copyEscape(out, text []byte, at int) string {
	switch next := text[at+1]; next {
	case '\n':
		out[at] = '\\'
	case '\\', '"', '\'':
		out[at+1] = next
	case 'n':
		line := out[bytes.LastIndexByte(out[:at], '\n')+1 : at]
		rest, _, _ := bytes.Cut(text[at+2:t.until], []byte("\n"))
		rest = bytes.TrimSpace(rest)
		if len(rest) > 0 && (bytes.Contains(line, []byte("//")) || bytes.Contains(line, []byte("#")) || rest[0] == '#') {
			return "a line of the file has several lines of its text" // refused: one of these line ends may end a comment or a directive
		}
	case 't', 'r', 'f', 'v':
	default:
		return "its text has escape sequences that are not read: make it a raw string"
	}
	return ""
}

// is reports whether the token is a mark.
func (t token) is(mark string) bool { return t.kind == punctuation && t.text == mark }

// content returns the text between the quotes of a literal as it is written. For another token, it returns the token's
// text.
func (t token) content() string {
	if t.kind != literal {
		return t.text
	}
	return t.text[t.contentAt-t.begin : t.until-t.begin]
}

// hasLiteral reports whether a value has a literal that may be a part of CUDA source.
func hasLiteral(value []token) bool { return slices.ContainsFunc(value, token.mayBeSource) }

// mayBeSource reports whether a token is a literal that may be a part of CUDA source. A literal of a single word is not
// one: it may be the name of the file that has the source, as in Path("kernel.cu").read_text().
func (t token) mayBeSource() bool {
	return t.kind == literal && strings.ContainsAny(t.content(), " \\\n\t(){};")
}

// isPlain reports whether a literal stands for its content as it is written.
func (t token) isPlain() bool { return t.raw || !strings.Contains(t.content(), "\\") }

// isBlank reports whether a literal stands for nothing except spaces and line ends.
func (t token) isBlank() bool {
	return strings.TrimSpace(strings.NewReplacer(`\n`, "", `\t`, "", `\r`, "").Replace(t.content())) == ""
}
