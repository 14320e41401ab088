package confine

/*
#include "confine.h"
*/
import "C"

import (
	"runtime/cgo"

	"github.com/warpcheck/warpcheck/internal/panics"
)

// wc_may_read reports to the C code whether a file may be opened (Bounds.MayRead): 1 if it may, else 0.
//
//export wc_may_read
func wc_may_read(handle C.uintptr_t, path *C.char) C.int {
	if cgo.Handle(handle).Value().(*panics.Question).Answer(C.GoString(path), true) {
		return 1
	}
	return 0
}
