package libraries_test

import (
	"regexp"
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
