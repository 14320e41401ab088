package frontend

import (
	"os"
	"path/filepath"
)

// namer gives every file one name, for all spellings of its path in includes (a.cuh, ../src/a.cuh). So a finding in the
// file is reported once.
type namer struct {
	source string // the source file, whose name is not changed
	here   string // the working folder, without symbolic links
	names  map[string]string
}

func newNamer(source string) *namer {
	n := &namer{source: source, names: map[string]string{}}
	if here, err := os.Getwd(); err == nil {
		n.here, _ = filepath.EvalSymlinks(here)
	}
	return n
}

// name returns the name of a file. If the file is below the working folder, it is the path from there. Otherwise it is
// the spelled path without `..`, and without symbolic links if a `..` goes back over one.
func (n *namer) name(spelled string) string {
	if spelled == "" || spelled == n.source {
		return spelled
	}
	name, known := n.names[spelled]
	if !known {
		name = n.find(spelled)
		n.names[spelled] = name
	}
	return name
}

func (n *namer) find(spelled string) string {
	clean, full := filepath.Clean(spelled), spelled
	if !filepath.IsAbs(spelled) {
		full = n.here + string(filepath.Separator) + spelled
	}
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return clean
	}
	if below, err := filepath.Rel(n.here, real); err == nil && filepath.IsLocal(below) {
		return below
	}
	if same, err := filepath.EvalSymlinks(clean); err != nil || same != real {
		return real // the .. follows a symbolic link: if /bin is a link to /usr/bin, /bin/../lib is /usr/lib
	}
	return clean
}
