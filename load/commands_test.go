package load

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/config"
)

// A file for which a database has thousands of commands is checked with a limited number of them. This is reported
// once. Commands with the same options count as one.
func TestManyCommands(t *testing.T) {
	for form, want := range map[string]int{"nvcc -DN=%d -c k.cu": mostJobs, "nvcc -DN -o %d -c k.cu": 1} {
		folder := t.TempDir()
		file := filepath.Join(folder, "k.cu")
		var entries []map[string]string
		for i := range 3000 {
			entries = append(entries, map[string]string{"directory": folder, "file": "k.cu", "command": fmt.Sprintf(form, i)})
		}
		text, err := json.Marshal(entries)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "compile_commands.json"), text, 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := New(Options{Paths: []string{file}})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			jobs, err := l.Jobs(t.Context(), Input{Path: file, Config: &config.Config{}})
			if err != nil || len(jobs) != want {
				t.Errorf("%s: %d jobs, %v", form, len(jobs), err)
			}
		}
		if len(l.Unread) != min(want-1, 1) {
			t.Errorf("%s: told %v", form, l.Unread)
		}
	}
}

// A PTX file whose modules have thousands of targets is checked for a limited number of them, too.
func TestManyTargets(t *testing.T) {
	text := strings.Builder{}
	for i := range 3000 {
		fmt.Fprintf(&text, ".version 8.0\n.target sm_%d\n", i)
	}
	file := filepath.Join(t.TempDir(), "k.ptx")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := New(Options{Paths: []string{file}})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := l.Jobs(t.Context(), Input{Path: file, Config: &config.Config{}})
	if err != nil || len(jobs) != mostJobs || len(l.Unread) != 1 {
		t.Errorf("%d jobs, %v, told %v", len(jobs), err, l.Unread)
	}
}
