// Package gitignore determines which files of a tree are ignored by its .gitignore files.
//
// As in git, the .gitignore files of all folders between the root and a file apply, and the last pattern that matches
// decides. The patterns of the folder with the file are the last ones. Git may track a file in spite of a pattern.
// Git's index lists such files, but this package does not read it. So callers report the ignored files.
package gitignore

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Name is the name of the files with patterns.
const Name = ".gitignore"

// mostGlobs limits the patterns with wildcards from one file, because each name in the tree is compared with all of
// them. The number of names without wildcards is not limited: these are in maps.
const mostGlobs = 2000

// Tree is a repository, or a part of one.
type Tree struct {
	root string
	// folders caches, for each folder, the closest folder with patterns.
	folders map[string]*folder
	// beside holds the patterns of other files (Also). They apply to paths relative to the root.
	beside []list
	cut    []string
}

// In returns the tree below root. root is absolute, with symbolic links resolved.
func In(root string) *Tree { return &Tree{root: root, folders: map[string]*folder{}} }

// folder is a folder with patterns. above is the closest folder above it that has patterns too.
type folder struct {
	path  string
	above *folder
	list
}

// list holds the patterns of a file.
type list struct {
	// globs holds the patterns with wildcards. names holds patterns for the last part of a path, in all folders below.
	// paths holds patterns for the path relative to the folder. isCut reports whether some globs were not read.
	globs        []pattern
	names, paths map[string][]pattern
	isCut        bool
}

// pattern is one line of a file.
type pattern struct {
	glob string
	// anywhere: the pattern is compared with the last part of a path only.
	anywhere bool
	// keeps reports whether the line begins with !: the path is not ignored, in spite of earlier patterns.
	keeps, foldersOnly bool
	line               int
}

// Ignores reports whether the tree ignores the file with the absolute path whole, or the folder with this path if
// isFolder is set. Everything in an ignored folder is ignored too, but Ignores does not test this: the caller calls
// Ignores for each folder that it enters.
func (t *Tree) Ignores(whole string, isFolder bool) bool {
	if relative, err := filepath.Rel(t.root, filepath.Dir(whole)); err != nil || !filepath.IsLocal(relative) {
		return false
	}
	for f := t.folder(filepath.Dir(whole)); f != nil; f = f.above {
		relative, err := filepath.Rel(f.path, whole)
		if err != nil {
			continue
		}
		if last, is := f.last(filepath.ToSlash(relative), isFolder); is {
			return !last.keeps
		}
	}
	relative, err := filepath.Rel(t.root, whole)
	for _, l := range t.beside {
		if last, is := l.last(filepath.ToSlash(relative), isFolder); is && err == nil {
			return !last.keeps
		}
	}
	return false
}

// Also adds the patterns of another file. They apply to paths that match no pattern of the tree, or of files added
// earlier.
func (t *Tree) Also(file string) {
	if text, err := safefile.Read(file, safefile.Settings); err == nil {
		t.beside = append(t.beside, parse(string(text)))
	}
}

// last returns the last pattern that matches the path of a file, or of a folder if isFolder is set. The last one
// decides. It returns false if none matches.
func (l *list) last(relative string, isFolder bool) (last pattern, found bool) {
	base := path.Base(relative)
	for _, p := range slices.Concat(l.names[base], l.paths[relative]) {
		if (isFolder || !p.foldersOnly) && p.line > last.line {
			last, found = p, true
		}
	}
	for _, p := range slices.Backward(l.globs) {
		if p.line < last.line {
			break
		}
		text := relative
		if p.anywhere {
			text = base
		}
		if matches, err := doublestar.Match(p.glob, text); (isFolder || !p.foldersOnly) && err == nil && matches {
			return p, true
		}
	}
	return last, found
}

// folder returns the closest folder with patterns, at path or above, up to the root. It returns nil if there is none. A
// .gitignore that cannot be read, or that is a link to outside of the tree, has no patterns.
func (t *Tree) folder(path string) *folder {
	if known, ok := t.folders[path]; ok {
		return known
	}
	var above *folder
	if path != t.root {
		above = t.folder(filepath.Dir(path))
	}
	f := &folder{path, above, t.read(filepath.Join(path, Name))}
	if f.isEmpty() {
		f = above
	}
	t.folders[path] = f
	return f
}

func (t *Tree) read(file string) (l list) {
	info, err := os.Lstat(file)
	if err != nil || info.Mode()&os.ModeSymlink != 0 && safefile.LeadsOut(file, t.root) {
		return l
	}
	text, err := safefile.Read(file, safefile.Settings)
	if err != nil {
		return l
	}
	if l = parse(string(text)); l.isCut {
		t.cut = append(t.cut, file)
	}
	return l
}

// Cut returns the files from which not all patterns with wildcards were read.
func (t *Tree) Cut() []string { return t.cut }

func (l *list) isEmpty() bool { return len(l.globs)+len(l.names)+len(l.paths) == 0 }

func parse(text string) list {
	l, line := list{names: map[string][]pattern{}, paths: map[string][]pattern{}}, 0
	for text := range strings.Lines(text) {
		line++
		p, is := read(strings.TrimRight(text, "\r\n"))
		if p.line = line; !is {
			continue
		}
		switch {
		case strings.ContainsAny(p.glob, `*?[\`) && len(l.globs) == mostGlobs:
			l.isCut = true
		case strings.ContainsAny(p.glob, `*?[\`):
			l.globs = append(l.globs, p)
		case p.anywhere:
			l.names[p.glob] = append(l.names[p.glob], p)
		default:
			l.paths[p.glob] = append(l.paths[p.glob], p)
		}
	}
	return l
}

// braces escapes braces, because they have no special meaning for git.
var braces = strings.NewReplacer("{", `\{`, "}", `\}`)

// read reads the pattern in a line. It returns false if there is none.
func read(line string) (p pattern, is bool) {
	line = strings.TrimRight(line, " ")
	if strings.HasSuffix(line, `\`) {
		line += " " // puts back the blank at the end, which was escaped
	}
	if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
		return p, false
	}
	line, p.keeps = strings.CutPrefix(line, "!")
	line, p.foldersOnly = strings.CutSuffix(line, "/")
	p.anywhere = !strings.Contains(line, "/")
	line = braces.Replace(line)
	p.glob = strings.TrimPrefix(line, "/")
	return p, p.glob != "" && doublestar.ValidatePattern(p.glob)
}
