package cache

import (
	"bytes"
	"errors"
	"fmt"
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

// get returns the newest entry of a key.
func get(s *Store, key Key) (content []byte, ok bool) {
	name := s.Find(key, func(text []byte) bool {
		content = text
		return true
	})
	return content, name != ""
}

// bytesIn is the size of all files in a folder.
func bytesIn(t *testing.T, folder string) (size int64) {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	return size
}

func TestEntries(t *testing.T) {
	s, path := open(t)
	first, second := put(t, s, "first", "one"), put(t, s, "second", "")
	for key, want := range map[Key]string{first: "one", second: ""} {
		if got, ok := get(s, key); !ok || string(got) != want {
			t.Errorf("%q, %t", got, ok)
		}
	}
	if _, ok := get(s, KeyOf([]byte("third"))); ok {
		t.Error("an entry that nobody wrote")
	}
	if put(t, s, "first", "other"); true {
		if got, _ := get(s, first); string(got) != "other" {
			t.Errorf("%q", got)
		}
	}
	if err := os.WriteFile(filepath.Join(path, "note.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all := bytesIn(t, path)
	if n, size, err := s.Clean(); n != 3 || size != all || all < 3*32 || err != nil {
		t.Error(n, size, err)
	}
	if left, _ := os.ReadDir(path); len(left) != 1 {
		t.Error("clean takes what is not its own")
	}
}

// A key keeps its last entries. The reader chooses among them, the newest first.
func TestStates(t *testing.T) {
	s, path := open(t)
	var key Key
	for _, state := range []string{"a", "b", "c", "d", "e", "f"} {
		key = put(t, s, "key", state)
	}
	read := func(want string) (seen string, found bool) {
		name := s.Find(key, func(content []byte) bool {
			seen += string(content)
			return string(content) == want
		})
		return seen, name != ""
	}
	for want, all := range map[string]string{"f": "f", "d": "fed", "c": "fedc"} {
		if seen, found := read(want); seen != all || !found {
			t.Errorf("%s: %q, %t", want, seen, found)
		}
	}
	if seen, found := read("b"); found || seen != "fedc" {
		t.Errorf("more than the last are kept: %q", seen)
	}
	if err := os.WriteFile(filepath.Join(path, key.file(1)), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if seen, found := read("d"); !found || seen != "fd" {
		t.Errorf("a damaged entry hides others: %q, %t", seen, found)
	}
}

// Results of a tree's files are similar, so an entry takes only a part of their size. An entry that would unpack to
// more than may be written is refused.
func TestCompression(t *testing.T) {
	s, path := open(t)
	var content bytes.Buffer
	for i := range 300 {
		fmt.Fprintf(&content, "/usr/lib/gcc/x86_64-linux-gnu/12/include/c++/12/bits/%d.h absent", i)
	}
	key := put(t, s, "key", content.String())
	if got, ok := get(s, key); !ok || !bytes.Equal(got, content.Bytes()) {
		t.Errorf("%d bytes of %d", len(got), content.Len())
	}
	if size := bytesIn(t, path); size > int64(content.Len()/5) {
		t.Errorf("%d bytes are written for %d", size, content.Len())
	}
	const most = 1 << 16
	for size, right := range map[int]bool{0: true, most: true, most + 1: false, 100 * most: false} {
		packed, err := pack(make([]byte, size))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := unpack(packed, most); (err == nil) != right || right && len(got) != size {
			t.Errorf("%d bytes of %d, which take %d: %v", len(got), size, len(packed), err)
		}
		if got, err := unpack(packed[:len(packed)/2], most); err == nil {
			t.Errorf("%d bytes of a half", len(got))
		}
	}
}

// A lookup misses if any byte of the entry is changed, if it is cut short, or if it belongs to another key.
func TestCorruption(t *testing.T) {
	s, path := open(t)
	key := put(t, s, "key", "the content of an entry")
	file := filepath.Join(path, key.file(0))
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
			if got, ok := get(s, key); ok {
				t.Fatalf("byte %d: %q", i, got)
			}
		}
	}
	write(whole)
	other := KeyOf([]byte("other"))
	if err := os.Rename(file, filepath.Join(path, other.file(0))); err != nil {
		t.Fatal(err)
	}
	if _, ok := get(s, other); ok {
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
		if err := os.Chtimes(filepath.Join(path, keys[i].file(0)), at, at); err != nil {
			t.Fatal(err)
		}
	}
	size := bytesIn(t, path) / 2 // room for two of the four entries, because all have one size
	begun := filepath.Join(path, "."+keys[0].file(0)+".123")
	if err := os.WriteFile(begun, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Use([]string{keys[0].file(0)}); err != nil { // the oldest is used again
		t.Fatal(err)
	}
	if err := s.Trim(size); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{true, false, false, true} {
		if _, ok := get(s, keys[i]); ok != want {
			t.Errorf("entry %d: %t", i, ok)
		}
	}
	if _, err := os.Stat(begun); err != nil {
		t.Error("an entry that is just being written is taken away")
	}
	now = now.Add(2 * time.Hour)
	if err := s.Trim(size); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(begun); err == nil {
		t.Error("what was begun and left stays")
	}
}

// Parallel runs see whole entries or none.
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
				if got, ok := get(s, key); ok && len(got) != len(content) {
					t.Errorf("%d bytes", len(got))
				}
			}
		})
	}
	all.Wait()
}

// A folder that others may write is refused, whoever made it.
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
