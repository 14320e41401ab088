// Package lexical separates comments and literals from the code in a C++ text, for callers without a syntax tree.
package lexical

import (
	"iter"
	"slices"
	"strings"
)

// Span is a part of a text, in bytes. End is exclusive.
type Span struct{ Start, End int }

// Scan finds the comments of a text, and its character and string literals, including raw ones. A // comment does not
// include its line end.
func Scan(text string) (comments, literals []Span) {
	for at := 0; at < len(text); {
		end, kind := Token(text, at)
		switch kind {
		case IsComment:
			comments = append(comments, Span{at, end})
		case IsLiteral:
			literals = append(literals, Span{at, end})
		}
		at = end
	}
	return comments, literals
}

// Kind is the kind of a token.
type Kind int

// The kinds. IsLiteral stands for character and string literals only. Numbers are code.
const (
	IsCode Kind = iota
	IsComment
	IsLiteral
)

// Token returns the end and the kind of the token at an offset: a comment, a literal, a word, a number or another
// character. The prefix of a literal belongs to it only if it is raw.
func Token(text string, offset int) (end int, kind Kind) {
	switch c := text[offset]; {
	case strings.HasPrefix(text[offset:], "//"):
		return lineEnd(text, offset), IsComment
	case strings.HasPrefix(text[offset:], "/*"):
		return behind(text, offset+len("/*"), "*/"), IsComment
	case c == '"' || c == '\'':
		return literalEnd(text, offset), IsLiteral
	case isDigit(c):
		return numberEnd(text, offset), IsCode
	case isOfWord(c):
		return wordEnd(text, offset)
	}
	return offset + 1, IsCode
}

// Blank returns a text with spaces in place of spans. It keeps line ends, so that the rest keeps its lines and columns.
func Blank(text string, spans []Span) string {
	if len(spans) == 0 {
		return text
	}
	blanked := []byte(text)
	for _, span := range spans {
		for i := span.Start; i < span.End; i++ {
			if blanked[i] != '\n' && blanked[i] != '\r' {
				blanked[i] = ' '
			}
		}
	}
	return string(blanked)
}

// WithoutComments returns a text with spaces in place of its comments.
func WithoutComments(text string) string {
	comments, _ := Scan(text)
	return Blank(text, comments)
}

// Code returns a text with spaces in place of its comments and literals.
func Code(text string) string {
	comments, literals := Scan(text)
	return Blank(Blank(text, comments), literals)
}

// Words returns the identifiers and keywords of a text with their offsets, including those in comments and literals.
// The suffix of a number (1u) is no word.
func Words(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at := 0; at < len(text); {
			start := at
			for at < len(text) && isOfWord(text[at]) {
				at++
			}
			switch {
			case at == start:
				at++
			case !isDigit(text[start]) && !yield(start, text[start:at]):
				return
			}
		}
	}
}

// HasWord reports whether a text contains a word.
func HasWord(text, word string) bool {
	for from := 0; word != ""; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			break
		}
		start, end := from+at, from+at+len(word)
		if (start == 0 || !isOfWord(text[start-1])) && (end == len(text) || !isOfWord(text[end])) {
			return true
		}
		from = end
	}
	return false
}

// behind returns the offset of the end of the first occurrence of word in text[offset:]. It returns the end of the text
// if there is none.
func behind(text string, offset int, word string) int {
	if i := strings.Index(text[offset:], word); i >= 0 {
		return offset + i + len(word)
	}
	return len(text)
}

// lineEnd returns the end of a line. A backslash at the end of the line continues it on the next.
func lineEnd(text string, offset int) int {
	for {
		i := strings.IndexByte(text[offset:], '\n')
		if i < 0 {
			return len(text)
		}
		end := offset + i
		line := strings.TrimSuffix(text[offset:end], "\r")
		if !strings.HasSuffix(line, `\`) {
			return offset + len(line)
		}
		offset = end + 1
	}
}

// literalEnd returns the end of a literal, or the end of the line if the literal does not end there.
func literalEnd(text string, offset int) int {
	for i := offset + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return i
		case text[offset]:
			return i + 1
		}
	}
	return len(text)
}

// numberEnd returns the end of a number. An apostrophe may separate two of its digits.
func numberEnd(text string, offset int) int {
	for i := offset + 1; i < len(text); i++ {
		separates := text[i] == '\'' && i+1 < len(text) && isOfWord(text[i+1])
		if !isOfWord(text[i]) && text[i] != '.' && !separates {
			return i
		}
	}
	return len(text)
}

// wordEnd returns the end and the kind of a word, or of the raw literal that begins with the word.
func wordEnd(text string, offset int) (int, Kind) {
	end := offset
	for end < len(text) && isOfWord(text[end]) {
		end++
	}
	if !strings.HasPrefix(text[end:], `"`) || !slices.Contains(rawPrefixes, text[offset:end]) {
		return end, IsCode
	}
	open := strings.IndexByte(text[end:], '(')
	if open < 0 || open > longestDelimiter+len(`"`) {
		return end, IsCode
	}
	return behind(text, end+open, ")"+text[end+1:end+open]+`"`), IsLiteral
}

// longestDelimiter is the largest length of the delimiter of a raw literal in the standard.
const longestDelimiter = 16

// rawPrefixes lists the prefixes of raw literals.
var rawPrefixes = []string{"R", "u8R", "uR", "UR", "LR"}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isOfWord(c byte) bool {
	return c == '_' || isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
