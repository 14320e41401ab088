package memory

import (
	"github.com/warpcheck/warpcheck/lanes/vector"
	"github.com/warpcheck/warpcheck/warp"
)

// After lanes wrote an object, each lane has its own view of the object until the lanes meet at a collective, because a
// lane may see its own store before other lanes see it. A second load of the same place gives the same word, unless a
// store to the place lies between the loads:
//
//	s[t] = x;
//	m = __ballot_sync(~0u, s[t] > 0);     a word of each lane's own
//	if (s[t] > 0) __syncwarp(m);          the same
//
// This matters if each lane reads a different place. If all lanes read the same place, they see the same word once they
// have met. If another lane wrote the place before that, the two lanes race, and the race is reported.

// ownRead is a version of an object in which each lane sees its own words.
type ownRead struct {
	object  *Object
	version int
}

// maxOwnReads bounds the places that are remembered for a version of an object.
const maxOwnReads = 8

// isOwn reports whether each lane sees its own word when it reads at p. If the lanes have not met after they wrote the
// object, it remembers p for later reads.
func (m *Memory) isOwn(s *State, p Pointer) bool {
	if p.Object == nil {
		return s.Unsynchronized[nil]
	}
	of := ownRead{p.Object, s.version(p.Object)}
	before := m.ownReads[of]
	if s.Unsynchronized[p.Object] {
		if len(before) < maxOwnReads {
			m.ownReads[of] = append(before, p)
		}
		return true
	}
	for _, q := range before {
		if at := m.Layout.offset(p); areEachItsOwn(at) && m.Layout.offset(q).Equal(at) {
			return true
		}
	}
	return false
}

// areEachItsOwn reports whether no two lanes have the same term in offsets.
func areEachItsOwn(offsets vector.Vec) bool { return len(offsets.Distinct()) == warp.Size }
