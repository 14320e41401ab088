package snapshot_test

import (
	"os"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/internal/snapshot"
)

// A snapshot holds until one of its files, or a folder in which the linker looks for libraries, changes.
func TestSnapshot(t *testing.T) {
	s := snapshot.Take("libc.so")
	if len(s.Loaded) != 1 || !s.Holds() {
		t.Fatal(s)
	}
	folders := 0
	for i, file := range s.Files {
		changed := snapshot.Snapshot{Files: slices.Clone(s.Files)}
		changed.Files[i].State += "1"
		if changed.Holds() {
			t.Errorf("%s has changed, and all is as it was", file.Path)
		}
		if info, err := os.Stat(file.Path); err == nil && info.IsDir() {
			folders++
		}
	}
	if folders == 0 {
		t.Error("no folder is looked at")
	}
}
