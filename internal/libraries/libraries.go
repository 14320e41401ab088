// Package libraries finds out which builds of shared libraries the process runs with, and loads libraries.
//
// The results of a library may differ between builds with one version: a distribution fixes a fault and still calls it
// 15.0.6. The linker gives each build an ID. It is read from memory, where the library was loaded, even if its file has
// changed afterwards.
package libraries

/*
#include "loaded.h"
#include <stdlib.h>
*/
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"
)

// Loaded lists the loaded libraries whose file names begin with one of the prefixes, in order: each file's name with
// its build ID, or with the size and time of the file if the build has no ID.
func Loaded(prefixes ...string) []string {
	var all []string
	for _, one := range images() {
		id, path := one[0], one[1]
		name := filepath.Base(path)
		if path == "" || !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
			continue
		}
		if info, err := os.Stat(path); id == "" && err == nil {
			id = fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano())
		}
		all = append(all, name+" "+id)
	}
	slices.Sort(all)
	return all
}

// Program is the build ID of the program itself, "" if it was linked without an ID.
func Program() string {
	for _, one := range images() {
		if one[1] == "" {
			return one[0]
		}
	}
	return ""
}

// images returns the loaded files, each with its build ID and its path; the path is "" for the program.
func images() (all [][2]string) {
	text := C.warpcheck_loaded()
	defer C.free(unsafe.Pointer(text))
	for line := range strings.Lines(C.GoString(text)) {
		id, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		all = append(all, [2]string{id, path})
	}
	return all
}
