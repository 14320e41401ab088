package replay

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// A solver names the memory that decides which bytes a thread touches. It does not name the memory from which stored
// values are computed, so that memory is zero in the run. A store of the value that a cell already holds is no race, so
// the run shows no race here:
//
//	s[t] = in[t];                        the witness says nothing of in
//	__syncthreads();
//	if (s[t] < s[t + 1]) s[t] = s[t + 1];
//
// So the witness of a race is run again with other numbers in the memory that it does not name.

// patterns fill the memory that a witness does not name. Each returns the number in an element, given its object and
// index: one number for all elements of an object, numbers that all differ, numbers in no order, or the offsets of rows
// of 64 elements, for loops that follow offsets.
var patterns = []func(s *sample, object string, index int64) uint64{
	func(s *sample, object string, _ int64) uint64 { return s.drawn(object, 0) % 64 },
	func(_ *sample, _ string, index int64) uint64 { return uint64(index) + 1 },
	func(s *sample, object string, index int64) uint64 { return s.drawn(object, index) % 64 },
	func(_ *sample, _ string, index int64) uint64 { return uint64(index) * 2 * warp.Size },
}

// replayFilled runs the witness of a race again with each pattern in its memory, and reports whether a run races. It
// changes the verdict to that race. If a run takes too many steps to show races, the next one would, too, and
// replayFilled gives up.
func (r *replayer) replayFilled(v *lanes.Verdict) bool {
	if r.isTooLong || v.Witness.Site.Collective != nil || !isSearched(v) {
		return false
	}
	for _, pattern := range patterns {
		s := newSample(v.Witness, attempt{shape: v.Witness.Shape, arg: arguments[0], withWitness: true, pattern: pattern})
		if r.leftToReplay <= 0 || !s.IsGiven() {
			return false
		}
		seen, ran := r.look(0, s, replaySteps, false)
		if r.leftToReplay -= ran.steps; seen != nil {
			seen.rewriteVerdict(v, s.Witness)
			return true
		}
		if ran.isMute {
			return false
		}
	}
	return false
}
