package libraries

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"
)

// Open loads the first library that there is by one of the names, for the rest of the process, and gives the
// addresses of its symbols. It is looked for beside the program, where a package brings it (../lib/warpcheck), then where
// the dynamic linker looks for those that the program is linked with.
//
// With a library that is brought comes the C++ runtime that it was made with. That is loaded first: the dynamic linker
// loads no second library of its name.
//
// What the library calls in turn is found as if it had been loaded with the program: in the program
// first.
func Open(names, symbols []string) ([]unsafe.Pointer, error) {
	runtime.LockOSThread() // of which dlerror tells
	defer runtime.UnlockOSThread()
	var failure error
	beside := shipped(names)
	if len(beside) > 0 {
		for _, cxx := range shipped([]string{runtimeLibrary}) {
			_, failure = open(cxx)
		}
	}
	for _, name := range append(beside, names...) {
		library, err := open(name)
		if err == nil {
			return find(library, symbols)
		}
		if failure == nil {
			failure = err // what the others say is mostly that they are not there
		}
	}
	return nil, failure
}

// open loads a library.
func open(name string) (unsafe.Pointer, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	library := C.dlopen(text, C.RTLD_LAZY|C.RTLD_LOCAL)
	if library == nil {
		return nil, errors.New(C.GoString(C.dlerror()))
	}
	return library, nil
}

// find is where a library has its symbols.
func find(library unsafe.Pointer, symbols []string) ([]unsafe.Pointer, error) {
	all := make([]unsafe.Pointer, len(symbols))
	for i, symbol := range symbols {
		text := C.CString(symbol)
		all[i] = C.dlsym(library, text)
		C.free(unsafe.Pointer(text))
		if all[i] == nil {
			return nil, fmt.Errorf("it has no %s", symbol)
		}
	}
	return all, nil
}
