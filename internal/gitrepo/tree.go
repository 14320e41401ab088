package gitrepo

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// Entry is an entry of a folder in a commit: a file, a folder or a nested repository.
type Entry struct {
	Name string
	Mode Mode
	Hash Hash
}

// Mode holds the kind and the permissions of an entry.
type Mode uint32

// IsFile reports whether the entry is a regular file, IsFolder whether it is a folder, and IsRepository whether it is a
// nested repository.
func (m Mode) IsFile() bool       { return m&0o170000 == 0o100000 }
func (m Mode) IsFolder() bool     { return m&0o170000 == 0o040000 }
func (m Mode) IsRepository() bool { return m&0o170000 == 0o160000 }

// tree reads the entries of the folder h.
func (r *Repository) tree(h Hash) ([]Entry, error) {
	if known, ok := r.trees[h]; ok {
		return known, nil
	}
	data, err := r.read(h, treeKind)
	if err != nil {
		return nil, err
	}
	var all []Entry
	for len(data) > 0 {
		head, rest, found := bytes.Cut(data, []byte{0})
		mode, name, _ := strings.Cut(string(head), " ")
		bits, err := strconv.ParseUint(mode, 8, 32)
		if err != nil || !found || len(rest) < r.width {
			return nil, r.withObject(h, errDamaged)
		}
		all = append(all, Entry{name, Mode(bits), Hash(rest[:r.width])})
		data = rest[r.width:]
	}
	r.trees[h] = all
	return all, nil
}

// Lookup returns the entry for the path file in a commit's tree, or the nested repository that contains this path. It
// returns false if there is none.
func (r *Repository) Lookup(tree Hash, file string) (Entry, bool, error) {
	first, rest, isDeeper := strings.Cut(file, "/")
	entries, err := r.tree(tree)
	if err != nil {
		return Entry{}, false, err
	}
	for _, e := range entries {
		switch {
		case e.Name != first:
		case !isDeeper || e.Mode.IsRepository():
			return e, true, nil
		case e.Mode.IsFolder():
			return r.Lookup(e.Hash, rest)
		}
	}
	return Entry{}, false, nil
}

// Files calls visit for each regular file below a tree, with its path and its entry.
func (r *Repository) Files(tree Hash, visit func(file string, e Entry)) error {
	left := mostFiles
	return r.files(tree, "", &left, visit)
}

func (r *Repository) files(tree Hash, folder string, budget *int, visit func(string, Entry)) error {
	entries, err := r.tree(tree)
	if err != nil {
		return err
	}
	if *budget -= len(entries) + 1; *budget < 0 || len(folder) > longestPath {
		return fmt.Errorf("%s: a commit of it has more than %d files, or longer paths than files can have", r.common, mostFiles)
	}
	for _, e := range entries {
		switch at := path.Join(folder, e.Name); {
		case e.Mode.IsFile():
			visit(at, e)
		case e.Mode.IsFolder():
			if err := r.files(e.Hash, at, budget, visit); err != nil {
				return err
			}
		}
	}
	return nil
}
