// Package libraries tells which builds of shared libraries the process runs with.
//
// What they compute may differ from build to build under one version: a distribution mends a fault
// and calls it 15.0.6 as before. The linker gives each build an ID, which is read from where the
// library was loaded, whatever became of its file since.
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

// Loaded are the libraries whose file names begin with one of the prefixes, in order: each file's name
// with its build ID, or with the size and time of the file where the build has none.
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

// Program is the build ID of the program itself, "" where it was linked without.
func Program() string {
	for _, one := range images() {
		if one[1] == "" {
			return one[0]
		}
	}
	return ""
}

// images are what is loaded, each with its build ID and the path of its file, "" for the program.
func images() (all [][2]string) {
	text := C.warpcheck_loaded()
	defer C.free(unsafe.Pointer(text))
	for line := range strings.Lines(C.GoString(text)) {
		id, path, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		all = append(all, [2]string{id, path})
	}
	return all
}
