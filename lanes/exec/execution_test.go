package exec

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/lanes/trace"
	"github.com/warpcheck/warpcheck/sim"
	"github.com/warpcheck/warpcheck/warp"
)

// kernels are texts, named by what they exercise. For an exact kernel nothing is approximated: the trace has the
// executions of each input and no others.
var kernels = []struct {
	name, text string
	exact      bool
}{
	{"straight line", body(`__syncwarp(~0u);`), true},
	{"branch on the lane", body(`if (lane < n) __syncwarp((1u << n) - 1); else __syncwarp(0u - (1u << n));`), true},
	{"branch on data", body(`if (d[lane] > 1) __syncwarp(1u << lane);`), true},
	{"nested branches", body(`if (lane < 16) { if (d[lane] == 0) __syncwarp(1); else __syncwarp(2); }`), true},
	{"short circuit", body(`if (lane < n && d[lane] > 0 || lane == 7) __syncwarp(~0u);`), true},
	{"choice", body(`__syncwarp(lane < n ? 0xff : 0xff00);`), true},
	{"switch", body(`switch (lane & 3) { case 0: __syncwarp(1); case 1: __syncwarp(2); break; case 2: __syncwarp(4); break; default: __syncwarp(8); }`), true},
	{"early return", body(`if (lane >= n) return; __syncwarp(n >= 32 ? ~0u : (1u << n) - 1);`), true},
	{"trap", body(`if (d[lane] == 2) __trap(); __syncwarp(~0u);`), true},
	{"arithmetic", body(`int x = lane * 3 - n; x ^= lane << 1; x = x / 2 + x % 5; if ((x & 4) != 0) __syncwarp(x);`), true},
	{"unsigned comparison", body(`unsigned x = lane - n; if (x > 20u) __syncwarp(x >> 3);`), true},
	{"local array", body(`int a[4]; a[lane & 3] = lane; a[1] = n; if (a[lane & 3] > 2) __syncwarp(~0u);`), true},
	{"call", `
__device__ int pick(int *d, int i) { if (i > 4) return d[i]; return i; }
__global__ void k(int *d, int n) { int lane = threadIdx.x & 31; if (pick(d, lane) < n) __syncwarp(1u << n); }`, true},
	{"call that returns early", `
__device__ void meet(int lane, int n) { if (lane < n) return; __syncwarp(~0u); }
__global__ void k(int *d, int n) { int lane = threadIdx.x & 31; meet(lane, n); meet(lane, d[0]); }`, true},
	{"recursion", `
__device__ int half(int x) { if (x < 2) return x; return half(x / 2); }
__global__ void k(int *d, int n) { int lane = threadIdx.x & 31; if (half(12) == 1 && lane < n) __syncwarp(~0u); }`, true},
	{"ballot", body(`unsigned m = __ballot_sync(~0u, d[lane] > 0); if (d[lane] > 0) __syncwarp(m); if (m & 8) __syncwarp(~m);`), true},
	{"votes", body(`if (__any_sync(~0u, d[lane] == 2)) __syncwarp(1); if (__all_sync(~0u, lane < n)) __syncwarp(2);`), true},
	{"shuffles", body(`int v = d[lane]; v = __shfl_xor_sync(~0u, v, 1, 32) + __shfl_down_sync(~0u, v, 2, 8); if (v > 2) __syncwarp(v);`), true},
	{"shuffle from any lane", body(`int v = __shfl_sync(~0u, d[lane], n, 32); if (v == 1) __syncwarp(~0u); if (__shfl_up_sync(~0u, lane, 4, 16) < n) __syncwarp(4);`), true},
	{"match", body(`unsigned m = __match_any_sync(~0u, d[lane] & 1); __syncwarp(m);`), true},
	{"match of all", body(`int all; unsigned m = __match_all_sync(~0u, d[lane] / 40, &all); if (all) __syncwarp(m); else __syncwarp(1);`), true},
	{"match of all that agree", body(`int all; unsigned m = __match_all_sync(~0u, d[n], &all); if (all) __syncwarp(m);`), true},
	{"reduction", body(`unsigned s = __reduce_add_sync(~0u, lane < n), most = __reduce_max_sync(~0u, d[lane]); if (s > 3) __syncwarp(~0u); if (most > 1) __syncwarp(1);`), false},
	{"active lanes", body(`if (lane < n) __syncwarp(__activemask());`), false},
	{"vote of a block", body(`if (__syncthreads_or(lane == n)) __syncwarp(1); if (__syncthreads_count(d[lane]) > 3) __syncwarp(2);`), false},
	{"bits", body(`if (__popc(n) > 1) __syncwarp(__brev(lane)); if (__ffs(d[lane]) == 1) __syncwarp(__clz(lane)); if (__umulhi(n * 1000, lane << 20) > 2) __syncwarp(2);`), true},
	{"bytes", body(`unsigned x = __byte_perm(d[lane], n, 0x5140) + __usad(lane, n, 1) + __uhadd(lane, n); x ^= __funnelshift_l(lane, n, 9) - __funnelshift_rc(n, lane, 40); if (x & 2) __syncwarp(x);`), true},
	{"floating arithmetic", body(`float x = lane; if (x + 1 < n) __syncwarp(~0u); if (x * 2 == n) __syncwarp(2); bool odd = lane & 1; if (odd && x > 3) __syncwarp(4);`), false},
	{"wide words", body(`unsigned long long w = lane; w <<= 33; w += n; if (w > 100u) __syncwarp(w >> 33);`), true},
	{"pointer to a variable", `
__device__ void bump(int *p, int by) { *p += by; }
__global__ void k(int *d, int n) { int lane = threadIdx.x & 31, v = lane; bump(&v, n); if (v > 9) __syncwarp(~0u); }`, true},
	{"array at an index that is not known", body(`int a[4]; a[0] = 1; a[1] = lane; a[2] = n; a[3] = 9; if (a[d[lane] & 3] > 4) __syncwarp(~0u);`), true},
	{"large computation of a number", strings.ReplaceAll(strings.ReplaceAll(large("return x"), "(int *d, int x)", "(int x)"), "(d, ", "("), false},
	{"branch that nobody asks about", body(`int v = 0; if (d[lane] > 0) d[lane] = 1; else { v = 2; d[lane + 32] = v; } if (lane < n) __syncwarp(~0u);`), true},
	{"constant in shared memory", body(`__shared__ int m; if (lane == 0) m = 5; __syncthreads(); if (lane < m) __syncwarp(31);`), false},
	{"multiple of a warp", body(`if (n % 32 == 0) for (int i = lane; i < n; i += 32) __syncwarp(~0u);`), false},
	{"loop with a large body", body("for (int i = 0; i < 3; i++) {\n" + strings.Repeat("  n = n * 3 + i; if (n > 999) n /= 7;\n", 80) + "  if (lane < n) __syncwarp(i);\n}"), false},
	{"large computation", large("return x"), false},
	{"large computation with a collective", large("__syncwarp(1u << (x & 31)); return x"), false},
	{"large computation that ends the kernel", large("if (x > 2) __trap(); return x"), false},
	{"large computation of memory", large("return x + d[x & 31]"), false},
	{"loop of a constant number of rounds in a loop", body(`for (int i = 0; i < n; i++) { int v = d[i]; for (int o = 4; o > 0; o /= 2) v += __shfl_down_sync(~0u, v, o, 32); if (v > 3) __syncwarp(1); }`), false},
	{"loop that shifts", body(`for (unsigned m = 1; m < n; m <<= 1) if (lane & m) __syncwarp(m);`), false},
	{"loop with tables", body(`int a[8]; for (int i = 0; i < 8; i++) a[i] = i * n; for (int i = 0; i < n; i++) { a[i & 7] = d[i]; if (a[0] > 1) __syncwarp(~0u); }`), false},
	{"unrolled loop", body(`for (int i = 0; i < 3; i++) if (lane > i) __syncwarp(0u - (2u << i));`), true},
	{"unrolled loop that lanes leave", body(`for (int i = 0; i < 4; i++) { if (lane == i) break; __syncwarp(~0u); }`), true},
	{"unrolled loop with continue", body(`int i = 0; do { i++; if (i == 2) continue; __syncwarp(i); } while (i < 4);`), true},
	{"reduction in steps", body(`int v = d[lane]; for (int o = 16; o > 0; o >>= 1) v += __shfl_xor_sync(~0u, v, o, 32); if (v > 40) __syncwarp(~0u);`), true},
	{"shared memory", body(`__shared__ int s[32]; s[lane] = d[lane]; __syncwarp(~0u); if (s[lane ^ 1] > n) __syncwarp(~0u);`), false},
	{"loop on an argument", body(`for (int i = 0; i < n; i++) __syncwarp(~0u);`), false},
	{"loop of each lane", body(`for (int i = lane; i < n; i += 4) __syncwarp(1u << lane);`), false},
	{"loop with its mask", body(`unsigned m = __ballot_sync(~0u, lane < n); for (int i = lane; i < n; i += 32) { __syncwarp(m); m = __ballot_sync(m, i + 32 < n); }`), false},
	{"loop over a mask", body(`unsigned m = __ballot_sync(~0u, d[lane] > 0); while (m) { int i = __ffs(m) - 1; m &= m - 1; if (i == lane) __syncwarp(1u << lane); }`), false},
	{"loop that returns", body(`for (int i = 0; i < n; i++) { if (d[i] > 5 && lane == i) return; __syncwarp(~0u); }`), false},
	{"loop in a loop", body(`for (int i = 0; i < n; i++) for (int j = lane; j < i; j += 16) __syncwarp(j);`), false},
	{"loop in which lanes wait", body(`for (int i = 0; i < n; i++) { if (d[i] == lane) __syncwarp(1u << lane); __syncthreads(); }`), false},
	{"loop on data", body(`int i = lane; while (d[i] > 0 && i < 60) { i += 7; __syncwarp(1u << lane); } __syncwarp(~0u);`), false},
	{"value behind a loop", body(`int last = 0; for (int i = lane; i < n; i += 8) last = i; if (last > 9) __syncwarp(last);`), false},
	{"pointer that moves", body(`int *p = d + lane; for (int i = 0; i < n; i++) { if (*p > 1) __syncwarp(1u << lane); p += 3; }`), false},
	{"pointer that moves back", body(`int *p = d + 9; while (p > d + n) { p -= 2; if (*p > lane) __syncwarp(1u << lane); }`), false},
	{"pointers that change places", body(`int x = lane, y = n; int *p = &x; int *q = &y; for (int i = 0; i < n; i++) { if (*p > 2) __syncwarp(*p); int *t = p; p = q; q = t; *p += 1; }`), false},
	{"pointer to one of two", body(`int x = 1, y = 9; for (int i = 0; i < n; i++) { int *p = d[i] > 1 ? &x : &y; *p += lane; } if (x > y) __syncwarp(x);`), false},
	{"number that alternates", body(`int c = 0; for (int i = 0; i < n; i++) { if (c == (lane & 1)) __syncwarp(0x55555555u << c); c = 1 - c; }`), false},
	{"number of three", body(`int c = 0; for (int i = 0; i < n; i++) { if (c == lane) __syncwarp(1u << c); c = c == 2 ? 0 : c + 1; }`), false},
	{"words that change places", body(`int a = lane, b = n; for (int i = 0; i < n; i++) { int t = a; a = b; b = t; if (a > 2) __syncwarp(a); } if (b > 2) __syncwarp(b);`), false},
	{"words that feed each other", body(`int a = 1, b = lane; for (int i = 0; i < n; i++) { int t = a + b; a = b; b = t; } if (b > 9) __syncwarp(b);`), false},
	{"mask that shrinks", body(`unsigned m = n * 11 + 5; while (m) { if (m >> lane & 1) __syncwarp(m); m &= m - 1; }`), false},
	{"mask that shrinks by data", body(`unsigned m = ~0u; for (int i = 0; i < n; i++) { m &= ~(1u << d[i]); if (m >> lane & 1) __syncwarp(m); }`), false},
	{"mask that grows", body(`unsigned m = 1; for (int i = 0; i < n; i++) { m |= 1u << d[i]; if (m >> lane & 1) __syncwarp(m); }`), false},
	{"shift to the right", body(`for (unsigned m = n * 5; m; m >>= 1) if (lane < m) __syncwarp(m);`), false},
	{"shift by two", body(`for (unsigned m = 1; m < 40u * n; m <<= 2) if (lane & m) __syncwarp(m);`), false},
	{"shift out of the word", body(`unsigned m = 1; for (int i = 0; i < n * 9; i++) { if (m & 1u << lane) __syncwarp(m); m <<= 3; }`), false},
	{"halves", body(`for (int o = n; o > 0; o /= 2) if (lane < o) __syncwarp(o);`), false},
	{"lanes that go on", body(`int v = d[lane]; unsigned m = __ballot_sync(~0u, v > 0); while (v > 0) { __syncwarp(m); v -= 2; m = __ballot_sync(m, v > 0); }`), false},
	{"lanes with a property", body(`bool on = d[lane] > 0; unsigned m = __ballot_sync(~0u, on); for (int i = 0; i < n; i++) { if (on) { __syncwarp(m); on = d[i] > lane; } m = __ballot_sync(~0u, on); }`), false},
	{"lanes with one key", body(`unsigned m = __match_any_sync(~0u, d[lane] & 1); for (unsigned r = m; r; r &= r - 1) if (__ffs(r) > 4) __syncwarp(m);`), false},
	{"own step", body(`for (int i = 0; i < n + 9; i += lane + 1) if (i > 4) __syncwarp(1u << lane);`), false},
	{"step of data", body(`for (int i = 0; i < n; i += 1 + d[i]) if (i > 1) __syncwarp(i);`), false},
	{"step that turns round", body(`int i = 5; while (i > -3 && i < 9) { __syncwarp(1u << lane); i += n > 1 ? 3 : -3; }`), false},
	{"sides that count differently", body(`int c = 0; for (int i = 0; i < n; i++) if (d[i] > 0) c++; else c += 2; if (c > lane) __syncwarp(c);`), false},
	{"leaving with what it had", body(`int v = 0; for (int i = lane; i < n + 20; i += 5) { v = i; if (d[i] == 2) break; v = i + 1; } if (v > 9) __syncwarp(v);`), false},
	{"leaving by two ways", body(`int v = 1; for (int i = 0; i < n; i++) { if (d[i] == lane) { v = 2; break; } if (d[i] > 3) { v = 4; break; } } __syncwarp(v);`), false},
	{"leaving a function", `
__device__ int find(int *d, int n, int x) { for (int i = 0; i < n; i++) if (d[i] == x) return i; return -1; }
__global__ void k(int *d, int n) { int lane = threadIdx.x & 31, at = find(d, n, lane); if (at >= 0) __syncwarp(1u << lane); if (find(d, n, 1) < 0) __syncwarp(~0u); }`, false},
	{"leaving two loops", body(`bool found = 0; for (int i = 0; i < n && !found; i++) for (int j = 0; j < 3; j++) if (d[i + j] == lane) { found = 1; break; } if (found) __syncwarp(1u << lane);`), false},
	{"stores in a loop", body(`for (int i = 0; i < n; i++) d[lane] = i; if (d[lane] > 1) __syncwarp(~0u); if (d[40] > 1) __syncwarp(40);`), false},
	{"array in turns", body(`int a[2]; a[0] = lane; a[1] = n; for (int i = 0; i < n; i++) a[i & 1] = a[(i + 1) & 1] + 1; if (a[0] > 3) __syncwarp(a[1]);`), false},
	{"at least once", body(`int i = 0; do { __syncwarp(1u << lane); i += d[lane & 3] + 1; } while (i < n);`), false},
	{"shared word of a loop", body(`__shared__ int s[32]; for (int i = 0; i < n; i++) { s[lane] = d[i] + lane; __syncwarp(~0u); if (s[lane ^ 1] > 3) __syncwarp(s[lane]); __syncwarp(~0u); }`), false},
	{"shared word behind another", body(`__shared__ int m; if (lane == 0) m = 5; __syncthreads(); int a = m; __syncthreads(); if (lane == n) m = n; __syncthreads(); if (m + a > 9) __syncwarp(m);`), false},
	{"vote in a loop", body(`int i = lane; while (__any_sync(~0u, i < n)) { if (i < n) __syncwarp(1u << lane); i += 4; }`), false},
	{"count of a loop", body(`int c = 0; for (int i = lane; i < n; i += 2) c++; if (__popc(__ballot_sync(~0u, c > 1)) > 2) __syncwarp(c);`), false},
	{"exchange in a loop", body(`int v = lane; for (int i = 0; i < n; i++) { v = __shfl_sync(~0u, v, lane + 1, 32); if (v < 4) __syncwarp(1u << lane); }`), false},
	{"unsigned end", body(`for (unsigned i = n; i-- > 0;) if (d[i] > lane) __syncwarp(1u << lane);`), false},
	{"wrapping counter", body(`for (unsigned i = 0u - n; i != 0; i++) if (lane == 3) __syncwarp(i);`), false},
}

// large returns a kernel that calls a function which is too large to be interpreted for its result.
func large(result string) string {
	return `
__device__ int compute(int *d, int x) {
` + strings.Repeat("  x = x * 3 + 1; if (x > 1000) x = x / 7;\n", 60) + result + `;
}
__global__ void k(int *d, int n) { int lane = threadIdx.x & 31; int v = compute(d, n); if (v == compute(d, n)) __syncwarp(~0u); if (compute(d, lane) > 40) __syncwarp(1); }`
}

// TestContains: whatever the concrete machine does on some input is one of the executions of the trace. Every verdict
// rests on this.
func TestContains(t *testing.T) {
	for _, k := range kernels {
		if k.exact { // TestExact checks these kernels more strictly
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			in := interpretText(t, k.text, oneWarp, nil)
			for _, i := range inputs(false) {
				for _, r := range i.simulate(in.Trace.Root, oneWarp).Rendezvous {
					if !contains(in, i, r) {
						t.Errorf("%v: the trace has not that lanes %v come to line %d", i, r.Converged, r.Site.Pos.Line)
					}
				}
			}
		})
	}
}

// TestExact: if nothing is approximated, an event happens as its formulas state on each input, and none is missing.
func TestExact(t *testing.T) {
	for _, k := range kernels {
		if !k.exact {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			in := interpretText(t, k.text, oneWarp, nil)
			for _, i := range inputs(true) {
				run := i.simulate(in.Trace.Root, oneWarp)
				checkExact(t, in, i, untilBroken(run))
			}
		})
	}
}

// untilBroken returns the rendezvous up to the first that breaks a rule: the result of a collective that lacks lanes is
// not known.
func untilBroken(run *sim.Outcome) []*sim.Rendezvous {
	for n, r := range run.Rendezvous {
		if len(run.Violations) > 0 && r == run.Violations[0].Rendezvous {
			return run.Rendezvous[:n+1]
		}
	}
	return run.Rendezvous
}

func checkExact(t *testing.T, in *interp, i input, all []*sim.Rendezvous) {
	t.Helper()
	for _, r := range all {
		found := false
		for _, e := range eventsOf(in, r.Site) {
			set, known := lanesOn(in, i, e.Guard)
			found = found || known && set == r.Converged && hasMasks(in, i, e, r)
		}
		if !found {
			t.Errorf("%v: no event is that lanes %v come to line %d with masks %x", i, r.Converged, r.Site.Pos.Line, r.Masks)
		}
	}
}

// hasMasks reports whether the lanes of a rendezvous pass the masks of an event.
func hasMasks(in *interp, i input, e *trace.Event, r *sim.Rendezvous) bool {
	for l := range warp.Size {
		if !e.Masked || !r.Converged.Has(l) {
			continue
		}
		if m, known := i.evaluate(in, e.Mask.At(l)); !known || uint32(m) != r.Masks[l] {
			return false
		}
	}
	return true
}
