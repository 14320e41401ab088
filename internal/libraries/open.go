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

// Open loads the first existing library among the names, for the rest of the process, and returns the addresses of the
// given symbols. It looks beside the program, where a package puts it (../lib/warpcheck), then where the dynamic linker
// looks for the libraries with which the program is linked.
//
// A package that brings the library also brings the C++ runtime with which it was made. That is loaded first: the
// dynamic linker does not load a second library of the same name.
//
// The calls in the library are resolved in the program first, as if the library had been loaded with the program.
func Open(names, symbols []string) ([]unsafe.Pointer, error) {
	runtime.LockOSThread() // dlerror is per thread
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
			failure = err // the errors for later names are mostly that no such file exists
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

// find returns the addresses of a library's symbols.
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
