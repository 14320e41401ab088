package gitrepo

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Hash is the name of an object: the bytes of its hash, not its digits.
type Hash string

func (h Hash) String() string { return hex.EncodeToString([]byte(h)) }

// kind is the kind of an object, with the numbers that packs use.
type kind int

const (
	commitKind kind = iota + 1
	treeKind
	blobKind
	tagKind
	_
	offsetDelta
	hashDelta
)

var kinds = map[string]kind{"commit": commitKind, "tree": treeKind, "blob": blobKind, "tag": tagKind}

// object is an object that was read.
type object struct {
	kind kind
	data []byte
}

// MissingError reports an object that a repository needs but does not have.
type MissingError struct {
	Hash Hash
	// Partial reports whether the repository is a partial clone, whose missing objects are at its remote.
	Partial bool
}

func (e MissingError) Error() string { return fmt.Sprintf("the object %s is missing", e.Hash) }

// errDamaged reports an object that cannot be read.
var errDamaged = errors.New("it is damaged, or larger than a source may be")

// object reads an object.
func (r *Repository) object(h Hash) (object, error) {
	if err := r.ctx.Err(); err != nil {
		return object{}, err
	}
	for _, store := range r.stores {
		file := filepath.Join(store, h.String()[:2], h.String()[2:])
		o, err := r.loose(file)
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return o, r.withObject(h, err)
		}
	}
	p, offset, err := r.find(h)
	if err != nil {
		return object{}, err
	}
	if p == nil {
		return object{}, MissingError{h, r.isPartial()}
	}
	o, err := r.packed(p, offset)
	return o, r.withObject(h, err)
}

// withObject adds the hash of an object to an error.
func (r *Repository) withObject(h Hash, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("object %s of %s: %w", h, r.common, err)
}

// isPartial reports whether the repository is a partial clone, whose missing objects are at its remote.
func (r *Repository) isPartial() bool {
	if r.config.last("extensions.partialclone") != "" {
		return true
	}
	packs, _ := filepath.Glob(filepath.Join(r.stores[0], "pack", "*.promisor"))
	return len(packs) > 0
}

// loose reads an object that has a file of its own. The file is compressed, and has the kind and size before the data.
func (r *Repository) loose(path string) (object, error) {
	compressed, err := safefile.Read(path, safefile.Source)
	if err != nil {
		return object{}, err
	}
	const longestHead = 32
	text, err := inflate(bytes.NewReader(compressed), largestObject+longestHead)
	if err != nil {
		return object{}, err
	}
	head, data, _ := bytes.Cut(text, []byte{0})
	name, size, _ := bytes.Cut(head, []byte(" "))
	if n, err := strconv.Atoi(string(size)); err != nil || n != len(data) || kinds[string(name)] == 0 || int64(n) > largestObject {
		return object{}, errDamaged
	}
	return object{kinds[string(name)], data}, r.spend(len(data))
}

// inflate inflates a whole stream. It fails if the result has more than limit bytes.
func inflate(stream io.Reader, limit int64) ([]byte, error) {
	z, err := zlib.NewReader(stream)
	if err != nil {
		return nil, errDamaged
	}
	data, err := io.ReadAll(io.LimitReader(z, limit+1))
	if err != nil || int64(len(data)) > limit {
		return nil, errDamaged
	}
	return data, nil
}

// read returns the data of the object h. It fails if the object is not of the kind want.
func (r *Repository) read(h Hash, want kind) ([]byte, error) {
	o, err := r.object(h)
	if err == nil && o.kind != want {
		err = r.withObject(h, errDamaged)
	}
	return o.data, err
}

// Blob returns the content of the file with the hash h.
func (r *Repository) Blob(h Hash) ([]byte, error) { return r.read(h, blobKind) }
