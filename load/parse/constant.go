package parse

import (
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// A static member is a constant, through whichever object it is read:
//
//	if constexpr (this->isWide) ...
//
// clang refuses the condition, because the object to which this points is no constant.

// maxCondition bounds the text in which the end of the condition is searched for, for each error.
const maxCondition = 1 << 10

var ofThis = pattern.Of(`\bthis\s*->\s*`)

// withoutThis removes each this-> between an offset and the parenthesis that closes the condition around the offset.
func withoutThis(text []byte, offset int, _ string) []frontend.Edit {
	condition := text[offset:min(len(text), offset+maxCondition)]
	length, closed := untilClosed(lexical.Code(string(condition)), '(', ')')
	if !closed {
		return nil
	}
	var edits []frontend.Edit
	for _, found := range ofThis().FindAllIndex(condition[:length], -1) {
		edits = append(edits, frontend.Edit{Offset: offset + found[0], Removed: found[1] - found[0]})
	}
	return edits
}
