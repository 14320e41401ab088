package headers

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// useCache points the user's cache at a fresh directory.
func useCache(t *testing.T) string {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	return cache
}

func TestDirHoldsTheEmbeddedTree(t *testing.T) {
	useCache(t)
	dir, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(dir) != "headers-"+Hash() {
		t.Errorf("%s is not named after the content %s", dir, Hash())
	}
	err = walk(func(name string, content []byte) error {
		written, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err == nil && string(written) != string(content) {
			t.Errorf("%s differs", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestDirWritesOnce(t *testing.T) {
	cache := useCache(t)
	first, err := Dir()
	if err != nil {
		t.Fatal(err)
	}
	marker := filepath.Join(first, "marker")
	if err := os.WriteFile(marker, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	second, err := Dir()
	if err != nil || second != first {
		t.Fatalf("second call: %s, %v", second, err)
	}
	if _, err := os.Stat(marker); err != nil {
		t.Error("the tree was written again")
	}
	entries, _ := os.ReadDir(filepath.Dir(first))
	if len(entries) != 1 || !strings.HasPrefix(first, cache) {
		t.Errorf("left behind: %v in %s", entries, filepath.Dir(first))
	}
}

func TestDirFromSeveralCallers(t *testing.T) {
	useCache(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			dir, err := Dir()
			if err != nil || !exists(dir) {
				t.Errorf("%s, %v", dir, err)
			}
		})
	}
	group.Wait()
}

func TestDirFallsBack(t *testing.T) {
	cache := useCache(t)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	blocked := filepath.Join(cache, "warpcheck")
	if err := os.WriteFile(blocked, []byte("a file where a directory is wanted"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir, err := Dir()
	if err != nil || !strings.HasPrefix(dir, temporary) {
		t.Errorf("%s, %v; want a directory under %s", dir, err, temporary)
	}
	t.Setenv("TMPDIR", blocked)
	if dir, err := Dir(); err == nil {
		t.Errorf("%s although nothing is writable", dir)
	}
}

// An include of ours must be embedded, or it would be found on some machines only.
func TestIncludesOfOurOwnExist(t *testing.T) {
	quoted := regexp.MustCompile(`(?m)^#include "([^"]+)"`)
	err := walk(func(name string, content []byte) error {
		for _, match := range quoted.FindAllStringSubmatch(string(content), -1) {
			path := filepath.ToSlash(filepath.Join("include", filepath.Dir(name), match[1]))
			if _, err := fs.Stat(tree, path); err != nil {
				t.Errorf("%s includes %s, which is not embedded", name, match[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
