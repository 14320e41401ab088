package frontend

/*
#cgo CXXFLAGS: -std=c++17 -O2 -fno-rtti -DNDEBUG -DLLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING=1
#cgo CXXFLAGS: -Wno-unused-parameter -Wno-comment
#include <stdlib.h>
#include "tree.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"unsafe"

	"github.com/warpcheck/warpcheck/frontend/ast"
)

const refusedArguments = "libclang refused the arguments: check the flags after -- and extra_args"

var errCrashed = errors.New("libclang crashed")

// parseErrors says what libclang's CXErrorCode means.
var parseErrors = map[int]string{
	1: refusedArguments,
	3: refusedArguments,
	4: "libclang could not make a syntax tree: check the flags and the architecture",
}

// cStrings are strings in C's memory, with an array of pointers to them.
type cStrings []*C.char

func newStrings(texts []string) cStrings {
	made := make(cStrings, len(texts))
	for i, text := range texts {
		made[i] = C.CString(text)
	}
	return made
}

func (s cStrings) free() {
	for _, text := range s {
		C.free(unsafe.Pointer(text))
	}
}

// pin is the address of the array, which stays in place until unpinned.
func (s cStrings) pin(pinner *runtime.Pinner) **C.char {
	if len(s) == 0 {
		return nil
	}
	pinner.Pin(&s[0])
	return &s[0]
}

// virtualFile is a file that only libclang sees.
type virtualFile struct{ name, text string }

// parse hands one file to libclang and decodes the tree that comes back.
func parse(o Options, args []string, virtual []virtualFile) (*ast.Unit, error) {
	var names, texts []string
	for _, file := range virtual {
		names, texts = append(names, file.name), append(texts, file.text)
	}
	argv, virtualNames, virtualTexts := newStrings(args), newStrings(names), newStrings(texts)
	paths := newStrings([]string{o.File, o.Headers})
	defer argv.free()
	defer virtualNames.free()
	defer virtualTexts.free()
	defer paths.free()
	var pinner runtime.Pinner
	defer pinner.Unpin()
	request := C.wc_request{
		file: paths[0], system_prefix: paths[1],
		args: argv.pin(&pinner), arg_count: C.int32_t(len(argv)),
		virtual_names: virtualNames.pin(&pinner), virtual_texts: virtualTexts.pin(&pinner),
		virtual_count: C.int32_t(len(virtual)),
	}
	if o.Source != nil {
		source := C.CBytes(append(o.Source[:len(o.Source):len(o.Source)], 0))
		defer C.free(source)
		request.source = (*C.char)(source)
		request.source_length = C.int64_t(len(o.Source))
	}
	var flat C.wc_unit
	if code := int(C.wc_parse(&request, &flat)); code == 2 {
		return nil, errCrashed
	} else if code != 0 {
		text := parseErrors[code]
		if text == "" {
			text = fmt.Sprintf("libclang failed with code %d", code)
		}
		return nil, errors.New(text)
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
