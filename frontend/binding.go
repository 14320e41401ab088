package frontend

/*
#cgo CXXFLAGS: -std=c++17 -O2 -fno-rtti -DNDEBUG -DLLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING=1
#cgo CXXFLAGS: -Wno-unused-parameter -Wno-comment
#include <stdlib.h>
#include "tree.h"
*/
import "C"

import (
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"unsafe"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

// parseErrors says what libclang's CXErrorCode means.
var parseErrors = map[int]string{
	1: "libclang refused the arguments",
	2: "libclang crashed",
	3: "libclang refused the arguments",
	4: "libclang could not make a syntax tree: check the flags and the architecture",
}

// parse hands one file to libclang and decodes the tree that comes back.
func parse(o Options, args []string) (*ast.Unit, error) {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	argv := make([]*C.char, len(args))
	for i, arg := range args {
		argv[i] = C.CString(arg)
		defer C.free(unsafe.Pointer(argv[i]))
	}
	file := C.CString(o.File)
	defer C.free(unsafe.Pointer(file))
	request := C.wc_request{file: file, arg_count: C.int32_t(len(args))}
	pinner.Pin(&argv[0])
	request.args = &argv[0]
	if o.Source != nil {
		source := C.CBytes(append(o.Source[:len(o.Source):len(o.Source)], 0))
		defer C.free(source)
		request.source = (*C.char)(source)
		request.source_length = C.int64_t(len(o.Source))
	}
	if o.CUDAPath != "" {
		request.prelude_name = C.CString(toolkitPreludeName)
		defer C.free(unsafe.Pointer(request.prelude_name))
		request.prelude = C.CString(toolkitPrelude)
		defer C.free(unsafe.Pointer(request.prelude))
	}
	if o.Headers != "" {
		request.system_prefix = C.CString(o.Headers)
		defer C.free(unsafe.Pointer(request.system_prefix))
	}
	var flat C.wc_unit
	if code := int(C.wc_parse(&request, &flat)); code != 0 {
		text := parseErrors[code]
		if text == "" {
			text = fmt.Sprintf("libclang failed with code %d", code)
		}
		return nil, fmt.Errorf("%s: %s", o.File, text)
	}
	defer C.wc_free(&flat)
	return decode(&flat, o), nil
}

// Version is the version of the loaded libclang, as it gives it.
func Version() string {
	text := C.wc_version()
	defer C.free(unsafe.Pointer(text))
	return C.GoString(text)
}

var versionNumber = regexp.MustCompile(`version (\d+)`)

// CheckVersion reports a loaded libclang whose major version is not the one
// that this program was compiled against: the layout of clang's classes
// differs, and reading them would go wrong.
func CheckVersion() error {
	built, version := int(C.wc_built_against()), Version()
	found := versionNumber.FindStringSubmatch(version)
	if found != nil {
		if major, err := strconv.Atoi(found[1]); err == nil && major == built {
			return nil
		}
	}
	return fmt.Errorf("libclang %d is needed, but %q was loaded: install libclang %d "+
		"or rebuild warpcheck against yours", built, version, built)
}
