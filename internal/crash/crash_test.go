package crash

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The test runs itself, and that process then ends as this variable says.
const endVariable = "WARPCHECK_TEST_END"

var kept [][]byte

var ends = map[string]func(){
	"out of memory": func() {
		for {
			kept = append(kept, make([]byte, 1<<30))
		}
	},
	"panic": func() { panic("nobody recovers") },
}

// If Go cannot even start, one line says so.
func TestTooLittleToStart(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell to limit the memory")
	}
	for _, limit := range []string{"-v 200000", "-v 600000", "-v 700000", "-v 760000", "-v 900000", "-d 65000", "-d 120000"} {
		run := exec.Command(shell, "-c", "ulimit "+limit+`; exec "$0" -test.run None`, os.Args[0])
		out, err := run.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 3 || !strings.HasPrefix(string(out), "warpcheck: the limit of memory") ||
			strings.Count(string(out), "\n") != 1 {
			t.Errorf("%s: %v\n%.500s", limit, err, out)
		}
	}
}

func TestExitCode(t *testing.T) {
	if end := ends[os.Getenv(endVariable)]; end != nil {
		ExitWith(3)
		end()
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell to limit the memory")
	}
	for name := range ends {
		// Address space, in KiB: the memory of the machine is not touched.
		run := exec.Command(shell, "-c", `ulimit -v 4000000; exec "$0" -test.run TestExitCode`, os.Args[0])
		run.Env = append(os.Environ(), endVariable+"="+name)
		out, err := run.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 3 ||
			!strings.Contains(string(out), "the analysis is incomplete\n") {
			t.Errorf("%s: %v\n%.2000s", name, err, out)
		}
	}
}
