package frontend

/*
#cgo CXXFLAGS: -std=c++17 -O2 -fno-rtti -DNDEBUG -DLLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING=1
#cgo CXXFLAGS: -Wno-unused-parameter -Wno-comment
#include <stdlib.h>
#include "tree.h"
#include <clang-c/CXErrorCode.h>
*/
import "C"

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"unsafe"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/confine"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

var (
	errRefused = errors.New("libclang refused the arguments: check the flags after -- and extra_args")
	errNoTree  = errors.New("libclang could not make a syntax tree: check the flags and the architecture")
	errCrashed = errors.New("libclang crashed")
)

// parseError is the error behind libclang's CXErrorCode.
func parseError(code C.int) error {
	switch code {
	case C.CXError_Success:
		return nil
	case C.CXError_Crashed:
		return errCrashed
	case C.CXError_ASTReadError:
		return errNoTree
	}
	return errRefused
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
func parse(r reading) (*ast.Unit, error) {
	source, virtual := r.unsaved()
	var names, texts []string
	for _, file := range virtual {
		names, texts = append(names, file.name), append(texts, file.text)
	}
	argv, virtualNames, virtualTexts := newStrings(r.args), newStrings(names), newStrings(texts)
	paths := newStrings([]string{r.File, r.Headers})
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
	if source != nil {
		copied := C.CBytes(append(slices.Clip(source), 0))
		defer C.free(copied)
		request.source = (*C.char)(copied)
		request.source_length = C.int64_t(len(source))
	}
	var flat C.wc_unit
	var code C.int
	refused, err := confine.Run(int64(safefile.Source), func() { code = C.wc_parse(&request, &flat) })
	if err != nil {
		return nil, err
	}
	if err := parseError(code); err != nil {
		return nil, err
	}
	defer C.wc_free(&flat)
	unit := decode(&flat, r)
	unit.Unread = unread(unit, refused)
	return unit, nil
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
