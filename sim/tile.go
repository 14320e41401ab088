package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// maxTile bounds the bytes of a tile that are kept: a copy by a group may be of any size.
const maxTile = 1 << 16

// bytesPerStep are those of a tile that cost as much as an instruction, when races are looked for.
const bytesPerStep = 16

// tileAt is where the rows of a tile lie: of an open one every lane keeps all bytes, for any of them
// may be the lane that touches one.
type tileAt struct{ offset, stride int64 }

// share runs an access of which the lanes make a part each. What is written is not known.
func (m *machine) share(f *frame, index int, in *cfg.Instr, lanes warp.Lanes) {
	if in.Tile.Writes {
		m.note(in.Text)
	}
	t := m.touching(f, index, in, lanes)
	if t == nil {
		return
	}
	for l := range lanesOf(lanes) {
		if in.Tile.Matrices == 0 {
			m.shareRows(f, t, l)
			continue
		}
		for _, part := range in.Tile.Parts(l) {
			if lanes.Has(part.From) {
				m.touchAt(f, f.word(in.Args[0], part.From)+uint64(part.Offset), step{touch: t, size: part.Size}, l)
			}
		}
	}
}

// shareRows keeps all bytes of the rows of a tile.
func (m *machine) shareRows(f *frame, t *Touch, lane int) {
	in := t.Site
	base, bytes, stride := f.word(in.Args[0], lane), int64(f.word(in.Args[1], lane)), int64(f.word(in.Args[2], lane))
	if bytes < 0 || bytes*in.Tile.Rows > maxTile {
		m.unknown("a copy of more bytes than are kept")
		return
	}
	m.steps += int(bytes*in.Tile.Rows) / bytesPerStep
	s := step{touch: t, size: bytes, tile: tileAt{int64(base), stride}}
	for row := range in.Tile.Rows {
		m.touchAt(f, base+uint64(row*stride), s, lane)
	}
}

// isOneFragment reports accesses to one tile as fragments of one type: each lane touches the same
// elements in both.
func isOneFragment(a, b *step) bool {
	one, other := a.touch.Site.Tile, b.touch.Site.Tile
	return one != nil && other != nil && one.IsOpen() && other.IsOpen() &&
		one.Fragment != "" && one.Fragment == other.Fragment && a.tile == b.tile
}
