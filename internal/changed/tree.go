package changed

import (
	"math"
	"path/filepath"

	"github.com/warpcheck/warpcheck/internal/gitignore"
	"github.com/warpcheck/warpcheck/internal/gitrepo"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

// tree compares a working tree with the files of a revision.
type tree struct {
	repository *gitrepo.Repository
	revision   string
	// old is the git tree object of the revision's root folder. index lists the files that git tracks now.
	old     gitrepo.Hash
	index   gitrepo.Index
	ignored *gitignore.Tree
	// known caches the changed lines of the files that were compared, by path.
	known   map[string][]stretch
	deleted *deletedFiles
}

// newTree opens a working tree, to compare it with a revision.
func newTree(repository *gitrepo.Repository, revision string) (*tree, error) {
	commit, err := repository.Commit(revision)
	if err == nil && commit == "" {
		err = noRevision(repository, revision)
	}
	if err != nil {
		return nil, err
	}
	t := &tree{repository: repository, revision: revision, known: map[string][]stretch{},
		ignored: gitignore.In(repository.Root)}
	for _, file := range repository.Excludes() {
		t.ignored.Also(file)
	}
	if t.old, err = repository.Tree(commit); err != nil {
		return nil, err
	}
	t.index, err = repository.Index()
	return t, err
}

// everything is the list of changes that contains all lines of a file.
var everything = []stretch{{1, math.MaxInt}}

// changes returns the changed lines of the file with the absolute path full.
func (t *tree) changes(full string) ([]stretch, error) {
	if known, ok := t.known[full]; ok {
		return known, nil
	}
	found, err := t.compare(full)
	if err == nil {
		t.known[full] = found
	}
	return found, err
}

// compare returns the lines of the file with the absolute path full that have changed since the revision. It does not
// use the cache.
func (t *tree) compare(full string) ([]stretch, error) {
	name := within(t.repository.Root, full)
	entry, isOld, err := t.repository.Lookup(t.old, name)
	if err != nil {
		return nil, err
	}
	if inner := t.repository.Inner(full); inner != "" && !(isOld && entry.Mode.IsFile()) {
		return t.compareInner(inner, entry, isOld)
	}
	switch _, isTracked := t.index[name]; {
	case isOld && entry.Mode.IsFile():
		return t.compareWith(full, entry.Hash)
	case isTracked:
		return t.compareRenamed(full)
	case t.isIgnored(full):
		return nil, nil
	}
	return everything, nil
}

// compareInner returns the changes in the nested repository inner. There are none if git ignores it, or if entry and
// the index name the same commit of it. Otherwise everything in it has changed. isOld reports whether the revision has
// entry. compareInner does not read objects of the nested repository.
func (t *tree) compareInner(inner string, entry gitrepo.Entry, isOld bool) ([]stretch, error) {
	now, isTracked := t.index[within(t.repository.Root, inner)]
	switch {
	case !isTracked && t.isIgnored(inner):
		return nil, nil
	case isOld && isTracked && entry.Mode.IsRepository() && now.Mode.IsRepository() && entry.Hash == now.Hash:
		return nil, nil
	}
	return everything, nil
}

// isIgnored reports whether .gitignore names a path or a folder that contains it.
func (t *tree) isIgnored(full string) bool {
	for at, isFolder := full, false; at != t.repository.Root; at, isFolder = filepath.Dir(at), true {
		if t.ignored.Ignores(at, isFolder || at != full) {
			return true
		}
	}
	return false
}

// compareWith compares a file with the content of an object.
func (t *tree) compareWith(full string, old gitrepo.Hash) ([]stretch, error) {
	before, err := t.repository.Blob(old)
	if err != nil {
		return nil, err
	}
	now, err := safefile.Read(full, safefile.Source)
	if err != nil {
		return nil, err
	}
	return differences(linesOf(before), linesOf(now)), nil
}
