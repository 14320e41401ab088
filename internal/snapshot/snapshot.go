// Package snapshot determines which builds of shared libraries a process would load. It does not load them.
//
// To load the libraries for parsing and proving takes longer than a run whose results are all cached. So a process that
// has loaded them records what the dynamic linker's choice depends on: the files of all libraries, the folders that the
// linker searches for them, and its cache of the machine's libraries. While these do not change, the linker chooses the
// same builds.
package snapshot

/*
#cgo LDFLAGS: -ldl
#include "searched.h"
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"github.com/warpcheck/warpcheck/internal/libraries"
)

// Snapshot is the result of [libraries.Loaded] in a process, with the states of the files that it depends on.
type Snapshot struct {
	Loaded []string
	Files  []FileState
}

// FileState is the state of a file or folder. State is "" if it did not exist.
type FileState struct{ Path, State string }

// linkersList is the dynamic linker's cache of the machine's libraries.
const linkersList = "/etc/ld.so.cache"

// Variables lists the environment variables that affect which libraries the dynamic linker chooses. A snapshot is valid
// only for their values.
var Variables = []string{"LD_LIBRARY_PATH", "LD_PRELOAD"}

// Take returns the snapshot of this process. Its field Loaded lists the libraries whose names begin with one of
// prefixes.
func Take(prefixes ...string) Snapshot {
	paths := append([]string{linkersList}, folders(nil)...)
	for _, path := range lines(C.wc_library_files()) {
		if filepath.IsAbs(path) { // skips the program itself, and the library that the kernel provides
			paths = append(append(paths, path, filepath.Dir(path)), folders(&path)...)
		}
	}
	slices.Sort(paths)
	s := Snapshot{Loaded: libraries.Loaded(prefixes...)}
	for _, path := range slices.Compact(paths) {
		s.Files = append(s.Files, FileState{path, stateOf(path)})
	}
	return s
}

// Holds reports whether no file has changed.
func (s Snapshot) Holds() bool {
	return !slices.ContainsFunc(s.Files, func(f FileState) bool { return stateOf(f.Path) != f.State })
}

// stateOf returns a text that changes when the file changes, or "" if the file does not exist.
func stateOf(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprint(s.Dev, s.Ino, s.Size, s.Mtim.Nano(), s.Ctim.Nano())
}

// folders returns the folders that the dynamic linker searches for the dependencies of a library, or of the program if
// library is nil.
func folders(library *string) []string {
	var path *C.char
	if library != nil {
		path = C.CString(*library)
		defer C.free(unsafe.Pointer(path))
	}
	return lines(C.wc_library_folders(path))
}

// lines returns the lines of a C text, and frees the text.
func lines(text *C.char) (all []string) {
	defer C.free(unsafe.Pointer(text))
	for line := range strings.Lines(C.GoString(text)) {
		all = append(all, strings.TrimSuffix(line, "\n"))
	}
	return all
}
