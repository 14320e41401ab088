package sim

// blockBytes is the number of neighbouring bytes that are kept in one block, two to the power of blockBits. One bit for
// each byte marks it as written: the bits of a block fit one word.
const (
	blockBits  = 6
	blockBytes = 1 << blockBits
)

// cells hold the bytes that were written to a memory with unknown bounds, by offset. Most accesses hit the block of the
// access before, which last holds.
type cells struct {
	blocks map[int64]*cellBlock
	last   *cellBlock
	lastAt int64
}

// cellBlock is a piece of memory; bit i of written is set if byte i is known.
type cellBlock struct {
	bytes   [blockBytes]byte
	written uint64
}

// block returns the block that contains an offset, nil if nothing was written in it, and the block's number.
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

// get returns the byte that was written at an offset, and whether one was.
func (c *cells) get(offset int64) (value byte, written bool) {
	b, _ := c.block(offset)
	if b == nil {
		return 0, false
	}
	i := offset & (blockBytes - 1)
	return b.bytes[i], b.written>>i&1 != 0
}

// hold reports whether the given bytes are what was last written at an offset.
func (c *cells) hold(offset int64, bytes []byte) bool {
	for i, b := range bytes {
		if value, written := c.get(offset + int64(i)); !written || value != b {
			return false
		}
	}
	return true
}

// put writes a byte.
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

// inOrder returns the bytes that were written from offset 0 on, up to the last one, with zeros for gaps.
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
