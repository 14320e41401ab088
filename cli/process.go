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

// Process runs warpcheck with the streams of the process and returns the exit code.
//
// clang itself writes to the standard error of the process. The checked code can choose such text (`#pragma clang
// __debug macro X` prints X). So file descriptor 2 becomes a pipe whose content is not shown, and only warpcheck
// writes to the real standard error. Go's own crash reports go there too.
func Process(args []string) int {
	if len(args) > 1 && args[1] == workerWord {
		return serve(args[2:])
	}
	signal.Ignore(syscall.SIGPIPE) // a write to a closed pipe then returns an error, which stdout.go handles
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

// leastDescriptors is the number of files that the process must be allowed to open. With fewer, Go ends in the middle
// of a run, workers do not start, and files that exist look as if they did not.
const leastDescriptors = 64

// checkDescriptors returns an error if the process may open too few files for a reliable run.
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

// divertParser returns the real standard error as a new file. Until restore is called, everything that is written to
// file descriptor 2 is discarded.
func divertParser() (stderr *os.File, restore func(), err error) {
	own, err := unix.FcntlInt(uintptr(syscall.Stderr), unix.F_DUPFD_CLOEXEC, syscall.Stderr+1)
	if err != nil {
		return nil, nil, err
	}
	stderr = os.NewFile(uintptr(own), "standard error")
	// A write to a full pipe must not block: Go writes to descriptor 2 while it crashes, when nobody reads the pipe.
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
	if err := crash.WriteTo(stderr); err != nil {
		return nil, nil, err
	}
	read := os.NewFile(uintptr(ends[0]), "the parser's messages")
	reported := make(chan struct{})
	go func() {
		reportParser(stderr, read)
		close(reported)
	}()
	return stderr, func() {
		// The reader of the pipe ends when the last writer of the pipe is closed.
		if unix.Dup2(own, syscall.Stderr) == nil {
			<-reported
		}
	}, nil
}

// parserSpoke is printed in place of the text that clang writes.
const parserSpoke = "warpcheck: clang wrote to standard error by itself: not shown, as the code that is checked may have told it to"

// reportParser reads everything that clang writes, and prints parserSpoke if that is not empty.
func reportParser(w io.Writer, parser io.Reader) {
	if n, _ := io.Copy(io.Discard, parser); n > 0 {
		fmt.Fprintln(w, parserSpoke)
	}
}
