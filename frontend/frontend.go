// Package frontend parses CUDA C++ with libclang and hands the rest of
// warpcheck plain Go values: one [ast.Unit] per file and GPU architecture.
//
// # From a file to a unit
//
//	Options ──arguments──▶ clang flags ──libclang──▶ syntax tree
//	        ──Walker (C++)──▶ flat arrays ──decode──▶ ast.Unit
//
// The parse is clang's device view of the file (--cuda-device-only); host
// functions are in that view too, and their launches are read; those that it hides
// from itself are read in another one (hostview.go). The tree is
// walked in C++, once, into the arrays of tree.h, so that a unit costs a single
// crossing between C and Go.
//
// # What is read through what
//
// libclang's C API does not tell an operator, the parts of a for loop or the
// text of an asm statement, and libclang exports none of clang's C++ library.
// The walker therefore reads clang's own statement classes through accessors
// that are inline in clang's headers, and asks the C API for everything that is
// not (bodies, initialisers, constants, sizes, positions), through cursors made
// up around clang's pointers (bridge.h). That ties a build to the major version
// of clang whose headers it saw: [CheckVersion] refuses any other.
//
// # Who may give a flag
//
// clang's driver runs programs, loads plugins and writes files for some of its flags, also
// when it only parses. The list of words for libclang is made in one place (arguments), of
// three parts: the flags of this package, which are fixed; what the checked tree asks for
// (compile commands, options files, configurations, headers that were looked for), as
// [command.Flag], which holds harmless flags only; and the words of the user's command line.
//
// # Which functions
//
// Every kernel and device function outside system headers, every instantiation
// of one when it is a template, and whatever those call, construct or destroy,
// wherever it is defined. A template without an instantiation is shown as
// written (Function.Pattern). Code that clang could not make sense of becomes
// Unsupported nodes and diagnostics; the functions around it stay.
package frontend

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/warp"
)

// Options say what to parse, and how.
type Options struct {
	// File is the path of the source, as it should appear in positions.
	File string
	// Source is unsaved content that replaces the file's, nil to read the file.
	Source []byte
	// Arch is the architecture: 70 for sm_70.
	Arch warp.Arch
	// Flags are the flags that the checked tree asks for. Nothing of it may be in Args.
	Flags []command.Flag
	// Args are further flags of clang's, in the words of the user, who may give any.
	Args []string
	// Before are headers that are read before the file, after CUDA's.
	Before []command.Flag
	// CUDAPath is a CUDA toolkit whose headers are used in place of Headers: a
	// directory with bin, include, lib64 and nvvm, else clang does not see it.
	CUDAPath string
	// Headers is the directory of the stand-in headers: headers.Folder for those of warpcheck.
	Headers string
}

// Parse reads one file. It returns an error when there is no tree at all (no
// such file, not a text file, flags that clang refuses); errors in the source
// are Diagnostics of the unit.
func Parse(o Options) (*ast.Unit, error) {
	if strings.HasPrefix(o.File, "-") || strings.HasPrefix(o.File, "@") {
		return nil, fmt.Errorf("to clang this name is a flag: write ./%s", o.File)
	}
	if err := checkText(o); err != nil {
		return nil, err
	}
	return read(reading{Options: o, args: arguments(o), virtual: virtualFiles(o)})
}

// read reads the file as often as it takes to see all of it.
func read(r reading) (*ast.Unit, error) {
	unit, err := parse(r)
	older := errors.Is(err, errCrashed) && isNewStandard(r.args)
	if older {
		r.args = withOldStandard(r.args)
		unit, err = parse(r)
	}
	if err != nil {
		return nil, err
	}
	unit, r = amended(unit, r)
	unit, r = launching(unit, r)
	r.markConditional(unit)
	if older {
		unit = asOldStandard(unit)
	}
	unit.HostView = hostView(unit, r)
	return unit, nil
}

// reading is one way to read a file: what clang is given.
type reading struct {
	Options
	args []string
	// virtual are files that only clang sees, edits are the changes to files.
	virtual []virtualFile
	edits   edits
}

// unsaved are the contents that clang gets in place of those of files.
func (r reading) unsaved() (source []byte, files []virtualFile) {
	source, files = r.Source, slices.Clone(r.virtual)
	for _, name := range r.edits.files() {
		text := r.edits.apply(name, r.text(name))
		if name == r.File {
			source = text
			continue
		}
		files = slices.DeleteFunc(files, func(f virtualFile) bool { return f.name == name })
		files = append(files, virtualFile{name, string(text)})
	}
	return source, files
}

// sniffed is how much of a file is looked at to tell text from binary.
const sniffed = 8000

func checkText(o Options) error {
	start := o.Source
	if start == nil {
		var err error
		if start, err = safefile.Head(o.File, sniffed); err != nil {
			return err
		}
	}
	if bytes.IndexByte(start[:min(len(start), sniffed)], 0) >= 0 {
		return errors.New("not a text file")
	}
	return nil
}
