package check

import "strings"

// comment is one comment of a source file.
type comment struct {
	// text without the marks.
	text string
	// Lines and byte columns count from 1; the end column is exclusive.
	line, column, endLine, endColumn int
	// alone reports that nothing but white space stands before it on its line.
	alone bool
}

// comments finds the comments of C++ source.
func comments(text string) []comment { return scan(text).found }

// scan tells comments, and string and character literals, from code. Raw strings are
// literals as well; a line comment's continuation by a backslash is not followed.
func scan(text string) *scanner {
	s := &scanner{text: text, line: 1}
	for s.at < len(text) {
		rest := text[s.at:]
		switch {
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.comment(strings.TrimSuffix(rest[:end], "\r"), "")
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				end = len(rest) - 4
			}
			s.comment(rest[:max(end+4, 2)], "*/")
		case rest[0] == 'R' && strings.HasPrefix(rest, `R"`):
			s.literal(rawLength(rest))
		case rest[0] == '"', rest[0] == '\'' && !s.inNumber():
			s.literal(quotedLength(rest))
		default:
			s.skip(1)
		}
	}
	return s
}

// scanner walks over a text.
type scanner struct {
	text string
	at   int
	// line is the current line, start the offset where it begins.
	line, start int
	found       []comment
	// The offsets of comments and literals, the end exclusive.
	commentSpans, literalSpans [][2]int
}

// skip moves on by n bytes.
func (s *scanner) skip(n int) {
	for range n {
		if s.text[s.at] == '\n' {
			s.line++
			s.start = s.at + 1
		}
		s.at++
	}
}

// literal moves on over a literal of n bytes.
func (s *scanner) literal(n int) {
	s.literalSpans = append(s.literalSpans, [2]int{s.at, s.at + n})
	s.skip(n)
}

// comment records the comment that starts here.
func (s *scanner) comment(source, closing string) {
	c := comment{
		text: strings.TrimSuffix(source[2:], closing),
		line: s.line, column: s.at - s.start + 1,
		alone: strings.TrimSpace(s.text[s.start:s.at]) == "",
	}
	s.commentSpans = append(s.commentSpans, [2]int{s.at, s.at + len(source)})
	s.skip(len(source))
	c.endLine, c.endColumn = s.line, s.at-s.start+1
	s.found = append(s.found, c)
}

// inNumber reports that a quote here separates digits (1'000).
func (s *scanner) inNumber() bool {
	if s.at == 0 {
		return false
	}
	c := s.text[s.at-1]
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// quotedLength is the length of a literal, up to the end of its line at most.
func quotedLength(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			return i
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// rawLength is the length of a raw string literal R"delimiter(...)delimiter".
func rawLength(text string) int {
	open := strings.IndexByte(text, '(')
	if open < 0 || open > 18 {
		return 1
	}
	closing := ")" + text[2:open] + `"`
	end := strings.Index(text[open:], closing)
	if end < 0 {
		return len(text)
	}
	return open + end + len(closing)
}
