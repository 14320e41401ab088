package sim

// byteSet is a set of addresses of bytes. Each entry stands for eight neighbouring bytes, one per bit, because most
// questions are about words.
type byteSet map[uint64]uint8

// bytesOfEntry is the number of neighbouring bytes in one entry.
const bytesOfEntry = 8

// entries calls visit for each entry of a byteSet that covers some of the size bytes at addr. bits has a bit for each
// of these bytes in the entry. It stops when visit returns false.
func entries(addr uint64, size int64, visit func(entry uint64, bits uint8) bool) {
	for end := addr + uint64(size); addr < end; {
		from := addr % bytesOfEntry
		n := min(bytesOfEntry-from, end-addr)
		if !visit(addr/bytesOfEntry, uint8((1<<n-1)<<from)) {
			return
		}
		addr += n
	}
}

// hasAny reports whether some of the size bytes at addr are in the set.
func (b byteSet) hasAny(addr uint64, size int64) (found bool) {
	entries(addr, size, func(entry uint64, bits uint8) bool {
		found = b[entry]&bits != 0
		return !found
	})
	return found
}

// add adds the size bytes at addr.
func (b byteSet) add(addr uint64, size int64) {
	entries(addr, size, func(entry uint64, bits uint8) bool {
		b[entry] |= bits
		return true
	})
}

// bitSet is a byteSet for the bytes of one local variable, without a map. Its entries are numbered like those of a byteSet.
type bitSet []uint8

// hasAny reports whether some of the size bytes from at on are in the set.
func (b bitSet) hasAny(at, size int64) (found bool) {
	if b != nil {
		entries(uint64(at), size, func(entry uint64, bits uint8) bool {
			found = b[entry]&bits != 0
			return !found
		})
	}
	return found
}

// put adds the size bytes from at on if isIn is set. Otherwise it removes them.
func (b bitSet) put(at, size int64, isIn bool) {
	entries(uint64(at), size, func(entry uint64, bits uint8) bool {
		if isIn {
			b[entry] |= bits
		} else {
			b[entry] &^= bits
		}
		return true
	})
}

// remove removes the size bytes at addr.
func (b byteSet) remove(addr uint64, size int64) {
	entries(addr, size, func(entry uint64, bits uint8) bool {
		if left := b[entry] &^ bits; left != 0 {
			b[entry] = left
		} else {
			delete(b, entry)
		}
		return true
	})
}
