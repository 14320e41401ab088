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

// comments finds the comments of C++ source, skipping string and character
// literals. Raw strings are skipped as well; a line comment's continuation by
// a backslash is not followed.
func comments(text string) []comment {
	s := scanner{text: text, line: 1}
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
			s.skip(rawLength(rest))
		case rest[0] == '"', rest[0] == '\'' && !s.inNumber():
			s.skip(quotedLength(rest))
		default:
			s.skip(1)
		}
	}
	return s.found
}

// scanner walks over a text.
type scanner struct {
	text string
	at   int
	// line is the current line, start the offset where it begins.
	line, start int
	found       []comment
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

// comment records the comment that starts here.
func (s *scanner) comment(source, closing string) {
	c := comment{
		text: strings.TrimSuffix(source[2:], closing),
		line: s.line, column: s.at - s.start + 1,
		alone: strings.TrimSpace(s.text[s.start:s.at]) == "",
	}
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
