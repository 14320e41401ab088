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

// workerWord is the first argument of the program as a worker. It is no name that a file would
// have, nor a command that a user is told of.
const workerWord = "--warpcheck-worker"

// workers says how units are given to other processes, nil where they are analysed in this one: a
// profile is of this process.
func (c *Command) workers(o *options) *worker.Options {
	if c.Program == "" || o.output.profile != "" {
		return nil
	}
	return &worker.Options{Words: []string{c.Program, workerWord},
		Limits:  worker.Limits{CPU: worker.DefaultCPU, Memory: worker.DefaultMemory},
		Sandbox: sandbox.Mode(o.bounds.sandbox)}
}

// serve is the program as a worker, with the words behind the first.
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

// handler is a worker's, which knows whether clang wrote anything.
type handler struct {
	check.Worker
	parser sink
}

// Spoke reports that clang wrote to standard error since it was asked before.
func (h *handler) Spoke() bool { return h.parser.drain() }

// sink is a file in memory in the place of standard error, for what clang writes by itself.
type sink struct{ own int }

// maxParserText is the most that clang may write there: none of it is shown.
const maxParserText = 1 << 20

// sinkParser puts a sink in the place of standard error, and the program's last words where that
// was.
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
	signal.Ignore(syscall.SIGXFSZ) // beyond the limit clang's text is lost, and no more
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: maxParserText, Max: maxParserText}); err != nil {
		return s, err
	}
	if err := unix.Dup2(file, syscall.Stderr); err != nil {
		return s, err
	}
	return s, crash.TellTo(os.NewFile(uintptr(own), "standard error"))
}

// drain empties the sink, and reports that there was something in it.
func (s sink) drain() bool {
	end, err := unix.Seek(syscall.Stderr, 0, unix.SEEK_CUR)
	if err != nil || end == 0 {
		return false
	}
	_, _ = unix.Seek(syscall.Stderr, 0, unix.SEEK_SET)
	_ = unix.Ftruncate(syscall.Stderr, 0)
	return true
}
