// Package warp holds the few types that all other packages use: sets of lanes, models of convergence, architectures and
// block shapes.
package warp

import (
	"fmt"
	"math/bits"
	"strings"
)

// Size is the number of lanes of a warp.
const Size = 32

// GroupSize is the number of threads of a warpgroup: four contiguous warps. The number of the first warp is divisible
// by four.
const GroupSize = 4 * Size

// Lanes is a set of lanes: bit l is lane l, as in a CUDA mask.
type Lanes uint32

// All is the set of all 32 lanes.
const All Lanes = 0xffffffff

// Has reports whether lane l is in the set.
func (s Lanes) Has(l int) bool { return s>>uint(l)&1 != 0 }

// Count returns the number of lanes in the set.
func (s Lanes) Count() int { return bits.OnesCount32(uint32(s)) }

// Range is a sequence of consecutive lanes, both ends included.
type Range struct{ First, Last int }

// String returns "7" or "8-31".
func (r Range) String() string {
	if r.First == r.Last {
		return fmt.Sprint(r.First)
	}
	return fmt.Sprintf("%d-%d", r.First, r.Last)
}

// Ranges returns the lanes of the set as the fewest possible ranges.
func (s Lanes) Ranges() (all []Range) {
	for l := 0; l < Size; l++ {
		if !s.Has(l) {
			continue
		}
		first := l
		for l+1 < Size && s.Has(l+1) {
			l++
		}
		all = append(all, Range{first, l})
	}
	return all
}

// String returns the lanes as ranges: "1-31", "0, 4-7"; "none" if the set is empty.
func (s Lanes) String() string {
	var parts []string
	for _, r := range s.Ranges() {
		parts = append(parts, r.String())
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// Words returns the set for running text: "lane 5", "lanes 0-15", "lanes 0, 2, ..., 30", "no lane".
func (s Lanes) Words() string {
	switch s.Count() {
	case 0:
		return "no lane"
	case 1:
		return "lane " + s.String()
	case Size:
		return "all lanes"
	}
	if step := s.step(); step > 1 && s.Count() > mostListed {
		return fmt.Sprintf("lanes %d, %d, ..., %d", s.First(), s.First()+step, s.Last())
	}
	return "lanes " + s.String()
}

// mostListed is the greatest number of lanes at equal distances that Words lists one by one. For more lanes, Words
// writes the first two and the last one.
const mostListed = 4

// step returns the distance from each lane of the set to the next. It returns 0 if the distances differ, or if there
// are fewer than two lanes.
func (s Lanes) step() int {
	if s == 0 {
		return 0
	}
	rest := s & (s - 1)
	if rest == 0 {
		return 0
	}
	step := rest.First() - s.First()
	for l := s.First(); l <= s.Last(); l += step {
		if !s.Has(l) {
			return 0
		}
	}
	if s.Count() != (s.Last()-s.First())/step+1 {
		return 0
	}
	return step
}

// First returns the lowest lane of a set that is not empty, and Last its highest lane.
func (s Lanes) First() int { return bits.TrailingZeros32(uint32(s)) }
func (s Lanes) Last() int  { return bits.Len32(uint32(s)) - 1 }

// Hex returns the set as code writes a mask: 0x0000ffff.
func (s Lanes) Hex() string { return fmt.Sprintf("0x%08x", uint32(s)) }

// Draw returns a picture of the set, lane 0 leftmost: "####....".
func (s Lanes) Draw() string {
	row := make([]byte, Size)
	for l := range row {
		row[l] = '.'
		if s.Has(l) {
			row[l] = '#'
		}
	}
	return string(row)
}

// Model decides which lanes a collective synchronizes (docs/semantics.md, the three models).
type Model int

// The models.
const (
	// Independent: sm_70 and above. Lanes meet at calls of one class with one mask, wherever the calls are; exited
	// lanes may be named.
	Independent Model = iota
	// Lockstep: sm_6x and below. Lanes meet at the same call, converged, and the union of the masks must be the lanes
	// that arrive.
	Lockstep
	// Strict: as Independent, but at the same call (the CUDA 13 guide).
	Strict
)

// String returns the model's name in messages and configurations.
func (m Model) String() string {
	return [...]string{"independent", "lockstep", "strict"}[m]
}

// Shape is the extents of a block in threads, along x, y and z. Each is at least 1, or 0 if it is not known.
type Shape [3]int

// The largest block that every device runs (CUDA programming guide, compute capabilities): MaxThreads in all, MaxDepth
// along z.
const (
	MaxThreads = 1024
	MaxDepth   = 64
)

// IsLaunchable reports whether all extents are known and every device runs such a block.
func (s Shape) IsLaunchable() bool {
	return s.Known() && s.MayExtend() && s.Threads() <= MaxThreads
}

// MayExtend reports whether each known extent is one that a block may have.
func (s Shape) MayExtend() bool {
	return min(s[0], s[1], s[2]) >= 0 && max(s[0], s[1], s[2]) <= MaxThreads && s[2] <= MaxDepth
}

// Threads returns the number of threads of a block whose extents are known.
func (s Shape) Threads() int { return s[0] * s[1] * s[2] }

// Known reports whether all extents are known.
func (s Shape) Known() bool { return s[0] > 0 && s[1] > 0 && s[2] > 0 }

// IsLine reports whether the block extends only along x, and its extent is known.
func (s Shape) IsLine() bool { return s.Known() && s[1] == 1 && s[2] == 1 }

// String returns "256", "32x4", "8x8x4" or "32x?".
func (s Shape) String() string {
	text := extent(s[0])
	if s[1] != 1 || s[2] != 1 {
		text += "x" + extent(s[1])
	}
	if s[2] != 1 {
		text += "x" + extent(s[2])
	}
	return text
}

func extent(n int) string {
	if n == 0 {
		return "?"
	}
	return fmt.Sprint(n)
}
