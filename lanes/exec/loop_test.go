package exec

import (
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/grid"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// TestInvariants: the trace has the strongest candidate that holds in every iteration.
func TestInvariants(t *testing.T) {
	for _, c := range []struct {
		name, text, variable string
		kind                 trace.Candidate
	}{
		{"a counter", `for (int i = 0; i < n; i += 3) __syncwarp(~0u);`, "i", trace.Affine},
		{"a step of each lane", `for (int i = 0; i < n; i += lane) __syncwarp(~0u);`, "i", trace.Affine},
		{"a step that is not known", `for (int i = 0; i < 100; i += n) __syncwarp(~0u);`, "i", trace.Affine},
		{"the lanes in the loop", `unsigned m = ~0u; int v = lane;
  for (;;) { m = __ballot_sync(m, d[v] > 0); if (d[v] <= 0) break; v++; }`, "m", trace.LaneSet},
		{"those of a group", `unsigned m = __match_any_sync(~0u, d[lane] & 1); int v = lane;
  for (;;) { m = __ballot_sync(m, d[v] > 0); if (d[v] <= 0) break; v++; }`, "m", trace.GroupSet},
		{"those of a group that go on", `int v = d[lane]; unsigned m = __match_any_sync(__ballot_sync(~0u, v > 0), v & 1);
  while (v > 0) { v -= d[v]; m = __ballot_sync(m, v > 0); }`, "m", trace.HeaderMask},
		{"the lanes that go on", `int v = d[lane]; unsigned m = __ballot_sync(~0u, v > 0);
  while (v > 0) { v -= d[v]; m = __ballot_sync(m, v > 0); }`, "m", trace.HeaderMask},
		{"the lanes with a property", `bool on = d[lane] > 0; unsigned m = __ballot_sync(~0u, on);
  while (m) { if (on) on = d[n] > lane; m = __ballot_sync(~0u, on); }`, "m", trace.PredicateMask},
		{"a shift", `for (unsigned m = 1; m < n; m <<= 1) __syncwarp(m);`, "m", trace.Shifted},
		{"a shift to the right", `for (unsigned m = n; m; m >>= 2) __syncwarp(m);`, "m", trace.Shifted},
		{"a pointer that moves", `int *p = d; for (int i = 0; i < n; i++) { if (*p) __syncwarp(~0u); p += 32; }`, "p", trace.Affine},
		{"one of two", `int c = 3; for (int i = 0; i < n; i++) { __syncwarp(c); c = 8 - c; }`, "c", trace.Alternating},
		{"a word of each lane", `int v = lane; for (int i = 0; i < n; i++) { __syncwarp(v); v = d[v]; }`, "v", trace.Top},
		{"the same in all lanes", `int v = 0; for (int i = 0; i < n; i++) { v = d[i]; if (v) __syncwarp(~0u); }`, "v", trace.ClassUniform},
		{"anything", `int v = 0; for (int i = 0; i < n; i++) { v = d[v + lane]; if (v) __syncwarp(~0u); }`, "v", trace.Top},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := interpretText(t, body(c.text), oneWarp, nil)
			if len(in.log.Summaries) != 1 {
				t.Fatalf("%d loops are summarised", len(in.log.Summaries))
			}
			all := in.log.Summaries[0].Invariants
			n := slices.IndexFunc(all, func(v trace.Invariant) bool { return v.Variable == c.variable })
			if n < 0 || all[n].Kind != c.kind {
				t.Errorf("of %s it is said: %+v, not %d", c.variable, all, c.kind)
			}
		})
	}
}

// TestUnrolls: a loop is unrolled if it has few iterations, and if it is known at the end of each iteration which lanes
// continue. For one warp by itself more iterations are allowed. Other loops are summarised by one iteration.
func TestUnrolls(t *testing.T) {
	oneOf := func(s *Setting) { s.Warp = 0 }
	for _, c := range []struct {
		name, text         string
		shape              warp.Shape
		change             func(*Setting)
		events, summarised int
	}{
		{"few", `for (int i = 0; i < 5; i++) __syncwarp(~0u);`, oneWarp, nil, 5, 0},
		{"none", `for (int i = 0; i < 0; i++) __syncwarp(~0u);`, oneWarp, nil, 0, 0},
		{"of each lane", `for (int i = lane; i < 3; i++) __syncwarp(~0u);`, oneWarp, nil, 3, 0},
		{"loops in loops", `for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++) __syncwarp(~0u);`, oneWarp, nil, 3, 0},
		{"as many as an argument says", `for (int i = 0; i < n; i++) __syncwarp(~0u);`, oneWarp, nil, 1, 1},
		{"very many", `for (int i = 0; i < 100000; i++) __syncwarp(~0u);`, oneWarp, nil, 1, 1},
		{"by the warp", `for (int i = threadIdx.x / 32; i < 3; i++) __syncwarp(~0u);`, warp.Shape{96, 1, 1}, nil, 1, 1},
		{"by the warp, in one", `for (int i = threadIdx.x / 32; i < 3; i++) __syncwarp(~0u);`, warp.Shape{96, 1, 1}, oneOf, 3, 0},
		{"many, in one warp", `for (int i = threadIdx.x; i < 6400; i += 64) __syncwarp(~0u);`, warp.Shape{64, 1, 1}, oneOf, 100, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := interpretText(t, body(c.text), c.shape, c.change)
			if len(in.log.Events) != c.events || len(in.log.Summaries) != c.summarised {
				t.Errorf("%d events and %d summaries, not %d and %d", len(in.log.Events), len(in.log.Summaries), c.events, c.summarised)
			}
		})
	}
}

// TestLeaving: a loop's summary states whether lanes may leave the kernel in the loop, whether they may stay in the
// loop for ever, and whether they stay together.
func TestLeaving(t *testing.T) {
	for _, c := range []struct {
		name, text           string
		leaves, keeps, asOne bool
	}{
		{"together", `for (int i = 0; i < n; i++) __syncwarp(~0u);`, false, false, true},
		{"each by itself", `for (int i = lane; i < n; i++) __syncwarp(~0u);`, false, false, false},
		{"by a return", `for (int i = 0; i < n; i++) { if (d[i] == lane) return; __syncwarp(~0u); }`, true, false, false},
		{"by a trap", `for (int i = 0; i < n; i++) { if (d[i] == lane) __trap(); __syncwarp(~0u); }`, true, false, false},
		{"never", `for (int i = 0; i < n; i++) { stay(d[i] == lane); __syncwarp(~0u); }`, false, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := interpretText(t, "__device__ void stay(bool on) { if (on) for (;;) ; }\n"+body(c.text), oneWarp, nil)
			outer := in.log.Summaries[len(in.log.Summaries)-1]
			if outer.Leaves != c.leaves || outer.MayNotEnd != c.keeps || outer.AsOne != c.asOne {
				t.Errorf("leaves %v, keeps %v, as one %v", outer.Leaves, outer.MayNotEnd, outer.AsOne)
			}
		})
	}
}

// TestEndsInError: lanes that leave the kernel in a loop end it with an error only if every exit does.
func TestEndsInError(t *testing.T) {
	for statements, trap := range map[string]bool{
		`for (int i = 0; i < n; i++) { if (d[i] == lane) __trap(); __syncwarp(~0u); }`:                              true,
		`for (int i = 0; i < n; i++) { if (d[i] == lane) return; __syncwarp(~0u); }`:                                false,
		`for (int i = 0; i < n; i++) { if (d[i] == lane) return; if (d[i] > 3) __trap(); __syncwarp(~0u); }`:        false,
		`for (int i = 0; i < n; i++) { if (d[i] > 3) __trap(); if (d[i] == lane) return; __syncwarp(~0u); }`:        false,
		`for (int i = 0; i < n; i++) { if (d[i] == lane) __trap(); if (d[i] > 3 + lane) __trap(); __syncwarp(i); }`: true,
	} {
		in := interpretText(t, body(statements), oneWarp, nil)
		behind := in.log.Retired[len(in.log.Retired)-1]
		if behind.Loop != nil || behind.Trap != trap {
			t.Errorf("%s: that it ends in an error is %t", statements, behind.Trap)
		}
	}
}

// TestLastStored: a load reads the word that was stored last only if the word is sure. A thread that exists in every
// block, or lanes of the own warp, must have stored the word before a barrier, and nothing may overwrite it.
func TestLastStored(t *testing.T) {
	twoWarps := warp.Shape{2 * warp.Size, 1, 1}
	for _, c := range []struct {
		name, text string
		shape      warp.Shape
		known      bool
	}{
		{"by one for all", `if (lane == 0) m[0] = 5; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, true},
		{"by all", `m[0] = 5; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, true},
		{"by one that no block has", `if (threadIdx.x == 64) m[0] = 5; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"by one that some blocks have", `if (threadIdx.x == 64) m[0] = 5; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, warp.Shape{}, false},
		{"before no barrier", `if (lane == 0) m[0] = 5; if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"before a barrier of warps", `if (threadIdx.x == 0) m[0] = 5; __syncwarp(~0u); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"where an argument says so", `if (n > 3 && lane == 0) m[0] = 5; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"two words", `if (lane == 0) m[0] = 5; if (lane == 1) m[0] = 6; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"to another place", `if (lane == 0) m[1] = 5; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"to a place that an argument says", `if (lane == 0) m[0] = 5; __syncthreads(); if (lane == 0) m[n & 7] = 6; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"before two barriers", `if (lane == 0) m[0] = 5; __syncthreads(); __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, true},
		{"overwritten by some", `m[0] = 5; __syncthreads(); if (n > 3 && lane == 0) m[0] = n; __syncthreads(); if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"overwritten in a loop", `m[0] = 5; __syncthreads(); for (int i = 0; i < n; i++) { m[0] = i; __syncthreads(); } if (m[0] == 5) __syncwarp(~0u);`, twoWarps, false},
		{"by the warp for itself", `if (lane == 0) m[threadIdx.x / 32] = 5; __syncwarp(~0u); if (m[threadIdx.x / 32] == 5) __syncwarp(~0u);`, twoWarps, true},
		{"by the other warp", `if (lane == 0) m[threadIdx.x / 32] = threadIdx.x / 32; __syncwarp(~0u); if (m[1 - threadIdx.x / 32] == 1 - threadIdx.x / 32) __syncwarp(~0u);`, twoWarps, false},
		{"each for itself", `m[threadIdx.x] = lane; __syncthreads(); if (m[threadIdx.x] == lane) __syncwarp(~0u);`, twoWarps, true},
		{"each for itself, overwritten by another", `m[threadIdx.x] = lane; __syncthreads(); if (lane == 7) m[n] = 9; __syncthreads(); if (m[threadIdx.x] == lane) __syncwarp(~0u);`, twoWarps, false},
	} {
		for _, kernel := range []bool{true, false} {
			text := body("__shared__ int m[64];\n" + c.text)
			if !kernel { // other threads may reach its barriers from other callers
				text = strings.ReplaceAll(text, "__global__", "__device__")
			}
			in := interpretText(t, text, c.shape, nil)
			last := in.log.Events[len(in.log.Events)-1]
			want := c.known && (kernel || !strings.Contains(c.text, "m[0]"))
			if got := last.Guard.At(5).IsTrue(); got != want {
				t.Errorf("%s, in a kernel %t: known is %t: %v", c.name, kernel, got, last.Guard.At(5))
			}
		}
	}
}

// TestRetired: which lanes leave the kernel early, and whether with an error. A lane that reaches the end of a kernel
// does not leave early.
func TestRetired(t *testing.T) {
	for _, c := range []struct {
		name, text string
		retired    warp.Lanes
		trap       bool
	}{
		{"the end", `__syncwarp(~0u);`, 0, false},
		{"a return", `if (lane > 3) return; __syncwarp(~0u);`, ^warp.Lanes(15), false},
		{"a trap", `if (lane == 2) __trap(); __syncwarp(~0u);`, 4, true},
		{"in a loop", `for (int i = 0; i < 4; i++) if (lane == 2 * i) return; __syncwarp(~0u);`, 0b1010101, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := interpretText(t, body(c.text), oneWarp, nil)
			var gone warp.Lanes
			for _, r := range in.log.Retired {
				set, known := lanesOn(in, input{data: func(int64) uint32 { return 0 }}, r.Guard)
				if !known || r.Trap != c.trap {
					t.Errorf("retired by a trap: %v, known: %v", r.Trap, known)
				}
				gone |= set
			}
			if gone != c.retired {
				t.Errorf("lanes %v leave, not %v", gone, c.retired)
			}
		})
	}
}

// TestBudgets: an interpretation that takes too long ends, with the reason.
func TestBudgets(t *testing.T) {
	for _, c := range []struct {
		text, reason string
		change       func(*Setting)
	}{
		{`for (int i = 0; i < 8; i++) __syncwarp(i);`, "more than 20 steps", func(s *Setting) { s.Steps = 20 }},
		{`for (int i = lane; d[i] < n; i += d[i]) __syncwarp(d[i]);`, "more than 100 units of work", func(s *Setting) { s.Work = NewMeter(100, 1) }},
	} {
		ranOut := WithinBudget(func() { interpretText(t, body(c.text), oneWarp, c.change) })
		if ranOut == nil || ranOut.Error() != c.reason {
			t.Errorf("%v instead of %q", ranOut, c.reason)
		}
	}
	if ranOut := WithinBudget(func() { interpretText(t, body(`__syncwarp(~0u);`), oneWarp, nil) }); ranOut != nil {
		t.Errorf("ended: %v", ranOut)
	}
}

// TestNotes: what is not followed is noted, and whether the analysis is incomplete because of it.
func TestNotes(t *testing.T) {
	for _, c := range []struct{ name, text, note string }{
		{"nothing", body(`__syncwarp(~0u);`), ""},
		{"a recursion without an end that is known", `
__device__ int f(int n) { __syncwarp(~0u); if (n > 1) return f(n - 1); return 0; }
__global__ void k(int *d, int n) { f(n); }`, "recurs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := interpretText(t, c.text, oneWarp, nil)
			var notes []string
			for _, n := range in.Trace.Notes {
				notes = append(notes, n.Reason)
			}
			if got := strings.Join(notes, "; "); (c.note == "") != (got == "") || !strings.Contains(got, c.note) {
				t.Errorf("noted: %q", got)
			}
		})
	}
}

// TestAnyShape: if the block is not known, its extents are unknowns, which the lanes have in common.
func TestAnyShape(t *testing.T) {
	in := interpretText(t, body(`if (threadIdx.x < 32) __syncwarp(~0u); if (lane < blockDim.x) __syncthreads();`), warp.Shape{}, nil)
	if len(in.log.Events) != 2 || in.setting.Warp != grid.AnyWarp {
		t.Fatalf("%d events", len(in.log.Events))
	}
	if !in.log.Events[0].Guard.IsUniform() || in.log.Events[0].Guard.At(0).IsConst() {
		t.Error("whether a warp is the first is not one unknown for all lanes")
	}
	if !in.log.Events[1].Guard.At(0).IsTrue() {
		t.Error("lane 0 is in no block")
	}
}
