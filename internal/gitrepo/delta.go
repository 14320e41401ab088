package gitrepo

import "encoding/binary"

// patch builds an object from a base and a delta. A delta begins with the sizes of both. Then commands follow: each
// copies a range of the base, or adds bytes from the delta.
func patch(base, delta []byte) ([]byte, error) {
	before, n := binary.Uvarint(delta)
	if n <= 0 || before != uint64(len(base)) {
		return nil, errDamaged
	}
	delta = delta[n:]
	after, n := binary.Uvarint(delta)
	if n <= 0 || after > uint64(largestObject) {
		return nil, errDamaged
	}
	delta = delta[n:]
	out := make([]byte, 0, after)
	for len(delta) > 0 {
		piece, rest, ok := command(base, delta)
		if !ok || uint64(len(out)+len(piece)) > after {
			return nil, errDamaged
		}
		out, delta = append(out, piece...), rest
	}
	if uint64(len(out)) != after {
		return nil, errDamaged
	}
	return out, nil
}

// command executes the first command of a delta. It returns the bytes that the command produces, and the rest of the
// delta. ok is false if the command is damaged.
func command(base, delta []byte) (piece, rest []byte, ok bool) {
	const copies = 0x80
	first := delta[0]
	if first&copies == 0 {
		n := int(first)
		if n == 0 || n >= len(delta) {
			return nil, nil, false
		}
		return delta[1 : 1+n], delta[1+n:], true
	}
	// Seven bits state which bytes of the offset and the size are present.
	rest = delta[1:]
	var number uint64
	for bit := range 7 {
		if first>>bit&1 == 0 {
			continue
		}
		if len(rest) == 0 {
			return nil, nil, false
		}
		number |= uint64(rest[0]) << (8 * bit)
		rest = rest[1:]
	}
	offset, size := number&0xffffffff, number>>32
	if size == 0 {
		size = 0x10000
	}
	if offset+size > uint64(len(base)) {
		return nil, nil, false
	}
	return base[offset : offset+size], rest, true
}
