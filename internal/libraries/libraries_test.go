package libraries_test

import (
	"regexp"
	"strings"
	"testing"

	_ "github.com/warpcheck/warpcheck/frontend/clang"
	"github.com/warpcheck/warpcheck/internal/libraries"
)

// What parses and the C library are there, each with what tells its build apart.
func TestLoaded(t *testing.T) {
	all := libraries.Loaded("libclang", "libc.so")
	if len(all) != 2 {
		t.Fatal(all)
	}
	for i, want := range []string{`^libc\.so\S* \S+`, `^libclang\S* \S+`} {
		if !regexp.MustCompile(want).MatchString(all[i]) {
			t.Errorf("%q, want %s", all[i], want)
		}
	}
	if none := libraries.Loaded("libnone"); none != nil {
		t.Error(none)
	}
}

// The program is told apart from its libraries, by an ID of its own.
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
