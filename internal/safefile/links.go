package safefile

import (
	"errors"
	"os"
	"path/filepath"
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

// linkWithin is the first link on the way to a path that stands in one of the folders, ""
// when there is none.
func linkWithin(path string, folders []string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	for at := full; at != filepath.Dir(at); at = filepath.Dir(at) {
		info, err := os.Lstat(at)
		if err != nil || info.Mode()&os.ModeSymlink == 0 {
			continue
		}
		for _, folder := range folders {
			if Within(filepath.Dir(at), folder) {
				return at
			}
		}
	}
	return ""
}
