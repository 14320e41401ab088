// Package frontend parses CUDA C++ with clang and hands the rest of
// warpcheck plain Go values: one [ast.Unit] per file and GPU architecture.
//
//	Options ──arguments──▶ clang flags ──package clang──▶ tree ──▶ ast.Unit
//
// [Parse] reads a file once, as it is told to. Whether its errors ask for another parse, with
// other arguments or with edits of the text, package load/parse knows.
//
// The parse is clang's device view of the file (--cuda-device-only); host
// functions are in that view too, and their launches are read.
//
// # Who may give a flag
//
// clang's driver runs programs, loads plugins and writes files for some of its flags, also
// when it only parses. The list of words for clang is made in one place (arguments), of
// three parts: the flags of this package, which are fixed; what the checked tree asks for
// (compile commands, options files, configurations, headers that were looked for), as
// [command.Flag], which holds harmless flags only; and the words of the user's command line.
//
// # Which functions
//
// Every kernel and device function outside system headers, every instantiation
// of one when it is a template, and whatever those call, construct or destroy,
// wherever it is defined. A template without an instantiation is shown as
// written (Function.Pattern), and so is a function template that only such a one
// calls, of which clang makes no body. Code that clang could not make sense of becomes
// Unsupported nodes and diagnostics; the functions around it stay.
package frontend

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/warpcheck/warpcheck/frontend/ast"
	"github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/frontend/command"
	"github.com/warpcheck/warpcheck/frontend/confine"
	"github.com/warpcheck/warpcheck/frontend/headers"
	"github.com/warpcheck/warpcheck/internal/safefile"
	"github.com/warpcheck/warpcheck/source"
	"github.com/warpcheck/warpcheck/warp"
)

// Options say what to parse, and how.
type Options struct {
	// File is the path of the source, as it should appear in positions.
	File string
	// Source is unsaved content that replaces the file's, nil to read the file.
	Source []byte
	// Unsaved are contents that replace those of other files.
	Unsaved []clang.File
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
	// Edits are made to the files before they are read.
	Edits Edits
	// HostCode shows the file as host code sees it: without the macro that tells of the device.
	HostCode bool
	// OldStandard reads the file as the newest C++ with which clang is not known to crash.
	OldStandard bool
	// NewStandard reads a file as C++20 of which nothing says how it is to be read.
	NewStandard bool
	// Parses, when not nil, counts the parses.
	Parses *int
	// Asked, when not nil, is given what each parse asked the file system for, nil where not all of
	// it is known.
	Asked func([]confine.Inquiry)
	// Own reports a file that is the user's by where it lies, whatever clang takes it for.
	Own func(file string) bool
	// MayRead reports a file that the parse is given; nil gives all.
	MayRead func(file string) bool
	// Headers is the directory of the stand-in headers: headers.Folder for those of warpcheck.
	Headers string
	// Plain leaves out of the stand-ins what nvcc brings in of C++'s library, and few files use.
	Plain bool
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
	args, err := withSpelledStandard(arguments(o))
	if err != nil {
		return nil, err
	}
	return parse(o, args)
}

// parse reads the file with a command line.
func parse(o Options, args []string) (*ast.Unit, error) {
	if o.Parses != nil {
		*o.Parses++
	}
	text, files := o.unsaved()
	names := newNamer(o.File)
	tree, refused, err := clang.Parse(clang.Request{
		File: o.File, Source: text, Args: args, Files: files, System: o.Headers, Own: o.Own, MayRead: o.MayRead,
		Name: names.name, Place: o.Edits.undo, Asked: o.Asked,
	})
	if err != nil {
		return nil, err
	}
	unit := unitOf(tree, o)
	unit.Unread = unread(unit, refused)
	return unit, nil
}

// unitOf is the unit with a tree, without the errors of clang that tell of no fault.
func unitOf(tree *clang.Tree, o Options) *ast.Unit {
	unit := &ast.Unit{File: o.File, Arch: o.Arch, Functions: tree.Functions, Hosts: tree.Hosts, Destructors: tree.Destructors,
		Launches: tree.Launches, Files: tree.Files, Entered: tree.Entered, Skipped: tree.Skipped}
	for _, d := range tree.Diagnostics {
		if kernel := deviceLaunch(d.Text, d.Notes); kernel != "" {
			unit.Launches = append(unit.Launches, unknownLaunches(unit, kernel, d.Pos)...)
			unit.Refused = append(unit.Refused, d.Pos)
		} else if !accepted().MatchString(d.Text) && !isOfHost(d.Text, d.Notes) {
			unit.Diagnostics = append(unit.Diagnostics, d.Diagnostic)
		}
	}
	return unit
}

// unknownLaunches are those of which only the kernel's name is known: each of that
// name may be meant.
func unknownLaunches(unit *ast.Unit, name string, pos source.Pos) []*ast.Launch {
	var list []*ast.Launch
	for _, fn := range unit.Functions {
		if fn.Kernel && fn.Name == name {
			list = append(list, &ast.Launch{Kernel: fn, Pos: pos})
		}
	}
	return list
}

// unsaved are the contents that clang gets in place of those of files.
func (o Options) unsaved() (source []byte, files []clang.File) {
	source, files = o.Source, append(virtualFiles(o), o.Unsaved...)
	for _, name := range o.Edits.files() {
		text := o.Edits.Apply(name)
		if name == o.File {
			source = text
			continue
		}
		files = slices.DeleteFunc(files, func(f clang.File) bool { return f.Name == name })
		files = append(files, clang.File{Name: name, Text: string(text)})
	}
	return source, files
}

// Text is what a file holds before it is edited.
func (o Options) Text(file string) []byte {
	if file == o.File && o.Source != nil {
		return o.Source
	}
	if text, is := headers.Text(file); is && o.Headers == headers.Folder {
		return []byte(text)
	}
	for _, virtual := range append(mendedFiles(o), o.Unsaved...) {
		if virtual.Name == file {
			return []byte(virtual.Text)
		}
	}
	text, _ := safefile.Read(file, safefile.Source)
	return text
}

// sniffed is how much of a file is looked at to tell text from binary.
const sniffed = 8000

func checkText(o Options) error {
	start := o.Source
	if start == nil {
		var err error
		if start, err = safefile.Head(o.File, sniffed, safefile.Source); err != nil {
			return err
		}
	}
	if bytes.IndexByte(start[:min(len(start), sniffed)], 0) >= 0 {
		return errors.New("not a text file")
	}
	return nil
}
