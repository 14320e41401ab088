// Package cache keeps computed results in a folder of the user.
//
// The key of an entry is a digest of the inputs that are known before the content is computed (the caller decides what
// these are). The name of the entry's file is its key. The file begins with a digest of the key and the content: a file
// that is cut short, was changed, or belongs to another key counts as absent. A file is written under another name and
// then renamed, so that parallel runs, a full disk and a run that is killed leave only whole entries. Nothing is
// locked.
//
// The content may depend on more, such as the state of files. It then records that, and the reader decides whether it
// still holds. So a key has several entries ([maxStates]), the newest first: after a return to an earlier state, as
// with branches of a repository, the earlier result is found.
//
// The folder belongs to the user ([safefile.OwnFolder]), because a digest does not make content trustworthy that others
// may write. Its size is limited: if it grows beyond that, the entries that were unused for longest are removed.
// Contents are compressed to about a fifth, because the results of a tree name the same headers and the same places
// where headers were looked for. So the limit holds five times as many entries.
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

// KeyOf is the key for encoded inputs.
func KeyOf(encoded []byte) Key { return sha256.Sum256(encoded) }

// suffix is the end of the names of entries.
const suffix = ".warpcheck"

// maxStates is how many entries a key has: a developer goes back and forth between a few branches.
const maxStates = 4

// file is the name of a key's entry; newer is how many entries of the key were written later.
func (k Key) file(newer int) string { return fmt.Sprintf("%x.%d%s", k[:], newer, suffix) }

// maxEntry is the largest entry, in bytes, that is written or read.
const maxEntry safefile.Limit = 64 << 20

// MaxSize is how many bytes all entries have together, unless several runs write at the same time.
const MaxSize = 1 << 30

const (
	// stale is the age above which an entry gets a new time when it is used. A new time at every use is not necessary.
	stale = 24 * time.Hour
	// abandoned is the age after which an incomplete file is taken to be left by a run that has ended.
	abandoned = time.Hour
)

// Store is a folder with entries.
type Store struct {
	folder safefile.Folder
	now    func() time.Time
}

// Open returns the store in a folder, and makes the folder if it does not exist.
func Open(path string) (*Store, error) {
	folder, err := safefile.OwnFolder(path)
	return &Store{folder, time.Now}, err
}

// Find passes the contents of a key's entries to accepts, the newest first, until that accepts one. It returns the name
// of the accepted entry, "" if there is none.
func (s *Store) Find(key Key, accepts func(content []byte) bool) (name string) {
	for newer := range maxStates {
		name := key.file(newer)
		text, err := s.folder.Read(name, maxEntry)
		if errors.Is(err, fs.ErrNotExist) {
			return "" // there may be older ones that another run has left, but they are not worth the search
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

// compressors are reused for the next entry: each has tables of several hundred kilobytes.
var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed) // speed matters more than size
	if err != nil {
		panic(err) // the level is valid
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

// unpack decompresses a content, and fails if the result has more bytes than limit.
func unpack(packed []byte, limit int) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(limit)+1))
	if err == nil && len(content) > limit {
		err = fmt.Errorf("an entry of more than %d bytes", limit)
	}
	return content, err
}

// seal is the digest of an entry: of its key, and of its compressed content.
func seal(key Key, packed []byte) [sha256.Size]byte {
	sum := sha256.New()
	sum.Write(key[:])
	sum.Write(packed)
	return [sha256.Size]byte(sum.Sum(nil))
}

// Put writes a new entry for a key. The oldest entry of the key may be removed. An entry that is too large is not
// written. If two runs do this at the same time, one may remove an entry of the other.
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

// isEntry reports whether a name is that of an entry or of an incomplete file.
func isEntry(name string) bool { return strings.Contains(name, suffix) }

// Trim removes the entries that were unused for longest, until all together have at most size bytes. It also removes
// incomplete files that are abandoned.
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

// Use marks the entries with these names as used.
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
			_ = s.folder.Touch(name) // if it is gone, nothing is to be marked
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
