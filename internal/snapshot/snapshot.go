// Package snapshot determines which builds of shared libraries a process would run with, without loading them.
//
// To load the libraries that parse and prove takes longer than a run whose results are all cached. So a process that
// has loaded them records what the dynamic linker's choice depends on: the files of all libraries, the folders in which
// it looks for them, and its cache of the machine's libraries. While these are unchanged, the linker would choose the
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

// FileState is the state of a file or folder, "" if it did not exist.
type FileState struct{ Path, State string }

// linkersList is the dynamic linker's cache of the machine's libraries.
const linkersList = "/etc/ld.so.cache"

// Variables are the environment variables that make the dynamic linker choose other libraries. A snapshot is valid only
// for their values.
var Variables = []string{"LD_LIBRARY_PATH", "LD_PRELOAD"}

// Take makes the snapshot of this process. It covers the libraries whose names begin with one of the prefixes.
func Take(prefixes ...string) Snapshot {
	paths := append([]string{linkersList}, folders(nil)...)
	for _, path := range lines(C.wc_library_files()) {
		if filepath.IsAbs(path) { // neither the program itself nor a library of the kernel
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

// Holds reports whether all files are as they were.
func (s Snapshot) Holds() bool {
	return !slices.ContainsFunc(s.Files, func(f FileState) bool { return stateOf(f.Path) != f.State })
}

// stateOf describes a file such that any change of the file changes the description.
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

// folders returns the folders in which the dynamic linker looks for the dependencies of a library, or of the program if
// library is nil.
func folders(library *string) []string {
	var path *C.char
	if library != nil {
		path = C.CString(*library)
		defer C.free(unsafe.Pointer(path))
	}
	return lines(C.wc_library_folders(path))
}

// lines splits a C text into lines and frees it.
func lines(text *C.char) (all []string) {
	defer C.free(unsafe.Pointer(text))
	for line := range strings.Lines(C.GoString(text)) {
		all = append(all, strings.TrimSuffix(line, "\n"))
	}
	return all
}
