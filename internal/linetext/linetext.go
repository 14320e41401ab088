// Package linetext names lines of the source in messages. All messages of an analysis name lines by this package, so
// that a stored message can be adapted when the text that it is about has moved to other lines.
package linetext

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// word stands before the number of a line.
const word = "line "

var named = pattern.Of(`\b` + word + `\d+\b`)

// Of names the line of a place: "line 12".
func Of(p source.Pos) string { return word + strconv.Itoa(p.Line) }

// Named reports whether a text names a line.
func Named(text string) bool { return strings.Contains(text, word) && named().MatchString(text) }

// Move returns text with each line number that it names replaced by the result of to. It returns false if `to` returns
// false for one of them.
func Move(text string, to func(line int) (moved int, ok bool)) (moved string, ok bool) {
	if !Named(text) {
		return text, true
	}
	ok = true
	moved = named().ReplaceAllStringFunc(text, func(name string) string {
		line, err := strconv.Atoi(name[len(word):])
		line, has := to(line)
		ok = ok && has && err == nil
		return word + strconv.Itoa(line)
	})
	return moved, ok
}

// Compare orders texts. It compares the lines that they name as numbers, so that the order does not depend on where the
// text stands in its file.
func Compare(a, b string) int { return cmp.Or(cmp.Compare(padded(a), padded(b)), cmp.Compare(a, b)) }

func padded(text string) string {
	if !Named(text) {
		return text
	}
	return named().ReplaceAllStringFunc(text, func(name string) string {
		number := name[len(word):]
		return word + strings.Repeat("0", max(0, 12-len(number))) + number
	})
}
