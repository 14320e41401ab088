// What a warp computes for itself, before a barrier with a number of threads or of a tile.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

#define LANE (threadIdx.x & 31)
#define WAIT() asm volatile("bar.sync 1, 256;")

__global__ void rows_of_any_block(const int *len) {
  for (int i = 0; i < len[threadIdx.x / 128]; ++i)
    WAIT(); // want? potentially-divergent-syncthreads "."
}

__global__ void rows(const int *len) {
  for (int i = 0; i < len[threadIdx.x / 128]; ++i)
    WAIT(); // want? potentially-divergent-syncthreads "."
}

__global__ void jobs(int *q, int *d, int n) {
  for (;;) {
    int j = 0;
    if (LANE == 0) j = atomicAdd(q, 1);
    j = __shfl_sync(~0u, j, 0);
    if (j >= n) break;
    d[j] = 1;
    WAIT(); // want? potentially-divergent-syncthreads "."
  }
}

__global__ void votes(const int *d, int n) {
  for (int i = 0; i < n; ++i) {
    if (__any_sync(~0u, d[threadIdx.x] > 0)) break;
    WAIT(); // want? potentially-divergent-syncthreads "."
  }
}

__global__ void as_many_turns(int *d, int n) {
  for (int i = 0; i < n; ++i) {
    d[threadIdx.x] = i;
    WAIT();
  }
}

__global__ void one_list(const int *first, const int *next) {
  for (int p = first[blockIdx.x]; p > 0; p = next[p]) WAIT();
}

__global__ void tile_of_two(const int *q, const int *d) {
  auto t = cg::tiled_partition<64>(cg::this_thread_block());
  int x = d[threadIdx.x];
  while (__any_sync(~0u, x > 0)) {
    x = q[x];
    t.sync(); // want? potentially-divergent-syncthreads "threads [0-9]+-[0-9]+ may skip this"
  }
}

__global__ void vote_of_a_tile(const int *q, const int *d) {
  auto t = cg::tiled_partition<64>(cg::this_thread_block());
  int x = d[threadIdx.x];
  while (t.any(x > 0)) {
    x = q[x];
    t.sync();
  }
}

__global__ void vote_of_a_tile_for_the_block(const int *d) {
  auto t = cg::tiled_partition<64>(cg::this_thread_block());
  if (t.any(d[threadIdx.x] > 0)) __syncthreads(); // want~ potentially-divergent-syncthreads "threads [0-9]+-[0-9]+ may skip this"
}

__global__ void named(const int *len) {
  for (int i = 0; i < len[threadIdx.x / 32]; ++i)
    asm volatile("bar.sync 1;"); // want? potentially-divergent-syncthreads "."
}

void start(int *a, int *b, int n) {
  rows<<<1, 256>>>(a);
  jobs<<<1, 256>>>(a, b, n);
  votes<<<1, 256>>>(a, n);
  as_many_turns<<<1, 256>>>(a, n);
  one_list<<<1, 256>>>(a, b);
}
