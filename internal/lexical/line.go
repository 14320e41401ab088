package lexical

import "strings"

// Line returns the line of a text with a number, without the newline. The numbers count from 1. It returns false if
// there is no such line.
func Line(text string, number int) (line string, found bool) {
	for line := range strings.SplitSeq(text, "\n") {
		if number--; number == 0 {
			return line, true
		}
	}
	return "", false
}
