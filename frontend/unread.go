package frontend

import (
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/confine"
	"github.com/warpcheck/warpcheck/internal/pattern"
)

// cannotOpen is clang's error about a file that is there and that it may not read.
var cannotOpen = pattern.Of(`^cannot open file '(.*)': `)

// unread are the refusals of a parse, at the directives that asked for the files where clang
// names them. What else clang says there is that it goes on without the file: it is dropped.
func unread(unit *ast.Unit, refused []confine.Refusal) []ast.Diagnostic {
	var all []ast.Diagnostic
	at, silent := map[string]int{}, map[ast.Pos]bool{}
	for _, r := range refused {
		r.Path = filepath.Clean(r.Path)
		if _, known := at[r.Path]; !known {
			at[r.Path] = len(all)
			all = append(all, ast.Diagnostic{Severity: ast.Error, Text: r.String(),
				Pos: ast.Pos{File: unit.File}})
		}
	}
	for _, d := range unit.Diagnostics {
		name := cannotOpen().FindStringSubmatch(d.Text)
		if name == nil {
			continue
		}
		if i, known := at[filepath.Clean(name[1])]; known {
			silent[d.Pos] = true
			if all[i].Pos.Line == 0 {
				all[i].Pos = d.Pos
			}
		}
	}
	unit.Diagnostics = slices.DeleteFunc(unit.Diagnostics, func(d ast.Diagnostic) bool {
		return silent[d.Pos]
	})
	return all
}
