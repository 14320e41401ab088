package frontend

import (
	"bytes"
	"os"
	"regexp"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// Host code may hide its launches from the device's view of the file:
//
//	#ifndef __CUDA_ARCH__
//	  kernel<<<1, 16>>>();
//	#endif
//
// Where the preprocessor left a launch out of a file that asks for __CUDA_ARCH__, the file is
// read again without the macro, for its host code alone. Reading it as clang's host view
// would cost as much, and clang would spell some types in another way.

const archMacro = "__CUDA_ARCH__"

var launchText = regexp.MustCompile(`<<<|\bcudaLaunch(Cooperative)?Kernel`)

// hostView is the unit as host code sees it where that launches what the unit does not show,
// nil elsewhere.
func hostView(unit *ast.Unit, o Options, args []string, virtual []virtualFile) *ast.Unit {
	asking := map[string][][]byte{}
	hides := func(left ast.Pos) bool {
		lines, read := asking[left.File]
		if !read {
			lines = askingLines(left.File, o)
			asking[left.File] = lines
		}
		return hidesLaunch(left, lines)
	}
	if !slices.ContainsFunc(unit.Skipped, hides) {
		return nil
	}
	view, err := parse(o, append(slices.Clip(args), "-U"+archMacro), virtual)
	if err != nil {
		return nil
	}
	return view
}

// askingLines are the lines of a file that asks for the macro, none of another.
func askingLines(file string, o Options) [][]byte {
	text := o.Source
	if file != o.File || text == nil {
		text, _ = os.ReadFile(file)
	}
	if !bytes.Contains(text, []byte(archMacro)) {
		return nil
	}
	return bytes.Split(text, []byte("\n"))
}

// hidesLaunch reports a launch among the lines that the preprocessor left out.
func hidesLaunch(left ast.Pos, lines [][]byte) bool {
	return left.Line >= 1 && left.EndLine <= len(lines) &&
		slices.ContainsFunc(lines[left.Line-1:left.EndLine], launchText.Match)
}
