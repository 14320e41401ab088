package cli

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/warpcheck/warpcheck/internal/legible"
)

// maxParserLines is how many lines of libclang's own are shown: it has few to say before it
// gives up, and a file can make it write without end (`#pragma clang __debug macro X`).
const maxParserLines = 20

// Process runs the program with the streams of the process and returns the exit code.
//
// libclang writes to the process's standard error by itself, also what the code that is checked
// tells it to. So that descriptor becomes a pipe, whose lines are shown through the gate for
// text, and the program has the real one to itself.
func Process(args []string) int {
	stderr, restore, err := divertParser()
	if err != nil {
		fmt.Fprintf(os.Stderr, "warpcheck: cannot keep the parser from standard error: %v\n", err)
		return exitIncomplete
	}
	defer restore()
	c := &Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: stderr}
	return c.Main(args)
}

// divertParser moves the process's standard error elsewhere and shows what is written to the
// old place, until it is restored.
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
	if err := debug.SetCrashOutput(stderr, debug.CrashOptions{}); err != nil {
		return nil, nil, err
	}
	read := os.NewFile(uintptr(ends[0]), "the parser's messages")
	shown := make(chan struct{})
	go func() {
		showParser(stderr, read)
		close(shown)
	}()
	return stderr, func() {
		// The pipe ends with its last writer.
		if unix.Dup2(own, syscall.Stderr) == nil {
			<-shown
		}
	}, nil
}

// showParser writes the first lines of the parser's to w, and reads the rest.
func showParser(w io.Writer, parser io.Reader) {
	lines := bufio.NewReader(parser)
	for range maxParserLines {
		line, tooLong, err := lines.ReadLine()
		for tooLong && err == nil {
			_, tooLong, err = lines.ReadLine()
		}
		if err != nil {
			return
		}
		fmt.Fprintf(w, "warpcheck: libclang: %s\n", legible.Text(string(line)))
	}
	if n, err := io.Copy(io.Discard, lines); err == nil && n > 0 {
		fmt.Fprintf(w, "warpcheck: libclang: (and %d more bytes)\n", n)
	}
}
