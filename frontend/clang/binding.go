// Package clang is the crossing to clang: one parse of a file, walked in C++ and decoded to
// plain Go values.
//
//	Request ──clang──▶ syntax tree ──Walker (C++)──▶ flat arrays (tree.h) ──decode──▶ Tree
//
// The tree is walked once, so that a unit costs a single crossing between C and Go. How a file
// is to be read (arguments, contents), and what is made of clang's errors, the caller knows.
//
// clang is part of the program: it is linked with the archives of clang's and LLVM's own
// libraries (clang15.go and its like), of which only what parsing needs comes along, and no code generator. So a
// small file costs what its parse costs, where loading libclang and LLVM took six times as long, and
// the walker asks clang's classes whatever it wants to know. Nothing of libclang's C interface is
// left. The price is a link of a second, and a program that is 25 MB larger.
//
// What the C++ side asks differs a little from one major version of clang to the next; such
// differences stand in queries.cc and parse.cc alone.
//
// A crash of clang ends its parse alone (guard.c). A panic of Go code that clang's side asks something waits until
// clang is done (package panics).
//
// Nothing but what needs the C++ is here: a change to any file of the package compiles all of it.
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
	// ErrCrashed is a crash inside clang, which ended the parse and nothing else.
	ErrCrashed = errors.New("clang crashed")
)

// crashed is set by the first crash.
var crashed atomic.Bool

// HasCrashed reports that clang crashed in this process: what it left behind may be anything.
func HasCrashed() bool { return crashed.Load() }

// parseError is the error behind the outcome of a parse.
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

// pin is the address of the array, which stays in place until unpinned.
func (s cStrings) pin(pinner *runtime.Pinner) **C.char {
	if len(s) == 0 {
		return nil
	}
	pinner.Pin(&s[0])
	return &s[0]
}

// File is a content that clang gets in place of that of a file, which need not exist.
type File struct{ Name, Text string }

// Request is one parse.
type Request struct {
	// File is the path of the source; Source replaces its content, nil reads it.
	File   string
	Source []byte
	// Args are the command line, the compiler's name first.
	Args []string
	// Files are those that clang gets from memory.
	Files []File
	// System is the folder of the files that are taken for headers of the system.
	System string
	// Own reports a file that is never one, by its name as clang spells it; nil reports none.
	Own func(spelled string) bool
	// MayRead reports a file that clang is given; nil gives all.
	MayRead func(path string) bool
	// Name is the name of a file in the result by the way in which clang spells it, and Place
	// mends a position.
	Name  func(spelled string) string
	Place func(pos *source.Pos)
	// Asked, when not nil, is given what clang asked the file system for, nil where not all of
	// it is known.
	Asked func([]confine.Inquiry)
}

// Parse hands one file to clang and decodes the tree that comes back. Files that it was not
// allowed to open are told. A panic of a function of the request is raised when clang is done.
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
