package barrier

import (
	"encoding/binary"
	"slices"
)

// state is how far the warps of a block are.
type state struct {
	// passed are the barriers that each warp has left behind, waits says whether it waits at
	// the next.
	passed []int
	waits  []bool
	// come are the warps that have come to the round of each name, asked what they ask for.
	come, asked [Names]int
}

func newState(warps int) *state {
	return &state{passed: make([]int, warps), waits: make([]bool, warps)}
}

func (s *state) clone() *state {
	next := *s
	next.passed, next.waits = slices.Clone(s.passed), slices.Clone(s.waits)
	return &next
}

// key is the same for states that differ only in which of the warps with one way is where.
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
			key = binary.AppendUvarint(key, uint64(s.asked[name]))
		}
	}
	return string(key)
}

// alike is for each warp the first one with the same way.
func alike(ways [][]Op) []int {
	first := make([]int, len(ways))
	for w := range ways {
		first[w] = slices.IndexFunc(ways, func(way []Op) bool { return slices.Equal(way, ways[w]) })
	}
	return first
}
