package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Repository is an open git repository with one working tree.
type Repository struct {
	// Root is the folder of the working tree, with symbolic links resolved.
	Root string
	// folder contains the files that only this working tree uses. common contains the files that all working trees of
	// the repository share.
	folder, common string
	config         config
	// width is the number of bytes of a hash.
	width  int
	stores []string
	packs  []*pack
	refs   map[string]Hash // the refs in packed-refs, nil before that file is read
	trees  map[Hash][]Entry
	spent  int64
	ctx    context.Context
}

// name is the name of the repository in a working tree: a folder, or a file with the path of the repository.
const name = ".git"

// Find opens the repository that contains folder. The argument from is the folder in which the command was given.
//
// If folder is below from, Find opens the repository that contains from, because nobody may have checked a repository
// inside of from. If no repository contains from, it opens the outermost one between from and folder. If folder is not
// below from, it opens the innermost one that contains folder. It returns an error if another repository inside of the
// opened one contains folder.
func Find(ctx context.Context, from, folder string) (*Repository, error) {
	from, folder = real(from), real(folder)
	root := ""
	if !safefile.Within(folder, from) {
		root = above(folder)
	} else if root = above(from); root == "" {
		root = outermost(from, folder)
	}
	if root == "" {
		return nil, fmt.Errorf("%s is in no git repository", folder)
	}
	r := &Repository{Root: root, trees: map[Hash][]Entry{}, ctx: ctx}
	if inner := r.Inner(folder); inner != "" {
		return nil, fmt.Errorf("%s is a repository of its own inside of %s: run warpcheck in it", inner, root)
	}
	return r, r.open()
}

// real returns an absolute path with symbolic links resolved.
func real(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return path
}

// above returns folder if it is a working tree, or the closest folder above that is one. It returns "" if there is
// none.
func above(folder string) string {
	for ; !isRoot(folder); folder = filepath.Dir(folder) {
		if filepath.Dir(folder) == folder {
			return ""
		}
	}
	return folder
}

// outermost returns the highest working tree that contains folder and is below the folder from. It returns "" if there
// is none.
func outermost(from, folder string) string {
	root := ""
	for at := folder; at != from; at = filepath.Dir(at) {
		if isRoot(at) {
			root = at
		}
	}
	return root
}

// isRoot reports whether a folder is a working tree. Like git, it accepts a folder .git only if .git contains HEAD.
func isRoot(folder string) bool {
	info, err := os.Stat(filepath.Join(folder, name))
	if err != nil || !info.IsDir() {
		return err == nil
	}
	_, err = os.Lstat(filepath.Join(folder, name, "HEAD"))
	return err == nil
}

// Inner returns the outermost repository inside of r that contains path, whose links are resolved. It returns "" if
// there is none.
func (r *Repository) Inner(path string) string { return outermost(r.Root, path) }

// open finds the folders of the repository, and the length of its hashes.
func (r *Repository) open() error {
	r.folder = filepath.Join(r.Root, name)
	if safefile.Foreign(r.folder, r.Root) {
		return fmt.Errorf("%s is another user's, or may be written by everyone: warpcheck does not read it", r.folder)
	}
	if err := r.followFile(); err != nil {
		return err
	}
	if err := r.findCommon(); err != nil {
		return err
	}
	r.config, r.width = readConfig(filepath.Join(r.common, "config")), 20
	if r.config.last("extensions.objectformat") == "sha256" {
		r.width = 32
	}
	r.findStores()
	return nil
}

// followFile replaces r.folder by the folder that it names, if r.folder is a file. In linked working trees and
// submodules, .git is such a file.
//
// The file may name any repository on the machine. followFile accepts a repository outside of the working tree only if
// that repository names this working tree too. Otherwise the repository may belong to another project, whose text must
// not be compared here.
func (r *Repository) followFile() error {
	file := r.folder
	info, err := os.Lstat(file)
	if err != nil {
		return err
	}
	switch {
	case info.IsDir():
		return nil
	case info.Mode().IsRegular():
		text, err := safefile.Read(file, safefile.Settings)
		target, is := strings.CutPrefix(string(text), "gitdir: ")
		if err != nil || !is {
			return fmt.Errorf("%s is neither a repository nor names one", file)
		}
		r.folder = beside(r.Root, target)
	}
	r.folder = real(r.folder)
	if !safefile.Within(r.folder, r.Root) && !r.isNamedBy(file) {
		return fmt.Errorf("%s leads to the repository %s, which does not name %s as a working tree: "+
			"warpcheck does not read it (git worktree repair mends a working tree that was moved)", file, r.folder, r.Root)
	}
	return nil
}

// beside returns a path in a file of git, made absolute with a folder.
func beside(folder, path string) string {
	path = strings.TrimRight(path, "\r\n")
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	return filepath.Clean(path)
}

// isNamedBy reports whether the folder of the repository names file, the .git of the working tree, or names the working
// tree itself.
func (r *Repository) isNamedBy(file string) bool {
	if text, err := safefile.Read(filepath.Join(r.folder, "gitdir"), safefile.Settings); err == nil {
		return isSame(beside(r.folder, string(text)), file)
	}
	tree := readConfig(filepath.Join(r.folder, "config")).last("core.worktree")
	return tree != "" && isSame(beside(r.folder, tree), r.Root)
}

// isSame reports whether two paths name the same file.
func isSame(a, b string) bool {
	one, err := os.Stat(a)
	other, missing := os.Stat(b)
	return errors.Join(err, missing) == nil && os.SameFile(one, other)
}

// findCommon finds the folder that the working trees of the repository share. For a linked working tree it is two
// folders above r.folder.
func (r *Repository) findCommon() error {
	r.common = r.folder
	text, err := safefile.Read(filepath.Join(r.folder, "commondir"), safefile.Settings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	common := beside(r.folder, string(text))
	if !isSame(filepath.Join(common, "worktrees", filepath.Base(r.folder)), r.folder) {
		return fmt.Errorf("%s names %s, which does not have this working tree: warpcheck does not read it",
			filepath.Join(r.folder, "commondir"), common)
	}
	r.common = common
	return nil
}

// findStores finds the folders of objects: that of the repository, and its alternates, up to mostStores.
func (r *Repository) findStores() {
	r.stores = []string{filepath.Join(r.common, "objects")}
	for i := 0; i < len(r.stores); i++ {
		text, err := safefile.Read(filepath.Join(r.stores[i], "info", "alternates"), safefile.Settings)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' && len(r.stores) < mostStores {
				r.stores = append(r.stores, beside(r.stores[i], line))
			}
		}
	}
}

// Close closes the open packs.
func (r *Repository) Close() {
	for _, p := range r.packs {
		p.close()
	}
	r.packs = nil
}
