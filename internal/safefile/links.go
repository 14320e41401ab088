package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// ErrLeadsOut is the refusal of a link that leads out of the tree that it is in.
var ErrLeadsOut = errors.New("a symbolic link that leads out of the project")

// LeadsOut reports that a file below a folder is reached through a link, or is one, that
// leads out of the folder. One that leads nowhere does not.
func LeadsOut(path, root string) bool {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	return !Within(target, root)
}

// Within reports that a path is that of a folder or of what is below it, in whatever way the
// two are written.
func Within(path, root string) bool {
	way, err := filepath.Rel(real(root), real(path))
	return err == nil && filepath.IsLocal(way)
}

// real is the absolute path without links, as far as it exists.
func real(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	for rest := ""; ; {
		if target, err := filepath.EvalSymlinks(full); err == nil {
			return filepath.Join(target, rest)
		}
		parent := filepath.Dir(full)
		if parent == full {
			return filepath.Join(full, rest)
		}
		full, rest = parent, filepath.Join(filepath.Base(full), rest)
	}
}

// LinksTo are the links on the way to a path, the last one first.
func LinksTo(path string) []string {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil
	}
	var links []string
	for at := full; at != filepath.Dir(at); at = filepath.Dir(at) {
		if info, err := os.Lstat(at); err == nil && info.Mode()&os.ModeSymlink != 0 {
			links = append(links, at)
		}
	}
	return links
}

// CheckWay refuses a path that a link in one of some folders leads to: the authors of what is in them may have put
// it there.
func CheckWay(path string, folders []string) error {
	for _, link := range LinksTo(path) {
		if slices.ContainsFunc(folders, func(folder string) bool { return Within(filepath.Dir(link), folder) }) {
			return fmt.Errorf("%s is a symbolic link in the checked tree, "+
				"which may lead anywhere: name another file, or remove the link", relative(link))
		}
	}
	return nil
}
