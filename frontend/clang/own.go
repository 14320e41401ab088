package clang

/*
#include "tree.h"
*/
import "C"

import "runtime/cgo"

// wc_is_own answers the walker's question whether a file is the user's (Request.Own).
//
//export wc_is_own
func wc_is_own(own C.uintptr_t, name *C.char) C.int {
	isOwn := cgo.Handle(own).Value().(func(string) bool)
	if isOwn != nil && isOwn(C.GoString(name)) {
		return 1
	}
	return 0
}
