// Package confine bounds what clang may do to the machine while it parses: it may open regular files for reading, and
// do nothing else.
//
// A checked tree decides what is read (#include "/dev/zero", a FIFO with the name of a header, names that macros put
// together) and, by flags that only the compiler's driver understands, what is written and run. No check of the text or
// of the arguments can foresee all of it, and not all of clang uses the virtual file system that a parse may be given.
// So this package defines again the functions of the C library by which clang reaches the machine: the linker prefers
// the program's definition to that of a library, also for the archives of clang and LLVM. On a thread that is in [Run]
// these functions refuse with the error for a file without permission, and record the refusal. On all other threads
// they do what the C library does.
//
//   - open refuses anything but regular files and folders, by stat before it opens (opening a device may
//     act on it) and by fstat after (the name may refer to another file by then). It never waits for a
//     FIFO, and refuses files beyond a size and every mode for writing.
//   - fork, posix_spawn and execv start no process; functions that make, rename or remove files do
//     nothing.
//
// The questions that clang puts to the file system (stat, lstat, access, open, opendir) are recorded as well, with the
// answers: the result of a parse depends on these answers and on nothing else of the file system.
//
// The rest of the C library does not use these functions, and Go uses none of them. Whether the definitions are in
// force depends on how the program was linked: [Run] checks it, and does nothing if they are not.
package confine

/*
#include "confine.h"
*/
import "C"

import (
	"errors"
	"path/filepath"
	"runtime"
	"runtime/cgo"
	"strings"

	"github.com/warpcheck/warpcheck/internal/panics"
)

// Reason is the reason for a refusal.
type Reason int

// The reasons.
const (
	// NotRegular: the path is a device, a FIFO or a socket.
	NotRegular Reason = C.WC_NOT_REGULAR
	// TooLarge: the file is larger than the limit.
	TooLarge Reason = C.WC_TOO_LARGE
	// Changes: files would be written, renamed or removed.
	Changes Reason = C.WC_CHANGES
	// Runs: a program would be run.
	Runs Reason = C.WC_RUNS
	// Outside: the caller does not allow the file to be read.
	Outside Reason = C.WC_OUTSIDE
)

// Refusal is a path that was refused. Each path is listed once for each reason.
type Refusal struct {
	Path   string
	Reason Reason
}

// String is the message for the user.
func (r Refusal) String() string {
	switch r.Reason {
	case TooLarge:
		return r.Path + " is not read: it is larger than any source"
	case Changes:
		return r.Path + " is not written: nothing is while a file is parsed"
	case Outside:
		path := strings.TrimPrefix(r.Path, "./")
		folder, _ := filepath.Split(path)
		return path + " is not read: it is no source of the project; if it may be read, name its folder, as in `-- -I" + folder + "`"
	case Runs:
		return r.Path + " is not run: nothing is while a file is parsed"
	}
	return r.Path + " is not read: a device, a FIFO or a socket, not a regular file"
}

var errNotInForce = errors.New("nothing bounds what clang opens in this build of warpcheck: " +
	"link it with the functions of package confine exported")

// Answer is what the file system answered for a path.
type Answer int

// The answers.
const (
	Absent Answer = C.WC_ABSENT
	Folder Answer = C.WC_FOLDER
	// Other: something else exists, such as a file.
	Other Answer = C.WC_OTHER
	// Opened: the file exists, and was opened for reading.
	Opened Answer = C.WC_OPENED
	// Listed: the folder exists, and was opened to list its names.
	Listed Answer = C.WC_LISTED
)

// Inquiry is a path about which clang asked the file system, and the answer.
type Inquiry struct {
	Path   string
	Answer Answer
}

// Outcome lists the refusals and the inquiries of a call of Run.
type Outcome struct {
	Refused []Refusal
	// Asked lists each path with each of its answers once; nil if not all are known.
	Asked []Inquiry
}

// Bounds limit the files that may be opened: to a size in bytes, and to the files that MayRead allows, by the names
// with which they are opened; nil allows all.
type Bounds struct {
	Size    int64
	MayRead func(path string) bool
}

// Run calls parse, and bounds what clang opens on this thread during the call. It returns the refusals and the
// inquiries of clang. A panic of MayRead is raised again after parse has returned.
func Run(bounds Bounds, parse func()) (Outcome, error) {
	if C.wc_confine_in_force() == 0 {
		return Outcome{}, errNotInForce
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	mayRead := panics.Ask(bounds.MayRead)
	handle := cgo.NewHandle(mayRead)
	defer handle.Delete()
	C.wc_confine_begin(C.int64_t(bounds.Size), C.uintptr_t(handle))
	defer C.wc_confine_end()
	parse()
	mayRead.Raise()
	return Outcome{refusals(), inquiries()}, nil
}

// inquiries are the inquiries since Run began.
func inquiries() []Inquiry {
	if C.wc_confine_asked_all() == 0 {
		return nil
	}
	all := []Inquiry{}
	for i := C.int(0); ; i++ {
		var answer C.int
		path := C.wc_confine_asked(i, &answer)
		if path == nil {
			return all
		}
		all = append(all, Inquiry{C.GoString(path), Answer(answer)})
	}
}

// refusals are the refusals since Run began.
func refusals() []Refusal {
	var all []Refusal
	for i := C.int(0); ; i++ {
		var reason C.int
		path := C.wc_confine_refused(i, &reason)
		if path == nil {
			return all
		}
		all = append(all, Refusal{C.GoString(path), Reason(reason)})
	}
}
