// Package cache keeps what was computed in a folder of the user's.
//
// An entry is a file by the name of its key, which is a digest of all that its content depends on
// (whoever makes the key knows what that is), with a digest of the content before it. A file that is
// cut short, was changed, or is of another key is no entry: to the reader it is as if it were not
// there. A file is written beside its place and renamed, so that runs side by side, a full disk and
// an end in the middle leave whole entries only. Nothing is locked.
//
// The folder is the user's own ([safefile.OwnFolder]): content that others may write is not
// trusted because it has a digest. It is bounded: when it has grown beyond its size, the entries
// that were not used for longest go.
package cache

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Key names an entry.
type Key [sha256.Size]byte

// KeyOf is the key of what is encoded so.
func KeyOf(encoded []byte) Key { return sha256.Sum256(encoded) }

// suffix ends the names of entries.
const suffix = ".warpcheck"

func (k Key) file() string { return hex.EncodeToString(k[:]) + suffix }

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

// Get is the content of an entry, false where there is none.
func (s *Store) Get(key Key) ([]byte, bool) {
	text, err := s.folder.Read(key.file(), maxEntry)
	if err != nil || len(text) < sha256.Size {
		return nil, false
	}
	content := text[sha256.Size:]
	if sum := seal(key, content); !bytes.Equal(sum[:], text[:sha256.Size]) {
		return nil, false
	}
	return content, true
}

// seal is the digest of an entry.
func seal(key Key, content []byte) [sha256.Size]byte {
	sum := sha256.New()
	sum.Write(key[:])
	sum.Write(content)
	return [sha256.Size]byte(sum.Sum(nil))
}

// Put writes an entry. One that is too large is left out.
func (s *Store) Put(key Key, content []byte) error {
	if len(content) > int(maxEntry)-sha256.Size {
		return nil
	}
	sum := seal(key, content)
	return s.folder.Write(key.file(), append(sum[:], content...))
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

// Use notes that entries were of use.
func (s *Store) Use(keys []Key) error {
	files, err := s.folder.Files()
	if err != nil {
		return err
	}
	old := map[string]bool{}
	for _, file := range files {
		old[file.Name()] = s.now().Sub(file.ModTime()) > stale
	}
	for _, key := range keys {
		if old[key.file()] {
			_ = s.folder.Touch(key.file()) // one that is gone was not of use for longest
		}
	}
	return nil
}

// Clean takes all entries away, and tells how many there were, with their bytes.
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
