package exec

import (
	"strings"
	"testing"
)

// TestCollectiveClaims: what is known about the results of collectives.
func TestCollectiveClaims(t *testing.T) {
	for _, c := range collectiveClaims {
		t.Run(c.name, func(t *testing.T) { checkClaims(t, body(c.text)) })
	}
}

var collectiveClaims = []struct{ name, text string }{
	{"a vote of half the warp", `
  if (lane < 16) {
    unsigned m = __ballot_sync(0xffff, d[lane] > 0);
    surely(m >> 16 == 0);
    surely((m >> lane & 1) == (d[lane] > 0));
    perhaps(m == 0);
  }`},
	{"a vote behind an exit", `
  if (lane >= 16) return;
  surely(__ballot_sync(~0u, 1) == 0xffff);
  surely(__all_sync(~0u, 1));
  surely(!__any_sync(~0u, lane > 15));`},
	{"a vote that names lanes that stay away", `
  if (lane < 16) {
    unsigned m = __ballot_sync(~0u, 1);
    surely((m & 0xffff) == 0xffff);
    unlessBroken(m == 0xffff);
    unlessBroken(!__any_sync(~0u, lane == 16));
    unlessBroken(__all_sync(~0u, 1));
  }`},
	{"votes of halves", `
  unsigned half = lane < 16 ? 0xffff : 0xffff0000;
  unsigned m = __ballot_sync(half, d[lane] > 0);
  surely((m & ~half) == 0);
  surely((m >> lane & 1) == (d[lane] > 0));
  surely(__any_sync(half, d[lane] > 0) == (m != 0));
  if (m) {
    perhaps(mask ~0u);
  }`},
	{"both sides of a vote", `
  bool on = d[lane] > 1;
  unsigned sides = __ballot_sync(~0u, on);
  unsigned mine = on ? sides : ~sides;
  if (on) {
    surely(mask mine);
    surely(mask sides);
  } else {
    surely(mask mine);
    surely(mask ~sides);
  }
  surely(mine >> lane & 1);
  if (lane == 0) {
    perhaps(mine == ~0u);
  }`},
	{"lanes with one key", `
  unsigned m = __match_any_sync(~0u, d[lane] & 1);
  surely(m >> lane & 1);
  if (d[lane] & 1) {
    surely(mask m);
  }
  if (d[lane] > 1) {
    perhaps(mask m);
  }
  perhaps(mask m);
  surely(__ballot_sync(m, 1) == m);`},
	{"lanes with one key of half", `
  if (lane < 16) {
    unsigned m = __match_any_sync(0xffff, d[lane]);
    surely(m >> 16 == 0);
    surely(__ballot_sync(m, 1) == m);
  }`},
	{"all with one key", `
  int all;
  unsigned m = __match_all_sync(~0u, d[lane], &all);
  surely(m == (all ? ~0u : 0));
  if (all) {
    surely(mask ~0u);
    surely(d[lane] == __shfl_sync(~0u, d[lane], 7, 32));
  }
  perhaps(all);
  perhaps(!all);`},
	{"all of half with one key", `
  int all;
  unsigned half = lane < 16 ? 0xffff : 0xffff0000;
  unsigned m = __match_all_sync(half, lane / 16, &all);
  surely(all);
  surely(m == half);`},
	{"all that are left with one key", `
  if (lane >= 16) return;
  int all;
  unsigned m = __match_all_sync(0xffff, d[0], &all);
  surely(all);
  surely(m == 0xffff);`},
	{"a sum", `
  unsigned s = __reduce_add_sync(~0u, d[lane]);
  if (s > 3) {
    surely(mask ~0u);
  }
  perhaps(s > 3);`},
	{"sums of halves", `
  unsigned half = lane < 16 ? 0xffff : 0xffff0000;
  unsigned s = __reduce_add_sync(half, lane < 16 ? d[0] : 1);
  if (s > 3) {
    perhaps(mask ~0u);
  }
  if (lane < 16 && s > 3) {
    surely(mask 0xffff);
  }`},
	{"shuffles", `
  surely(__shfl_sync(~0u, lane * 2, 3, 32) == 6);
  surely(__shfl_sync(~0u, lane, lane + 1, 32) == (lane + 1 & 31));
  surely(__shfl_xor_sync(~0u, lane, 5, 32) == (lane ^ 5));
  surely(__shfl_up_sync(~0u, lane, 3, 8) == ((lane & 7) < 3 ? lane : lane - 3));
  surely(__shfl_down_sync(~0u, lane, 3, 8) == ((lane & 7) > 4 ? lane : lane + 3));
  surely(__shfl_sync(~0u, lane, n, 8) == ((lane & 24) | (n & 7)));
  perhaps(__shfl_sync(~0u, d[lane], 3, 32) == d[lane]);
  if (__shfl_sync(~0u, d[lane], n, 32)) {
    surely(mask ~0u);
  }
  if (__shfl_sync(~0u, d[lane], lane ^ n, 32)) {
    perhaps(mask ~0u);
  }`},
	{"a shuffle from who stays away", `
  if (lane < 16) {
    unlessBroken(__shfl_sync(~0u, lane, 20, 32) == 20);
    surely(__shfl_sync(0xffff, lane, 2, 32) == 2);
  }`},
	{"a shuffle within lanes that a vote named", `
  unsigned m = __ballot_sync(~0u, d[lane] > 1);
  if (d[lane] > 1) {
    int first = __ffs(m) - 1;
    surely(__shfl_sync(m, lane, first, 32) == first);
    int v = __shfl_sync(m, d[lane], first, 32);
    if (v > 2) {
      surely(mask m);
    }
  }`},
	{"active lanes", `
  if (lane < 16) {
    unsigned a = __activemask();
    surely(a >> lane & 1);
    surely(a >> 16 == 0);
    beyond(a == 0xffff);
    beyond(mask a);
  }`},
	{"a vote of the block", `
  int some = __syncthreads_or(d[lane] > 2);
  if (some) {
    surely(mask ~0u);
  }
  int few = __syncthreads_count(d[lane] > 2);
  if (few > 2) {
    surely(mask ~0u);
  }`},
	{"who has returned", `
  if (d[lane] == 1) return;
  unsigned m = __ballot_sync(~0u, 1);
  surely(mask m);
  perhaps(mask ~0u);
  surely((m >> lane & 1) == 1);`},
	{"sides of branches", `
  int v = 0;
  if (d[lane] > 1) {
    v = 1;
    if (d[lane] > 2) v = 2;
  } else if (n > 3) {
    v = 3;
  }
  surely(mask ~0u);
  surely((v == 2) == (d[lane] > 2));
  surely((v == 3) == (d[lane] <= 1 && n > 3));
  if (v == 3) {
    perhaps(mask ~0u);
  }`},
	{"constants aside", `
  if (lane < n - 1) {
    surely(lane + 1 < n);
    perhaps(lane + 2 < n);
  }
  if (lane + 1 < n) {
    surely(lane < n - 1);
  }
  unsigned long long w = n - 1, v = n;
  surely(w + 1 == v);`},
}

// TestCallClaims: what is known about the results of functions and about what they store.
func TestCallClaims(t *testing.T) {
	for _, c := range callClaims {
		t.Run(c.name, func(t *testing.T) { checkClaims(t, c.function+body(c.text)) })
	}
}

// work is a computation that is too large to be followed for its result.
var work = strings.Repeat("  x = (x * 3 + 1 ^ x >> 2) & 0xffff;\n", 120)

var callClaims = []struct{ name, function, text string }{
	{"a large computation", "__device__ int large(int x) {\n" + work + "return x; }\n", `
  surely(large(n) == large(n));
  if (large(n) & 1) {
    surely(mask ~0u);
  }
  if (large(lane) & 1) {
    perhaps(mask ~0u);
  }
  perhaps(large(n) & 1);`},
	{"a large computation of a register", "__device__ int large(int x) {\n" + work + "return x + threadIdx.x; }\n", `
  if (large(n) & 1) {
    perhaps(mask ~0u);
  }`},
	{"a large computation of memory", "__device__ int large(int *d, int x) {\n" + work + "return d[x & 3]; }\n", `
  int before = large(d, n);
  d[lane & 3] = before + 1;
  perhaps(large(d, n) == before);`},
	{"a large computation of a table", "__device__ int large(int x) {\n int a[2]; a[0] = x; a[1] = 3;\n" + work + "return a[x & 1] + x; }\n", `
  surely(large(n) == large(n));
  if (large(n) & 1) {
    surely(mask ~0u);
  }`},
	{"a large computation that writes", "__device__ void large(int *p, int x) {\n" + work + "*p = x; }\n", `
  int v = 1, w = 2;
  large(&v, n);
  perhaps(v == 1);
  surely(w == 2);`},
	{"a large computation that writes memory", "__device__ int large(int *d, int x) {\n" + work + "d[3] = x; return x; }\n", `
  int before = d[3];
  large(d, n);
  perhaps(d[3] == before);`},
	{"a large computation that ends the kernel", "__device__ int large(int x) {\n" + work + "if (x & 1) __trap(); return x; }\n", `
  large(lane);
  perhaps(mask ~0u);
  unsigned m = __ballot_sync(~0u, 1);
  surely(mask m);`},
	{"results of two returns", "__device__ int pick(int *d, int i) { if (i > 4) return d[i]; if (i > 2) return 7; return i; }\n", `
  int v = pick(d, lane);
  surely(mask ~0u);
  surely(lane > 2 || v == lane);
  surely(lane != 4 || v == 7);
  surely(lane < 5 || v == d[lane]);`},
	{"a search", "__device__ int find(int *d, int n, int x) { for (int i = 0; i < n; i++) if (d[i] == x) return i; return -1; }\n", `
  int at = find(d, n, 1);
  if (at < 0) {
    surely(mask ~0u);
  }
  int own = find(d, n, lane);
  surely(mask ~0u);
  perhaps(own < 0);
  if (own < 0) {
    perhaps(mask ~0u);
  }`},
	{"a recursion that constants end", "__device__ int half(int x) { if (x < 2) return x; return half(x / 2); }\n", `
  surely(half(12) == 1);`},
	{"a recursion that an argument ends", "__device__ int half(int x) { if (x < 2) return x; return half(x / 2); }\n", `
  perhaps(half(n) == 0);
  perhaps(half(n) == 1);`},
	{"a variable of a caller", "__device__ void bump(int *p, int by) { if (by > 1) *p += by; }\n", `
  int v = lane, w = 3;
  bump(&v, n);
  surely(n <= 1 || v == lane + n);
  surely(n > 1 || v == lane);
  surely(w == 3);`},
	{"a variable of each call", "__device__ int twice(int x) { int y = x; y += x; return y; }\n", `
  surely(twice(lane) + twice(n) == 2 * lane + 2 * n);`},
	{"who leaves the kernel in a call", "__device__ void check(int x) { if (x == 2) __trap(); }\n", `
  check(d[lane]);
  unsigned m = __ballot_sync(~0u, 1);
  surely(mask m);
  surely(d[lane] != 2);
  perhaps(mask ~0u);`},
}
