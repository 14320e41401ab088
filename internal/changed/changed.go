// Package changed determines which lines of a git repository's files have changed since a revision.
//
// It reads the repository itself (package gitrepo) and compares bytes: it runs neither git nor a program that the
// repository's configuration, attributes or hooks could name. It compares a file at the first question about it, so the
// cost of a run does not depend on the size of the repository.
//
// These lines count as changed, as in git diff REVISION with untracked files added:
//
//   - lines that the revision's file does not have (diff.go). A carriage return at the end of a line does not count,
//     because the configuration or an attribute of the file decides about it;
//   - all lines of a file that the revision does not have, unless git tracks the file and it had another name there
//     (renamed.go);
//   - no line of a file that .gitignore names and git does not track;
//   - all lines of a nested repository that is new and not ignored, or whose commit in the index has changed; otherwise
//     none of its lines.
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

// Lines finds the changed lines of one or more working trees.
type Lines struct{ trees []*tree }

// stretch is a range of lines in a file. The lines count from 1, and last is included.
type stretch struct{ first, last int }

// Since opens the repositories that contain folders, to compare them with a revision. from is the folder in which the
// command was given.
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

// at returns the tree with this root, or nil if there is none.
func (l *Lines) at(root string) *tree {
	for _, t := range l.trees {
		if t.repository.Root == root {
			return t
		}
	}
	return nil
}

// explained returns err, or for a missing object an error with a remedy.
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

// noRevision returns the error for a revision that does not exist. A shallow clone has few revisions.
func noRevision(repository *gitrepo.Repository, revision string) error {
	hint := ""
	if repository.IsShallow() {
		hint = ", a shallow clone: git fetch --unshallow brings the others"
	}
	return fmt.Errorf("%s is no revision of the repository %s%s", revision, repository.Root, hint)
}

// Touches reports whether any line of a file from first to last has changed.
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

// holding returns the innermost tree that contains a file, or nil if there is none.
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

// within returns the path full relative to root, with slashes.
func within(root, full string) string {
	relative, err := filepath.Rel(root, full)
	if err != nil {
		return full
	}
	return filepath.ToSlash(relative)
}

// isThere reports whether a file or folder with this name exists.
func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
