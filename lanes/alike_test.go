package lanes_test

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/lanes"
)

// TestUniformFirst checks questions about a function that nobody calls. Its arguments are first taken to be the same in
// all lanes. If only arguments that differ between lanes break a rule, the question is undecided. If all arguments
// break it, the verdict is definite.
func TestUniformFirst(t *testing.T) {
	for _, c := range []struct {
		condition string
		certainty lanes.Certainty
		restsOn   []string
	}{
		{"n > 3", lanes.Undecided, []string{"n"}},
		{"p[n] > m", lanes.Undecided, []string{"m", "n", "p"}},
		{"threadIdx.x % 32 < n", lanes.Potential, nil},
		{"n > 3 && threadIdx.x % 32 < m", lanes.Potential, nil},
		{"n > 3 && threadIdx.x % 32 < 16", lanes.Definite, nil},
	} {
		t.Run(c.condition, func(t *testing.T) {
			source := "__device__ void f(const int *p, int n, int m) { if (" + c.condition + ") __syncwarp(); }\n"
			v := only(t, lanes.Analyze(lower(t, source), lanes.Options{}).Facts[0].NotParticipating())
			if v.Certainty != c.certainty || !slices.Equal(v.RestsOn, c.restsOn) {
				t.Errorf("certainty %v, rests on %v", v.Certainty, v.RestsOn)
			}
			if c.certainty == lanes.Undecided && v.Open != lanes.NotPerLane {
				t.Errorf("open for %v", v.Open)
			}
			if c.certainty == lanes.Potential && v.Witness == nil {
				t.Error("no witness")
			}
		})
	}
}
