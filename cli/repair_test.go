package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/warpcheck/warpcheck/check"
)

// A file that has changed after the analysis is not rewritten.
func TestRewriteTakesOnlyWhatWasAnalysed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "kernel.cu")
	if err := os.WriteFile(name, []byte("edited meanwhile\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	repaired := check.Rewritten{File: name, Before: []byte("analysed\n"), After: []byte("repaired\n")}
	if err := rewrite(repaired, nil); err == nil {
		t.Error("the file is written though it has changed")
	}
	repaired.Before = []byte("edited meanwhile\n")
	if err := rewrite(repaired, nil); err != nil {
		t.Error(err)
	}
	if now, _ := os.ReadFile(name); string(now) != "repaired\n" {
		t.Errorf("the file holds %q", now)
	}
}
