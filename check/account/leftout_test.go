package account

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/source"
)

// TestLeftOutIsCounted tests that collectives and barriers in code that no unit compiles are counted separately.
func TestLeftOutIsCounted(t *testing.T) {
	var s Stats
	by := &Condition{Directive: "#if 0", Line: 1}
	s.countLeftOut("a.cu", []Mention{{Name: "__syncwarp", reach: ReachesWarp, LeftOutBy: by}, {Name: "__syncthreads", reach: ReachesBlock, LeftOutBy: by},
		{Name: "__syncthreads", reach: ReachesBlock, LeftOutBy: by}, {Name: "__any_sync", reach: ReachesWarp}, {Name: "f", LeftOutBy: by}})
	if warp, block := s.Collectives.NotCompiled, s.Barriers.NotCompiled; warp != 1 || block != 2 {
		t.Errorf("%d collectives and %d barriers are left out", warp, block)
	}
}

// TestLeftOutByAllReadings tests that a line is left out if each reading of its file leaves it out, between two
// directives.
func TestLeftOutByAllReadings(t *testing.T) {
	r := Reading{skipped: []source.Pos{{Line: 3, EndLine: 9}, {Line: 6, EndLine: 12}}}
	for entered, want := range map[int][]int{1: {4, 5, 6, 7, 8, 9, 10, 11}, 2: {7, 8}, 3: nil} {
		r.entered = entered
		var got []int
		for line := range 14 {
			if _, left := r.LeavesOut(line); left {
				got = append(got, line)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %d readings lines %v are left out, want %v", entered, got, want)
		}
	}
}
