// Package snapshot finds out which builds of shared libraries a process would run with, without loading them.
//
// To load the libraries that parse and prove takes longer than a run whose results are all cached. So a process that
// has loaded them records what the choice depends on: the files of all libraries, the folders in which the dynamic
// linker looks for them, and its cache of the libraries of the machine. While these are unchanged, the linker would find
// the same builds.
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

// Snapshot is the result of [libraries.Loaded] in a process, with what that depends on.
type Snapshot struct {
	Loaded []string
	Files  []FileState
}

// FileState is a file or folder as it was, "" for one that was not there.
type FileState struct{ Path, State string }

// linkersList says where the dynamic linker finds libraries of the machine.
const linkersList = "/etc/ld.so.cache"

// Variables are those of the environment by which the dynamic linker finds other libraries: a snapshot is of
// their values.
var Variables = []string{"LD_LIBRARY_PATH", "LD_PRELOAD"}

// Take is the snapshot of this process, of the libraries whose names begin with one of the prefixes.
func Take(prefixes ...string) Snapshot {
	paths := append([]string{linkersList}, folders(nil)...)
	for _, path := range lines(C.wc_library_files()) {
		if filepath.IsAbs(path) { // not the program, nor what the kernel brings along
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

// Holds reports that all is as it was.
func (s Snapshot) Holds() bool {
	return !slices.ContainsFunc(s.Files, func(f FileState) bool { return stateOf(f.Path) != f.State })
}

// stateOf is what is another after any change of a file.
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

// folders are those in which the dynamic linker looks for what a library depends on, or the program for nil.
func folders(library *string) []string {
	var path *C.char
	if library != nil {
		path = C.CString(*library)
		defer C.free(unsafe.Pointer(path))
	}
	return lines(C.wc_library_folders(path))
}

// lines are those of a text, which is freed.
func lines(text *C.char) (all []string) {
	defer C.free(unsafe.Pointer(text))
	for line := range strings.Lines(C.GoString(text)) {
		all = append(all, strings.TrimSuffix(line, "\n"))
	}
	return all
}
