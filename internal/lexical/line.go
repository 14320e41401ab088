package lexical

import (
	"bytes"
	"strings"
)

// Line returns the line of a text with the given number, without its newline. Lines count from 1. It returns false if
// there is no such line.
func Line(text string, number int) (line string, found bool) {
	for line := range strings.SplitSeq(text, "\n") {
		if number--; number == 0 {
			return line, true
		}
	}
	return "", false
}

// Offset returns the offset in a text of a line and a column, or -1 if the text has no such place. Both count from 1,
// and columns count bytes.
func Offset(text []byte, line, column int) int {
	at := 0
	for range line - 1 {
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
	if at += column - 1; line < 1 || column < 1 || at > len(text) {
		return -1
	}
	return at
}
