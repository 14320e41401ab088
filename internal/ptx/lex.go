package ptx

import "strings"

// tokenKind is the kind of a token.
type tokenKind int

const (
	end         tokenKind = iota
	word                  // opcode, directive, register, label: letters, digits, dots, "::"
	number                // any literal that starts with a digit
	placeholder           // %0, %[name]: text is what follows the percent sign
	register              // %laneid, %%laneid: text is the name
	text                  // "a string"
	punct                 // one of ;,:{}[]()@!|+-_ and anything else, one byte
)

// token is one lexical element of the text.
type token struct {
	kind tokenKind
	text string
	// start and stop are byte offsets.
	start, stop int
	line        int
}

// is reports whether the token is the given punctuation.
func (t token) is(p string) bool { return t.kind == punct && t.text == p }

// lex splits the text into tokens. The last one is of kind end.
func lex(source string) []token { return lexFrom(source, 1) }

// lexFrom splits a text into tokens. The last one is of kind end. The first line of the text has the number line.
func lexFrom(source string, line int) []token {
	l := &lexer{source: source, line: line}
	var tokens []token
	for {
		l.skipBlank()
		start, line := l.at, l.line
		if start >= len(source) {
			return append(tokens, token{kind: end, start: start, stop: start, line: line})
		}
		kind, s := l.next()
		tokens = append(tokens, token{kind, s, start, l.at, line})
	}
}

// lexer is a position in the source.
type lexer struct {
	source string
	at     int
	line   int
}

// skipBlank moves past white space and comments.
func (l *lexer) skipBlank() {
	for l.at < len(l.source) {
		rest := l.source[l.at:]
		switch {
		case rest[0] == '\n':
			l.line++
			l.at++
		case rest[0] == ' ', rest[0] == '\t', rest[0] == '\r', rest[0] == '\f', rest[0] == '\v':
			l.at++
		case strings.HasPrefix(rest, "//"):
			l.at += untilOrEnd(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			length := len(rest)
			if i := strings.Index(rest[2:], "*/"); i >= 0 {
				length = i + 4
			}
			l.line += strings.Count(rest[:length], "\n")
			l.at += length
		default:
			return
		}
	}
}

// untilOrEnd returns the number of bytes of s before the first stop, or the length of s if there is no stop.
func untilOrEnd(s, stop string) int {
	if i := strings.Index(s, stop); i >= 0 {
		return i
	}
	return len(s)
}

// next reads one token, and returns its kind and its text. It must not be called at the end of the source.
func (l *lexer) next() (tokenKind, string) {
	c := l.source[l.at]
	switch {
	case c == '%':
		return l.percent()
	case c == '"':
		return text, l.quoted()
	case isDigit(c):
		return number, l.number()
	case isWord(c) || c == '.':
		return word, l.word()
	}
	l.at++
	return punct, string(rune(c))
}

// percent reads a placeholder or a register name after the percent sign. Both
// %%laneid and %laneid (which nvcc passes through) name the register.
func (l *lexer) percent() (tokenKind, string) {
	l.at++
	if l.peek() == '%' {
		l.at++
	}
	switch c := l.peek(); {
	case isDigit(c):
		return placeholder, l.take(isDigit)
	case c == '[':
		l.at++
		name := l.take(isWord)
		if l.peek() == ']' {
			l.at++
		}
		return placeholder, name
	case isWord(c):
		return register, l.word()
	}
	return punct, "%"
}

// word reads a name with its dots, its "::" and its "%=" (a unique number that
// the compiler puts into label names).
func (l *lexer) word() string {
	start := l.at
	for l.at < len(l.source) {
		rest := l.source[l.at:]
		switch {
		case isWord(rest[0]) || rest[0] == '.':
			l.at++
		case strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "%="):
			l.at += 2
		default:
			return l.source[start:l.at]
		}
	}
	return l.source[start:l.at]
}

// number reads an integer or floating literal, with the sign of its exponent.
func (l *lexer) number() string {
	start := l.at
	for l.at < len(l.source) {
		c := l.source[l.at]
		exponent := (c == '-' || c == '+') && isDecimalExponent(l.source[start:l.at])
		if !isWord(c) && c != '.' && !exponent {
			break
		}
		l.at++
	}
	return l.source[start:l.at]
}

// isDecimalExponent reports whether a sign after s, the literal read so far, belongs to an exponent. It does after
// "1.5e", but not after "0x1e".
func isDecimalExponent(s string) bool {
	last := s[len(s)-1]
	prefixed := len(s) > 1 && s[0] == '0' && !isDigit(s[1]) && s[1] != '.'
	return (last == 'e' || last == 'E') && !prefixed
}

// quoted reads a string up to its closing quote or the end.
func (l *lexer) quoted() string {
	l.at++
	rest := l.source[l.at:]
	length := untilOrEnd(rest, `"`)
	l.line += strings.Count(rest[:length], "\n")
	l.at = min(l.at+length+1, len(l.source))
	return rest[:length]
}

// take reads bytes as long as accept returns true for them.
func (l *lexer) take(accept func(byte) bool) string {
	start := l.at
	for l.at < len(l.source) && accept(l.source[l.at]) {
		l.at++
	}
	return l.source[start:l.at]
}

// peek returns the next byte, or 0 at the end.
func (l *lexer) peek() byte {
	if l.at < len(l.source) {
		return l.source[l.at]
	}
	return 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// isWord reports whether a byte may be in a name. As in PTX, that includes $.
func isWord(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}
