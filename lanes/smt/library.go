package smt

// #include "solve.h"
import "C"

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/warpcheck/warpcheck/internal/libraries"
)

// Version returns Z3's version without the last part. Different versions take different numbers of steps for the same
// formulas.
func Version() string { return fmt.Sprintf("%d.%d", int(C.z3_major()), int(C.z3_minor())) }

// Load loads Z3 once. It returns an error if the machine has no Z3.
var Load = sync.OnceValue(func() error {
	major, minor := int(C.z3_major()), int(C.z3_minor())
	names := []string{
		fmt.Sprintf("libz3.so.%d", major), // the name of the file in Debian
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

// functions lists the names of Z3's functions that this package uses.
func functions() (all []string) {
	for {
		name := C.z3_function(C.int(len(all)))
		if name == nil {
			return all
		}
		all = append(all, C.GoString(name))
	}
}
