package changed

import (
	"hash/maphash"
	"path"
	"path/filepath"
	"slices"

	"github.com/warpcheck/warpcheck/internal/gitrepo"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

const (
	// mostCandidates limits how many deleted files are compared with a new file. The comparison begins with deleted
	// files of the same name. Git has the same limit.
	mostCandidates = 1000
	// alikeFrom is the least number of bytes that a renamed file and the old one must have in common, in percent of the
	// larger one.
	alikeFrom = 50
)

// deletedFiles holds the files of a revision that no longer exist, or that git no longer tracks.
type deletedFiles struct {
	files []deletedFile
	seed  maphash.Seed
}

type deletedFile struct {
	name string
	hash gitrepo.Hash
	// content is nil before the file is read.
	content content
}

// content maps the hash of a line to the number of bytes in all equal lines.
type content map[uint64]int

// compareRenamed compares a file that the revision does not have with the most similar deleted file.
func (t *tree) compareRenamed(full string) ([]stretch, error) {
	if err := t.findDeleted(); err != nil {
		return nil, err
	}
	now, err := safefile.Read(full, safefile.Source)
	if err != nil {
		return nil, err
	}
	old, err := t.mostAlike(t.deleted.contentOf(now), path.Base(filepath.ToSlash(full)))
	if err != nil || old == "" {
		return everything, err
	}
	return t.compareWith(full, old)
}

// findDeleted finds the deleted files. It does so at the first call only.
func (t *tree) findDeleted() error {
	if t.deleted != nil {
		return nil
	}
	t.deleted = &deletedFiles{seed: maphash.MakeSeed()}
	return t.repository.Files(t.old, func(name string, e gitrepo.Entry) {
		if _, isTracked := t.index[name]; !isTracked || !isThere(filepath.Join(t.repository.Root, filepath.FromSlash(name))) {
			t.deleted.files = append(t.deleted.files, deletedFile{name: name, hash: e.Hash})
		}
	})
}

// mostAlike returns the deleted file that has the most in common with the given content, or "" if no file has enough in
// common. base is the file name of the new file.
func (t *tree) mostAlike(now content, base string) (best gitrepo.Hash, err error) {
	most := 0
	for _, i := range t.deleted.candidates(base) {
		f := &t.deleted.files[i]
		if f.content == nil {
			text, err := t.repository.Blob(f.hash)
			if err != nil {
				return "", err
			}
			f.content = t.deleted.contentOf(text)
		}
		if alike := now.alike(f.content); alike >= alikeFrom && alike > most {
			best, most = f.hash, alike
		}
	}
	return best, nil
}

// candidates returns the indices of the files to compare with: first the files with the name base in another folder,
// then the files with the same extension, then other files.
func (g *deletedFiles) candidates(base string) []int {
	rank := func(i int) int {
		switch name := g.files[i].name; {
		case path.Base(name) == base:
			return 0
		case path.Ext(name) == path.Ext(base):
			return 1
		}
		return 2
	}
	all := make([]int, len(g.files))
	for i := range all {
		all[i] = i
	}
	slices.SortStableFunc(all, func(a, b int) int { return rank(a) - rank(b) })
	return all[:min(len(all), mostCandidates)]
}

func (g *deletedFiles) contentOf(text []byte) content {
	c := content{}
	for _, line := range linesOf(text) {
		c[maphash.String(g.seed, line)] += len(line)
	}
	return c
}

// alike returns how many bytes two contents have in common, in percent of the larger one.
func (c content) alike(other content) int {
	common, one, two := 0, 0, 0
	for line, bytes := range c {
		one += bytes
		common += min(bytes, other[line])
	}
	for _, bytes := range other {
		two += bytes
	}
	if max(one, two) == 0 {
		return 0
	}
	return 100 * common / max(one, two)
}
