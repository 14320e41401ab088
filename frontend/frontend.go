// Package frontend parses CUDA C++ with clang, and returns plain Go values: one [ast.Unit] per file and GPU
// architecture.
//
//	Options ──arguments──▶ clang flags ──package clang──▶ tree ──▶ ast.Unit
//
// [Parse] reads a file once, with given options. Package load/parse decides whether the errors require another parse,
// with other arguments or with edits of the text.
//
// The parse uses clang's device view of the file (--cuda-device-only). The device view also has host functions, whose
// launches are read.
//
// # Who may give a flag
//
// Some flags make clang's driver run programs, load plugins or write files, even if it only parses. The command line
// for clang is made in one place (arguments), from three parts. The first are the fixed flags of this package. The
// second are the flags that the checked tree chooses (compile commands, options files, configurations, headers that
// were searched for), as [command.Flag], which allows harmless flags only. The third are the words of the user's
// command line.
//
// # Which functions
//
// The unit has every kernel and device function outside system headers, and every instance of a template. It also has
// all functions that these call, construct or destroy, wherever they are defined. A template without an instance
// appears as written (Function.Pattern). A function template that only a template without an instance calls appears as
// written too, because clang makes no body for it. Code that clang does not understand becomes Unsupported nodes and
// diagnostics. The functions around it stay.
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

// Options state what to parse, and how.
type Options struct {
	// File is the path of the source, as it should appear in positions.
	File string
	// Source replaces the file's content. If it is nil, the file is read from disk.
	Source []byte
	// Unsaved replaces the contents of other files.
	Unsaved []clang.File
	// Arch is the architecture to parse for: 70 for sm_70.
	Arch warp.Arch
	// Flags lists the flags that the checked tree chooses. These must not be passed in Args.
	Flags []command.Flag
	// Args lists more flags for clang, from the user's command line. Any flag is allowed.
	Args []string
	// Before lists flags for headers that are read before the file, after CUDA's headers.
	Before []command.Flag
	// CUDAPath is the folder of a CUDA toolkit whose headers replace Headers, or "". It must have bin, include, lib64
	// and nvvm. clang does not recognise any other form.
	CUDAPath string
	// Edits are applied to the files before they are read.
	Edits Edits
	// HostCode: the file is read as host code is compiled, without __CUDA_ARCH__.
	HostCode bool
	// OldStandard: the file is read as C++17, the newest version with which clang is not known to crash.
	OldStandard bool
	// Newer is a newer version of C++ than the default, for a file whose version no flag determines. 0 means the
	// default.
	Newer Standard
	// Parses counts the parses, unless it is nil.
	Parses *int
	// Asked is called after each parse with the questions that the parse put to the file system. The list is nil if not
	// all questions are known. If Asked is nil, it is not called.
	Asked func([]confine.Inquiry)
	// Own reports whether a file is in a folder of the user, even if clang considers it a system header.
	Own func(file string) bool
	// MayRead reports whether the parse may read a file. If it is nil, all files may be read.
	MayRead func(file string) bool
	// Headers is the folder of the stand-in headers. It is headers.Folder for the stand-ins of warpcheck.
	Headers string
	// Plain: the parts of C++'s library that nvcc always includes and that few files use are left out.
	Plain bool
}

// Parse reads one file. It returns an error if there is no tree at all, because the file does not exist or is not text,
// or because clang rejects the flags. Errors in the source are Diagnostics of the unit.
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

// parse reads the file with the given command line.
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

// unitOf returns the unit of a tree. It leaves out errors of clang that are not faults of the source.
func unitOf(tree *clang.Tree, o Options) *ast.Unit {
	unit := &ast.Unit{File: o.File, Arch: o.Arch, Functions: tree.Functions, Hosts: tree.Hosts, Destructors: tree.Destructors,
		Launches: tree.Launches, Files: tree.Files, Entered: tree.Entered, Skipped: tree.Skipped}
	for _, d := range tree.Diagnostics {
		if d.Kind == source.KernelInDevice {
			unit.Launches = append(unit.Launches, unknownLaunches(unit, d.Name, d.Pos)...)
			unit.Refused = append(unit.Refused, d.Pos)
		} else if !isAccepted(d) && !isOfHost(d) && !isWideOperand(d, o.Text) {
			unit.Diagnostics = append(unit.Diagnostics, d)
		}
	}
	removeKept(unit, tree.Diagnostics)
	return unit
}

// unknownLaunches returns a launch at pos for each kernel called name. clang has refused the launch and reports only
// the name of its kernel, so it may launch any of them.
func unknownLaunches(unit *ast.Unit, name string, pos source.Pos) []*ast.Launch {
	var list []*ast.Launch
	for _, fn := range unit.Functions {
		if fn.Kernel && fn.Name == name {
			list = append(list, &ast.Launch{Kernel: fn, Pos: pos})
		}
	}
	return list
}

// unsaved returns the contents that clang gets in place of those on disk. source is nil if clang reads the file from
// disk. files has the contents of other files.
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

// Text returns the unedited content of a file, or nil if it cannot be read.
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

// sniffed is the number of bytes of a file that are examined to distinguish text from binary.
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
