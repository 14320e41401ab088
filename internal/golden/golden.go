// Package golden compares the results of tests with files. With -update it writes the files:
//
//	go test ./report -update
package golden

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write what tests compare with, as it is now")

// Updates reports whether -update was given: the test must write files.
func Updates() bool { return *update }

// Compare fails the test if the content of file is not content. With -update it writes the file first.
func Compare(t testing.TB, file string, content []byte) {
	t.Helper()
	if Updates() {
		if err := os.WriteFile(file, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%v (-update writes it)", err)
		return
	}
	if !bytes.Equal(kept, content) {
		t.Errorf("%s is not what is made now, run with -update and review; it is\n%s", file, content)
	}
}
