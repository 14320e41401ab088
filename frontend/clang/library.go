package clang

/*
#include <stdlib.h>
#include "tree.h"
*/
import "C"

import (
	"fmt"
	"regexp"
	"strconv"
	"sync"
	"unsafe"

	"github.com/warpcheck/warpcheck/internal/libraries"
)

// Load loads libclang, if that is not done. To load it and LLVM takes a third of what a small file does, and a
// run that finds all its results in the cache, or gives its files to workers, does without. Its error is
// that of a machine without the libclang that the program was compiled against: the layout of clang's
// classes differs from one major version to the next, and reading them would go wrong.
var Load = sync.OnceValue(func() error {
	addresses, err := libraries.Open(libraryNames(), functions())
	if err == nil {
		C.wc_use(unsafe.SliceData(addresses))
		err = checkVersion()
	}
	if err != nil {
		built := int(C.wc_built_against())
		return fmt.Errorf("libclang %d cannot be used: %w: install libclang %d or rebuild warpcheck against yours", built, err, built)
	}
	return nil
})

// libraryNames are the names of the file in distributions and in builds of LLVM's own, and last those that do not
// say the version.
func libraryNames() []string {
	major, minor := int(C.wc_built_against()), int(C.wc_built_against_minor())
	return []string{
		fmt.Sprintf("libclang-%d.so.%d", major, major),
		fmt.Sprintf("libclang-%d.so.1", major),
		fmt.Sprintf("libclang-%d.so.%d.%d", major, major, minor),
		fmt.Sprintf("libclang.so.%d", major),
		fmt.Sprintf("libclang.so.%d.%d", major, minor),
		fmt.Sprintf("libclang-%d.so", major),
		"libclang.so",
	}
}

// functions are the names of those that are used.
func functions() (all []string) {
	for {
		name := C.wc_function(C.int(len(all)))
		if name == nil {
			return all
		}
		all = append(all, C.GoString(name))
	}
}

// Version is the version of libclang as it gives it, or why there is none.
func Version() string {
	if err := Load(); err != nil {
		return err.Error()
	}
	return loadedVersion()
}

// loadedVersion is that of the library that is loaded.
func loadedVersion() string {
	text := C.wc_version()
	defer C.free(unsafe.Pointer(text))
	return C.GoString(text)
}

// checkVersion reports a libclang of another major version than that which the program was compiled against.
func checkVersion() error {
	found := regexp.MustCompile(`version (\d+)`).FindStringSubmatch(loadedVersion())
	if found != nil {
		if major, err := strconv.Atoi(found[1]); err == nil && major == int(C.wc_built_against()) {
			return nil
		}
	}
	return fmt.Errorf("%q was found", loadedVersion())
}
