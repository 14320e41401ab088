package sim

import (
	"encoding/binary"
	"slices"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/cfg/types"
	"github.com/warpcheck/warpcheck/warp"
)

// maxTile bounds the recorded bytes of a tile. Without a bound, a copy by a cooperative group might record any number.
const maxTile = 1 << 16

// bytesPerStep is the number of bytes of a tile that count as one instruction against the bound on a run's steps.
const bytesPerStep = 16

// byteType is the type by which memory is copied if its elements are not scalars.
var byteType = &types.Type{Kind: types.Int, Name: "unsigned char", Bits: 8, Size: 1}

// tileAt is the position of the rows of a tile: the address of the first row, and the distance between two rows in
// bytes. In an open tile any lane may touch any byte (cfg.Tile.IsOpen), so the step of every lane covers all bytes.
type tileAt struct{ offset, stride int64 }

// share executes an access that the lanes divide between them, such as a copy by a group. If the written content is not
// known, share writes nothing. But it writes supposed values if the run supposes values, and also looks for unwritten
// memory or runs engines.
func (m *machine) share(f *frame, index int, instr *cfg.Instr, lanes warp.Lanes) {
	isUnknown := instr.Tile.Writes && instr.Tile.Holds == cfg.NotKnown
	isSupposed := isUnknown && m.supposes() && (m.in.Unwritten || m.in.Engines)
	if isUnknown && !isSupposed {
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
		if isSupposed {
			m.writeSupposed(f, instr, l, lanes)
		}
	}
}

// writeSupposed writes supposed values to all bytes that a lane may write.
func (m *machine) writeSupposed(f *frame, instr *cfg.Instr, l int, lanes warp.Lanes) {
	if slices.ContainsFunc(instr.Args[:3], func(a *cfg.Instr) bool { return f.madeIn(a)&lanes != 0 }) {
		m.note(instr.Text)
		return
	}
	for _, row := range m.piecesOf(f, instr, l, lanes) {
		m.steps += int(row.size) / bytesPerStep
		m.writeBytes(l, row.at, slices.Repeat([]byte{byte(m.supposedWord(mix(uint64(instr.ID), row.at)))}, int(row.size)))
		m.markBytes(row.at, row.size, true)
	}
	if m.supposed.first == "" {
		m.supposed.first = "what " + instr.Text + " brings"
	}
}

// piecesOf returns the pieces of a tile that lane l may touch. lanes is the set of the lanes that execute instr.
func (m *machine) piecesOf(f *frame, instr *cfg.Instr, l int, lanes warp.Lanes) (list []extent) {
	for _, part := range instr.Tile.Parts(l) {
		if lanes.Has(part.From) {
			list = append(list, extent{f.word(instr.Args[0], part.From) + uint64(part.Offset), part.Size})
		}
	}
	if instr.Tile.Matrices > 0 {
		return list
	}
	base, bytes, stride := f.word(instr.Args[0], l), int64(f.word(instr.Args[1], l)), int64(f.word(instr.Args[2], l))
	if bytes < 0 || bytes*instr.Tile.Rows > maxTile {
		m.unknown("a copy of more bytes than are kept")
		return nil
	}
	for row := range instr.Tile.Rows {
		list = append(list, extent{base + uint64(row*stride), bytes})
	}
	return list
}

// dividedPieces returns the pieces of a tile that a lane touches, for a copy that the threads of a group make together.
// CUDA does not define which thread copies which byte, but one thread copies each byte. So the threads are assumed to
// take equal parts, in the order of their numbers.
func (m *machine) dividedPieces(f *frame, instr *cfg.Instr, l int, lanes warp.Lanes) []extent {
	pieces := m.piecesOf(f, instr, l, lanes)
	if !instr.IsCopyByLanes() || instr.Tile.Own || len(pieces) != 1 {
		return pieces
	}
	rank, threads := m.in.Warp*warp.Size+l, m.in.Shape.Threads()
	if !instr.Tile.OfBlock {
		rank, threads = m.rankInCopy(f, instr, l, lanes)
	}
	whole := pieces[0]
	granules := (whole.size + 1<<granuleBits - 1) >> granuleBits
	part := (granules + int64(threads) - 1) / int64(threads) << granuleBits
	first := min(int64(rank)*part, whole.size)
	return []extent{{whole.at + uint64(first), min(part, whole.size-first)}}
}

// rankInCopy returns the rank of a lane among the lanes that make one copy, and the number of these lanes. Lanes with
// the same address make one copy.
func (m *machine) rankInCopy(f *frame, instr *cfg.Instr, l int, lanes warp.Lanes) (rank, threads int) {
	for o := range lanesOf(lanes) {
		if f.word(instr.Args[0], o) == f.word(instr.Args[0], l) {
			threads++
			if o < l {
				rank++
			}
		}
	}
	return rank, threads
}

// rowOf returns the bytes that a lane's copy or fill writes. It returns nil if there are none, or they are not known.
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

// touchTile records the accesses of lane l to its parts of a tile. row holds the stored bytes. It is nil if they are
// not known.
func (m *machine) touchTile(f *frame, t *Touch, l int, lanes warp.Lanes, row []byte) {
	instr := t.Site
	if instr.Tile.Matrices == 0 {
		m.shareRows(f, t, l, row)
		return
	}
	for _, part := range m.piecesOf(f, instr, l, lanes) {
		m.touchAt(f, part.at, step{touch: t, size: part.size}, l)
	}
}

// shareRows records that a lane accesses all bytes of the rows of a tile. If all threads of the block make a copy
// together, it records only the part of this lane. written holds the stored bytes, nil if they are not known.
func (m *machine) shareRows(f *frame, t *Touch, lane int, written []byte) {
	instr := t.Site
	tile := tileAt{int64(f.word(instr.Args[0], lane)), int64(f.word(instr.Args[2], lane))}
	pieces := m.piecesOf
	if instr.Tile.OfBlock {
		pieces = m.dividedPieces
	}
	for _, row := range pieces(f, instr, lane, 1<<lane) {
		m.steps += int(row.size) / bytesPerStep
		m.touchAt(f, row.at, step{touch: t, size: row.size, written: written, tile: tile}, lane)
	}
}

// isOneFragment reports whether a and b access the same tile as fragments of the same type. Each lane then touches the
// same elements in both accesses.
func isOneFragment(a, b *step) bool {
	one, other := a.touch.Site.Tile, b.touch.Site.Tile
	return one != nil && other != nil && one.IsOpen() && other.IsOpen() &&
		one.Fragment != "" && one.Fragment == other.Fragment && a.tile == b.tile
}
