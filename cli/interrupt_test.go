package cli

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What an interrupted run knows is reported, and that it is not all.
func TestInterruptedRun(t *testing.T) {
	stats := filepath.Join(t.TempDir(), "stats.json")
	var out strings.Builder
	c := &Command{Stdin: strings.NewReader("__global__ void k() {}\n"), Stdout: &out, Stderr: &out}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code := exitClean
	root := c.root(&code)
	root.SetArgs([]string{"-v", "--stats", stats, "-"})
	if err := root.ExecuteContext(ctx); err != nil {
		t.Fatal(err)
	}
	if code != ExitIncomplete {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{
		"warpcheck: error: interrupted: 1 of 1 unit",
		"1 file, 0 kernels, 0 collectives, 0 errors, 0 warnings, 1 unit incomplete\n",
		"stdin.cu: unit: not analysed: the run was interrupted\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if text, err := os.ReadFile(stats); err != nil || !strings.Contains(string(text), `"failed_units": 1`) {
		t.Errorf("stats: %s, %v", text, err)
	}
}

// What others have accepted is not lost when a run that writes a baseline is interrupted.
func TestInterruptedRunKeepsBaseline(t *testing.T) {
	path := filepath.Join(t.TempDir(), "baseline.json")
	if err := os.WriteFile(path, []byte("accepted"), 0o666); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	c := &Command{Stdin: strings.NewReader("__global__ void k() {}\n"), Stdout: &out, Stderr: &out}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code := exitClean
	root := c.root(&code)
	root.SetArgs([]string{"--baseline", path, "--write-baseline", "-"})
	err := root.ExecuteContext(ctx)
	if err == nil || !strings.Contains(err.Error(), "interrupted: the baseline is not written") {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "accepted" {
		t.Errorf("the baseline is %q, %v", text, err)
	}
}

// A run that was told to end is not ended by being told so once more: timeout(1) does both at once. A
// signal for one thread has been taken when the call that sends it comes back.
func TestToldTwiceToEnd(t *testing.T) {
	ctx, stop := endedBySignals(t.Context())
	defer stop()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for range 2 {
		if err := unix.Tgkill(os.Getpid(), unix.Gettid(), unix.SIGTERM); err != nil {
			t.Fatal(err)
		}
		<-ctx.Done()
	}
}
