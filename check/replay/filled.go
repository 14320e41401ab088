package replay

import (
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// A solver names the memory that decides who touches which byte. It does not name the memory that the stored values are
// computed from. That is zero then, and a store of the value that a cell already holds is no race:
//
//	s[t] = in[t];                        the witness says nothing of in
//	__syncthreads();
//	if (s[t] < s[t + 1]) s[t] = s[t + 1];
//
// So the witness of a race is run again with other numbers in the memory that it does not name.

// patterns are the numbers of an element of memory that the witness does not name, by its object and index: one number
// in each object, numbers that all differ, in any order, and the offsets of rows of 64 elements, which loops go
// through.
var patterns = []func(s *sample, object string, index int64) uint64{
	func(s *sample, object string, _ int64) uint64 { return s.drawn(object, 0) % 64 },
	func(_ *sample, _ string, index int64) uint64 { return uint64(index) + 1 },
	func(s *sample, object string, index int64) uint64 { return s.drawn(object, index) % 64 },
	func(_ *sample, _ string, index int64) uint64 { return uint64(index) * 2 * warp.Size },
}

// replayFilled runs the witness of a race with its memory filled, and reports whether it races. The verdict becomes that of
// the run. Where the steps of one run end, those of the next one would end as well.
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
