package safefile

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Foreign reports whether the file at path may come from somebody who may not write the tree. That is so if the file,
// the link that it may be, or its folder has an owner other than the tree's owner, this user and root, or if everyone
// may write the file or replace it. Foreign also returns true if it cannot examine one of these.
//
// If everyone may write the tree itself, as on some disks without permissions, only the owner counts.
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

// isAnothers reports whether a file belongs to none of these: root, this user, and the owner of the tree.
func isAnothers(info, tree fs.FileInfo) bool {
	mine := uint32(os.Geteuid())
	owner, known := info.Sys().(*syscall.Stat_t)
	of, knownTree := tree.Sys().(*syscall.Stat_t)
	return !known || !knownTree || owner.Uid != 0 && owner.Uid != mine && owner.Uid != of.Uid
}

// isOpen reports whether everyone may write a file or folder.
func isOpen(info fs.FileInfo) bool {
	const othersWrite = 0o002
	return info.Mode().Perm()&othersWrite != 0
}
