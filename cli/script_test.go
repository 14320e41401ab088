package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/warpcheck/warpcheck/internal/mutants/mutantswitch"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"warpcheck": func() { os.Exit(Process(os.Args)) },
	})
}

// The scripts of testdata/script run the program. "code N ARGS..." runs warpcheck and requires the exit code N. "json
// FILE" requires valid JSON. "quiet" and "watched ARGS..." require that a run does nothing else than it should
// (watched_test.go). "remotecache VARIABLE" starts a cache that Bazel asks over HTTP. The condition [root] holds if the
// user may read all files, [strace] if one program may watch another, and [smalldisk] if a disk may be mounted.
// $REPOSITORY is the folder of this repository.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "../testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", t.TempDir())
			repository, err := filepath.Abs("..")
			env.Setenv("REPOSITORY", repository)
			env.Setenv(mutantswitch.Variable, os.Getenv(mutantswitch.Variable))
			return err
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "root":
				return os.Geteuid() == 0, nil
			case "strace":
				return canTrace(), nil
			case "smalldisk":
				return exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "none", t.TempDir()).Run() == nil, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code":        runForCode,
			"json":        checkJSON,
			"quiet":       quiet,
			"watched":     watched,
			"remotecache": remoteCache,
		},
	})
}

func runForCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: code N ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec("warpcheck", args[1:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("warpcheck: %v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func checkJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: json FILE")
	}
	if !json.Valid([]byte(ts.ReadFile(args[0]))) {
		ts.Fatalf("%s is not JSON", args[0])
	}
}

// remoteCache serves what is put into it until the script ends.
func remoteCache(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: remotecache VARIABLE")
	}
	var kept sync.Map
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := kept.Load(r.URL.Path)
		switch body, err := io.ReadAll(r.Body); {
		case err != nil:
			w.WriteHeader(http.StatusBadRequest)
		case r.Method == http.MethodPut:
			kept.Store(r.URL.Path, body)
		case text == nil:
			w.WriteHeader(http.StatusNotFound)
		default:
			_, _ = w.Write(text.([]byte))
		}
	}))
	ts.Defer(server.Close)
	ts.Setenv(args[0], server.URL)
}
