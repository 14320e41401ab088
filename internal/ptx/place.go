package ptx

import (
	"path"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/internal/pattern"
)

// Place is a line of a source file, as a .loc directive names it.
type Place struct {
	// File is the number of the file. It is 0 if the number is not known. Name, the end of the file's name, is then set
	// instead.
	File         int
	Name         string
	Line, Column int
	// Caller is the place of the call from which the compiler has inlined the code. It is nil if the code is not
	// inlined.
	Caller *Place
}

// FileOf returns the name of the file of a place. It returns "" if the module does not name it, or if several files of
// the module have the name.
func (m *Module) FileOf(at *Place) string {
	if at.Name == "" {
		return m.Files[at.File]
	}
	var fitting []string
	for _, file := range m.Files {
		if (file == at.Name || strings.HasSuffix(file, "/"+at.Name)) && !slices.Contains(fitting, file) {
			fitting = append(fitting, file)
		}
	}
	if len(fitting) != 1 {
		return ""
	}
	return fitting[0]
}

// placeOf reads the operands of .loc: the number of a file, a line and a column. It returns nil for line 0, which names
// no place. The places of the calls of inlined code follow in the directive, or else in the comment after it.
//
//	.loc 2 5 3, function_name $L__info_string0, inlined_at 1 20 7
//	.loc 2 5 3                  // lib.py:5:3 @[ mid.py:9:1 @[ k.py:20:7 ] ]
func placeOf(words []string, comment string) *Place {
	place := numberedPlace(words)
	if place == nil {
		return nil
	}
	if at := slices.Index(words, "inlined_at"); at > 0 {
		place.Caller = numberedPlace(words[at+1:])
		return place
	}
	last := place
	for _, m := range callInComment().FindAllStringSubmatch(comment, maxCallers) {
		last.Caller = &Place{Name: path.Clean(m[1]), Line: numberOf(m[2]), Column: numberOf(m[3])}
		last = last.Caller
	}
	return place
}

// callInComment matches the place of a call in the comments of LLVM.
var callInComment = pattern.Of(`@\[ ([^\[\]@:]+):(\d+):(\d+)`)

// numberedPlace reads the number of a file, a line and a column. It returns nil if there are none, or for line 0.
func numberedPlace(words []string) *Place {
	if len(words) < 3 || numberOf(words[1]) == 0 {
		return nil
	}
	return &Place{File: numberOf(words[0]), Line: numberOf(words[1]), Column: numberOf(words[2])}
}
