package parse

import (
	"bytes"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
)

// From C++20 on, parentheses initialise an aggregate as braces do:
//
//	int4 all(a, b, c, d); return Pair<T>(x, n);
//
// clang 15 finds no constructor for them. So the parentheses are replaced by braces. That does not help if a class has
// constructors and none of them matches. Parentheses in a library's own templates are not replaced, because the
// templates construct objects of any type, and braces would list the elements of a vector.

// maxInitialiser bounds the text in which the closing parenthesis is searched for, for each error.
const maxInitialiser = 1 << 13

// braced replaces the parentheses after the name at an offset by braces.
func braced(text []byte, offset int, _ string) []frontend.Edit {
	open := behindName(text, offset)
	length := parenthesised(text[open:min(len(text), open+maxInitialiser)])
	return when(length > 0, frontend.Edit{Offset: open, Removed: 1, Text: "{"},
		frontend.Edit{Offset: open + length - 1, Removed: 1, Text: "}"})
}

// behindName returns the offset after the qualified name that begins at an offset. Lists of template arguments are part
// of the name.
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

// parenthesised returns the length of the parenthesised text at the beginning of a text, with its parentheses. It
// returns 0 if the text does not begin with a parenthesis, or if this parenthesis is not closed.
func parenthesised(text []byte) int {
	if !bytes.HasPrefix(text, []byte("(")) {
		return 0
	}
	if length, closed := untilClosed(lexical.Code(string(text[1:])), '(', ')'); closed {
		return 1 + length + 1
	}
	return 0
}
