package clang

/*
#include "tree.h"
*/
import "C"

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// Version is the version of the clang in this program.
func Version() string { return "clang version " + C.GoString(C.wc_version()) }

// Resources is the folder that holds the headers of clang's own (stddef.h, the intrinsics of processors) in include/: the one
// that stands beside the program in an archive or a package, else that of the clang which the program was built with.
var Resources = sync.OnceValue(func() string {
	if program, err := executable(); err == nil {
		beside := filepath.Join(filepath.Dir(program), "..", "lib", "warpcheck", "clang")
		if _, err := os.Stat(filepath.Join(beside, "include", "stddef.h")); err == nil {
			return beside
		}
	}
	major := int(C.wc_major())
	version := fmt.Sprint(major)
	if major < 16 {
		version = C.GoString(C.wc_version()) // until 15 the folder has the name of the whole version
	}
	return fmt.Sprintf("/usr/lib/llvm-%d/lib/clang/%s", major, version)
})

// executable is the path of the program, also where no /proc says it.
func executable() (string, error) {
	if program, err := os.Executable(); err == nil {
		return program, nil
	}
	found, err := exec.LookPath(os.Args[0])
	if err != nil {
		return "", err
	}
	if found, err = filepath.EvalSymlinks(found); err != nil {
		return "", err
	}
	return filepath.Abs(found)
}
