package cache

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

func open(t *testing.T) (*Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a", "b")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return s, path
}

func put(t *testing.T, s *Store, key, content string) Key {
	t.Helper()
	k := KeyOf([]byte(key))
	if err := s.Put(k, []byte(content)); err != nil {
		t.Fatal(err)
	}
	return k
}

func TestEntries(t *testing.T) {
	s, path := open(t)
	first, second := put(t, s, "first", "one"), put(t, s, "second", "")
	for key, want := range map[Key]string{first: "one", second: ""} {
		if got, ok := s.Get(key); !ok || string(got) != want {
			t.Errorf("%q, %t", got, ok)
		}
	}
	if _, ok := s.Get(KeyOf([]byte("third"))); ok {
		t.Error("an entry that nobody wrote")
	}
	if put(t, s, "first", "other"); true {
		if got, _ := s.Get(first); string(got) != "other" {
			t.Errorf("%q", got)
		}
	}
	if err := os.WriteFile(filepath.Join(path, "note.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if n, size, err := s.Clean(); n != 2 || size != 2*32+5 || err != nil {
		t.Error(n, size, err)
	}
	if left, _ := os.ReadDir(path); len(left) != 1 {
		t.Error("clean takes what is not its own")
	}
}

// Whatever byte is changed, wherever the file ends, and whoever's entry it is: it is a miss.
func TestCorruption(t *testing.T) {
	s, path := open(t)
	key := put(t, s, "key", "the content of an entry")
	file := filepath.Join(path, key.file())
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(data []byte) {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 1 << (i % 8)
		for _, data := range [][]byte{changed, whole[:i]} {
			write(data)
			if got, ok := s.Get(key); ok {
				t.Fatalf("byte %d: %q", i, got)
			}
		}
	}
	write(whole)
	other := KeyOf([]byte("other"))
	if err := os.Rename(file, filepath.Join(path, other.file())); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Get(other); ok {
		t.Error("the entry of another key is taken")
	}
}

func TestTrim(t *testing.T) {
	s, path := open(t)
	now := time.Now()
	s.now = func() time.Time { return now }
	var keys []Key
	for i, name := range []string{"oldest", "older", "newer", "newest"} {
		keys = append(keys, put(t, s, name, string(make([]byte, 68))))
		at := now.Add(time.Duration(i-100) * time.Hour)
		if err := os.Chtimes(filepath.Join(path, keys[i].file()), at, at); err != nil {
			t.Fatal(err)
		}
	}
	begun := filepath.Join(path, "."+keys[0].file()+".123")
	if err := os.WriteFile(begun, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Use(keys[:1]); err != nil { // the oldest is used again
		t.Fatal(err)
	}
	if err := s.Trim(200); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false, false, true} {
		if _, ok := s.Get(keys[i]); ok != want {
			t.Errorf("entry %d: %t", i, ok)
		}
	}
	if _, err := os.Stat(begun); err != nil {
		t.Error("an entry that is just being written is taken away")
	}
	now = now.Add(2 * time.Hour)
	if err := s.Trim(200); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(begun); err == nil {
		t.Error("what was begun and left stays")
	}
}

// Runs side by side see whole entries or none.
func TestTogether(t *testing.T) {
	s, _ := open(t)
	key := KeyOf([]byte("key"))
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			content := bytes.Repeat([]byte{byte(i)}, 1<<16)
			for range 50 {
				if err := s.Put(key, content); err != nil {
					t.Error(err)
				}
				if got, ok := s.Get(key); ok && len(got) != len(content) {
					t.Errorf("%d bytes", len(got))
				}
			}
		})
	}
	all.Wait()
}

// A folder that others may write is not taken, whoever made it.
func TestFolderOfOthers(t *testing.T) {
	base := t.TempDir()
	open, linked := filepath.Join(base, "open"), filepath.Join(base, "linked")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(open, linked); err != nil {
		t.Fatal(err)
	}
	var foreign safefile.ForeignError
	if _, err := Open(linked); !errors.As(err, &foreign) {
		t.Errorf("a link: %v", err)
	}
	for _, mode := range []os.FileMode{0o720, 0o702, 0o777} {
		if err := os.Chmod(open, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(open); !errors.As(err, &foreign) {
			t.Errorf("%o: %v", mode, err)
		}
	}
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(file); err == nil {
		t.Error("a file is taken for a folder")
	}
}
