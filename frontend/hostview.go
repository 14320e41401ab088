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
	hides := func(pos ast.Pos) bool { return hidesLaunch(pos, o) }
	if !slices.ContainsFunc(unit.Skipped, hides) {
		return nil
	}
	view, err := parse(o, append(slices.Clip(args), "-U"+archMacro), virtual)
	if err != nil {
		return nil
	}
	return view
}

// hidesLaunch reports a launch in the text that the preprocessor left out.
func hidesLaunch(left ast.Pos, o Options) bool {
	text := o.Source
	if left.File != o.File || text == nil {
		text, _ = os.ReadFile(left.File)
	}
	lines := bytes.Split(text, []byte("\n"))
	if left.Line < 1 || left.EndLine > len(lines) || !bytes.Contains(text, []byte(archMacro)) {
		return false
	}
	return slices.ContainsFunc(lines[left.Line-1:left.EndLine], launchText.Match)
}
