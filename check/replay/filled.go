package replay

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// A solver gives values only to memory that decides which bytes a thread touches. It gives none to memory from which
// only stored values are computed. Such memory is zero in the run. A store of the value that a cell already holds is no
// race. So the run of the witness shows no race here:
//
//	s[t] = in[t];                        the witness gives no values to in
//	__syncthreads();
//	if (s[t] < s[t + 1]) s[t] = s[t + 1];
//
// For this reason, the witness of a race is run again with other numbers in this memory.

// patterns lists functions that fill the memory to which a witness gives no values. Each returns the number in the
// element of an object at an index. The patterns are: one number for all elements of an object, numbers that all
// differ, random numbers, and the offsets of rows of 64 elements, for loops that follow offsets.
var patterns = []func(s *sample, object string, index int64) uint64{
	func(s *sample, object string, _ int64) uint64 { return s.drawn(object, 0) % 64 },
	func(_ *sample, _ string, index int64) uint64 { return uint64(index) + 1 },
	func(s *sample, object string, index int64) uint64 { return s.drawn(object, index) % 64 },
	func(_ *sample, _ string, index int64) uint64 { return uint64(index) * 2 * warp.Size },
}

// replayFilled runs the witness of a race again with each pattern, and reports whether some run has a race. It changes
// the verdict to that race. It gives up if a run ends by its limit of steps before it can show races, because the next
// run would, too.
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
