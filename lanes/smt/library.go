package smt

// #include "solve.h"
import "C"

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/warpcheck/warpcheck/internal/libraries"
)

// Version is that of Z3 without the last part: its formulas take other numbers of steps in another.
func Version() string { return fmt.Sprintf("%d.%d", int(C.z3_major()), int(C.z3_minor())) }

// Load loads Z3, if that is not done. Its error is that of a machine without.
var Load = sync.OnceValue(func() error {
	major, minor := int(C.z3_major()), int(C.z3_minor())
	names := []string{
		fmt.Sprintf("libz3.so.%d", major), // in Debian
		fmt.Sprintf("libz3.so.%d.%d", major, minor),
		"libz3.so",
	}
	addresses, err := libraries.Open(names, functions())
	if err != nil {
		return fmt.Errorf("Z3 cannot be used: %w: install libz3-%d", err, major)
	}
	C.z3_use(unsafe.SliceData(addresses))
	return nil
})

// functions are the names of those that are used.
func functions() (all []string) {
	for {
		name := C.z3_function(C.int(len(all)))
		if name == nil {
			return all
		}
		all = append(all, C.GoString(name))
	}
}
