package frontend

import "bytes"

// clang refuses a __shared__ variable with a constructor or destructor that does
// something, and drops it from the tree; nvcc warns that it builds no such variable
// (#20054-D). A variable that clang refuses is therefore read again with another word
// in place of __shared__: it makes the variable local for clang, and shared for the walker.
const (
	sharedWord  = "__shared__"
	unbuiltWord = "__unbuilt_"
	unbuiltFlag = "-D" + unbuiltWord + `=__attribute__((annotate("warpcheck::unbuilt")))`
)

// unbuild changes the declaration of the variable at an offset. One whose __shared__ comes
// from a macro stays as it is.
func unbuild(text []byte, at int, _ string) (edit, bool) {
	start := bytes.LastIndex(text[:at], []byte(sharedWord))
	if start < 0 || bytes.ContainsAny(text[start:at], ";{}") {
		return edit{}, false
	}
	return edit{offset: start, removed: len(sharedWord), text: unbuiltWord}, true
}
