package frontend

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// clang refuses a __shared__ variable with a constructor or destructor that does
// something, and drops it from the tree; nvcc warns that it builds no such variable
// (#20054-D). A variable that clang refuses is therefore read again with another word
// in place of __shared__, as long as that, so that positions stay: it makes the variable
// local for clang, and shared for the walker.
const (
	sharedWord  = "__shared__"
	unbuiltWord = "__unbuilt_"
	unbuiltFlag = "-D" + unbuiltWord + `=__attribute__((annotate("warpcheck::unbuilt")))`
)

// refusedShared is clang's error, to which some versions add a full stop.
const refusedShared = "initialization is not supported for __shared__ variables"

// withUnbuilt is the unit with the shared variables that clang refused, where reading it
// again leaves fewer errors. There may be more of them once the first are in the tree.
func withUnbuilt(unit *ast.Unit, o Options, args []string, virtual []virtualFile) *ast.Unit {
	texts := map[string][]byte{o.File: o.Source}
	for unbuild(texts, unit.Diagnostics) {
		files := slices.Clone(virtual)
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			if name != o.File {
				files = append(files, virtualFile{name, string(texts[name])})
			}
		}
		o.Source = texts[o.File]
		mended, err := parse(o, append(slices.Clip(args), unbuiltFlag), files)
		if err != nil || len(mended.Diagnostics) >= len(unit.Diagnostics) {
			break
		}
		unit = mended
	}
	return unit
}

// unbuild changes the declarations that clang refused, and reports whether there are any.
// One whose __shared__ comes from a macro stays as it is.
func unbuild(texts map[string][]byte, diagnostics []ast.Diagnostic) bool {
	changed := false
	for _, d := range diagnostics {
		if strings.TrimSuffix(d.Text, ".") != refusedShared {
			continue
		}
		text := texts[d.Pos.File]
		if text == nil {
			text, _ = os.ReadFile(d.Pos.File)
		}
		head := text[:min(d.Pos.Offset, len(text))]
		at := bytes.LastIndex(head, []byte(sharedWord))
		if at < 0 || bytes.ContainsAny(head[at:], ";{}") {
			continue
		}
		text = slices.Clone(text)
		copy(text[at:], unbuiltWord)
		texts[d.Pos.File] = text
		changed = true
	}
	return changed
}
