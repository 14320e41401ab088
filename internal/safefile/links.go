package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// mostLinks is how many links the kernel follows on the way to one file.
const mostLinks = 40

// LinksTo are the links on the way to a path, each by a path without links. The way is that of the kernel: .. behind
// a link leads to the folder around what the link leads to, and what a link names may lead through others.
func LinksTo(path string) (links []string) {
	at := string(filepath.Separator)
	if !filepath.IsAbs(path) {
		at = real(".")
	}
	for rest := parts(path); len(rest) > 0 && len(links) < mostLinks; {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		at = filepath.Join(at, part)
		target, err := os.Readlink(at)
		if err != nil {
			continue
		}
		links = append(links, at)
		rest = append(parts(target), rest...)
		if at = filepath.Dir(at); filepath.IsAbs(target) {
			at = string(filepath.Separator)
		}
	}
	return links
}

func parts(path string) []string { return strings.Split(path, string(filepath.Separator)) }

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
