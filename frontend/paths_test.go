package frontend

import (
	"os"
	"path/filepath"
	"testing"
)

// A file has a single name, which leads to it, whatever detours the includes take.
func TestNamesLeadToTheirFiles(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"work/src", "machine/usr/bin", "machine/usr/lib"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"work/src/a.cuh", "machine/usr/lib/vector"} {
		if err := os.WriteFile(filepath.Join(root, file), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	machine := filepath.Join(root, "machine")
	if err := os.Symlink("usr/bin", filepath.Join(machine, "bin")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(root, "work"))
	names := newNamer("k.cu")
	for spelled, want := range map[string]string{
		"k.cu":                             "k.cu",
		"src/../src/a.cuh":                 "src/a.cuh",
		"../work/src/a.cuh":                "src/a.cuh",
		machine + "/usr/bin/../lib/vector": machine + "/usr/lib/vector",
		machine + "/bin/../lib/vector":     machine + "/usr/lib/vector",
		"../none/../none.h":                "../none.h",
	} {
		if got := names.name(spelled); got != want {
			t.Errorf("%s is named %s, want %s", spelled, got, want)
		}
	}
}
