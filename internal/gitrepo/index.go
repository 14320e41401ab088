package gitrepo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// Index maps the path of each file that git tracks in a working tree to its entry.
type Index map[string]Entry

// Index reads the index. If the repository has no index, no files are tracked.
func (r *Repository) Index() (Index, error) {
	all := Index{}
	err := r.readIndex(filepath.Join(r.folder, "index"), all)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return all, err
}

// readIndex adds the files of an index to all. A split index names a shared index, which has most of the files.
// readIndex keeps the files that the split index removes: a removed file still counts as tracked.
func (r *Repository) readIndex(path string, all Index) error {
	data, err := safefile.Read(path, safefile.Database)
	if err != nil {
		return err
	}
	d := &indexReader{data: data, width: r.width}
	if err := d.entries(all); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if shared := d.shared(); shared != "" {
		other, err := safefile.Read(filepath.Join(r.folder, "sharedindex."+shared.String()), safefile.Database)
		if err != nil {
			return err
		}
		return (&indexReader{data: other, width: r.width}).entries(all)
	}
	return nil
}

// indexReader reads an index file from its start:
//
//	DIRC, version, count | entries: times, device, mode, owner, size, hash, flags, name | extensions | checksum
type indexReader struct {
	data    []byte
	width   int
	version uint32
	// names counts the bytes of the names read so far.
	names int
}

// largestNames limits the bytes of all names together. In version 4 a name of a few bytes in the file may repeat most
// of the name before it.
const largestNames = int(safefile.Database)

// next returns the next n bytes.
func (d *indexReader) next(n int) ([]byte, error) {
	if n > len(d.data) {
		return nil, errDamaged
	}
	bytes := d.data[:n]
	d.data = d.data[n:]
	return bytes, nil
}

func (d *indexReader) entries(all Index) error {
	head, err := d.next(12)
	if err != nil || string(head[:4]) != "DIRC" {
		return errDamaged
	}
	if d.version = binary.BigEndian.Uint32(head[4:]); d.version < 2 || d.version > 4 {
		return errDamaged
	}
	before := ""
	for range binary.BigEndian.Uint32(head[8:]) {
		name, e, err := d.entry(before)
		if d.names += len(name); err != nil || d.names > largestNames {
			return errDamaged
		}
		if before = name; name != "" {
			all[name] = e
		}
	}
	return nil
}

// entry reads one entry and its full name. previous is the name of the entry before it.
func (d *indexReader) entry(previous string) (name string, e Entry, err error) {
	const modeAt, hashAt, isExtended = 24, 40, 0x4000
	start := len(d.data)
	fixed, err := d.next(hashAt + d.width + 2)
	if err != nil {
		return "", e, err
	}
	e = Entry{Mode: Mode(binary.BigEndian.Uint32(fixed[modeAt:])), Hash: Hash(fixed[hashAt : hashAt+d.width])}
	if d.version > 2 && binary.BigEndian.Uint16(fixed[len(fixed)-2:])&isExtended != 0 {
		if _, err := d.next(2); err != nil {
			return "", e, err
		}
	}
	kept := ""
	if d.version == 4 {
		if kept, err = d.kept(previous); err != nil {
			return "", e, err
		}
	}
	end := bytes.IndexByte(d.data, 0)
	if end < 0 || end > longestPath {
		return "", e, errDamaged
	}
	rest, _ := d.next(end) // cannot fail, because IndexByte has found these bytes
	if d.version == 4 {
		_, err = d.next(1)
	} else {
		_, err = d.next(8 - (start-len(d.data))%8) // zeros fill the entry up to a multiple of eight bytes
	}
	return kept + string(rest), e, err
}

// kept returns the part of previous that an entry of version 4 repeats: all but a number of bytes at its end. previous
// is the name of the entry before it.
func (d *indexReader) kept(previous string) (string, error) {
	cut, n := backward(d.data)
	if n == 0 || cut < 0 || cut > int64(len(previous)) {
		return "", errDamaged
	}
	d.data = d.data[n:]
	return previous[:int64(len(previous))-cut], nil
}

// shared returns the hash of the shared index that an extension of a split index names. It returns "" if there is none.
func (d *indexReader) shared() Hash {
	for len(d.data) > d.width {
		head, err := d.next(8)
		if err != nil {
			return ""
		}
		body, err := d.next(int(binary.BigEndian.Uint32(head[4:])))
		if err != nil {
			return ""
		}
		if string(head[:4]) == "link" && len(body) >= d.width {
			return Hash(body[:d.width])
		}
	}
	return ""
}
