package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrLeadsOut refuses a link that leads out of the tree that it is in.
var ErrLeadsOut = errors.New("a symbolic link that leads out of the project")

// LeadsOut reports whether a path below the folder root is, or is reached through, a link that leads out of the folder.
// A link to nothing does not count.
func LeadsOut(path, root string) bool {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	return !Within(target, root)
}

// Within reports whether path is the folder root or is below it, however the two are spelled.
func Within(path, root string) bool {
	way, err := filepath.Rel(real(root), real(path))
	return err == nil && filepath.IsLocal(way)
}

// real returns the absolute path in which all links are resolved. If the path does not exist, only the part that exists
// is resolved.
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

// mostLinks is the number of links that the kernel follows to reach one file.
const mostLinks = 40

// LinksTo returns the links that the kernel follows to reach a path. In the path of each link, no folder is a link.
// After a link, .. is the parent of the link's target. A target may contain links too.
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

// CheckPath returns an error if a path is reached through a link in one of the folders, because the authors of the
// content of these folders may have created the link.
func CheckPath(path string, folders []string) error {
	for _, link := range LinksTo(path) {
		if slices.ContainsFunc(folders, func(folder string) bool { return Within(filepath.Dir(link), folder) }) {
			return fmt.Errorf("%s is a symbolic link in the checked tree, "+
				"which may lead anywhere: name another file, or remove the link", relative(link))
		}
	}
	return nil
}
