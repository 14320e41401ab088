package exec

import (
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/lanes/slice"
	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/warp"
)

// TestAlone: an argument of a device function that no kernel calls differs from lane to lane, unless it is a mask: that
// names the lanes that enter. If values are taken to be alike, the argument is one value for all lanes.
func TestAlone(t *testing.T) {
	const text = `__device__ void f(unsigned mask, int x) { __syncwarp(mask); if (x > 3) __syncwarp(2); }`
	in := interpretText(t, text, warp.Shape{}, nil)
	mask, branch := in.log.Events[0], in.log.Events[1]
	if m := mask.Mask.At(7); m.IsConst() || in.unknowns.Unbroken(m) != in.t.Const(32, uint64(warp.All)) {
		t.Errorf("masks %v, as long as nothing is broken %v", m, in.unknowns.Unbroken(m))
	}
	if branch.Guard.IsUniform() {
		t.Errorf("all lanes are given one number: %v", branch.Guard.At(0))
	}
	alike := interpretText(t, text, warp.Shape{}, func(s *Setting) { s.Alike = true })
	if !alike.log.Events[1].Guard.IsUniform() || !alike.Trace.Memory.TakesAlike() {
		t.Errorf("taken to be alike: %v", alike.log.Events[1].Guard.At(0))
	}
	if names := in.Trace.Memory.VariedNames(); !slices.Contains(names, "x") {
		t.Errorf("what may be alike is %v", names)
	}
}

// TestStoredConstant: a shared variable holds the one constant that is ever stored there, if the storing and the
// reading thread surely reach a barrier in between and all barriers before it.
func TestStoredConstant(t *testing.T) {
	const store, read = `if (threadIdx.x == 0) m = 5;`, `if (lane < m) __syncwarp(31);`
	for about, c := range map[string]struct {
		statements string
		known      bool
	}{
		"a barrier between":            {store + `__syncthreads();` + read, true},
		"none":                         {store + read, false},
		"one before":                   {`__syncthreads();` + store + read, false},
		"one behind":                   {store + read + `__syncthreads();`, false},
		"of the warp alone":            {store + `__syncwarp(~0u);` + read, false},
		"two between":                  {store + `__syncthreads(); __syncthreads();` + read, true},
		"on one side alone":            {store + `if (n > 3) __syncthreads();` + read, false},
		"behind one that some miss":    {`if (n > lane) __syncthreads();` + store + `__syncthreads();` + read, false},
		"behind one of other warps":    {`if (threadIdx.x > n) __syncthreads();` + store + `__syncthreads();` + read, false},
		"before one that some miss":    {store + `__syncthreads(); if (n > lane) __syncthreads();` + read, true},
		"behind a collective of some":  {`if (n > lane) __syncwarp(1);` + store + `__syncthreads();` + read, true},
		"who stores may be missing":    {`if (threadIdx.x == n) m = 5; __syncthreads();` + read, false},
		"who stores may have left":     {`if (threadIdx.x < n) return;` + store + `__syncthreads();` + read, false},
		"another constant as well":     {store + `if (threadIdx.x == 1) m = 6; __syncthreads();` + read, false},
		"by all":                       {`m = 5; __syncthreads();` + read, true},
		"by the last thread":           {`if (threadIdx.x == blockDim.x - 1) m = 5; __syncthreads();` + read, true},
		"some readers have come there": {store + `if (lane < n) { __syncthreads(); }` + read, false},
	} {
		in := interpretText(t, body("__shared__ int m; "+c.statements), warp.Shape{2 * warp.Size, 1, 1}, nil)
		last := in.log.Events[slices.IndexFunc(in.log.Events, func(e *trace.Event) bool { return e.Masked && e.Mask.At(0) == in.t.Const(32, 31) })]
		known := true
		for l, g := range last.Guard.List() {
			known = known && (g.IsTrue() || l >= 5) && (g.IsFalse() || l < 5)
		}
		if known != c.known {
			t.Errorf("%s: that lanes 0-4 read it is known: %t, want %t", about, known, c.known)
		}
	}
}

// TestHasCollectives: a kernel is interpreted if it may reach a collective, itself or in a call.
func TestHasCollectives(t *testing.T) {
	for text, want := range map[string]bool{
		`__global__ void k(int *d) { d[0] = 1; }`:                                                   false,
		`__global__ void k(int *d) { __syncwarp(~0u); }`:                                            true,
		`__device__ void f() { __syncthreads(); } __global__ void k(int *d) { if (d[0]) f(); }`:     true,
		`__device__ int g(int x) { return x; } __global__ void k(int *d) { d[0] = g(3); }`:          false,
		`__device__ void f() { __syncwarp(1); } __global__ void k(int *d) { d[0] = __popc(d[1]); }`: false,
	} {
		in := interpretText(t, text, oneWarp, nil)
		if got := in.HasCollectives(in.Trace.Root); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestTooDeep: calls that are nested too deep to be followed are noted, with an event if they may hide a collective.
func TestTooDeep(t *testing.T) {
	for text, hides := range map[string]bool{
		`__device__ int f(int n) { __syncwarp(~0u); if (n) return f(n - 1); return 0; } __global__ void k(int *d, int n) { if (f(n)) __syncwarp(1); }`: true,
		`__device__ int f(int n) { if (n) return f(n - 1); return 0; } __global__ void k(int *d, int n) { if (f(n)) __syncwarp(1); }`:                  false,
	} {
		in := interpretText(t, text, oneWarp, nil)
		isOpaque := slices.ContainsFunc(in.log.Events, func(e *trace.Event) bool { return e.Opaque })
		if isOpaque != hides || len(in.Trace.CutShort) == 0 {
			t.Errorf("%s: opaque %t, cut short %v", text, isOpaque, in.Trace.CutShort)
		}
	}
}

// TestNextIteration: if races are looked for, the trace has the value of a carried word in the next iteration too.
func TestNextIteration(t *testing.T) {
	in := interpretText(t, body(`
  __shared__ int s[64];
  for (int i = 0; i < n; i += 2) {
    s[lane ^ 1] = d[i];
    __syncwarp(~0u);
    d[lane] = s[lane];
  }`), oneWarp, func(s *Setting) {
		s.Racing = true
		s.Sliced, _ = slice.OfShared(s.Root, s.Functions.Policy())
	})
	if len(in.log.Summaries) == 0 {
		t.Fatal("no loop is summarised")
	}
	loop := in.log.Summaries[len(in.log.Summaries)-1]
	next, known := loop.Next[loop.K]
	if !known || next != in.t.AddConst(loop.K, 1) {
		t.Errorf("behind iteration k comes %v", next)
	}
	for _, a := range in.log.Accesses {
		if !a.IsWithin(loop) || len(a.Point.Iterations) != 1 {
			t.Errorf("%v is not within the loop", a.Instr)
		}
	}
}

// TestMetElsewhere: nothing is presumed about which lanes take part in a collective that lanes reach from another site
// too.
func TestMetElsewhere(t *testing.T) {
	text := body(`unsigned m; if (lane < n) m = __ballot_sync(~0u, 1); else m = __ballot_sync(~0u, 0); if (m & 1) __syncwarp(1);`)
	first := interpretText(t, text, oneWarp, nil)
	site := first.log.Events[0].Instr
	if !first.log.Events[0].Assumes {
		t.Error("what a vote yields assumes nothing")
	}
	in := interpretText(t, text, oneWarp, func(s *Setting) { s.SharedWithCalls = collectivesOf(s.Root) })
	if e := in.log.Events[0]; e.Instr.Pos != site.Pos || e.Assumes {
		t.Error("a vote that lanes meet from another site assumes that none does")
	}
	if !slices.ContainsFunc(in.log.Events, func(e *trace.Event) bool { return e.OneMask() }) {
		t.Error("no event has one mask")
	}
}

// collectivesOf returns the collectives of a function.
func collectivesOf(fn *cfg.Func) map[*cfg.Instr]bool {
	all := map[*cfg.Instr]bool{}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			all[i] = i.Op == cfg.Collective_
		}
	}
	return all
}
