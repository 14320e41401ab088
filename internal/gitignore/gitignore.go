// Package gitignore knows what the .gitignore files of a tree leave out.
//
// It reads the files of the folders from the root of the repository down, as git does; the last
// pattern that matches decides, a file's own folder coming last. What git keeps track of in spite of
// a pattern is in its index, which is not read: whoever uses this says what was left out.
package gitignore

import (
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Name is the name of such a file.
const Name = ".gitignore"

// mostPatterns is how many patterns of one file are read: each file of the tree is held against all.
const mostPatterns = 2000

// Tree is a repository, or a part of one.
type Tree struct {
	root string
	// folders are the patterns of folders that were read.
	folders map[string][]pattern
}

// In is the tree below a root: the whole path of a folder, links followed.
func In(root string) *Tree { return &Tree{root: root, folders: map[string][]pattern{}} }

// pattern is one line.
type pattern struct {
	glob string
	// keeps reports one with !, which takes back what those before it leave out.
	keeps, foldersOnly bool
}

// Ignores reports a file or a folder, by its whole path, that the tree leaves out. Whoever walks asks
// for the folders on the way as well: what is in one that is left out is.
func (t *Tree) Ignores(path string, isFolder bool) bool {
	ignored := false
	for _, folder := range t.above(path) {
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			continue
		}
		relative = filepath.ToSlash(relative)
		for _, p := range t.patterns(folder) {
			if p.foldersOnly && !isFolder || p.keeps != ignored {
				continue
			}
			if matches, err := doublestar.Match(p.glob, relative); err == nil && matches {
				ignored = !p.keeps
			}
		}
	}
	return ignored
}

// above are the folders from the root to that of a path.
func (t *Tree) above(path string) []string {
	relative, err := filepath.Rel(t.root, filepath.Dir(path))
	if err != nil || !filepath.IsLocal(relative) {
		return nil
	}
	folders := []string{t.root}
	if relative == "." {
		return folders
	}
	for part := range strings.SplitSeq(relative, string(filepath.Separator)) {
		folders = append(folders, filepath.Join(folders[len(folders)-1], part))
	}
	return folders
}

// patterns are those of a folder's own file. One that cannot be read, or is a link out of the tree,
// has none.
func (t *Tree) patterns(folder string) []pattern {
	if known, ok := t.folders[folder]; ok {
		return known
	}
	var all []pattern
	file := filepath.Join(folder, Name)
	if !safefile.LeadsOut(file, t.root) {
		if text, err := safefile.Read(file, safefile.Settings); err == nil {
			all = parse(string(text))
		}
	}
	t.folders[folder] = all
	return all
}

func parse(text string) []pattern {
	var all []pattern
	for line := range strings.Lines(text) {
		if p, is := read(strings.TrimRight(line, "\r\n")); is && len(all) < mostPatterns {
			all = append(all, p)
		}
	}
	return all
}

// read is one line's pattern; false for none. Braces mean nothing to git.
func read(line string) (p pattern, is bool) {
	line = strings.TrimRight(line, " ")
	if strings.HasSuffix(line, `\`) {
		line += " " // the blank was quoted
	}
	if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
		return p, false
	}
	line, p.keeps = strings.CutPrefix(line, "!")
	line, p.foldersOnly = strings.CutSuffix(line, "/")
	line = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(line)
	switch {
	case strings.HasPrefix(line, "/"):
		p.glob = line[1:]
	case strings.Contains(line, "/"):
		p.glob = line
	default:
		p.glob = "**/" + line
	}
	return p, p.glob != "" && doublestar.ValidatePattern(p.glob)
}
