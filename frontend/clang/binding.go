// Package clang is the crossing to libclang: one parse of a file, walked in C++ and decoded to
// plain Go values.
//
//	Request ──libclang──▶ syntax tree ──Walker (C++)──▶ flat arrays (tree.h) ──decode──▶ Tree
//
// The tree is walked once, so that a unit costs a single crossing between C and Go. How a file
// is to be read (arguments, contents), and what is made of clang's errors, the caller knows.
//
// libclang's C API does not tell an operator, the parts of a for loop or the text of an asm
// statement, and libclang exports none of clang's C++ library. The walker therefore reads
// clang's own statement classes through accessors that are inline in clang's headers, and asks
// the C API for everything that is not (bodies, initialisers, constants, sizes, positions),
// through cursors made up around clang's pointers (bridge.h). That ties a build to the major
// version of clang whose headers it saw: [Load] refuses any other.
//
// Nothing but what needs the C++ is here: a change to any file of the package compiles all of it.
package clang

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
	"runtime"
	"runtime/cgo"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/confine"
	"github.com/warpcheck/warpcheck/internal/safefile"
)

var (
	errRefused = errors.New("libclang refused the arguments: check the flags after -- and extra_args")
	errNoTree  = errors.New("libclang could not make a syntax tree: check the flags and the architecture")
	// ErrCrashed is a crash inside libclang, which ended the parse and nothing else.
	ErrCrashed = errors.New("libclang crashed")
)

// crashed is set by the first crash.
var crashed atomic.Bool

// HasCrashed reports that libclang crashed in this process: what it left behind may be anything.
func HasCrashed() bool { return crashed.Load() }

// parseError is the error behind libclang's CXErrorCode.
func parseError(code C.int) error {
	switch code {
	case C.CXError_Success:
		return nil
	case C.CXError_Crashed:
		crashed.Store(true)
		return ErrCrashed
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

// File is a content that libclang gets in place of that of a file, which need not exist.
type File struct{ Name, Text string }

// Request is one parse.
type Request struct {
	// File is the path of the source; Source replaces its content, nil reads it.
	File   string
	Source []byte
	// Args are the command line, the compiler's name first.
	Args []string
	// Files are those that libclang gets from memory.
	Files []File
	// System is the folder of the files that are taken for headers of the system.
	System string
	// Own reports a file that is never one, by its name as clang spells it; nil reports none.
	Own func(spelled string) bool
	// MayRead reports a file that libclang is given; nil gives all.
	MayRead func(path string) bool
	// Name is the name of a file in the result by the way in which clang spells it, and Place
	// mends a position.
	Name  func(spelled string) string
	Place func(pos *ast.Pos)
	// Asked, when not nil, is given what libclang asked the file system for, nil where not all of
	// it is known.
	Asked func([]confine.Inquiry)
}

// Parse hands one file to libclang and decodes the tree that comes back. Files that it was not
// allowed to open are told.
func Parse(r Request) (*Tree, []confine.Refusal, error) {
	if err := Load(); err != nil {
		return nil, nil, err
	}
	var names, texts []string
	lengths := make([]C.int64_t, len(r.Files)+1) // one more, so that there is one to point to
	for i, file := range r.Files {
		names, texts = append(names, file.Name), append(texts, file.Text)
		lengths[i] = C.int64_t(len(file.Text))
	}
	argv, fileNames, fileTexts := newStrings(r.Args), newStrings(names), newStrings(texts)
	paths := newStrings([]string{r.File, r.System})
	defer argv.free()
	defer fileNames.free()
	defer fileTexts.free()
	defer paths.free()
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pinner.Pin(&lengths[0])
	request := C.wc_request{
		file: paths[0], system_prefix: paths[1],
		args: argv.pin(&pinner), arg_count: C.int32_t(len(argv)),
		virtual_names: fileNames.pin(&pinner), virtual_texts: fileTexts.pin(&pinner),
		virtual_lengths: &lengths[0], virtual_count: C.int32_t(len(r.Files)),
	}
	own := cgo.NewHandle(r.Own)
	defer own.Delete()
	request.own = C.uintptr_t(own)
	if r.Source != nil {
		copied := C.CBytes(append(slices.Clip(r.Source), 0))
		defer C.free(copied)
		request.source = (*C.char)(copied)
		request.source_length = C.int64_t(len(r.Source))
	}
	var flat C.wc_unit
	var code C.int
	outcome, err := confine.Run(confine.Bounds{Size: int64(safefile.Source), MayRead: r.MayRead}, func() { code = C.wc_parse(&request, &flat) })
	if err != nil {
		return nil, nil, err
	}
	if r.Asked != nil {
		r.Asked(outcome.Asked)
	}
	if err := parseError(code); err != nil {
		return nil, nil, err
	}
	defer C.wc_free(&flat)
	return decode(&flat, &r), outcome.Refused, nil
}
