// Package clang is the interface to clang: it parses a file, walks the tree in C++ and decodes it to plain Go values.
//
//	Request ──clang──▶ syntax tree ──Walker (C++)──▶ flat arrays (tree.h) ──decode──▶ Tree
//
// The tree is walked once, so that a unit costs a single crossing between C and Go. The caller decides how a file is to
// be read (arguments, contents), and handles clang's errors.
//
// clang is part of the program: it is linked with the archives of clang's and LLVM's own libraries (clang15.go and
// similar files). Only the parts that parsing needs are linked, without a code generator. So a small file costs what
// its parse costs, whereas loading libclang and LLVM took six times as long, and the walker can use all of clang's
// classes. libclang's C interface is not used. The price is a link of a second, and a program that is 25 MB larger.
//
// What the C++ side needs of clang differs slightly between major versions of clang. Such differences are in queries.cc
// and parse.cc alone.
//
// clang makes no instance of a function template in which something does not parse. revive.cc tries to make such an
// instance before the walk.
//
// A crash of clang ends only its parse (guard.c). A panic of Go code that clang's side calls waits until clang is done
// (package panics).
//
// Only code that needs the C++ is in this package: a change to any of its files compiles all of it.
package clang

/*
#cgo CXXFLAGS: -std=c++17 -O2 -fno-rtti -DNDEBUG -DLLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING=1
#cgo CXXFLAGS: -Wno-unused-parameter -Wno-comment
#include <stdlib.h>
#include "tree.h"
*/
import "C"

import (
	"errors"
	"runtime"
	"runtime/cgo"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/warpcheck/warpcheck/frontend/confine"
	"github.com/warpcheck/warpcheck/internal/panics"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/source"
)

var (
	errRefused = errors.New("clang refused the arguments: check the flags after -- and extra_args")
	errNoTree  = errors.New("clang could not make a syntax tree: check the flags and the architecture")
	// ErrCrashed is a crash inside clang, which only ended the parse.
	ErrCrashed = errors.New("clang crashed")
)

// crashed is set by the first crash.
var crashed atomic.Bool

// HasCrashed reports whether clang has crashed in this process, which may then be in any state.
func HasCrashed() bool { return crashed.Load() }

// parseError is the error for the outcome of a parse, nil for success.
func parseError(code C.int) error {
	switch code {
	case C.WC_PARSED:
		return nil
	case C.WC_CRASHED:
		crashed.Store(true)
		return ErrCrashed
	case C.WC_NO_TREE:
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

// pin returns the address of the array, which stays in place until unpinned.
func (s cStrings) pin(pinner *runtime.Pinner) **C.char {
	if len(s) == 0 {
		return nil
	}
	pinner.Pin(&s[0])
	return &s[0]
}

// File is a content that clang gets in place of the content of a file, which need not exist.
type File struct{ Name, Text string }

// Request is one parse.
type Request struct {
	// File is the path of the source; Source replaces its content, nil to read the file.
	File   string
	Source []byte
	// Args are the command line, with the compiler's name first.
	Args []string
	// Files are the files that clang gets from memory.
	Files []File
	// System is the folder whose files count as system headers.
	System string
	// Own reports whether a file never counts as a system header, by its name in clang's spelling; nil reports none.
	Own func(spelled string) bool
	// MayRead reports whether clang may read a file; nil allows all.
	MayRead func(path string) bool
	// Name converts clang's spelling of a file's name to its name in the result, and Place corrects a position.
	Name  func(spelled string) string
	Place func(pos *source.Pos)
	// Asked, when not nil, is called with the questions that clang put to the file system; with nil if not all of them
	// are known.
	Asked func([]confine.Inquiry)
}

// Parse parses one file with clang and decodes the tree. It also returns the files that clang was not allowed to open.
// A panic of a function in the request is raised again when clang is done.
func Parse(r Request) (*Tree, []confine.Refusal, error) {
	var names, texts []string
	lengths := make([]C.int64_t, len(r.Files)+1) // one more, so that there is one to point to
	for i, file := range r.Files {
		names, texts = append(names, file.Name), append(texts, file.Text)
		lengths[i] = C.int64_t(len(file.Text))
	}
	argv, fileNames, fileTexts := newStrings(r.Args), newStrings(names), newStrings(texts)
	paths := newStrings([]string{r.File, r.System, Resources()})
	defer argv.free()
	defer fileNames.free()
	defer fileTexts.free()
	defer paths.free()
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pinner.Pin(&lengths[0])
	request := C.wc_request{
		file: paths[0], system_prefix: paths[1], resources: paths[2],
		args: argv.pin(&pinner), arg_count: C.int32_t(len(argv)),
		virtual_names: fileNames.pin(&pinner), virtual_texts: fileTexts.pin(&pinner),
		virtual_lengths: &lengths[0], virtual_count: C.int32_t(len(r.Files)),
	}
	isOwn := panics.Ask(r.Own)
	own := cgo.NewHandle(isOwn)
	defer own.Delete()
	request.own = C.uintptr_t(own)
	if r.Source != nil {
		copied := C.CBytes(append(slices.Clip(r.Source), 0))
		defer C.free(copied)
		request.source = (*C.char)(copied)
		request.source_length = C.int64_t(len(r.Source))
	}
	var flat C.wc_unit
	defer C.wc_free(&flat)
	var code C.int
	outcome, err := confine.Run(confine.Bounds{Size: int64(safefile.Source), MayRead: r.MayRead}, func() { code = C.wc_parse(&request, &flat) })
	if err != nil {
		return nil, nil, err
	}
	isOwn.Raise()
	if r.Asked != nil {
		r.Asked(outcome.Asked)
	}
	if err := parseError(code); err != nil {
		return nil, nil, err
	}
	return decode(&flat, &r), outcome.Refused, nil
}
