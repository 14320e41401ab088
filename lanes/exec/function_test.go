package exec

import (
	"fmt"
	"slices"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/treetest"
	"github.com/warpcheck/warpcheck/lanes/trace"
)

// functionNamed returns a function that a text's kernel calls.
func functionNamed(t *testing.T, text, name string) *cfg.Func {
	t.Helper()
	for _, callee := range treetest.Program(t, text).Roots[0].Callees {
		if callee.Name == name {
			return callee
		}
	}
	t.Fatalf("no %s is called", name)
	return nil
}

// TestComputes: the result of a function depends on its arguments alone if the function reads nothing else and stores
// nothing outside.
func TestComputes(t *testing.T) {
	for text, want := range map[string]bool{
		`__device__ int f(int *d, int x) { return x * 2 + (x > 3); }`:                                                                true,
		`__device__ int f(int *d, int x) { int a[2]; a[0] = x; a[1] = 3; return a[x & 1]; }`:                                         true,
		`__device__ int f(int *d, int x) { int v = x; int *p = &v; *p += 1; return v; }`:                                             true,
		`__device__ int g(int x) { return x + 1; } __device__ int f(int *d, int x) { return g(x); }`:                                 true,
		`__device__ int g(int *p) { return *p; } __device__ int f(int *d, int x) { int v = x; return g(&v); }`:                       true,
		`__device__ int f(int *d, int x) { if (x < 2) return x; return f(d, x / 2); }`:                                               false, // the search does not recognise this
		`__device__ int f(int *d, int x) { return x + threadIdx.x; }`:                                                                false,
		`__device__ int f(int *d, int x) { __shared__ int s; return s + x; }`:                                                        false,
		`__device__ int f(int *d, int x) { __shared__ int s; s = x; return x; }`:                                                     false,
		`__device__ int f(int *d, int x) { __shared__ int s; int *p = &s; return *p; }`:                                              false,
		`__device__ int f(int *d, int x) { __syncwarp(~0u); return x; }`:                                                             false,
		`__device__ int g(int *p) { return *p; } __device__ int f(int *d, int x) { __shared__ int s; return g(&s); }`:                false,
		`__device__ int g(int *p) { return threadIdx.x; } __device__ int f(int *d, int x) { int v; return g(&v); }`:                  false,
		`__device__ int g(int **p) { return **p; } __device__ int f(int *d, int x) { __shared__ int s; int *p = &s; return g(&p); }`: false,
	} {
		f := functionNamed(t, text+" __global__ void k(int *d, int n) { d[0] = f(d, n); }", "f")
		known := NewFunctions()
		for range 2 { // what was found out is remembered
			if known.computes(f) != want {
				t.Errorf("%s: that it computes its result is not %t", text, want)
			}
		}
	}
}

// TestComputesOfContents: the result of a function depends on the contents of what its arguments point to if it reads
// nothing else and writes to none of it. The address of a variable is not part of its contents.
func TestComputesOfContents(t *testing.T) {
	for text, want := range map[string]bool{
		`__device__ int f(const int *p, int x) { return p[x] * 2; }`:                                                      true,
		`__device__ int f(const int *p, int x) { int v = 0; for (const int *q = p; x > 0; x--) v += *q++; return v; }`:    true,
		`__device__ int g(const int *p) { return *p; } __device__ int f(const int *p, int x) { return g(p) + g(p + x); }`: true,
		`__device__ int f(int *p, int x) { *p = x; return x; }`:                                                           false,
		`__device__ void g(int *p) { *p = 1; } __device__ int f(int *p, int x) { g(p); return x; }`:                       false,
		`__device__ int f(const int *p, int x) { return p < p + x; }`:                                                     false,
		`__device__ int f(const int *p, int x) { return *p + threadIdx.x; }`:                                              false,
	} {
		f := functionNamed(t, text+" __global__ void k(int *d, int n) { d[0] = f(d, n); }", "f")
		known := NewFunctions()
		for range 2 { // what was found out is remembered
			if known.computesOfContents(f) != want {
				t.Errorf("%s: that it computes its result of contents is not %t", text, want)
			}
		}
	}
}

// TestSurvey: what lanes may do in a function and in each of its loops, calls included.
func TestSurvey(t *testing.T) {
	const endless, collects = `__device__ void g(int x) { if (x) for (;;) ; } `, `__device__ void g(int x) { __syncwarp(x); } `
	for _, c := range []struct {
		text               string
		leaves             leaving
		keeps, busy, meets bool
	}{
		{`__device__ void f(int *d, int x) { for (int i = 0; i < x; i++) d[i] = 0; }`, 0, false, false, false},
		{`__device__ void f(int *d, int x) { for (int i = 0; i < x; i++) __syncwarp(1); }`, 0, false, true, true},
		{`__device__ void f(int *d, int x) { for (int i = 0; i < x; i++) if (d[i]) __trap(); }`, byTrap, false, true, false},
		{`__device__ void f(int *d, int x) { for (int i = 0; i < x; i++) if (d[i]) return; }`, 0, false, false, false},
		{`__device__ void f(int *d, int x) { for (int i = 0; i < x; i++) { for (;;) d[i] = 1; } }`, 0, true, true, false},
		{endless + `__device__ void f(int *d, int x) { for (int i = 0; i < x; i++) g(d[i]); }`, 0, true, true, false},
		{collects + `__device__ void f(int *d, int x) { for (int i = 0; i < x; i++) g(d[i]); }`, 0, false, true, true},
		{`__device__ void g(int x) { if (x) __trap(); } __device__ void f(int *d, int x) { for (int i = 0; i < x; i++) g(d[i]); }`, byTrap, false, true, false},
	} {
		f := functionNamed(t, c.text+" __global__ void k(int *d, int n) { f(d, n); }", "f")
		s := NewFunctions().funcSummaryOf(f)
		if s.mayLeave != c.leaves || s.mayKeep != c.keeps || s.mayCollect != c.meets {
			t.Errorf("%s: may leave %d, may keep %t, may collect %t", c.text, s.mayLeave, s.mayKeep, s.mayCollect)
		}
		outer := f.Blocks[slices.IndexFunc(f.Blocks, func(b *cfg.Block) bool { return b.Loop != nil && b.Loop.Parent == nil })].Loop
		if s.leaves[outer] != c.leaves || s.keeps[outer] != c.keeps || s.busy[outer] != c.busy {
			t.Errorf("%s: of the loop: leaves %d, keeps %t, busy %t", c.text, s.leaves[outer], s.keeps[outer], s.busy[outer])
		}
	}
}

// TestCircles: functions that call each other have the same summary, whichever is summarised first.
func TestCircles(t *testing.T) {
	const text = `__device__ void h(int x) { if (x) __trap(); for (;;) __syncwarp(x); }
		__device__ void f(int *d, int x) { h(x); } __device__ void g(int *d, int x) { if (x) f(d, x - 1); }
		__global__ void k(int *d, int n) { g(d, n); }`
	want := conduct{mayCollect: true, mayLeave: byTrap, mayKeep: true}
	for _, name := range []string{"f first", "g first"} {
		g := functionNamed(t, text, "g")
		f := g.Callees[0]
		f.Callees = append([]*cfg.Func{g}, f.Callees...)
		asked := []*cfg.Func{f, g}
		if name == "g first" {
			slices.Reverse(asked)
		}
		known := NewFunctions()
		for _, fn := range asked {
			if got := known.funcSummaryOf(fn).conduct; got != want {
				t.Errorf("%s: of %s it is known that %+v", name, fn.Name, got)
			}
		}
	}
}

// TestMeetAgain: the lanes that diverge at a branch are all together again behind it, unless some may be elsewhere by
// then.
func TestMeetAgain(t *testing.T) {
	for statements, all := range map[string]bool{
		`if (d[lane]) d[1] = 2; else d[2] = 3; __syncwarp(~0u);`:                          true,
		`if (d[lane]) { for (int i = 0; i < n; i++) d[i] = lane; } __syncwarp(~0u);`:      true,
		`if (d[lane]) { if (d[lane + 1]) return; } __syncwarp(~0u);`:                      false,
		`if (d[lane]) { if (d[lane + 1]) __trap(); } __syncwarp(~0u);`:                    false,
		`if (d[lane]) { while (d[n]) ; } __syncwarp(~0u);`:                                true,
		`if (d[lane]) { for (;;) ; } __syncwarp(~0u);`:                                    false,
		`for (int i = 0; i < 3; i++) { if (d[lane] == i) break; } __syncwarp(~0u);`:       true,
		`for (int i = 0; i < 3; i++) { if (d[lane] == i) return; } __syncwarp(~0u);`:      false,
		`for (int i = lane; i < n; i++) { if (d[lane] == i) break; } __syncwarp(~0u);`:    true,
		`for (int i = lane; i < n; i++) { if (d[lane] == i) __trap(); } __syncwarp(~0u);`: false,
	} {
		in := interpretText(t, body(statements), oneWarp, nil)
		last := in.log.Events[len(in.log.Events)-1]
		if got := last.Guard.IsConstant() && last.Guard.At(7).IsTrue(); got != all {
			t.Errorf("%s: that all are together again is %t: %v", statements, got, last.Guard.At(7))
		}
	}
}

// TestCarries: the words that a loop carries without an invariant are listed, with their values at the end of the
// iteration.
func TestCarries(t *testing.T) {
	for statements, want := range map[string]int{
		`for (int i = 0; i < n; i++) __syncwarp(i);`:                                                       0,
		`int v = lane; for (int i = 0; i < n; i++) { __syncwarp(v); v = d[v]; }`:                           1,
		`int v = 1, w = 2; for (int i = 0; i < n; i++) { __syncwarp(v + w); int t = v; v = d[w]; w = t; }`: 2,
		`int *p = d; for (int i = 0; i < n; i++) { __syncwarp(*p); p += d[i]; }`:                           1,
		`int *p = d; for (int i = 0; i < n; i++) { __syncwarp(*p); p += 2; }`:                              0,
		`unsigned m = n; while (m) { __syncwarp(m); m &= m - 1; }`:                                         1,
	} {
		in := interpretText(t, body(statements), oneWarp, nil)
		loop := in.log.Summaries[len(in.log.Summaries)-1]
		if len(loop.Carries) != want {
			t.Errorf("%s: %d words are carried", statements, len(loop.Carries))
		}
		for _, c := range loop.Carries {
			if c.Next.IsNone() || c.Word.Equal(c.Next) {
				t.Errorf("%s: %v is %v in the next iteration", statements, c.Word.At(0), c.Next)
			}
		}
	}
}

// TestFeeds: the result of a reduction depends on the lanes' values, on which lanes arrive and on their masks.
func TestFeeds(t *testing.T) {
	in := interpretText(t, body(`if (lane < n) { unsigned s = __reduce_add_sync(d[3], d[lane]); if (s > 3) __syncwarp(s); }`), oneWarp, nil)
	reduced := in.log.Events[1].Mask.At(0)
	fed, known := in.Trace.Fed[reduced]
	if !known || fed.Loop != nil || fed.Control {
		t.Fatalf("%v is fed by %v", reduced, fed)
	}
	var words []string
	for _, v := range fed.Of {
		words = append(words, fmt.Sprint(v.At(3)))
	}
	for about, v := range map[string]*trace.Event{"who is here": in.log.Events[0]} {
		if !slices.Contains(words, fmt.Sprint(v.Guard.At(3))) || !slices.Contains(words, fmt.Sprint(v.Mask.At(3))) {
			t.Errorf("%s is not among %v", about, words)
		}
	}
}

// TestMasksOfClasses: masks that are pairwise equal or disjoint divide the lanes into classes.
func TestMasksOfClasses(t *testing.T) {
	for statements, want := range map[string]bool{
		`unsigned m = __match_any_sync(~0u, d[lane]); __syncwarp(m);`:                           true,
		`if (lane < 16) { unsigned m = __match_any_sync(0xffff, d[lane]); __syncwarp(m); }`:     true,
		`if (lane < 16) { unsigned m = __match_any_sync(~0u, d[lane]); __syncwarp(m); }`:        false,
		`bool on = d[lane] > 1; unsigned m = __ballot_sync(~0u, on); __syncwarp(on ? m : ~m);`:  true,
		`bool on = d[lane] > 1; unsigned m = __ballot_sync(~0u, on); __syncwarp(on ? m : ~0u);`: false,
		`__syncwarp(lane < 16 ? 0xffff : 0xffff0000);`:                                          true,
		`__syncwarp(lane < 16 ? 0xffff : 0xffffff00);`:                                          false,
		`if (lane < n) { unsigned m = __activemask(); __syncwarp(m); }`:                         true,
		`__syncwarp(d[lane]);`: false,
	} {
		in := interpretText(t, body(statements), oneWarp, nil)
		if e := in.log.Events[len(in.log.Events)-1]; in.Trace.PassesClasses(e) != want {
			t.Errorf("%s: that they are classes is not %t", statements, want)
		}
	}
}
