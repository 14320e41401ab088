// Package clang is the interface to clang. It parses a file, walks the tree in C++, and decodes the result to plain Go
// values.
//
//	Request ──clang──▶ syntax tree ──Walker (C++)──▶ flat arrays (tree.h) ──decode──▶ Tree
//
// The tree is walked once, so that a unit needs a single crossing between C and Go. The caller decides how a file is
// read (arguments, contents), and handles clang's errors.
//
// clang is part of the program, which is linked with the archives of clang's and LLVM's own libraries (clang15.go and
// similar files). Only the parts that parsing needs are linked, without a code generator. A small file then takes only
// the time of its parse, whereas loading libclang and LLVM took six times as long. In addition, the walker can use all
// of clang's classes, because it does not use libclang's C interface. The disadvantages are a link of a second, and a
// program that is larger by 25 MB.
//
// What the C++ side needs of clang differs slightly between clang's major versions. These differences are in queries.cc
// and parse.cc only.
//
// If a part of a function template does not parse, clang makes no instance of the template. revive.cc tries to make the
// instance before the walk.
//
// A crash of clang ends only its parse (guard.c). If Go code that clang calls back panics, the panic is raised when
// clang is done (package panics).
//
// This package contains only code that needs the C++, because a change to any of its files compiles all of it.
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
	// ErrCrashed is the error for a crash of clang, which has ended only the parse.
	ErrCrashed = errors.New("clang crashed")
)

// crashed is set by the first crash.
var crashed atomic.Bool

// HasCrashed reports whether clang has crashed in this process. After a crash, its state is unknown.
func HasCrashed() bool { return crashed.Load() }

// parseError returns the error for the outcome of a parse, or nil for success. It also records a crash.
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

// pin returns the address of the array, and keeps the array in place until pinner unpins it.
func (s cStrings) pin(pinner *runtime.Pinner) **C.char {
	if len(s) == 0 {
		return nil
	}
	pinner.Pin(&s[0])
	return &s[0]
}

// File is a text that clang reads in place of the content of a file. The file need not exist.
type File struct{ Name, Text string }

// Request is one parse.
type Request struct {
	// File is the path of the source. Source replaces its content, unless it is nil.
	File   string
	Source []byte
	// Args are the command line. The first is the name of the compiler.
	Args []string
	// Files are the files that clang reads from memory.
	Files []File
	// System is a folder whose files count as system headers.
	System string
	// Own reports whether a file never counts as a system header. spelled is the file's name as clang spells it. If Own
	// is nil, all files in system folders count.
	Own func(spelled string) bool
	// MayRead reports whether clang may read a file. If it is nil, clang may read all files.
	MayRead func(path string) bool
	// Name converts clang's spelling of a file's name to the name in the result. Place corrects a position.
	Name  func(spelled string) string
	Place func(pos *source.Pos)
	// Asked, if it is not nil, is called with the questions that clang put to the file system. The list is nil if not
	// all questions are known.
	Asked func([]confine.Inquiry)
}

// Parse parses one file with clang and decodes the tree. It also returns the files that clang could not open because of
// MayRead or the package confine. If a function in the request panics, Parse raises the panic again when clang is done.
func Parse(r Request) (*Tree, []confine.Refusal, error) {
	var names, texts []string
	lengths := make([]C.int64_t, len(r.Files)+1) // one more than needed, so that the array is not empty and has an address
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
