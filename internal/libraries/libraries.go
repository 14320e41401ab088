// Package libraries finds out which builds of shared libraries the process runs with, and loads libraries.
//
// Two builds of a library may have the same version but different results: a distribution mends a fault and keeps the
// version 15.0.6. The linker gives each build an ID. This package reads the ID from the loaded library in memory,
// because the file may have changed since it was loaded.
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

// Loaded returns the loaded libraries whose file names begin with one of the prefixes, in order. It returns the name of
// each file with its build ID, or with the file's size and time if the build has no ID.
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

// Program returns the build ID of the program itself, or "" if it was linked without an ID.
func Program() string {
	for _, one := range images() {
		if one[1] == "" {
			return one[0]
		}
	}
	return ""
}

// images returns the build ID and the path of each loaded file. The path of the program is "".
func images() (all [][2]string) {
	text := C.warpcheck_loaded()
	defer C.free(unsafe.Pointer(text))
	for line := range strings.Lines(C.GoString(text)) {
		id, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		all = append(all, [2]string{id, path})
	}
	return all
}
