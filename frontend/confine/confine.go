// Package confine limits what clang may do to the machine while it parses. clang may open regular files for reading,
// and nothing else.
//
// A checked tree decides what is read (#include "/dev/zero", a FIFO with the name of a header, names that macros paste
// together). By flags that only the compiler's driver understands, it even decides what is written and run. No check of
// the text or of the arguments can foresee all of this, and not all of clang uses the virtual file system that a parse
// may be given. So this package defines the functions of the C library again by which clang reaches the machine. The
// linker prefers the program's definition to that of a library, even for calls in the archives of clang and LLVM. On a
// thread that is in [Run], these functions refuse with the error for a file without permission, and record the refusal.
// On all other threads, they do what the C library does.
//
//   - open refuses everything except regular files and folders. It checks by stat before it opens (opening a device may
//     act on it), and by fstat after that (the name may then refer to another file). It never waits for a FIFO. It also
//     refuses files above a size, and every mode for writing.
//   - fork, posix_spawn and execv start no process. Functions that make, rename or remove files do nothing.
//
// The questions that clang asks the file system (stat, lstat, access, open, opendir) are recorded with the answers. The
// result of a parse depends on these answers, and on nothing else in the file system.
//
// The rest of the C library does not use these functions, and Go uses none of them. Whether our definitions are in
// force depends on how the program was linked. [Run] checks this, and runs nothing if they are not.
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

// Reason is why a path was refused.
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

// Refusal is a path that was refused, with the reason. A path may be refused for several reasons.
type Refusal struct {
	Path   string
	Reason Reason
}

// String returns the message for the user.
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

// Answer is what the file system answered about a path.
type Answer int

// The answers.
const (
	Absent Answer = C.WC_ABSENT
	Folder Answer = C.WC_FOLDER
	// Other: the path exists, and is not a folder.
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

// Outcome is the result of a call of Run: the refusals and the inquiries.
type Outcome struct {
	// Refused lists the first refusals. Their number is limited (confine.c).
	Refused []Refusal
	// Asked lists each path once per answer. It is nil if not all inquiries are known.
	Asked []Inquiry
}

// Bounds limit the files that may be opened. Size is the largest size in bytes. MayRead decides by the name with which
// a file is opened. If it is nil, all files may be opened.
type Bounds struct {
	Size    int64
	MayRead func(path string) bool
}

// Run calls parse, and limits what clang may open on this thread during the call. It returns the refusals and
// inquiries. If MayRead panics, Run raises the panic again after parse has returned.
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

// inquiries returns the inquiries since Run began, or nil if not all are known.
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

// refusals returns the refusals since Run began.
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
