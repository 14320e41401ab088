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

// Repository is one that was found.
type Repository struct {
	// Root is the working tree, links followed.
	Root string
	// folder has what belongs to this working tree, common what all of the repository share.
	folder, common string
	config         config
	// width is how many bytes a hash has.
	width  int
	stores []string
	packs  []*pack
	refs   map[string]Hash // of packed-refs, nil before they are read
	trees  map[Hash][]Entry
	spent  int64
	ctx    context.Context
}

// name is what a repository is called in its working tree.
const name = ".git"

// Find opens the repository that holds a folder.
//
// What is below the folder from, where the command was given, belongs to the repository that holds from: one that
// lies inside of it may have come with a tree that nobody has checked. Where nothing holds from it is the outermost
// one on the way down to the folder. Any other folder belongs to the repository that holds it.
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

// real is a path without links.
func real(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return path
}

// above is the closest folder upward that is a working tree, "" for none.
func above(folder string) string {
	for ; !isRoot(folder); folder = filepath.Dir(folder) {
		if filepath.Dir(folder) == folder {
			return ""
		}
	}
	return folder
}

// outermost is the first working tree on the way down from a folder to another one.
func outermost(from, folder string) string {
	root := ""
	for at := folder; at != from; at = filepath.Dir(at) {
		if isRoot(at) {
			root = at
		}
	}
	return root
}

// isRoot reports a working tree: git takes a folder for one only where it has a HEAD.
func isRoot(folder string) bool {
	info, err := os.Stat(filepath.Join(folder, name))
	if err != nil || !info.IsDir() {
		return err == nil
	}
	_, err = os.Lstat(filepath.Join(folder, name, "HEAD"))
	return err == nil
}

// Inner is the outermost repository inside of this one that holds a path, links followed; "" for none.
func (r *Repository) Inner(path string) string { return outermost(r.Root, path) }

// open finds the folders of the repository, and what kind it is.
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

// followFile goes to the folder that a file .git names, as git writes it for linked working trees and submodules.
//
// The file may name any repository of the machine. One that lies outside of the working tree counts only if it
// names this working tree as well: otherwise it may be another project's, whose text must not be compared here.
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

// beside is a path that a file of git names as seen from a folder.
func beside(folder, path string) string {
	path = strings.TrimRight(path, "\r\n")
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	return filepath.Clean(path)
}

// isNamedBy reports that the repository's folder names the file .git of the working tree, or the working tree.
func (r *Repository) isNamedBy(file string) bool {
	if text, err := safefile.Read(filepath.Join(r.folder, "gitdir"), safefile.Settings); err == nil {
		return isSame(beside(r.folder, string(text)), file)
	}
	tree := readConfig(filepath.Join(r.folder, "config")).last("core.worktree")
	return tree != "" && isSame(beside(r.folder, tree), r.Root)
}

// isSame reports two names of one file.
func isSame(a, b string) bool {
	one, err := os.Stat(a)
	other, missing := os.Stat(b)
	return errors.Join(err, missing) == nil && os.SameFile(one, other)
}

// findCommon finds what the repository of a linked working tree shares: that is two folders up.
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

// findStores finds the folders of objects: the repository's own, and those that each names as alternates.
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

// Close closes what is open.
func (r *Repository) Close() {
	for _, p := range r.packs {
		p.close()
	}
	r.packs = nil
}
