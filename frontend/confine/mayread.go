package confine

/*
#include "confine.h"
*/
import "C"

import "runtime/cgo"

// wc_may_read answers whether a file may be opened (Bounds.MayRead).
//
//export wc_may_read
func wc_may_read(handle C.uintptr_t, path *C.char) C.int {
	mayRead := cgo.Handle(handle).Value().(func(string) bool)
	if mayRead == nil || mayRead(C.GoString(path)) {
		return 1
	}
	return 0
}
