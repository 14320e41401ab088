package load

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/warpcheck/warpcheck/config"
	"github.com/warpcheck/warpcheck/internal/gitignore"
)

// ignored collects the files that .gitignore leaves out, on a walk through a folder. The folder itself is never left
// out, because the user named it.
type ignored struct {
	// tree holds the patterns. It is nil if no file is ignored: the inputs are in no repository, or the user asks for
	// all files.
	tree *gitignore.Tree
	// root is the path of the folder as it was given. full is its full path, with links followed.
	root, full string
	// within is the folder that is left out with everything in it, if the walk is inside such a folder, and otherwise
	// "".
	within string
	files  []string
}

// ignoredBelow returns an empty collection for a walk through the folder root.
func (l *Loader) ignoredBelow(root string) *ignored {
	full := Identity(root)
	repository := config.Repository(full)
	if l.AllFiles || repository == "" {
		return &ignored{}
	}
	return &ignored{tree: gitignore.In(repository), root: filepath.Clean(root), full: full}
}

// whole returns the full path of a file that the walk visits.
func (i *ignored) whole(path string) string {
	relative, err := filepath.Rel(i.root, filepath.Clean(path))
	if err != nil {
		return path
	}
	return filepath.Join(i.full, relative)
}

// enter records whether a folder is left out. The walk still visits its files, to report them.
func (i *ignored) enter(path string) {
	if i.tree == nil || filepath.Clean(path) == i.root || i.isWithin(path) {
		return
	}
	if i.tree.Ignores(i.whole(path), true) {
		i.within = filepath.Clean(path)
	}
}

func (i *ignored) isWithin(path string) bool {
	return i.within != "" && strings.HasPrefix(filepath.Clean(path), i.within+string(filepath.Separator))
}

// leavesOut reports whether a file is left out, and records such a file.
func (i *ignored) leavesOut(path string) bool {
	if i.tree == nil || !i.isWithin(path) && !i.tree.Ignores(i.whole(path), false) {
		return false
	}
	i.files = append(i.files, filepath.Clean(path))
	return true
}

// reportIgnored adds hints about the files that were left out, because git may track them despite the patterns.
func (l *Loader) reportIgnored(i *ignored) {
	if n := len(i.files); n > 0 {
		l.Hints = append(l.Hints, fmt.Sprintf("files that .gitignore leaves out: %d, the first is %s; --no-gitignore checks them",
			n, i.files[0]))
	}
	if i.tree == nil {
		return
	}
	for _, file := range i.tree.Cut() {
		l.Hints = append(l.Hints, file+": more patterns with wildcards than are obeyed: the last ones leave nothing out")
	}
}
