// Package changed knows which lines of a git repository's files have changed since a revision.
//
// It reads the repository itself (package gitrepo) and compares bytes: no git runs, and nothing that the
// repository's configuration, attributes or hooks could name. A file is looked at when it is asked about, so what a
// run costs does not depend on the size of the repository.
//
// What counts as changed, as git diff REVISION has it with what git does not know yet:
//
//   - lines that the file of the revision has not (diff.go). How a line ends does not count: a carriage return is
//     what the configuration or an attribute of the file makes of it;
//   - all lines of a file that the revision has not, unless it was called otherwise there (renamed.go);
//   - nothing of a file that .gitignore names and git does not track;
//   - all of a repository inside that was not there, or that has another commit checked out now; else nothing of it.
package changed

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/internal/gitrepo"
)

// Lines are the lines that have changed in some working trees.
type Lines struct{ trees []*tree }

// stretch are lines of a file, from 1, both included.
type stretch struct{ first, last int }

// Since opens the repositories that hold some folders, as Find does from another one, at a revision.
func Since(ctx context.Context, revision, from string, folders []string) (*Lines, error) {
	all := &Lines{}
	for _, folder := range folders {
		repository, err := gitrepo.Find(ctx, from, folder)
		if err != nil {
			return nil, err
		}
		if all.at(repository.Root) != nil {
			continue
		}
		t, err := newTree(repository, revision)
		if err != nil {
			return nil, explained(err, repository, revision)
		}
		all.trees = append(all.trees, t)
	}
	return all, nil
}

// at is the tree with a root, nil for none.
func (l *Lines) at(root string) *tree {
	for _, t := range l.trees {
		if t.repository.Root == root {
			return t
		}
	}
	return nil
}

// explained says what to do about an error.
func explained(err error, repository *gitrepo.Repository, revision string) error {
	var missing gitrepo.MissingError
	switch {
	case !errors.As(err, &missing):
		return err
	case missing.Partial:
		return fmt.Errorf("the partial clone %s lacks the object %s: git diff --stat %s fetches what a comparison needs",
			repository.Root, missing.Hash, revision)
	}
	return noRevision(repository, revision)
}

// noRevision is the error for one that is not there; a shallow clone has few.
func noRevision(repository *gitrepo.Repository, revision string) error {
	hint := ""
	if repository.IsShallow() {
		hint = ", a shallow clone: git fetch --unshallow brings the others"
	}
	return fmt.Errorf("%s is no revision of the repository %s%s", revision, repository.Root, hint)
}

// Touches reports whether one of some lines of a file has changed.
func (l *Lines) Touches(file string, first, last int) (bool, error) {
	full, err := filepath.Abs(file)
	if err != nil {
		return false, nil
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	}
	t := l.holding(full)
	if t == nil {
		return false, nil
	}
	stretches, err := t.changes(full)
	if err != nil {
		return false, explained(err, t.repository, t.revision)
	}
	return slices.ContainsFunc(stretches, func(s stretch) bool {
		return s.first <= max(first, last) && first <= s.last
	}), nil
}

// holding is the innermost tree that holds a file, nil for none.
func (l *Lines) holding(full string) *tree {
	for folder := filepath.Dir(full); ; folder = filepath.Dir(folder) {
		if t := l.at(folder); t != nil || folder == filepath.Dir(folder) {
			return t
		}
	}
}

// Close closes the repositories.
func (l *Lines) Close() {
	for _, t := range l.trees {
		t.repository.Close()
	}
}

// within is a path as seen from a root, with slashes.
func within(root, full string) string {
	relative, err := filepath.Rel(root, full)
	if err != nil {
		return full
	}
	return filepath.ToSlash(relative)
}

// isThere reports that something has a name.
func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
