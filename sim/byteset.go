package sim

// byteSet is a set of addresses of bytes. Each entry stands for eight neighbouring bytes, one per bit, because most
// questions are about words.
type byteSet map[uint64]uint8

// bytesOfEntry is the number of neighbours in an entry.
const bytesOfEntry = 8

// entries calls visit for each entry of a byteSet that covers some of the size bytes at addr. bits has a bit for each
// of these bytes in the entry. The calls end when visit returns false.
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
