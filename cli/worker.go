package cli

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/warpcheck/warpcheck/check"
	"github.com/warpcheck/warpcheck/internal/crash"
	"github.com/warpcheck/warpcheck/internal/worker"
	"github.com/warpcheck/warpcheck/internal/worker/sandbox"
)

// workerWord is the first argument that starts warpcheck as a worker. No file would have this name, and no user is
// expected to type it.
const workerWord = "--warpcheck-worker"

// workers returns the options of the processes that analyse units. It returns nil if this process analyses the units
// itself, as it does for a CPU profile, which covers this process only.
func (c *Command) workers(o *options) *worker.Options {
	if c.Program == "" || o.output.profile != "" {
		return nil
	}
	return &worker.Options{Words: []string{c.Program, workerWord},
		Limits:  worker.Limits{CPU: worker.DefaultCPU, Memory: worker.DefaultMemory},
		Sandbox: sandbox.Mode(o.bounds.sandbox)}
}

// serve runs warpcheck as a worker; words lists the arguments after workerWord.
func serve(words []string) int {
	parser, err := sinkParser()
	if err == nil {
		err = worker.Serve(words, &handler{parser: parser})
	}
	if err != nil {
		fmt.Fprintf(os.NewFile(uintptr(parser.own), "standard error"), "warpcheck: worker: %v\n", err)
		return ExitIncomplete
	}
	return exitClean
}

// handler answers a worker's requests, and knows whether clang wrote anything.
type handler struct {
	check.Worker
	parser sink
}

// Spoke reports whether clang has written to standard error after the last call of Spoke.
func (h *handler) Spoke() bool { return h.parser.drain() }

// sink is a file in memory that replaces standard error, for messages that clang writes by itself. own is the
// descriptor of the real standard error.
type sink struct{ own int }

// maxParserText is the most bytes that clang may write to the sink. None of them are shown.
const maxParserText = 1 << 20

// sinkParser puts a sink in the place of standard error, and directs Go's crash reports to the real one.
func sinkParser() (sink, error) {
	own, err := unix.FcntlInt(uintptr(syscall.Stderr), unix.F_DUPFD_CLOEXEC, syscall.Stderr+1)
	if err != nil {
		return sink{syscall.Stderr}, err
	}
	s := sink{own}
	file, err := unix.MemfdCreate("the parser's messages", unix.MFD_CLOEXEC)
	if err != nil {
		return s, err
	}
	signal.Ignore(syscall.SIGXFSZ) // beyond the limit clang's text is lost, which does no harm
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: maxParserText, Max: maxParserText}); err != nil {
		return s, err
	}
	if err := unix.Dup2(file, syscall.Stderr); err != nil {
		return s, err
	}
	return s, crash.WriteTo(os.NewFile(uintptr(own), "standard error"))
}

// drain empties the sink, and reports whether anything was in it.
func (s sink) drain() bool {
	end, err := unix.Seek(syscall.Stderr, 0, unix.SEEK_CUR)
	if err != nil || end == 0 {
		return false
	}
	_, _ = unix.Seek(syscall.Stderr, 0, unix.SEEK_SET)
	_ = unix.Ftruncate(syscall.Stderr, 0)
	return true
}
