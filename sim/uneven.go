package sim

import (
	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/warp"
)

// Uneven reports that at a barrier with a number of threads, of all that come there under
// one name in a whole execution, some wait for ever. The machine runs one warp, so this
// takes a run of each warp of the block; barrier tells the phases of the barrier in
// question.
func Uneven(warps []*Outcome, barrier func(*Phase) bool) bool {
	for _, o := range warps {
		for _, p := range o.Phases {
			if barrier(p) && isShort(warps, p) {
				return true
			}
		}
	}
	return false
}

// isShort reports that more threads are needed at the name of a phase than come. A warp that
// waits is in one round, with as many others as the number says.
func isShort(warps []*Outcome, at *Phase) bool {
	name, round := at.Barriers[at.first()], int(at.Threads[at.first()])/warp.Size
	come, waits, most := 0, 0, 0
	for _, o := range warps {
		own := 0
		for _, p := range o.Phases {
			if c := p.Site.Collective; c.Block && c.Tile == 0 && p.Barriers[p.first()] == name {
				come++
				if c.Class != cfg.BarrierArrive {
					own++
				}
			}
		}
		waits, most = waits+own, max(most, own)
	}
	rounds := 0
	for round > 0 && (rounds < most || rounds*round < waits) {
		rounds++
	}
	return rounds*round > come
}
