package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/warpcheck/warpcheck/internal/crash"
)

// Process runs the program with the streams of the process and returns the exit code.
//
// clang writes to the process's standard error by itself, also what the code that is checked
// tells it to (`#pragma clang __debug macro X` prints X). So that descriptor becomes a pipe of
// which nothing is shown, and the program has the real one to itself. Go's own crashes go there.
func Process(args []string) int {
	if len(args) > 1 && args[1] == workerWord {
		return serve(args[2:])
	}
	signal.Ignore(syscall.SIGPIPE) // stdout.go
	if err := checkDescriptors(); err != nil {
		fmt.Fprintf(os.Stderr, "warpcheck: %v\n", err)
		return ExitIncomplete
	}
	stderr, restore, err := divertParser()
	if err != nil {
		fmt.Fprintf(os.Stderr, "warpcheck: cannot keep the parser from standard error: %v\n", err)
		return ExitIncomplete
	}
	defer restore()
	c := &Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: stderr, Program: args[0]}
	return c.Main(args)
}

// leastDescriptors is how many files must be allowed to be open: with fewer, Go ends in the middle of a run,
// workers do not start, and what is read looks as if it were not there.
const leastDescriptors = 64

// checkDescriptors refuses a limit of open files with which nothing can be relied on.
func checkDescriptors() error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	if limit.Cur < leastDescriptors {
		return fmt.Errorf("%d files may be open (ulimit -n): it takes %d", limit.Cur, leastDescriptors)
	}
	return nil
}

// divertParser moves the process's standard error elsewhere, and swallows what is written to
// the old place until it is restored.
func divertParser() (stderr *os.File, restore func(), err error) {
	own, err := unix.FcntlInt(uintptr(syscall.Stderr), unix.F_DUPFD_CLOEXEC, syscall.Stderr+1)
	if err != nil {
		return nil, nil, err
	}
	stderr = os.NewFile(uintptr(own), "standard error")
	// Whoever writes to a full pipe does not wait: Go does so while it crashes, when nobody reads.
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		return nil, nil, err
	}
	if err := unix.SetNonblock(ends[1], true); err != nil {
		return nil, nil, err
	}
	if err := unix.Dup2(ends[1], syscall.Stderr); err != nil {
		return nil, nil, err
	}
	if err := unix.Close(ends[1]); err != nil {
		return nil, nil, err
	}
	if err := crash.TellTo(stderr); err != nil {
		return nil, nil, err
	}
	read := os.NewFile(uintptr(ends[0]), "the parser's messages")
	reported := make(chan struct{})
	go func() {
		reportParser(stderr, read)
		close(reported)
	}()
	return stderr, func() {
		// The pipe ends with its last writer.
		if unix.Dup2(own, syscall.Stderr) == nil {
			<-reported
		}
	}, nil
}

// parserSpoke is reported in place of what clang writes.
const parserSpoke = "warpcheck: clang wrote to standard error by itself: not shown, as the code that is checked may have told it to"

// reportParser reads all that clang writes and says so, in one line, when it writes at all.
func reportParser(w io.Writer, parser io.Reader) {
	if n, _ := io.Copy(io.Discard, parser); n > 0 {
		fmt.Fprintln(w, parserSpoke)
	}
}
