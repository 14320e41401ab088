// Package crash gives the exit code of an incomplete analysis to a program that the Go runtime ends.
//
// The runtime exits with 2 if memory runs out, a stack overflows or a panic is not recovered. That is the exit code of
// wrong usage, which none of these is. If the runtime is set to leave a core dump, it raises SIGABRT instead, as abort of
// the C library does, and this package installs a handler for that.
package crash

/*
void wc_crash_exit(int code);
void wc_crash_tell(int descriptor);
void wc_crash_end_on_cpu_limit(void);
*/
import "C"

import (
	"os"
	"runtime/debug"
)

// ExitWith makes the program exit with code whenever the Go runtime ends it.
func ExitWith(code int) {
	debug.SetTraceback("crash")
	C.wc_crash_exit(C.int(code))
}

// TellTo sends the crash reports of the program to a file instead of standard error. The file stays open.
func TellTo(file *os.File) error {
	C.wc_crash_tell(C.int(file.Fd()))
	return debug.SetCrashOutput(file, debug.CrashOptions{})
}

// EndOnCPULimit makes the kernel end the program at its limit of processor time: Go would ignore the signal.
func EndOnCPULimit() { C.wc_crash_end_on_cpu_limit() }
