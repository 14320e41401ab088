package parse

import (
	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// A static member is a constant whichever object it is asked of:
//
//	if constexpr (this->isWide) ...
//
// clang does not accept this in a constant, as it is not known which object that is.

// maxCondition bounds the text in which the end of the condition is looked for, for each error.
const maxCondition = 1 << 10

var ofThis = pattern.Of(`\bthis\s*->\s*`)

// withoutThis drops each this-> from an offset to the end of the parentheses around it.
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
