package parse

import (
	"bytes"
	"regexp"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/source"
)

// clang refuses a launch in device code (dynamic parallelism), and drops the statement with it from the tree. It
// accepts a launch in a lambda for both sides. So the file is read again with lambdas around these launches. The tree
// does not show the lambdas, and its positions are those of the text without lambdas.

// launching returns the reading with lambdas around the launches that clang refused. It returns r if there are none, or
// if the new reading has more errors.
func (r Reading) launching() Reading {
	next, changed := r.wrap(r.Unit.Refused)
	if !changed {
		return r
	}
	next, _ = r.reread(next)
	return next
}

// reread reads the file with the edits of next. If it then has more errors, reread returns r and false.
func (r Reading) reread(next Reading) (read Reading, isTaken bool) {
	again, err := once(next.Options)
	if err != nil || len(again.Diagnostics) > len(r.Unit.Diagnostics) {
		return r, false
	}
	next.Unit = again
	return next, true
}

// wrap adds lambdas around launches to the reading, and reports whether it has added any. It skips launches in
// expansions of macros.
func (r Reading) wrap(launches []source.Pos) (Reading, bool) {
	more, changed := r.Edits.Clone(), false
	for _, pos := range launches {
		if pos.Macro != nil {
			continue
		}
		text := r.Text(pos.File)
		if start, end, ok := launchAround(text, pos.Offset); ok {
			opens := more.Add(pos.File, text, frontend.Edit{Offset: start, Text: frontend.LaunchWord + " "})
			changed = more.Add(pos.File, text, frontend.Edit{Offset: end, Text: frontend.LaunchEnd}) && opens || changed
		}
	}
	r.Edits = more
	return r, changed
}

// launchAround returns the range of the launch whose kernel is named at an offset, from the qualified name to the end
// of the arguments. ok is false if there is no launch.
func launchAround(text []byte, offset int) (start, end int, ok bool) {
	start = nameStart(text, offset)
	end = start
	for _, mark := range []*regexp.Regexp{openMark(), closeMark()} {
		next := mark.FindIndex(text[end:])
		if next == nil || bytes.ContainsAny(text[end:end+next[0]], ";{}") {
			return 0, 0, false
		}
		end += next[1]
	}
	for depth := 0; end < len(text); end++ {
		switch text[end] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return start, end + 1, true
			}
		}
	}
	return 0, 0, false
}

// nameStart returns the beginning of the qualified name that contains an offset, or ends there.
func nameStart(text []byte, offset int) int {
	start := min(offset, len(text))
	for start > 0 && isNamePart(text[:start]) {
		if start--; text[start] == ':' {
			start--
		}
	}
	return start
}

// isNamePart reports whether a text ends with a character of a qualified name.
func isNamePart(text []byte) bool {
	last := text[len(text)-1]
	isLetter := last|0x20 >= 'a' && last|0x20 <= 'z'
	return isLetter || last >= '0' && last <= '9' || last == '_' || bytes.HasSuffix(text, []byte("::"))
}
