package libraries_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/libraries"
	"github.com/warpcheck/warpcheck/lanes/smt"
)

// The solver and the C library are listed, each with what identifies its build.
func TestLoaded(t *testing.T) {
	if err := smt.Load(); err != nil {
		t.Fatal(err)
	}
	all := libraries.Loaded("libz3", "libc.so")
	if len(all) != 2 {
		t.Fatal(all)
	}
	for i, want := range []string{`^libc\.so\S* \S+`, `^libz3\S* \S+`} {
		if !regexp.MustCompile(want).MatchString(all[i]) {
			t.Errorf("%q, want %s", all[i], want)
		}
	}
	if none := libraries.Loaded("libnone"); none != nil {
		t.Error(none)
	}
}

// The program is distinguished from its libraries, by a build ID of its own.
func TestProgram(t *testing.T) {
	id := libraries.Program()
	if !regexp.MustCompile(`^[0-9a-f]{32,}$`).MatchString(id) {
		t.Fatalf("%q", id)
	}
	for _, library := range libraries.Loaded("") {
		if strings.Contains(library, id) {
			t.Errorf("%s has the ID of the program", library)
		}
	}
}

// A library is opened by the first name that exists, with all requested symbols.
func TestOpen(t *testing.T) {
	found, err := libraries.Open([]string{"libnone.so.1", "libm.so.6"}, []string{"cos", "sin"})
	if err != nil || len(found) != 2 || found[0] == nil || found[1] == nil {
		t.Error(found, err)
	}
	for text, symbols := range map[string][]string{"libnone.so.1": nil, "wc_none": {"cos", "wc_none"}} {
		names := []string{"libnone.so.1"}
		if symbols != nil {
			names = []string{"libm.so.6"}
		}
		if _, err := libraries.Open(names, symbols); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want an error about %s", err, text)
		}
	}
}

// opens is an environment variable that names a library, which TestShipped's copy of this program opens.
const opens = "OPENS_LIBRARY"

// A library is taken from beside the program before the linker's own folders are searched, also where a link names the program.
func TestShipped(t *testing.T) {
	if name := os.Getenv(opens); name != "" {
		if _, err := libraries.Open([]string{name}, []string{"cos"}); err != nil {
			t.Fatal(err)
		}
		return
	}
	root := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	copyTo(t, filepath.Join(root, "bin", "program"), program)
	copyTo(t, filepath.Join(root, "lib", "warpcheck", "libshipped.so.1"), mathLibrary(t))
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(root, "bin", "program"), link); err != nil {
		t.Fatal(err)
	}
	for name, found := range map[string]bool{"libshipped.so.1": true, "libabsent.so.1": false} {
		command := exec.Command(link, "-test.run=^TestShipped$")
		command.Env = append(os.Environ(), opens+"="+name)
		if text, err := command.CombinedOutput(); (err == nil) != found {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}

// mathLibrary is the path of a library that every process can load.
func mathLibrary(t *testing.T) string {
	if _, err := libraries.Open([]string{"libm.so.6"}, nil); err != nil {
		t.Fatal(err)
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	path := regexp.MustCompile(`/\S*/libm[.-]\S*`).FindString(string(maps))
	if path == "" {
		t.Fatal("libm is not in the map of this process")
	}
	return path
}

func copyTo(t *testing.T, path, from string) {
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o755)
	}
	if err == nil {
		err = os.WriteFile(path, text, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}
