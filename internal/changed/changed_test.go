package changed

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// repository makes a repository with one commit of some files.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	write(t, root, files)
	git(t, root, "init", "-q")
	commit(t, root)
	return root
}

func commit(t *testing.T, root string) {
	t.Helper()
	git(t, root, "add", "-A")
	git(t, root, "-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-q", "-m", "m")
}

func git(t *testing.T, folder string, args ...string) {
	t.Helper()
	command := exec.Command("git", args...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %s", args, out)
	}
}

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSince(t *testing.T) {
	const odd = "odd \"name\" ü.cu"
	root := repository(t, map[string]string{"a.cu": "1\n2\n3\n4\n5\n6\n", "same.cu": "1\n", odd: "1\n2\n", "gone.cu": "1\n"})
	write(t, root, map[string]string{"a.cu": "1\nnew\n2\n3\n6\n", odd: "1\nx\n", "fresh.cu": "1\n"})
	if err := os.Remove(filepath.Join(root, "gone.cu")); err != nil {
		t.Fatal(err)
	}
	lines, err := Since(t.Context(), "HEAD", root, []string{root, root})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file        string
		first, last int
		want        bool
	}{
		{"a.cu", 1, 1, false}, {"a.cu", 2, 2, true}, {"a.cu", 1, 3, true}, {"a.cu", 3, 3, false},
		{"a.cu", 4, 4, true}, {"a.cu", 5, 5, true}, // 4 and 5 were between them
		{"same.cu", 1, 1, false}, {odd, 1, 1, false}, {odd, 2, 2, true}, {"fresh.cu", 7, 7, true},
	} {
		if got, err := lines.Touches(filepath.Join(root, c.file), c.first, c.last); got != c.want || err != nil {
			t.Errorf("%s:%d-%d changed: %v, %v", c.file, c.first, c.last, got, err)
		}
	}
}

// Settings of the repository about diffs, and the old name of a file, do not change the result.
func TestSinceOfUnusualDiffs(t *testing.T) {
	root := repository(t, map[string]string{"old.cu": "1\n2\n3\n4\n5\n6\n", "binary.cu": "1\n2\n3\n", ".gitattributes": "binary.cu binary\n"})
	git(t, root, "config", "diff.interHunkContext", "10")
	git(t, root, "config", "diff.renames", "false")
	git(t, root, "config", "diff.noprefix", "true")
	git(t, root, "mv", "old.cu", "new.cu")
	write(t, root, map[string]string{"new.cu": "1\nx\n3\n4\ny\n6\n", "binary.cu": "1\n2\nx\n"})
	lines, err := Since(t.Context(), "HEAD", root, []string{root})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{"new.cu": "2 5", "binary.cu": "3"} {
		var touched []string
		for line := range 6 {
			is, err := lines.Touches(filepath.Join(root, file), line+1, line+1)
			if err != nil {
				t.Fatal(err)
			}
			if is {
				touched = append(touched, strconv.Itoa(line+1))
			}
		}
		if got := strings.Join(touched, " "); got != want {
			t.Errorf("%s: lines %s have changed, want %s", file, got, want)
		}
	}
}

// Each error says what is wrong.
func TestSinceErrors(t *testing.T) {
	root := repository(t, map[string]string{"a.cu": "1\n"})
	for revision, want := range map[string]string{"nothing": "nothing is no revision of", "--output=x": "--output=x is no revision of"} {
		if _, err := Since(t.Context(), revision, root, []string{root}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", revision, err)
		}
	}
	shallow := filepath.Join(t.TempDir(), "shallow")
	write(t, root, map[string]string{"a.cu": "2\n"})
	commit(t, root)
	git(t, root, "clone", "-q", "--depth=1", "file://"+root, shallow)
	if _, err := Since(t.Context(), "HEAD~1", shallow, []string{shallow}); err == nil || !strings.Contains(err.Error(), "git fetch --unshallow") {
		t.Errorf("shallow: %v", err)
	}
	nowhere := t.TempDir()
	if _, err := Since(t.Context(), "HEAD", nowhere, []string{nowhere}); err == nil || !strings.Contains(err.Error(), "is in no git repository") {
		t.Errorf("no repository: %v", err)
	}
}
