package lanes_test

import (
	"testing"

	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes"
	"github.com/warpcheck/warpcheck/warp"
)

// TestWhatIsDefinite: a verdict is definite if each execution that reaches the collective breaks the rule and some
// execution does reach it. Its lanes are those that offend in all executions. It has an example if other lanes arrive
// or offend in some.
func TestWhatIsDefinite(t *testing.T) {
	const loop = "int i = 0; while (d[i]) i += 2; "
	ofBlock := func(warp int) *int { return &warp }
	for _, c := range []struct {
		name, body string
		threads    int
		certainty  lanes.Certainty
		lanes      warp.Lanes
		inWarp     *int
		example    bool
	}{
		{"some lanes by data", "if (lane == 0 || lane < 8 && d[lane] > 0) __syncwarp(~0u);", 32, lanes.Definite, 0xffffff00, nil, true},
		{"never all lanes", "if (lane < 8 + (n & 7)) __syncwarp(~0u);", 32, lanes.Definite, 0xffff8000, nil, true},
		{"at times all lanes", "if (lane < 8 + (n & 31)) __syncwarp(~0u);", 32, lanes.Potential, 0xffffff00, nil, true},
		{"any number of lanes", "if (lane < n) __syncwarp(~0u);", 32, lanes.Potential, 0xfffffffe, nil, true},
		{"each warp that comes", "if (threadIdx.x / 32 < n && lane < 20) __syncwarp(0xffffffu);", 96, lanes.Definite, 0xf00000, nil, false},
		{"one warp of two", "if (threadIdx.x >= 48) __syncwarp(~0u);", 96, lanes.Definite, 0xffff, ofBlock(1), false},
		{"one warp, some lanes", "if (threadIdx.x / 32 == 1 && lane < 20 + (n & 1)) __syncwarp(0xffffffu);", 64,
			lanes.Definite, 0xe00000, ofBlock(1), true},
		{"the second warp, some lanes", "if (threadIdx.x < 40 + (n & 7)) __syncwarp(~0u);", 64, lanes.Definite, 0xffff8000, ofBlock(1), true},
		{"the second warp of a block that may have one", "if (threadIdx.x < 48) __syncwarp(~0u);", 0, lanes.Potential, 0xffff0000, nil, true},
		{"the first warp of any block", "if (threadIdx.x < 16 && n > 3) __syncwarp(~0u);", 0, lanes.Definite, 0xffff0000, nil, false},
		{"a value that a loop comes to", loop + "if (i == 4) { if (lane < 16) __syncwarp(~0u); }", 32, lanes.Potential, 0xffff0000, nil, true},
		{"each iteration", "for (int i = 0; i < n; i++) if (lane < 16) __syncwarp(~0u);", 32, lanes.Definite, 0xffff0000, nil, false},
		{"the first iteration", "for (int i = 0; i < n; i++) if (lane <= i) __syncwarp(~0u);", 32, lanes.Definite, 0xfffffffe, nil, true},
		{"what is a square", "if (n * n == 16) { if (lane < 16) __syncwarp(~0u); }", 32, lanes.Definite, 0xffff0000, nil, false},
	} {
		v := only(t, notParticipating(t, c.body, c.threads))
		if v.Certainty != c.certainty || v.Lanes != c.lanes || (v.Witness != nil) != c.example {
			t.Errorf("%s: certainty %v, lanes %v, example %v", c.name, v.Certainty, v.Lanes, v.Witness)
		}
		if (v.InWarp == nil) != (c.inWarp == nil) || v.InWarp != nil && *v.InWarp != *c.inWarp {
			t.Errorf("%s: not in the warp %v", c.name, v.InWarp)
		}
	}
	for _, body := range []string{
		loop + "if (i == 1) { if (lane < 16) __syncwarp(~0u); }",       // i is even
		"if (n * n == 7) { if (lane < 16) __syncwarp(~0u); }",          // no square
		"if (n > 3) { if (n < 3) { if (lane < 16) __syncwarp(~0u); }}", // nothing is both
	} {
		if found := notParticipating(t, body, 32); found != nil {
			t.Errorf("%s: %+v", body, found)
		}
	}
}

// notParticipating returns the verdicts about a body of a kernel, in a block of so many threads, 0 for any.
func notParticipating(t *testing.T, body string, threads int) (found []lanes.Verdict) {
	t.Helper()
	options := lanes.Options{}
	if threads > 0 {
		options = inBlock(threads)
	}
	text := "__global__ void kernel(int *d, int n) {\nint lane = threadIdx.x & 31;\n" + body + "\n}\n"
	for _, f := range lanes.Analyze(treetest.Program(t, text), options).Facts {
		found = append(found, f.NotParticipating()...)
	}
	return found
}
