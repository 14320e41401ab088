package sim

// blockBytes is how many neighbouring bytes are kept together, two to the power of blockBits: one bit of a word says of
// each whether it was written.
const (
	blockBits  = 6
	blockBytes = 1 << blockBits
)

// cells are the bytes that were written to a memory whose bounds are not known, by offset. Most accesses come to the
// block of the one before.
type cells struct {
	blocks map[int64]*cellBlock
	last   *cellBlock
	lastAt int64
}

// cellBlock is a piece of memory, of which written says which bytes are known.
type cellBlock struct {
	bytes   [blockBytes]byte
	written uint64
}

// block is the one that an offset lies in, nil where nothing was written in it, and its number.
func (c *cells) block(offset int64) (b *cellBlock, at int64) {
	at = offset >> blockBits
	if c.last == nil || c.lastAt != at {
		if b = c.blocks[at]; b == nil {
			return nil, at
		}
		c.last, c.lastAt = b, at
	}
	return c.last, at
}

// get is what was written at an offset.
func (c *cells) get(offset int64) (value byte, written bool) {
	b, _ := c.block(offset)
	if b == nil {
		return 0, false
	}
	i := offset & (blockBytes - 1)
	return b.bytes[i], b.written>>i&1 != 0
}

// hold reports that bytes were written at an offset before.
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

// inOrder are the bytes that were written from offset 0 on, up to the last of them, with zeros between.
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
