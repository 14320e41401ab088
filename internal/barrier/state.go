package barrier

import (
	"encoding/binary"
	"slices"
)

// state records how far each warp of a block has advanced.
type state struct {
	// passed counts the barriers that each warp has passed. waits reports whether it waits at the next one.
	passed []int
	waits  []bool
	// come counts, for the barrier of each name, the warps that have arrived in its current round. wanted is the number
	// of warps for which this round waits.
	come, wanted [Names]int
}

func newState(warps int) *state {
	return &state{passed: make([]int, warps), waits: make([]bool, warps)}
}

func (s *state) clone() *state {
	next := *s
	next.passed, next.waits = slices.Clone(s.passed), slices.Clone(s.waits)
	return &next
}

// key returns a text that identifies a state. States that differ only by an exchange of warps with the same barriers
// have the same key. alike has, for each warp, the first warp with the same barriers.
func (s *state) key(alike []int) string {
	far := make([]int, len(alike))
	for w := range alike {
		far[w] = s.passed[w] * 2
		if s.waits[w] {
			far[w]++
		}
	}
	order := make([]int, len(alike))
	for w := range order {
		order[w] = w
	}
	slices.SortFunc(order, func(v, w int) int {
		if alike[v] != alike[w] {
			return alike[v] - alike[w]
		}
		return far[v] - far[w]
	})
	var key []byte
	for _, w := range order {
		key = binary.AppendUvarint(key, uint64(far[w]))
	}
	for name, come := range s.come {
		key = binary.AppendUvarint(key, uint64(come))
		if come > 0 {
			key = binary.AppendUvarint(key, uint64(s.wanted[name]))
		}
	}
	return string(key)
}

// sameBarriers returns, for each warp, the first warp with the same barriers.
func sameBarriers(ways [][]Op) []int {
	first := make([]int, len(ways))
	for w := range ways {
		first[w] = slices.IndexFunc(ways, func(way []Op) bool { return slices.Equal(way, ways[w]) })
	}
	return first
}
