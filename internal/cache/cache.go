// Package cache keeps computed results in a folder of the user.
//
// The key of an entry is a digest of the inputs that are known before the content is computed. The caller decides what
// these inputs are. The name of the file of an entry begins with its key. The file begins with a digest of the key and
// the content: a file that is incomplete, was changed, or belongs to another key counts as absent. A file is written
// under another name and then renamed, so that parallel runs, a full disk and a killed run leave only complete entries.
// Nothing is locked.
//
// The content may depend on more than the key, such as the state of files. It then records this, and the reader decides
// whether it still applies. So a key has several entries (up to [maxStates]), the newest first. When the files return
// to an earlier state, for example in another branch, the earlier result is found.
//
// The folder belongs to the user ([safefile.OwnFolder]), because a digest does not make content trustworthy that others
// may write. Its size is limited: [Store.Trim] removes the entries that were unused for longest. Compression reduces a
// content to about a fifth, because the results of a tree repeat the names of headers and of paths that were searched
// for headers. So five times as many entries fit in the limit.
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

// Key is a digest of everything that the entry is computed from.
type Key [sha256.Size]byte

// KeyOf returns the key for encoded inputs.
func KeyOf(encoded []byte) Key { return sha256.Sum256(encoded) }

// suffix is the end of the names of complete entries.
const suffix = ".warpcheck"

// maxStates is the number of entries for a key: a developer works on a few branches in turn.
const maxStates = 4

// file returns the name of an entry of the key. newer is the number of later entries of the key.
func (k Key) file(newer int) string { return fmt.Sprintf("%x.%d%s", k[:], newer, suffix) }

// maxEntry limits the bytes of an entry, with and without compression.
const maxEntry safefile.Limit = 64 << 20

// MaxSize limits the bytes of all entries together, but several runs that write at the same time may exceed it.
const MaxSize = 1 << 30

const (
	// stale is the age above which an entry that is used gets a new time. It does not need a new time at every use.
	stale = 24 * time.Hour
	// abandoned is the age above which the run that wrote an incomplete file is taken to have ended.
	abandoned = time.Hour
)

// Store is a folder with entries.
type Store struct {
	folder safefile.Folder
	now    func() time.Time
}

// Open returns the store in a folder. It creates the folder if necessary.
func Open(path string) (*Store, error) {
	folder, err := safefile.OwnFolder(path)
	return &Store{folder, time.Now}, err
}

// Find passes the contents of a key's entries to accepts, the newest first, until accepts returns true. It returns the
// name of the accepted entry, or "" if there is none.
func (s *Store) Find(key Key, accepts func(content []byte) bool) (name string) {
	for newer := range maxStates {
		name := key.file(newer)
		text, err := s.folder.Read(name, maxEntry)
		if errors.Is(err, fs.ErrNotExist) {
			return "" // there may be older entries that another run has left, but they are not worth the search
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

// compressors are reused, because each has tables of several hundred kilobytes.
var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed) // compresses fast, because speed matters more than size
	if err != nil {
		panic(err) // cannot happen, because the level is valid
	}
	return w
}}

// pack returns a content in compressed form.
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

// unpack returns the content of packed. It fails if the content has more than limit bytes.
func unpack(packed []byte, limit int) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), int64(limit)+1))
	if err == nil && len(content) > limit {
		err = fmt.Errorf("an entry of more than %d bytes", limit)
	}
	return content, err
}

// seal returns the digest of an entry: of its key, and of its compressed content.
func seal(key Key, packed []byte) [sha256.Size]byte {
	sum := sha256.New()
	sum.Write(key[:])
	sum.Write(packed)
	return [sha256.Size]byte(sum.Sum(nil))
}

// Put writes a new entry for a key, and removes the oldest one if there are too many. It does not write an entry that
// is too large. If two runs do this at the same time, one may remove an entry of the other.
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

// isEntry reports whether a file with this name is an entry or an incomplete file.
func isEntry(name string) bool { return strings.Contains(name, suffix) }

// Trim removes the entries that were unused for longest, until all together have at most size bytes. It also removes
// abandoned incomplete files.
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

// Use marks the entries with these names as used. An entry with a recent time (see stale) keeps it.
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
			_ = s.folder.Touch(name) // an entry that another process removed needs no mark
		}
	}
	return nil
}

// Clean removes all entries. It returns their number and their bytes.
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
