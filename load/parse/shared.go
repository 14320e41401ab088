package parse

import (
	"bytes"

	"github.com/warpcheck/warpcheck/frontend"
)

// clang refuses a __shared__ variable whose constructor or destructor is not empty, and drops the variable from the
// tree. nvcc only warns that it does not construct the variable (#20054-D). So a file with such a variable is read
// again, with another word in place of __shared__ (frontend.UnbuiltWord).
const sharedWord = "__shared__"

// unbuild replaces __shared__ in the declaration of the variable at an offset. It does nothing if the word is in a
// macro.
func unbuild(text []byte, offset int, _ string) []frontend.Edit {
	start := bytes.LastIndex(text[:offset], []byte(sharedWord))
	if start < 0 || bytes.ContainsAny(text[start:offset], ";{}") {
		return nil
	}
	return []frontend.Edit{{Offset: start, Removed: len(sharedWord), Text: frontend.UnbuiltWord}}
}
