package libraries_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/internal/libraries"
	"github.com/warpcheck/warpcheck/lanes/smt"
)

// What proves and the C library are there, each with what tells its build apart.
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

// A library is opened by the first of its names that there is, with all that is asked of it.
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
