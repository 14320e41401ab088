package sim

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// maxTile bounds the bytes of a tile that are recorded: a copy by a cooperative group may be of any size.
const maxTile = 1 << 16

// bytesPerStep is the number of bytes of a tile that count as one instruction in the bound on a run's steps.
const bytesPerStep = 16

// byteType is the type as which memory is copied if its elements are no scalars.
var byteType = &types.Type{Kind: types.Int, Name: "unsigned char", Bits: 8, Size: 1}

// tileAt is the position of the rows of a tile: the address of the first row, and the distance between two rows in
// bytes. In an open tile any lane may touch any byte (cfg.Tile.IsOpen), so the step of every lane covers all bytes.
type tileAt struct{ offset, stride int64 }

// share executes an access that the lanes divide between them, such as a copy by a group. If the written content is not
// known, it writes nothing.
func (m *machine) share(f *frame, index int, instr *cfg.Instr, lanes warp.Lanes) {
	if instr.Tile.Writes && instr.Tile.Holds == cfg.NotKnown && !m.supposeTile(f, instr, lanes) {
		m.note(instr.Text)
	}
	t := m.touching(f, index, instr, lanes)
	for l := range lanesOf(lanes) {
		row := m.rowOf(f, instr, l)
		if t != nil {
			m.touchTile(f, t, l, lanes, row)
		}
		if row != nil {
			m.writeBytes(l, f.word(instr.Args[0], l), row)
			m.followCopy(f, instr, l, int64(len(row)))
		}
	}
}

// supposeTile supposes what rows hold whose content the machine does not know, where engines run, and reports whether it has.
// Which bytes a lane writes must be known.
func (m *machine) supposeTile(f *frame, instr *cfg.Instr, lanes warp.Lanes) bool {
	if !m.in.Engines || !m.supposes() || instr.Tile.Matrices > 0 {
		return false
	}
	for l := range lanesOf(lanes) {
		base, bytes, stride := f.word(instr.Args[0], l), int64(f.word(instr.Args[1], l)), int64(f.word(instr.Args[2], l))
		if bytes < 0 || bytes*instr.Tile.Rows > maxTile || (f.made[instr.Args[0]] | f.made[instr.Args[1]] | f.made[instr.Args[2]]).Has(l) {
			return false
		}
		for row := range instr.Tile.Rows {
			m.markBytes(base+uint64(row*stride), bytes, true)
		}
	}
	m.supposed.first = cmp.Or(m.supposed.first, "what a copy brings")
	return true
}

// rowOf returns the bytes that a lane's copy or fill writes, nil if there are none or they are not known.
func (m *machine) rowOf(f *frame, instr *cfg.Instr, lane int) []byte {
	if instr.Tile.Holds == cfg.NotKnown {
		return nil
	}
	from, bytes := f.word(instr.Args[3], lane), int64(f.word(instr.Args[1], lane))
	switch {
	case bytes < 0 || bytes > maxTile:
		m.unknown("a copy of more bytes than are kept")
		return nil
	case bytes == 0:
		return nil
	case instr.Tile.Holds == cfg.CopyOf:
		m.steps += int(bytes) / bytesPerStep
		return m.readBytes(from, bytes, types.Elem(instr.Args[3].Unconverted().Type))
	}
	return slices.Repeat([]byte{byte(from)}, int(bytes))
}

// readBytes reads a number of bytes from addr, element by element if element is a scalar type, else byte by byte.
func (m *machine) readBytes(addr uint64, bytes int64, element *types.Type) []byte {
	if !types.IsInteger(element) && !types.IsPointer(element) && element.Kind != types.Float {
		element = byteType
	}
	var row []byte
	for size := sizeOf(element); int64(len(row)) < bytes; {
		if bytes-int64(len(row)) < size {
			element, size = byteType, 1
		}
		word := binary.LittleEndian.AppendUint64(nil, m.read(addr+uint64(len(row)), element))
		row = append(row, word[:size]...)
	}
	return row
}

// touchTile records the accesses of lane l to its parts of a tile. row holds the stored bytes, nil if they are not
// known.
func (m *machine) touchTile(f *frame, t *Touch, l int, lanes warp.Lanes, row []byte) {
	instr := t.Site
	if instr.Tile.Matrices == 0 {
		m.shareRows(f, t, l, row)
		return
	}
	for _, part := range instr.Tile.Parts(l) {
		if lanes.Has(part.From) {
			m.touchAt(f, f.word(instr.Args[0], part.From)+uint64(part.Offset), step{touch: t, size: part.Size}, l)
		}
	}
}

// shareRows records a lane's access to all bytes of the rows of a tile; written holds the stored bytes, nil if they are
// not known.
func (m *machine) shareRows(f *frame, t *Touch, lane int, written []byte) {
	instr := t.Site
	base, bytes, stride := f.word(instr.Args[0], lane), int64(f.word(instr.Args[1], lane)), int64(f.word(instr.Args[2], lane))
	if bytes < 0 || bytes*instr.Tile.Rows > maxTile {
		m.unknown("a copy of more bytes than are kept")
		return
	}
	m.steps += int(bytes*instr.Tile.Rows) / bytesPerStep
	s := step{touch: t, size: bytes, written: written, tile: tileAt{int64(base), stride}}
	for row := range instr.Tile.Rows {
		m.touchAt(f, base+uint64(row*stride), s, lane)
	}
}

// isOneFragment reports whether a and b access one tile as fragments of one type: each lane then touches the same
// elements in both.
func isOneFragment(a, b *step) bool {
	one, other := a.touch.Site.Tile, b.touch.Site.Tile
	return one != nil && other != nil && one.IsOpen() && other.IsOpen() &&
		one.Fragment != "" && one.Fragment == other.Fragment && a.tile == b.tile
}
