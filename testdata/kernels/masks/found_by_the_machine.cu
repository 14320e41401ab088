// What decides is not known to the solver: the order of floating words, what half precision makes of them, what
// an atomic yields. The concrete machine finds an input and makes it plain (package check/replay has the
// witnesses).
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

__global__ void sign_of_a_float(const float *x, float *y) {
  float v = x[threadIdx.x];
  if (v > 0)
    v = __shfl_sync(0xffffffff, v, 0); // want? potentially_not_participating_lane_in_mask "Lane\(s\) 1 named"
  y[threadIdx.x] = v;
}

// A run is to be trusted, whatever half precision makes of its numbers.
__global__ void beside_half_precision(const half *x, half *y, int n) {
  float v = __half2float(x[threadIdx.x]);
  if (y[threadIdx.x / 4] == y[0] && n > 3 && __half_as_short(y[threadIdx.x]) != 7)
    v = __half2float(y[1]);
  if (threadIdx.x >= n)
    return;
  for (int o = 16; o > 0; o /= 2)
    // want?[lockstep] potentially_not_participating_lane_in_mask "Lane\(s\) 1-31 named"
    v += __shfl_down_sync(0xffffffff, v, o); // want? potentially_source_lane_not_in_mask "have exited"
  y[threadIdx.x] = __float2half(v);
}

// The values that are stored do not matter, nor where.
__global__ void groups_by_key(const int *key, int *out) {
  auto w = cg::tiled_partition<32>(cg::this_thread_block());
  int k = key[threadIdx.x];
  if (k >= 0) {
    auto g = cg::labeled_partition(w, k); // want? potentially_not_participating_lane_in_mask "Lane\(s\) 0 named"
    if (g.thread_rank() == 0) atomicAdd(&out[k], g.size());
  }
}

__global__ void until_a_slot_is_free(unsigned *table, unsigned slots, const unsigned *keys, int *full) {
  unsigned k = keys[threadIdx.x], h = k % slots;
  while (true) {
    unsigned old = atomicCAS(&table[h], ~0u, k);
    if (old == ~0u || old == k)
      break;
    // want? potentially_not_participating_lane_in_mask "Lane\(s\) \d+ named"
    if (__all_sync(0xffffffff, old != ~0u)) atomicAdd(full, 1);
    h = (h + 1) % slots;
  }
}

// An empty link ends the walk, which is plainer than links that lead to one before the first.
__global__ void insert(volatile int *link, int items, int *left) {
  int i = threadIdx.x, done = 0;
  while (i < items) {
    int node = items + 1, next = link[node];
    while (next >= items) {
      node = next;
      next = link[node + items];
    }
    if (next == atomicCAS((int *)&link[node], next, i)) {
      while (next >= 0)
        next = link[atomicSub(left, 1)];
      i += blockDim.x;
      done = 1;
    }
    __syncthreads(); // want? potentially-divergent-syncthreads "lanes 1-31 of warp 0 may skip"
    if (done) link[node] = i;
  }
}

// What is large in sum is made plain together.
__global__ void from_the_last(int last, const int *end, volatile int *rows) {
  int first = *end, step = blockDim.x * gridDim.x;
  for (int k = last + 1 - step + threadIdx.x + blockIdx.x * blockDim.x; k >= first; k -= step) {
    rows[k] = k;
    __syncthreads(); // want? potentially-divergent-syncthreads "may skip"
  }
}

void launch(int n, int *link, int *left, const int *end, int *rows) {
  insert<<<1, 256>>>(link, n, left);
  from_the_last<<<n, 256>>>(n, end, rows);
}
