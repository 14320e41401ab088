// Package gitrepo reads a git repository: which commit a revision names, and the files of that commit.
//
// It starts no program, writes nothing and connects to nothing. git itself runs programs that the configuration, the
// attributes, the hooks and the remotes of a repository name. The author of a checked tree may have written all of
// these. Here they are data: only a few values of the configuration are read ([config]), and includes are not followed.
//
//	.git, a folder or a file that names one   find.go       HEAD, index, logs of this working tree
//	commondir                                 find.go       objects, packed-refs, refs, config
//	objects/ab/cdef..., info/alternates       object.go     loose objects, folders of other repositories
//	objects/pack/*.idx, *.pack                pack.go       packs, with deltas (delta.go)
//	HEAD~2, v1.0^{}, main@{u}, a...b          revision.go   names of commits, by refs.go and log.go
//	index                                     index.go      the names of the tracked files
//
// Both kinds of hashes are read (SHA-1 and SHA-256), and refs in files, but no reftable.
//
// The code is our own, because the libraries that read repositories hold whole pack indexes in memory, inflate loose
// objects without a limit, and open files by themselves. Here an object is at most as large as a source, and the work
// on a repository is limited as a whole (limits.go): its files may be made to cost as much as possible.
package gitrepo
