// Package gitignore knows what the .gitignore files of a tree leave out.
//
// It reads the files of the folders from the root of the repository down, as git does; the last
// pattern that matches decides, and the patterns of a file's own folder are the last. Files that git tracks in spite of
// a pattern are in its index, which is not read: callers report what was left out.
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

// Name is the name of such a file.
const Name = ".gitignore"

// mostGlobs is how many patterns with wildcards of one file are read: each name in the tree is held against all.
// Names without wildcards are looked up, however many there are.
const mostGlobs = 2000

// Tree is a repository, or a part of one.
type Tree struct {
	root string
	// folders are those that were asked about.
	folders map[string]*folder
	// beside are the patterns of other files, for the paths from the root.
	beside []list
	cut    []string
}

// In is the tree below a root: the whole path of a folder, links followed.
func In(root string) *Tree { return &Tree{root: root, folders: map[string]*folder{}} }

// folder is one that has patterns, and the closest one above it that has some.
type folder struct {
	path  string
	above *folder
	list
}

// list are the patterns of a file, each with its line.
type list struct {
	// globs have wildcards, names none: those that hold in all folders below by the last part of a path, others by
	// the path from the folder.
	globs        []pattern
	names, paths map[string][]pattern
	isCut        bool
}

// pattern is one line.
type pattern struct {
	glob string
	// anywhere reports one that is held against the last part of a path.
	anywhere bool
	// keeps reports one with !, which takes back what those before it leave out.
	keeps, foldersOnly bool
	line               int
}

// Ignores reports a file or a folder, by its whole path, that the tree leaves out. Whoever walks asks
// for the folders on the way as well: what is in one that is left out is.
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

// Also obeys a file beside those of the tree, where these and the files that were given before leave a path open.
func (t *Tree) Also(file string) {
	if text, err := safefile.Read(file, safefile.Settings); err == nil {
		t.beside = append(t.beside, parse(string(text)))
	}
}

// last is the last pattern that matches a path, which decides; false for none.
func (l *list) last(relative string, isFolder bool) (last pattern, is bool) {
	base := path.Base(relative)
	for _, p := range slices.Concat(l.names[base], l.paths[relative]) {
		if (isFolder || !p.foldersOnly) && p.line > last.line {
			last, is = p, true
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
	return last, is
}

// folder is the closest folder with patterns from one upward to the root, nil for none. One that cannot be read,
// or is a link out of the tree, has none.
func (t *Tree) folder(at string) *folder {
	if known, ok := t.folders[at]; ok {
		return known
	}
	var above *folder
	if at != t.root {
		above = t.folder(filepath.Dir(at))
	}
	f := &folder{at, above, t.read(filepath.Join(at, Name))}
	if f.isEmpty() {
		f = above
	}
	t.folders[at] = f
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

// Cut are the files that have more patterns with wildcards than are read.
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

// braces stand for themselves.
var braces = strings.NewReplacer("{", `\{`, "}", `\}`)

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
	p.anywhere = !strings.Contains(line, "/")
	line = braces.Replace(line)
	p.glob = strings.TrimPrefix(line, "/")
	return p, p.glob != "" && doublestar.ValidatePattern(p.glob)
}
