package clang

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestVersion(t *testing.T) {
	if err := Load(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(Version(), "version") {
		t.Errorf("version %q", Version())
	}
}

// withoutVariable makes the test try to load libclang where there is none.
const withoutVariable = "WARPCHECK_TEST_WITHOUT_LIBCLANG"

// The program starts on a machine whose libclang cannot be loaded, and says so when it is needed.
func TestWithout(t *testing.T) {
	if os.Getenv(withoutVariable) != "" {
		if _, _, err := Parse(Request{File: "k.cu"}); err == nil ||
			!strings.HasPrefix(err.Error(), "libclang ") || !strings.Contains(err.Error(), " cannot be used: ") {
			t.Fatal(err)
		}
		return
	}
	folder := t.TempDir()
	for _, name := range libraryNames() {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("no library"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command(os.Args[0], "-test.run", "^TestWithout$")
	run.Env = append(os.Environ(), withoutVariable+"=1", "LD_LIBRARY_PATH="+folder)
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
