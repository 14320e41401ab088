// Package crash gives a program that the Go runtime ends the exit code of an analysis that is
// incomplete.
//
// The runtime leaves with 2 when memory runs out, a stack overflows or a panic meets nobody: with
// the code of wrong usage, which none of them is. If it is set to leave a core dump it raises
// SIGABRT instead, as abort of the C library does, and that has a handler here.
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

// ExitWith makes every such end one with an exit code.
func ExitWith(code int) {
	debug.SetTraceback("crash")
	C.wc_crash_exit(C.int(code))
}

// TellTo sends the last words of the program to a file instead of standard error, which stays
// open.
func TellTo(file *os.File) error {
	C.wc_crash_tell(C.int(file.Fd()))
	return debug.SetCrashOutput(file, debug.CrashOptions{})
}

// EndOnCPULimit lets the kernel end the program at its limit of processor time: Go ignores the
// signal.
func EndOnCPULimit() { C.wc_crash_end_on_cpu_limit() }
