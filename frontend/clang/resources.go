package clang

/*
#include "tree.h"
*/
import "C"

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/warpcheck/warpcheck/internal/libraries"
)

// Version is the version of the clang in this program.
func Version() string { return "clang version " + C.GoString(C.wc_version()) }

// Resources returns the folder whose subfolder include has clang's own headers (stddef.h, the intrinsics of
// processors). In an archive or a package, it is next to the program. Otherwise it is the folder of the clang with
// which the program was built.
var Resources = sync.OnceValue(func() string {
	beside := filepath.Join(libraries.Folder(), "clang")
	if _, err := os.Stat(filepath.Join(beside, "include", "stddef.h")); err == nil {
		return beside
	}
	major := int(C.wc_major())
	version := fmt.Sprint(major)
	if major < 16 {
		version = C.GoString(C.wc_version()) // up to version 15, the whole version is the name of the folder
	}
	return fmt.Sprintf("/usr/lib/llvm-%d/lib/clang/%s", major, version)
})
