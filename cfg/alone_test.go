package cfg

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTheGraphStandsAlone checks that packages which work on the graph import nothing of the frontend, so that a
// program in another language needs no syntax tree of C++.
func TestTheGraphStandsAlone(t *testing.T) {
	parsed := 0
	for _, folder := range []string{".", "../source", "../warp", "../lanes", "../sim", "../rules", "../result", "../report"} {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && slices.Contains([]string{"lower", "testdata"}, path):
				return filepath.SkipDir
			case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			parsed++
			for _, spec := range file.Imports {
				if of, _ := strconv.Unquote(spec.Path.Value); strings.Contains(of, "/warpcheck/frontend") || strings.HasSuffix(of, "/cfg/lower") {
					t.Errorf("%s imports %s", path, of)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if parsed < 200 {
		t.Errorf("%d files are read", parsed)
	}
}
