package clang

/*
#include "tree.h"
*/
import "C"

import (
	"runtime/cgo"

	"github.com/warpcheck/warpcheck/internal/panics"
)

// wc_is_own reports to the walker whether a file is the user's (Request.Own).
//
//export wc_is_own
func wc_is_own(own C.uintptr_t, name *C.char) C.int {
	if cgo.Handle(own).Value().(*panics.Question).Answer(C.GoString(name), false) {
		return 1
	}
	return 0
}
