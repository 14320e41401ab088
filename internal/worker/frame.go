package worker

import (
	"encoding/binary"
	"fmt"
	"io"
)

// maxFrame is the largest size of a message in bytes. The result of a large unit has a thousandth of it.
const maxFrame = 256 << 20

// writeFrame writes a message, with its length first.
func writeFrame(w io.Writer, parts ...[]byte) error {
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	if size > maxFrame {
		return fmt.Errorf("a message of %d bytes, and %d are the most", size, maxFrame)
	}
	if _, err := w.Write(binary.BigEndian.AppendUint64(nil, uint64(size))); err != nil {
		return err
	}
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// readFrame reads a message. It returns io.EOF if there are no more.
func readFrame(r io.Reader) ([]byte, error) {
	var length [8]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, err
	}
	size := binary.BigEndian.Uint64(length[:])
	if size > maxFrame {
		return nil, fmt.Errorf("a message of %d bytes, and %d are the most", size, maxFrame)
	}
	message := make([]byte, size)
	if _, err := io.ReadFull(r, message); err != nil {
		return nil, fmt.Errorf("a message that ends early: %w", err)
	}
	return message, nil
}
