package parse

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/warpcheck/warpcheck/frontend"
	"github.com/warpcheck/warpcheck/internal/lexical"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Libraries mark the classes that other programs may use with a macro. A build often generates the header that defines
// it, so that the header is not found:
//
//	struct LIB_EXPORT Params { int n; };
//
// clang then takes the macro for a class and the class for a variable. Only names such as MYLIB_EXPORT, which show what
// the macro is for, count as marks. Other macros there may change the layout of the class.

// withoutExport removes the mark before the name of a class at an offset, and the same mark before all other classes of
// the text.
func withoutExport(text []byte, at int, _ string) []frontend.Edit {
	before := trimmedWord(text[:at])
	name := wordAt(text, at)
	if name == "" || !exportMark().MatchString(before) || !opensClass(text[at+len(name):]) {
		return nil
	}
	return withoutMark(text, before, markedClass(), func(m []int) bool { return m[4] == at })
}

// withoutMark blanks a word at each place where it is the first group of a match of places. It does so only if isHere
// is true for one of these matches.
func withoutMark(text []byte, word string, places *regexp.Regexp, isHere func(match []int) bool) []frontend.Edit {
	var edits []frontend.Edit
	isFound := false
	code := lexical.Code(string(text))
	for _, m := range places.FindAllStringSubmatchIndex(code, -1) {
		if code[m[2]:m[3]] == word {
			isFound = isFound || isHere(m)
			edits = append(edits, frontend.Edit{Offset: m[2], Removed: len(word), Text: strings.Repeat(" ", len(word))})
		}
	}
	return when(isFound, edits...)
}

// trimmedWord returns the last word of a text that may end with spaces.
func trimmedWord(text []byte) string {
	text = bytes.TrimRight(text, space)
	return string(lastWord().Find(text[max(len(text)-maxHead, 0):]))
}

// opensClass reports whether rest, the text after the name of a class, begins the definition of the class. A list of
// template arguments may come first.
func opensClass(rest []byte) bool {
	rest = trimLeft(rest)
	rest = trimLeft(rest[listLength(rest):])
	return classOpening().Match(rest)
}

var (
	exportMark   = pattern.Of(`^(?:[A-Z0-9_]+_)?(?:API|DLL|EXPORTS?|IMPORTS?|PUBLIC|VISIBLE|VISIBILITY)(?:_[A-Z]+)?$`)
	lastWord     = pattern.Of(`[A-Za-z_]\w*$`)
	classOpening = pattern.Of(`^(?:\{|:[^:]|final\b)`)
	// markedClass matches the head of a class or a scoped enumeration with a word in capitals before its name.
	markedClass = pattern.Of(`\b(?:class|struct|union)\s+([A-Z][A-Z0-9_]*)\s+([A-Za-z_]\w*)`)
)
