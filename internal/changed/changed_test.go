package changed

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository is one with a commit of some files.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	write(t, root, files)
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-q", "-m", "m"}} {
		command := exec.Command("git", args...)
		command.Dir = root
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %s", args, out)
		}
	}
	return root
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
	lines, err := Since(context.Background(), "HEAD", []string{root, root})
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
		if got := lines.Touches(filepath.Join(root, c.file), c.first, c.last); got != c.want {
			t.Errorf("%s:%d-%d changed: %v", c.file, c.first, c.last, got)
		}
	}
}

// Each is an error that says what is wrong.
func TestSinceErrors(t *testing.T) {
	root := repository(t, map[string]string{"a.cu": "1\n"})
	for revision, want := range map[string]string{"nothing": "nothing is no revision of", "--output=x": "--output=x is no revision of"} {
		if _, err := Since(context.Background(), revision, []string{root}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", revision, err)
		}
	}
	if _, err := Since(context.Background(), "HEAD", []string{t.TempDir()}); err == nil || !strings.Contains(err.Error(), "git rev-parse in") {
		t.Errorf("no repository: %v", err)
	}
}
