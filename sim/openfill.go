package sim

import "github.com/warpcheck/warpcheck/cfg"

// A copy of a tensor does not state how many bytes it brings. Two facts bound this number: the bytes that the copy's
// phase expects, and the addresses of the other copies.
//
//	__shared__ float a[1024], b[1024];
//	expect 8192 [full]; copy tensor to a, [full]; copy tensor to b, [full];
//
// The copy to a ends before b, because a longer copy would overwrite what another copy brings. The copy to b ends with
// the variable. So each copy brings at least the bytes that the other one cannot bring: 4096. In a ring buffer, the
// copies of one instruction along one call path have one size, so none reaches the next place that they fill. Along
// another call path the same memory may hold a tile of another size:
//
//	load(q, 0); ... load(k, 0); load(k, 8192);    q and k may begin at one place, and q be larger than 8192 bytes

// calledSite is an instruction along one call path (frame.path).
type calledSite struct {
	site *cfg.Instr
	path string
}

// openFill bounds a copy of unknown size. room is the number of bytes from its first byte to the end of the variable.
// places lists all addresses that its instruction fills along its call path.
type openFill struct {
	room   int64
	places *[]uint64
}

// noteOpenFill records the access r if it is a copy whose size is not known.
func (m *machine) noteOpenFill(r *reach) {
	if r.size >= 0 {
		return
	}
	by := calledSite{r.site, r.frame.path}
	places := m.filledPlaces[by]
	if places == nil {
		places = new([]uint64)
		m.filledPlaces[by] = places
	}
	*places = append(*places, r.at)
	r.openFill = &openFill{room: openBytes, places: places}
	if s, offset := m.placeOf(r.at); s.decl != nil && s.decl.Type != nil && s.decl.Type.Size > offset {
		r.openFill.room = min(s.decl.Type.Size-offset, openBytes)
	}
	r.fills.openFills = append(r.fills.openFills, r)
}

// settleSize sets the size of a copy of unknown size to the smallest number of bytes that it must bring.
func (r *reach) settleSize() {
	if r.size >= 0 {
		return
	}
	left := r.fills.expected - r.fills.copied
	for _, other := range r.fills.openFills {
		if other != r {
			left -= other.most()
		}
	}
	if len(r.fills.openFills) < r.fills.open {
		left = 0
	}
	r.size = max(min(left, r.most()), matrixBytes)
}

// most returns the largest number of bytes that a copy of unknown size may bring.
func (r *reach) most() int64 {
	most := r.openFill.room
	bound := func(at uint64) {
		if at > r.at {
			most = min(most, int64(at-r.at))
		}
	}
	for _, other := range r.fills.openFills {
		bound(other.at)
	}
	for _, at := range *r.openFill.places {
		bound(at)
	}
	return most
}
