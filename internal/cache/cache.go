// Package cache keeps what was computed in a folder of the user's.
//
// An entry is a file by the name of its key, which is a digest of what is known before its content is
// (whoever makes the key knows what that is), with a digest of the content before it. A file that is
// cut short, was changed, or is of another key is no entry: to the reader it is as if it were not
// there. A file is written beside its place and renamed, so that runs side by side, a full disk and
// an end in the middle leave whole entries only. Nothing is locked.
//
// What the content depends on besides, such as the state of files, is in the content, and the reader
// says whether it holds. So a key has several entries ([maxStates]), the newest first: who goes back to
// a state of before, as with branches of a repository, finds what it came to.
//
// The folder is the user's own ([safefile.OwnFolder]): content that others may write is not
// trusted because it has a digest. It is bounded: when it has grown beyond its size, the entries
// that were not used for longest go. Contents are compressed: those of a tree's files name the same headers,
// and those that were looked for in the same places, so that a fifth of the bytes is left, and the bound holds five times as many.
package cache

import (
	"bytes"
	"cmp"
	"compress/flate"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Key names an entry.
type Key [sha256.Size]byte

// KeyOf is the key of what is encoded so.
func KeyOf(encoded []byte) Key { return sha256.Sum256(encoded) }

// suffix ends the names of entries.
const suffix = ".warpcheck"

// maxStates is how many entries a key has: a developer goes back and forth between a few branches.
const maxStates = 4

// file is the name of the entry that so many newer ones of its key were written after.
func (k Key) file(newer int) string { return fmt.Sprintf("%x.%d%s", k[:], newer, suffix) }

// maxEntry is the largest entry that is written or read.
const maxEntry safefile.Limit = 64 << 20

// MaxSize is how many bytes all entries have together, as far as nobody writes at the same time.
const MaxSize = 1 << 30

const (
	// stale is the age at which a use makes an entry new again: no more writes than needed.
	stale = 24 * time.Hour
	// abandoned is the age of a file that some run began and did not complete.
	abandoned = time.Hour
)

// Store is the folder.
type Store struct {
	folder safefile.Folder
	now    func() time.Time
}

// Open is the store in a folder, which is made where it is not there.
func Open(path string) (*Store, error) {
	folder, err := safefile.OwnFolder(path)
	return &Store{folder, time.Now}, err
}

// Find gives the contents of a key's entries to a function, the newest first, until it accepts one, of
// which the name is returned; "" for none.
func (s *Store) Find(key Key, accepts func(content []byte) bool) (name string) {
	for newer := range maxStates {
		name := key.file(newer)
		text, err := s.folder.Read(name, maxEntry)
		if errors.Is(err, fs.ErrNotExist) {
			return "" // older ones, which another run may have left, are not worth the search
		}
		if err != nil || len(text) < sha256.Size {
			continue
		}
		packed := text[sha256.Size:]
		if sum := seal(key, packed); !bytes.Equal(sum[:], text[:sha256.Size]) {
			continue
		}
		if content, err := unpack(packed, int(maxEntry)); err == nil && accepts(content) {
			return name
		}
	}
	return ""
}

// compressors are kept for the next entry: each has tables of several hundred kilobytes.
var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed) // fast rather than well
	if err != nil {
		panic(err) // there is such a level
	}
	return w
}}

// pack compresses a content.
func pack(content []byte) ([]byte, error) {
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	var packed bytes.Buffer
	w.Reset(&packed)
	_, err := w.Write(content)
	if err == nil {
		err = w.Close()
	}
	return packed.Bytes(), err
}

// unpack is the content again, of at most so many bytes, whatever it says of itself.
func unpack(packed []byte, most int) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(most)+1))
	if err == nil && len(content) > most {
		err = fmt.Errorf("an entry of more than %d bytes", most)
	}
	return content, err
}

// seal is the digest of an entry: of its key, and of its content as it is written.
func seal(key Key, packed []byte) [sha256.Size]byte {
	sum := sha256.New()
	sum.Write(key[:])
	sum.Write(packed)
	return [sha256.Size]byte(sum.Sum(nil))
}

// Put writes an entry before those that its key has; the oldest of them may be removed. An entry that is too large
// is not written. If two runs do this at a time, one may remove an entry of the other.
func (s *Store) Put(key Key, content []byte) error {
	packed, err := pack(content)
	if err != nil || len(content) > int(maxEntry) || len(packed) > int(maxEntry)-sha256.Size {
		return err
	}
	for newer := maxStates - 1; newer > 0; newer-- {
		if err := s.folder.Rename(key.file(newer-1), key.file(newer)); err != nil {
			return err
		}
	}
	sum := seal(key, packed)
	return s.folder.Write(key.file(0), append(sum[:], packed...))
}

// isEntry reports the name of an entry, or of one that was begun.
func isEntry(name string) bool { return strings.Contains(name, suffix) }

// Trim takes away what was not used for longest where all together are larger than a size, and what
// was begun long ago.
func (s *Store) Trim(size int64) error {
	files, err := s.folder.Files()
	if err != nil {
		return err
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	total := int64(0)
	for _, file := range files {
		begun := !strings.HasSuffix(file.Name(), suffix)
		total += file.Size()
		switch {
		case !isEntry(file.Name()):
			total -= file.Size()
		case total > size, begun && s.now().Sub(file.ModTime()) > abandoned:
			total -= file.Size()
			if err := s.folder.Remove(file.Name()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Use notes that entries were of use, by their names.
func (s *Store) Use(names []string) error {
	files, err := s.folder.Files()
	if err != nil {
		return err
	}
	old := map[string]bool{}
	for _, file := range files {
		old[file.Name()] = s.now().Sub(file.ModTime()) > stale
	}
	for _, name := range names {
		if old[name] {
			_ = s.folder.Touch(name) // one that is gone was not of use for longest
		}
	}
	return nil
}

// Clean removes all entries, and returns how many there were, with their bytes.
func (s *Store) Clean() (entries int, size int64, err error) {
	files, err := s.folder.Files()
	for _, file := range files {
		if !isEntry(file.Name()) {
			continue
		}
		if err := s.folder.Remove(file.Name()); err != nil {
			return entries, size, err
		}
		entries, size = entries+1, size+file.Size()
	}
	return entries, size, err
}
