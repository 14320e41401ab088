// Package confine bounds what clang may do to the machine while it parses: open regular
// files for reading, and nothing else.
//
// A checked tree says what is read (#include "/dev/zero", a FIFO by the name of a header, names
// that macros put together) and, by flags that only the compiler's driver understands, what is
// written and run. No look at the text or at the arguments can foresee all of it, and not all of
// clang goes through the virtual file system that a parse can be given. So the functions of the C
// library by which clang reaches the machine are defined here again: the linker takes the program's
// definition before that of a library, also for the archives of clang and LLVM. On a thread that is in [Run] they refuse, with an error that clang takes for that of a file
// without permission, and the refusal is remembered; on all others they are what they were.
//
//   - open refuses what is no regular file and no folder, by stat before it (opening a device may
//     act on it) and by fstat after it (the name may mean another file by then), never waits
//     for a FIFO, and refuses files beyond a size and every way to write.
//   - fork, posix_spawn and execv start no process; what makes, renames or removes files does
//     not.
//
// What clang asks for (stat, lstat, access, open, opendir) is remembered as well, with what it
// found: what a parse comes to depends on these answers and on nothing else of the file system.
//
// The rest of the C library does not go through these functions, and Go uses none of them. That
// the definitions are in force depends on how the program was linked: [Run] makes sure of it, and
// does nothing otherwise.
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

// Reason is why something was refused.
type Reason int

// The reasons.
const (
	// NotRegular is of a device, a FIFO or a socket.
	NotRegular Reason = C.WC_NOT_REGULAR
	// TooLarge is of a file beyond the limit.
	TooLarge Reason = C.WC_TOO_LARGE
	// Changes is of what would write, rename or remove files.
	Changes Reason = C.WC_CHANGES
	// Runs is of a program.
	Runs Reason = C.WC_RUNS
	// Outside is of a file that the caller does not give.
	Outside Reason = C.WC_OUTSIDE
)

// Refusal is what was refused, each path once for a reason.
type Refusal struct {
	Path   string
	Reason Reason
}

// String tells it.
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

// Answer is what a path was found to be.
type Answer int

// The answers.
const (
	Absent Answer = C.WC_ABSENT
	Folder Answer = C.WC_FOLDER
	// Other is a file or what else there is.
	Other Answer = C.WC_OTHER
	// Opened: it was there, and was to be read.
	Opened Answer = C.WC_OPENED
	// Listed: a folder whose names were to be read.
	Listed Answer = C.WC_LISTED
)

// Inquiry is a path that clang asked for, and what it found.
type Inquiry struct {
	Path   string
	Answer Answer
}

// Outcome is what clang did.
type Outcome struct {
	Refused []Refusal
	// Asked is each path with each answer once, nil where not all are known.
	Asked []Inquiry
}

// Bounds say which files are opened: up to a size in bytes, and those that MayRead reports by the names by which they
// are opened; nil reports all.
type Bounds struct {
	Size    int64
	MayRead func(path string) bool
}

// Run calls a function during which what clang opens on this thread is bounded, and tells what was refused, and
// what was asked for. A panic of MayRead is raised when the function has returned.
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

// inquiries are those since the beginning.
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

// refusals are those since the beginning.
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
