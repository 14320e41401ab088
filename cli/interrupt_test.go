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

// interrupted returns the result of a run over a kernel that is interrupted before it begins.
func interrupted(args ...string) (code int, output string, err error) {
	var out strings.Builder
	c := &Command{Stdin: strings.NewReader("__global__ void k() {}\n"), Stdout: &out, Stderr: &out}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	root := c.root(&code)
	root.SetArgs(args)
	err = root.ExecuteContext(ctx)
	return code, out.String(), err
}

// An interrupted run reports what it knows, and that this is not all.
func TestInterruptedRun(t *testing.T) {
	stats := filepath.Join(t.TempDir(), "stats.json")
	code, out, err := interrupted("-v", "--stats", stats, "-")
	if err != nil {
		t.Fatal(err)
	}
	if code != ExitIncomplete {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{
		"warpcheck: error: interrupted: 1 of 1 unit",
		"1 file, 0 kernels, 0 collectives, 0 errors, 0 warnings, 1 unit incomplete (not counted as errors)\n",
		"stdin.cu: unit: not analysed: the run was interrupted\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if text, err := os.ReadFile(stats); err != nil || !strings.Contains(string(text), `"failed_units": 1`) {
		t.Errorf("stats: %s, %v", text, err)
	}
}

// An interrupted run with --write-baseline does not overwrite the baseline.
func TestInterruptedRunKeepsBaseline(t *testing.T) {
	path := filepath.Join(t.TempDir(), "baseline.json")
	if err := os.WriteFile(path, []byte("accepted"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, _, err := interrupted("--baseline", path, "--write-baseline", "-")
	if err == nil || !strings.Contains(err.Error(), "interrupted: the baseline is not written") {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "accepted" {
		t.Errorf("the baseline is %q, %v", text, err)
	}
}

// A run that has received SIGTERM does not end at a second SIGTERM: timeout(1) sends two. A signal for one thread has
// been delivered when the call that sends it returns.
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
