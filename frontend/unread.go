package frontend

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/confine"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// drawnName matches the random part at the end of the names that LLVM chooses for temporary files.
var drawnName = pattern.Of(`-[0-9a-f]{6,}(\.\w+)*$`)

// stableName returns a name for a refused file that is the same in every run.
func stableName(path string) string {
	if drawnName().MatchString(path) {
		return "a temporary file"
	}
	return filepath.Clean(path)
}

// unread returns a diagnostic for each file that the parser was not allowed to read. The diagnostic is at the directive
// that includes the file, if clang has reported an error there. It replaces clang's errors at the directive, because
// clang continues without the file. For a file outside the project, an error that the file is not found stays there as
// well.
func unread(unit *ast.Unit, refused []confine.Refusal) []source.Diagnostic {
	var all []source.Diagnostic
	at, outside := map[string]int{}, map[int]bool{}
	for _, r := range refused {
		if r.Reason == confine.Changes {
			r.Path = stableName(r.Path)
		}
		path := filepath.Clean(r.Path)
		if _, known := at[path]; !known {
			at[path], outside[len(all)] = len(all), r.Reason == confine.Outside
			all = append(all, source.Diagnostic{Severity: source.Error, Text: r.String(),
				Pos: source.Pos{File: unit.File}})
		}
	}
	silent := map[source.Pos]bool{}
	var left []source.Diagnostic
	for _, d := range unit.Diagnostics {
		if d.Kind == source.CannotOpen {
			i, known := at[filepath.Clean(d.Name)]
			if !known {
				i, known = at[stableName(d.Name)]
			}
			if known && all[i].Pos.Line == 0 {
				all[i].Pos = d.Pos
			}
			if known && outside[i] && !silent[d.Pos] {
				d.Missing = strings.TrimPrefix(d.Name, "./")
				d.Text = fmt.Sprintf("'%s' file not found", d.Missing)
				left = append(left, d)
			}
			silent[d.Pos] = silent[d.Pos] || known
		}
		if !silent[d.Pos] {
			left = append(left, d)
		}
	}
	unit.Diagnostics = left
	return all
}
