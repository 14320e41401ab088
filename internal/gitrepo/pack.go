package gitrepo

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/warpcheck/warpcheck/internal/safefile"
)

// pack is a file of many objects, with its index. The index has the hashes in order, and the offset of each object:
//
//	magic, version | 256 counts, by the first byte | hashes | checksums | 4-byte offsets | 8-byte offsets
type pack struct {
	index, data *safefile.File
	count       int
	width       int
}

const (
	// magicAndVersion is the start of an index of version 2, the only version that git has written since 2008.
	magicAndVersion = "\xfftOc\x00\x00\x00\x02"
	countsEnd       = int64(len(magicAndVersion) + 256*4)
)

// openPacks opens the packs in all folders of objects. It does so at the first call only.
func (r *Repository) openPacks() error {
	if r.packs != nil {
		return nil
	}
	r.packs = []*pack{}
	for _, store := range r.stores {
		folder := filepath.Join(store, "pack")
		entries, _ := os.ReadDir(folder) // a folder that does not exist has no packs
		for _, entry := range entries {
			base, is := strings.CutSuffix(entry.Name(), ".idx")
			if !is {
				continue
			}
			if len(r.packs) == mostPacks {
				return fmt.Errorf("%s has more than %d packs: git gc joins them", r.common, mostPacks)
			}
			p, err := openPack(filepath.Join(folder, base), r.width)
			if err != nil {
				return err
			}
			r.packs = append(r.packs, p)
		}
	}
	return nil
}

func openPack(path string, width int) (*pack, error) {
	p := &pack{width: width}
	var err error
	if p.index, err = safefile.Open(path + ".idx"); err != nil {
		return nil, err
	}
	if p.data, err = safefile.Open(path + ".pack"); err != nil {
		p.index.Close()
		return nil, err
	}
	head := make([]byte, countsEnd)
	if err = p.index.At(head, 0); err == nil {
		p.count = int(binary.BigEndian.Uint32(head[countsEnd-4:]))
		if !bytes.HasPrefix(head, []byte(magicAndVersion)) || p.offsets()+4*int64(p.count) > p.index.Size() {
			err = errDamaged
		}
	}
	if err != nil {
		p.close()
		return nil, fmt.Errorf("%s.idx: %w", path, err)
	}
	return p, nil
}

func (p *pack) close() {
	p.index.Close()
	p.data.Close()
}

// offsets returns where the 4-byte offsets begin in the index.
func (p *pack) offsets() int64 { return countsEnd + int64(p.count)*int64(p.width+4) }

// hash returns the i-th hash in the index.
func (p *pack) hash(i int) (Hash, error) {
	bytes := make([]byte, p.width)
	err := p.index.At(bytes, countsEnd+int64(i)*int64(p.width))
	return Hash(bytes), err
}

// from returns the number of the first hash that is not less than prefix.
func (p *pack) from(prefix string) (int, error) {
	var failed error
	i := sort.Search(p.count, func(i int) bool {
		h, err := p.hash(i)
		failed = errors.Join(failed, err)
		return string(h) >= prefix
	})
	return i, failed
}

// offset returns the offset in the pack of the object with the i-th hash.
func (p *pack) offset(i int) (int64, error) {
	var word [8]byte
	if err := p.index.At(word[:4], p.offsets()+4*int64(i)); err != nil {
		return 0, err
	}
	const isLarge = 1 << 31
	small := binary.BigEndian.Uint32(word[:4])
	if small&isLarge == 0 {
		return int64(small), nil
	}
	err := p.index.At(word[:], p.offsets()+4*int64(p.count)+8*int64(small&^isLarge))
	return int64(binary.BigEndian.Uint64(word[:])), err
}

// find returns the pack that has the object h, and the offset of the object. It returns nil if no pack has it.
func (r *Repository) find(h Hash) (*pack, int64, error) {
	if err := r.openPacks(); err != nil {
		return nil, 0, err
	}
	for _, p := range r.packs {
		offset, found, err := p.find(h)
		if err != nil || found {
			return p, offset, err
		}
	}
	return nil, 0, nil
}

func (p *pack) find(h Hash) (offset int64, found bool, err error) {
	i, err := p.from(string(h))
	if err != nil || i == p.count {
		return 0, false, err
	}
	if there, err := p.hash(i); err != nil || there != h {
		return 0, false, err
	}
	offset, err = p.offset(i)
	return offset, true, err
}

// packed reads the object at an offset of a pack. The pack has the whole object, or a chain of deltas, each relative to
// the next.
func (r *Repository) packed(p *pack, offset int64) (object, error) {
	var deltas [][]byte
	held := int64(0)
	for range longestChain {
		part, err := p.part(offset)
		if err != nil {
			return object{}, err
		}
		if held += part.size; held > largestChain {
			return object{}, errDamaged
		}
		data, err := p.inflate(part)
		if err == nil {
			err = errors.Join(r.spend(len(data)), r.ctx.Err())
		}
		if err != nil {
			return object{}, err
		}
		if part.kind != offsetDelta && part.kind != hashDelta {
			return r.patched(object{part.kind, data}, deltas)
		}
		deltas, offset = append(deltas, data), part.base
	}
	return object{}, errDamaged
}

// patched applies deltas to an object, the last delta first.
func (r *Repository) patched(o object, deltas [][]byte) (object, error) {
	for _, delta := range slices.Backward(deltas) {
		data, err := patch(o.data, delta)
		if err == nil {
			err = errors.Join(r.spend(len(data)), r.ctx.Err())
		}
		if err != nil {
			return object{}, err
		}
		o.data = data
	}
	return o, nil
}

// part is an object or a delta in a pack: its size and the offset of its compressed data. A delta also has the offset
// of its base.
type part struct {
	kind              kind
	size, start, base int64
}

// part reads the header at an offset.
func (p *pack) part(offset int64) (part, error) {
	const longestHead = 10 + 32
	head := make([]byte, max(0, min(longestHead, p.data.Size()-offset)))
	if offset < 0 || len(head) == 0 {
		return part{}, errDamaged
	}
	if err := p.data.At(head, offset); err != nil {
		return part{}, err
	}
	size, n := binary.Uvarint(head)
	if n <= 0 {
		return part{}, errDamaged
	}
	// The first byte has the lowest four bits of the size, then three bits for the kind, then a bit that reports
	// whether another byte follows.
	found := part{kind: kind(head[0] >> 4 & 7), size: int64(size>>7<<4 | size&15), start: offset + int64(n)}
	if found.size > largestObject || found.size < 0 {
		return part{}, errDamaged
	}
	return p.withBase(found, offset, head[n:])
}

// withBase reads the base of a delta from head: a distance back from the delta, or a hash. It returns found with this
// base. If found is no delta, it returns found unchanged.
func (p *pack) withBase(found part, offset int64, head []byte) (part, error) {
	switch found.kind {
	case commitKind, treeKind, blobKind, tagKind:
		return found, nil
	case offsetDelta:
		distance, n := backward(head)
		found.start += int64(n)
		found.base = offset - distance
		if n == 0 || distance <= 0 || found.base < 0 {
			return part{}, errDamaged
		}
		return found, nil
	case hashDelta:
		if len(head) < p.width {
			return part{}, errDamaged
		}
		base, is, err := p.find(Hash(head[:p.width]))
		if err == nil && !is {
			err = errDamaged
		}
		found.start += int64(p.width)
		found.base = base
		return found, err
	}
	return part{}, errDamaged
}

// backward reads a distance. Each byte has seven bits of the distance, the highest bits first. For each byte after the
// first, one is added. n is the number of bytes, or 0 if head has no valid distance.
func backward(head []byte) (distance int64, n int) {
	for i, b := range head[:min(len(head), 8)] {
		distance = distance<<7 | int64(b&0x7f)
		if b&0x80 == 0 {
			return distance, i + 1
		}
		distance++
	}
	return 0, 0
}

// inflate returns the inflated data of a part.
func (p *pack) inflate(found part) ([]byte, error) {
	data, err := inflate(io.NewSectionReader(p.data, found.start, p.data.Size()-found.start), found.size)
	if err == nil && int64(len(data)) != found.size {
		err = errDamaged
	}
	return data, err
}

// startingWith calls add with each hash that begins with text, which has hexadecimal digits.
func (p *pack) startingWith(text string, add func(Hash)) error {
	even := text[:len(text)&^1]
	prefix, err := hex.DecodeString(even)
	if err != nil {
		return err
	}
	i, err := p.from(string(prefix))
	for ; err == nil && i < p.count; i++ {
		h, failed := p.hash(i)
		if failed != nil || !strings.HasPrefix(string(h), string(prefix)) {
			return failed
		}
		if strings.HasPrefix(h.String(), text) {
			add(h)
		}
	}
	return err
}
