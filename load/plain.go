package load

import (
	"bytes"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/pattern"
	"github.com/warpcheck/warpcheck/source"
)

// nvcc includes <utility> in every unit. Reading <utility> takes as long as reading the rest of the prelude: half of
// the time to parse a file with one kernel. So <utility> is left out if no text of the project that the file includes
// names anything of C++'s library. The system's headers and the stand-ins include the headers that they need
// themselves.

// maxPlain bounds the files that are examined for one unit. Examining more would take longer than including <utility>.
const maxPlain = 64

// ofLibrary matches the words by which a text may refer to the library: its namespace, the macros of its
// implementations, and the operator whose result types the library defines.
var ofLibrary = pattern.Of(`\bstd\b|GLIBCXX|_LIBCPP|<=>`)

// anyInclude matches a directive that includes a file, in any form of the file's name.
var anyInclude = pattern.Of(`(?m)^[ \t]*#[ \t]*(include|include_next|import)\b`)

// missesLibrary reports whether a name of C++'s library is missing. A system header may use such a name without
// including the header that declares it.
func missesLibrary(tree *ast.Unit) bool {
	return slices.ContainsFunc(tree.Diagnostics, func(d source.Diagnostic) bool {
		return d.Kind == source.NoMember && d.Of == "std"
	})
}

// isPlain reports whether the file can be read without C++'s library.
func (j *Job) isPlain() bool {
	if j.toolkit != "" || j.hostLibrary || len(j.before) > 0 || slices.ContainsFunc(j.args, mayFindHeaders) ||
		slices.ContainsFunc(j.flags, mayNameLibrary) {
		return false
	}
	todo, seen := []string{j.Input.Path}, map[string]bool{j.Input.Path: true}
	for ; len(todo) > 0; todo = todo[1:] {
		named, isPlain := j.plainIncludes(todo[0])
		if !isPlain || len(seen) > maxPlain {
			return false
		}
		for _, path := range named {
			if !seen[path] {
				seen[path] = true
				todo = append(todo, path)
			}
		}
	}
	return true
}

// mayNameLibrary reports whether a flag includes a file that is not examined, or defines a macro with a name of the
// library.
func mayNameLibrary(flag command.Flag) bool {
	return flag.Kind() == command.Header || flag.Kind() == command.Define && ofLibrary().MatchString(flag.Value())
}

// plainIncludes returns the files of the project that a file includes, under any condition. It returns false if the
// file's text may refer to the library, or if a file that it includes is not found.
func (j *Job) plainIncludes(file string) ([]string, bool) {
	if j.territory != nil && j.kindOf(file) < foreign {
		return nil, false
	}
	if file != j.Input.Path {
		j.Dependencies.reads(file)
	}
	text, err := j.text(file)
	if err != nil || ofLibrary().Match(text) {
		return nil, false
	}
	lines := includeLine().FindAllSubmatch(text, -1)
	if len(lines) != len(anyInclude().FindAllIndex(text, -1)) {
		return nil, false
	}
	var found []string
	for _, line := range lines {
		header := string(line[2])
		if filepath.IsAbs(header) {
			return nil, false
		}
		path, known := j.located(file, header, bytes.Equal(line[1], []byte(`"`)))
		if !known {
			return nil, false
		}
		if path != "" {
			found = append(found, path)
		}
	}
	return found, true
}
