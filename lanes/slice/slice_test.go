package slice

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/warpcheck/warpcheck/cfg"
	"github.com/warpcheck/warpcheck/internal/parsetest"
)

// TestLines: a line has instructions in the slice exactly if it ends in "// in". If the slice reads memory that others
// see, it has the stores to such memory, but not the stored values.
func TestLines(t *testing.T) {
	checkLines(t, map[string]string{
		"data that a shuffle exchanges": `
__global__ void k(const float *d, float *out, int n, const int *flags) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32)
    sum += d[i];
  if (flags[blockIdx.x])  // in
    sum += __shfl_xor_sync(~0u, sum, 16);  // in
  out[threadIdx.x] = sum;  // in
}`,
		"a mask and what it is made of": `
__global__ void k(const int *d, int *out) {
  unsigned mask = ~0u;  // in
  int other = 0;
  if (d[threadIdx.x] > 0) {  // in
    mask = 1;  // in
    other = 1;
  }
  __syncwarp(mask);  // in
  out[0] = other;  // in
}`,
		"fields": `
struct both { int asked, other; };
__device__ void set(both &b, int x) {
  b.asked = x;  // in
  b.other = 2 * x;
}
__global__ void k(const int *d, int *out) {
  both b;  // in
  set(b, d[0]);  // in
  if (b.asked)  // in
    __syncthreads();  // in
  out[0] = b.other;  // in
}`,
		"calls of one function": `
__device__ int least(const int &x, const int &y) {
  return x < y ? x : y;  // in
}
__global__ void k(const int *d, int *out, int n) {
  int data = d[1], limit = n;  // in
  int a = least(data, 7);
  int b = least(limit, 7);  // in
  if (b > 3)  // in
    __syncthreads();  // in
  out[0] = a;
}`,
		"memory of others": `
__global__ void k(int *d, int *out, int n) {
  __shared__ int s[128], r[128];
  r[threadIdx.x] = n;
  if (d[threadIdx.x] > 0)
    s[threadIdx.x] = n;  // in
  __syncthreads();  // in
  if (s[0] > 0)  // in
    __syncthreads();  // in
  out[0] = r[0];
}`,
		"a constant in shared memory": `
__global__ void k(int *d) {
  __shared__ int n, m;
  if (threadIdx.x == 0) {  // in
    n = 5;  // in
    m = d[0];
  }
  if (d[1])
    m = 1;
  __syncthreads();  // in
  if (threadIdx.x < n)  // in
    __syncwarp();  // in
  d[0] = m;
}`,
		"words of warps": `
__global__ void k(int *d, int n) {
  __shared__ int few[8];
  __shared__ int many[8];
  int warp = threadIdx.x / 32;  // in
  if (threadIdx.x % 32 == 0) {  // in
    few[warp] = n;  // in
    many[warp] = n + 1;
  }
  __syncthreads();  // in
  if (threadIdx.x < few[warp])  // in
    __syncwarp();  // in
  d[0] = many[warp];
}`,
		"by which of several returns it comes": `
__device__ int pick(const int *d, int x) {
  if (d[x] > 0)  // in
    return 1;  // in
  return 2;  // in
}
__global__ void k(const int *d, int *out) {
  int a = pick(d, 0);  // in
  if (a > 1)  // in
    __syncwarp();  // in
  out[0] = a;  // in
}`,
		"returns that write": `
__device__ void set(int *p, const int *d) {
  if (d[0] > 0) {  // in
    *p = 1;  // in
    return;
  }
  *p = 2;  // in
}
__global__ void k(const int *d, int *out) {
  int a = 0, b = 0;  // in
  set(&a, d);  // in
  if (a > 1)  // in
    __syncwarp();  // in
  out[0] = b;  // in
}`,
		"a pointer that a loop moves": `
__global__ void k(const int *d, int *out, int n) {
  const int *p = d;  // in
  int sum = 0;
  for (int i = 0; i < n; i++, p += 32) {  // in
    sum += *p;
    if (*p > 0)  // in
      __syncwarp();  // in
  }
  out[0] = sum;  // in
}`,
		"an atomic that a branch reads": `
__global__ void k(int *d, int *out) {
  int first = atomicAdd(d, 1);  // in
  int other = atomicAdd(d + 1, 1);
  if (first)  // in
    __syncwarp();  // in
  out[0] = other;
}`,
		"leaving": `
__global__ void k(int *d, int n) {
  int i = threadIdx.x;  // in
  if (i > n)  // in
    return;
  __syncwarp();  // in
  d[i] = i;
}`,
		"what a function of another unit may write by a pointer that it is led to": `
extern __device__ void fill(int **where);
__global__ void k(const int *d, int *out) {
  int x = 0, y = d[1];  // in
  int *p = &x;  // in
  int *q = &y;
  fill(&p);  // in
  if (x)  // in
    __syncwarp();  // in
  out[0] = *q;
}`,
		"narrow words that such a function is given besides": `
struct tile { float x[4]; };
extern __device__ void fill(int **where, float *sums, const tile &t);
__global__ void k(const float *d) {
  int x = 0;  // in
  int *p = &x;  // in
  float sums[4] = {0};
  tile t[2];
  reinterpret_cast<int *>(t[0].x)[0] = 7;
  for (int i = 0; i < 4; i++) {
    sums[i] += d[i];
    t[1].x[i] = sums[i];
  }
  fill(&p, sums, t[1]);  // in
  if (x)  // in
    __syncwarp();  // in
}`,
		"narrow words that are accessed as something else": `
extern __device__ void fill(int **where, float *sums, char *bytes);
__global__ void k(const float *d) {
  int x = 0;  // in
  int *p = &x;  // in
  char bytes[8];  // in
  bytes[0] = d[1];  // in
  float words[4] = {0};  // in
  for (int i = 0; i < 4; i++)  // in
    words[i] += d[i];  // in
  reinterpret_cast<int **>(words)[0] = &x;  // in
  fill(&p, words, bytes);  // in
  if (x)  // in
    __syncwarp();  // in
}`,
		"bytes of a variable": `
__global__ void k(const uint4 *d) {
  uint4 four = d[0];  // in
  reinterpret_cast<int4 *>(&four)->x = threadIdx.x;  // in
  if (four.x)  // in
    __syncwarp();  // in
}`,
	})
}

// checkLines checks the lines of each kernel. The key of sources is the name of the test. The kernels are parsed
// together, each in a namespace.
func checkLines(t *testing.T, sources map[string]string) {
	names, text := slices.Sorted(maps.Keys(sources)), ""
	for i, name := range names {
		text += fmt.Sprintf("namespace text%d {%s\n}\n", i, sources[name])
	}
	ran, yes := map[int]bool{}, func(*cfg.Func) bool { return true }
	for _, root := range parsetest.Program(t, text).Roots {
		maps.Copy(ran, linesOf(Of(root, Policy{Follows: yes, Hides: yes, Computes: yes, ComputesOfContents: yes, MaxDepth: 8})))
	}
	first := 1
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			for i, line := range strings.Split(sources[name], "\n") {
				if wanted := strings.HasSuffix(line, "// in"); wanted != ran[first+i] {
					t.Errorf("%q is in the slice: %v", line, ran[first+i])
				}
			}
		})
		first += strings.Count(sources[name], "\n") + 2
	}
}

// linesOf returns the lines with instructions that are executed in a call or in its callees.
func linesOf(c *Call) map[int]bool {
	ran := map[int]bool{}
	var visit func(c *Call)
	visit = func(c *Call) {
		for _, list := range c.run {
			for _, i := range list {
				ran[i.Pos.Line] = true
			}
		}
		for _, callee := range c.calls {
			visit(callee)
		}
	}
	visit(c)
	return ran
}

// TestPasses: all lanes pass a branch that the slice does not need. The stores behind the branch to memory that others
// see are executed.
func TestPasses(t *testing.T) {
	program := parsetest.Program(t, `
__global__ void k(int *d, int n) {
  if (d[threadIdx.x] > 0) { d[0] = 1; } else { n++; }
  if (d[1] > 0) __syncwarp();
}`)
	root := program.Roots[0]
	yes := func(*cfg.Func) bool { return true }
	c := Of(root, Policy{Follows: yes, Hides: yes, Computes: yes, ComputesOfContents: yes, MaxDepth: 8})
	through, to := c.Pass(root.Blocks[0])
	stores := func(b *cfg.Block) bool {
		return slices.ContainsFunc(c.Instrs(b), func(i *cfg.Instr) bool { return i.Op == cfg.Store })
	}
	if c.Decides(root.Blocks[0]) || !c.Decides(to) || len(through) != 1 || !stores(through[0]) {
		t.Errorf("through %d blocks to %d", len(through), to.Index)
	}
}
