package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// terminal is a pseudo terminal: what is written to end can be read from screen.
func terminal(t *testing.T, width uint16) (screen, end *os.File) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo terminals here: ", err)
	}
	fd := int(screen.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	end, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(end.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: width}); err != nil {
		t.Fatal(err)
	}
	return screen, end
}

// onTerminal returns what a run writes to standard error if that is a terminal.
func onTerminal(t *testing.T, width uint16, args ...string) string {
	t.Helper()
	screen, end := terminal(t, width)
	text := make(chan string)
	go func() {
		written, _ := io.ReadAll(screen) // ends with an error when the other end is closed
		text <- string(written)
	}()
	(&Command{Stdout: io.Discard, Stderr: end}).Main(append([]string{"warpcheck"}, args...))
	end.Close()
	return <-text
}

// If the report goes to a file, the last line is printed on a terminal, but not in a pipe.
func TestLastLineBesideAFile(t *testing.T) {
	folder := t.TempDir()
	file, out := filepath.Join(folder, "k.cu"), filepath.Join(folder, "report")
	if err := os.WriteFile(file, []byte("__global__ void k() { __syncwarp(); }"), 0o666); err != nil {
		t.Fatal(err)
	}
	screen, end := terminal(t, 80)
	text := make(chan string)
	go func() {
		written, _ := io.ReadAll(screen)
		text <- string(written)
	}()
	(&Command{Stdout: end, Stderr: io.Discard}).Main([]string{"warpcheck", "-f", "json", "-o", out, file})
	end.Close()
	if shown := <-text; !strings.HasPrefix(shown, "1 file, 1 kernel, 1 collective, 0 errors") {
		t.Errorf("on a terminal: %q", shown)
	}
	var pipe bytes.Buffer
	(&Command{Stdout: &pipe, Stderr: io.Discard}).Main([]string{"warpcheck", "-f", "json", "-o", out, file})
	if pipe.Len() > 0 {
		t.Errorf("in a pipe: %q", pipe.String())
	}
}

// Progress is shown on a terminal, fits in one line and is erased in the end; in a pipe there is none.
func TestProgress(t *testing.T) {
	t.Setenv("TERM", "xterm")
	file := filepath.Join(t.TempDir(), strings.Repeat("long", 20)+".cu")
	if err := os.WriteFile(file, []byte("__global__ void k() { __syncwarp(); }"), 0o666); err != nil {
		t.Fatal(err)
	}
	shown := onTerminal(t, 60, file)
	if !strings.Contains(shown, "units: 1 of 1, kernels: 1, findings: 0") || !strings.HasSuffix(shown, eraseLine) {
		t.Errorf("on a terminal: %q", shown)
	}
	for line := range strings.SplitSeq(shown, eraseLine) {
		if len(line) >= 60 {
			t.Errorf("a line of %d cells: %q", len(line), line)
		}
	}
	if quiet := onTerminal(t, 60, "-q", file); quiet != "" {
		t.Errorf("with -q: %q", quiet)
	}
	for _, dumb := range []string{"dumb", ""} {
		t.Setenv("TERM", dumb)
		if shown := onTerminal(t, 60, file); shown != "" {
			t.Errorf("on a terminal of kind %q: %q", dumb, shown)
		}
	}
	var pipe bytes.Buffer
	(&Command{Stdout: io.Discard, Stderr: &pipe}).Main([]string{"warpcheck", file})
	if pipe.Len() > 0 {
		t.Errorf("in a pipe: %q", pipe.String())
	}
}
