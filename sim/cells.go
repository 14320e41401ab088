package sim

// blockBytes is the number of neighbouring bytes in one block, two to the power of blockBits. It is 64, so that one bit
// per byte fits a word.
const (
	blockBits  = 6
	blockBytes = 1 << blockBits
)

// cells holds the bytes that were written to a memory of unknown size, by their offset. last is the block that was
// accessed last. lastAt is its number. Most accesses are to the same block as the previous access, and need no search
// in the map.
type cells struct {
	blocks map[int64]*cellBlock
	last   *cellBlock
	lastAt int64
}

// cellBlock is blockBytes neighbouring bytes of a memory. Bit i of written is set if byte i was written.
type cellBlock struct {
	bytes   [blockBytes]byte
	written uint64
}

// block returns the block that contains the byte at offset, and the number of that block. b is nil if nothing was
// written in the block.
func (c *cells) block(offset int64) (b *cellBlock, number int64) {
	number = offset >> blockBits
	if c.last == nil || c.lastAt != number {
		if b = c.blocks[number]; b == nil {
			return nil, number
		}
		c.last, c.lastAt = b, number
	}
	return c.last, number
}

// get returns the byte at offset. written is false if nothing was written there.
func (c *cells) get(offset int64) (value byte, written bool) {
	b, _ := c.block(offset)
	if b == nil {
		return 0, false
	}
	i := offset & (blockBytes - 1)
	return b.bytes[i], b.written>>i&1 != 0
}

// hold reports whether the cells from offset on were written and have the given bytes.
func (c *cells) hold(offset int64, bytes []byte) bool {
	for i, b := range bytes {
		if value, written := c.get(offset + int64(i)); !written || value != b {
			return false
		}
	}
	return true
}

// put writes a byte at offset.
func (c *cells) put(offset int64, value byte) {
	b, at := c.block(offset)
	if b == nil {
		if c.blocks == nil {
			c.blocks = map[int64]*cellBlock{}
		}
		b = &cellBlock{}
		c.blocks[at], c.last, c.lastAt = b, b, at
	}
	i := offset & (blockBytes - 1)
	b.bytes[i] = value
	b.written |= 1 << i
}

// inOrder returns the bytes from offset 0 up to the last written one. Bytes that were not written are zero.
func (c *cells) inOrder() []byte {
	var all []byte
	for at, b := range c.blocks {
		for i, value := range b.bytes {
			offset := at*blockBytes + int64(i)
			if offset < 0 || b.written>>i&1 == 0 {
				continue
			}
			if offset >= int64(len(all)) {
				all = append(all, make([]byte, offset+1-int64(len(all)))...)
			}
			all[offset] = value
		}
	}
	return all
}
