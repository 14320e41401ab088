package parse

import (
	"bytes"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
)

// From C++20 on parentheses initialise an aggregate as braces do:
//
//	int4 all(a, b, c, d); return Pair<T>(x, n);
//
// clang 15 finds no constructor for them. Braces do not help if a class has constructors and none
// matches. Parentheses in a library's own templates stay, as those make objects of any type: braces would list the
// elements of a vector.

// maxInitialiser bounds the text in which the closing parenthesis is searched for, for each error.
const maxInitialiser = 1 << 13

// braced puts braces in place of the parentheses after the name at an offset.
func braced(text []byte, offset int, _ string) []frontend.Edit {
	open := behindName(text, offset)
	length := parenthesised(text[open:min(len(text), open+maxInitialiser)])
	return when(length > 0, frontend.Edit{Offset: open, Removed: 1, Text: "{"},
		frontend.Edit{Offset: open + length - 1, Removed: 1, Text: "}"})
}

// behindName returns the offset after the qualified name at an offset, with its lists of template arguments.
func behindName(text []byte, offset int) int {
	for {
		rest := text[offset:]
		if scope, qualifies := bytes.CutPrefix(rest, []byte("::")); qualifies {
			rest = trimLeft(scope)
		}
		name := identifier().Find(rest)
		if name == nil {
			return offset
		}
		if rest = trimLeft(rest[len(name):]); bytes.HasPrefix(rest, []byte("<")) {
			rest = trimLeft(rest[listLength(rest):])
		}
		offset = len(text) - len(rest)
	}
}

// parenthesised returns the length of the text in parentheses at the beginning of a text, with the parentheses. It
// returns 0 if the text does not begin with one.
func parenthesised(text []byte) int {
	if !bytes.HasPrefix(text, []byte("(")) {
		return 0
	}
	if length, closed := untilClosed(lexical.Code(string(text[1:])), '(', ')'); closed {
		return 1 + length + 1
	}
	return 0
}
