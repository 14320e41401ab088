package safefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// hostile makes a folder with everything that a tree may contain in place of files.
func hostile(t *testing.T) string {
	dir := t.TempDir()
	for _, err := range []error{
		syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600),
		os.Symlink("fifo", filepath.Join(dir, "to_fifo")),
		os.Symlink("/dev/zero", filepath.Join(dir, "to_zero")),
		os.Mkdir(filepath.Join(dir, "folder"), 0o700),
		os.WriteFile(filepath.Join(dir, "file"), []byte("text"), 0o600),
		os.WriteFile(filepath.Join(dir, "large"), nil, 0o600),
		os.Truncate(filepath.Join(dir, "large"), int64(Settings)+1), // without blocks on the disk
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A FIFO without a writer would block the test, a device without an end would fill the memory.
func TestReadTakesRegularFilesOnly(t *testing.T) {
	dir := hostile(t)
	for name, want := range map[string]string{
		"fifo": "a FIFO, not", "to_fifo": "a FIFO, not", "to_zero": "a device, not",
		"folder": "a folder, not", "large": "larger than 4 MiB", "none": "no such file",
	} {
		path := filepath.Join(dir, name)
		_, err := Read(path, Settings)
		var told *fs.PathError
		if !errors.As(err, &told) || !strings.Contains(err.Error(), want) || told.Path != path {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if _, err := Head(path, 10, Settings); err == nil {
			t.Errorf("the head of %s is read", name)
		}
	}
	if text, err := Read(filepath.Join(dir, "file"), Settings); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if text, err := Head(filepath.Join(dir, "file"), 2, Settings); string(text) != "te" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// The kernel's files have no size, and some have no end.
func TestReadEndsAtTheSize(t *testing.T) {
	if text, err := Read("/proc/self/environ", Settings); len(text) != 0 || err != nil {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

type endless struct{}

func (endless) Read(to []byte) (int, error) { return len(to), nil }

func TestStreamIsBounded(t *testing.T) {
	var size SizeError
	if _, err := Stream(endless{}, Settings); !errors.As(err, &size) {
		t.Errorf("%v", err)
	}
}

func TestLeadsOut(t *testing.T) {
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree")
	for _, err := range []error{
		os.Mkdir(tree, 0o700),
		os.WriteFile(filepath.Join(tree, "a"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, "b"), nil, 0o600),
		os.Symlink("a", filepath.Join(tree, "to_a")),
		os.Symlink("../b", filepath.Join(tree, "to_b")),
		os.Symlink("..", filepath.Join(tree, "up")),
		os.Symlink("nowhere", filepath.Join(tree, "broken")),
		os.Symlink("tree", filepath.Join(dir, "alias")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]bool{
		"a": false, "to_a": false, "to_b": true, "up/b": true, "up/tree/a": false, "broken": false,
	} {
		for _, root := range []string{tree, filepath.Join(dir, "alias")} {
			if got := LeadsOut(filepath.Join(root, path), root); got != want {
				t.Errorf("%s in %s: %v", path, root, got)
			}
		}
	}
}

// put writes a text to a path as a command would.
func put(path, text string, tree string) error {
	to, err := To(path, []string{tree})
	if err != nil {
		return err
	}
	return to.Write(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

func TestWriteReplaces(t *testing.T) {
	tree := t.TempDir()
	path := filepath.Join(tree, "report")
	for _, text := range []string{"first", "second"} {
		if err := put(path, text, tree); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("%q", got)
		}
		if err := os.Chmod(path, 0o640); err != nil {
			t.Fatal(err)
		}
	}
	failure := errors.New("no space")
	to, err := To(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = to.Write(func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("%v", err)
	}
	got, _ := os.ReadFile(path)
	info, _ := os.Stat(path)
	if string(got) != "second" || info.Mode().Perm() != 0o640 {
		t.Errorf("%q, %v", got, info.Mode())
	}
	if entries, _ := os.ReadDir(tree); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestWriteFollowsNoLinkOfTheTree(t *testing.T) {
	dir := t.TempDir()
	tree, precious := filepath.Join(dir, "tree"), filepath.Join(dir, "precious")
	for _, err := range []error{
		os.Mkdir(tree, 0o700),
		os.WriteFile(precious, []byte("precious"), 0o600),
		os.Symlink("../precious", filepath.Join(tree, "link")),
		os.Symlink("../nothing", filepath.Join(tree, "dangling")),
		os.Symlink("..", filepath.Join(tree, "up")),
		os.Symlink("/dev/full", filepath.Join(tree, "device")),
		os.Symlink("precious", filepath.Join(dir, "own")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"link", "dangling", "up/precious", "device"} {
		err := put(filepath.Join(tree, name), "report", tree)
		if err == nil || !strings.Contains(err.Error(), "a symbolic link in the checked tree") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, _ := os.ReadFile(precious); string(got) != "precious" {
		t.Errorf("%q", got)
	}
	// A link that the user made is followed.
	if err := put(filepath.Join(dir, "own"), "report", tree); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(precious); string(got) != "report" {
		t.Errorf("%q", got)
	}
}

// LinksTo follows the links that the kernel follows.
func TestLinksTo(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		os.MkdirAll(filepath.Join(dir, "real/sub"), 0o700),
		os.MkdirAll(filepath.Join(dir, "proj"), 0o700),
		os.Symlink("../real/sub", filepath.Join(dir, "proj/d")),
		os.Symlink(filepath.Join(dir, "proj/d"), filepath.Join(dir, "own")),
		os.Symlink("round", filepath.Join(dir, "round")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"proj/x": "", "real/sub/../x": "", "proj/d": "proj/d", "proj/d/x": "proj/d", "proj/d/../x": "proj/d", "proj/./d/..": "proj/d",
		"proj/none/../d/x": "proj/d", "own/x": "own proj/d", "own/../x": "own proj/d",
	} {
		var got []string
		for _, link := range LinksTo(dir + "/" + path) {
			got = append(got, strings.TrimPrefix(link, dir+"/"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: through %s, want %s", path, got, want)
		}
	}
	if n := len(LinksTo(filepath.Join(dir, "round"))); n != mostLinks {
		t.Errorf("a link to itself is followed %d times", n)
	}
}

func TestWriteToWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	if err := put("/dev/null", "report", dir); err != nil {
		t.Error(err)
	}
	if err := put("/dev/full", "report", dir); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(fifo)
		read <- string(text)
	}()
	if err := put(fifo, "report", dir); err != nil {
		t.Error(err)
	}
	if text := <-read; text != "report" {
		t.Errorf("%q", text)
	}
}

func TestCreateKeepsWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := Create(path, "one"); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, "two"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "one" {
		t.Errorf("%q", got)
	}
}
