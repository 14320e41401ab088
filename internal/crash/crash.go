// Package crash sets the exit code of a program that the Go runtime ends to that of an incomplete analysis.
//
// The runtime exits with 2 if memory runs out, a stack overflows or a panic is not recovered. But 2 is the exit code
// for wrong usage. If the runtime is configured to leave a core dump, it raises SIGABRT instead, as abort of the C
// library does. This package installs a handler for this signal.
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

// ExitWith makes the program exit with code after a fatal error of the Go runtime, such as a lack of memory.
func ExitWith(code int) {
	debug.SetTraceback("crash")
	C.wc_crash_exit(C.int(code))
}

// WriteTo writes the crash reports of the program to file instead of standard error. The file stays open.
func WriteTo(file *os.File) error {
	C.wc_crash_tell(C.int(file.Fd()))
	return debug.SetCrashOutput(file, debug.CrashOptions{})
}

// EndOnCPULimit makes the kernel end the program at its limit of processor time. Without it, Go ignores the signal.
func EndOnCPULimit() { C.wc_crash_end_on_cpu_limit() }
