package parse

import (
	"bytes"

	"github.com/warpcheck/warpcheck/frontend"
)

// clang refuses a __shared__ variable with a constructor or destructor that does something, and drops it from the tree;
// nvcc warns that it builds no such variable (#20054-D). A file with such a variable is therefore read again, with
// another word in place of __shared__ (frontend.UnbuiltWord).
const sharedWord = "__shared__"

// unbuild replaces __shared__ in the declaration of the variable at an offset, unless a macro contains __shared__.
func unbuild(text []byte, offset int, _ string) []frontend.Edit {
	start := bytes.LastIndex(text[:offset], []byte(sharedWord))
	if start < 0 || bytes.ContainsAny(text[start:offset], ";{}") {
		return nil
	}
	return []frontend.Edit{{Offset: start, Removed: len(sharedWord), Text: frontend.UnbuiltWord}}
}
