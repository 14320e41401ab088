package safefile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Foreign reports a file above a tree that somebody may have put there who may not write the tree: its owner, that of
// the link that it is, or that of its folder is neither the tree's nor this user nor root, or everyone may write it
// or take its place.
//
// Where everyone may write the tree itself, as on some disks that know no permissions, only the owner counts.
func Foreign(path, tree string) bool {
	owner, err := os.Stat(tree)
	if err != nil {
		return true
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil || isAnothers(folder, owner) {
		return true
	}
	link, err := os.Lstat(path)
	if err != nil || isAnothers(link, owner) {
		return true
	}
	file, err := os.Stat(path)
	if err != nil || isAnothers(file, owner) {
		return true
	}
	return !isOpen(owner) && (isOpen(file) || isOpen(folder) && folder.Mode()&fs.ModeSticky == 0)
}

// isAnothers reports what belongs to none of root, this user and the owner of the tree.
func isAnothers(info, tree fs.FileInfo) bool {
	mine := uint32(os.Geteuid())
	owner, known := info.Sys().(*syscall.Stat_t)
	of, knownTree := tree.Sys().(*syscall.Stat_t)
	return !known || !knownTree || owner.Uid != 0 && owner.Uid != mine && owner.Uid != of.Uid
}

// isOpen reports what everyone may write.
func isOpen(info fs.FileInfo) bool {
	const othersWrite = 0o002
	return info.Mode().Perm()&othersWrite != 0
}
