package treetest

import (
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/parsetest"
)

// programs has everything that package treetest reads.
const programs = `
__device__ unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }
__device__ void leave(int n) { if (n) __trap(); }
__global__ void loops(int *d, int n) {
  __shared__ int s[32];
  int lane = threadIdx.x & 31, sum = 0;
  unsigned mask = 0xffffffff;
  unsigned long long wide = 1;
  for (int i = threadIdx.x; i < n && d[i] >= 0; i += 32) {
    if (i == 7) continue;
    if (!(i % 2)) break; else sum -= -i;
    sum += d[i] * 2 << 1;
    s[lane] = sum;
  }
  while (mask) { mask >>= 1; wide <<= 2; }
  do { n--; ++sum; } while (n > 0 || sum == 3);
  for (;;) { if (n++ > 5) break; }
  switch (n) {
  case 1: sum = 3; break;
  case 2: { sum ^= 1; }
  default: ;
  }
  bool flag = n;
  if (flag) return;
  leave(lane);
  d[lane] = __shfl_xor_sync(~0u, s[lane], 16, 32) + least(sum, n) + __popc(__ballot_sync(mask | 1, flag)) + wide;
  __syncwarp(~(mask & 0xff));
  __syncthreads();
  asm volatile("bar.arrive %0, %1;" :: "r"(1 + n % 2), "r"(64));
  int all;
  float x = n * 2;
  if (x < lane && x) mask = __match_all_sync(~0u, mask, &all) + __byte_perm(n, lane, 0x3210);
}`

// A text is lowered to the same program as clang's tree of it.
func TestReadsAsLibclangDoes(t *testing.T) {
	ours, theirs := Program(t, programs), parsetest.Program(t, programs)
	if len(ours.Roots) != len(theirs.Roots) || len(ours.Funcs) != len(theirs.Funcs) {
		t.Fatalf("%d functions instead of %d", len(ours.Funcs), len(theirs.Funcs))
	}
	for i, f := range ours.Funcs {
		if err := cfg.Check(f); err != nil {
			t.Error(err)
		}
		got, want := strings.Split(listing(f), "\n"), strings.Split(listing(theirs.Funcs[i]), "\n")
		for n := range min(len(got), len(want)) {
			if got[n] != want[n] {
				t.Fatalf("%s, line %d: %q instead of %q", f.Name, n, got[n], want[n])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d lines instead of %d", f.Name, len(got), len(want))
		}
	}
}

func listing(f *cfg.Func) string {
	var b strings.Builder
	cfg.Print(&b, f)
	return b.String()
}

// Text that is not understood gives an error with its line.
func TestRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"int f() {}":                                    `"int" instead of "__device__"`,
		"__device__ double f() {}":                      `"double" is no type`,
		"__device__ void f() {\n  x = 1;\n}":            "line 2: no variable x",
		"__device__ void f() {\n  g();\n}":              "no function g",
		"__device__ void f() {\n  __syncwarp();\n}":     "too few arguments",
		"__device__ void f() {\n  __syncthreads(1);\n}": "too many arguments",
		"__device__ void f(int x) { 1 = x; }":           "no variable",
		"__device__ void f(int x) { asm(x); }":          `"x" is no text`,
		"__device__ void f() { ":                        "ends in the midst",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
