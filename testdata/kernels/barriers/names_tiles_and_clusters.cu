// Named barriers, tiles, groups of part of a block and clusters, in loops and on ways that values choose.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// want? potentially-divergent-syncthreads "may skip this bar\.sync while others"
__device__ void meet(int name, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(name), "r"(threads) : "memory"); }
// want-open potentially-divergent-syncthreads "Not decided whether all threads of the"
__device__ void come(int name, int threads) { asm volatile("bar.arrive %0, %1;" ::"r"(name), "r"(threads) : "memory"); }

__global__ void __launch_bounds__(96) ofTwoNames(int *d, const int *__restrict__ list) {
  int w = threadIdx.x / 32, n = list[0];
  if (n > 3) meet(w == 2 ? 3 : 4, w == 2 ? 32 : 64);
  else meet(w + 1, 32);
  for (int i = 0; i < list[1]; i++)
    if (w < 2) meet(5, 64);
  if (w) meet(6, n == 2 ? 64 : 96);
}

__global__ void tiles(int *d, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto wide = cg::tiled_partition<32>(block);
  int v = d[block.thread_rank()];
  for (int i = 0; i < n; i++) {
    if (tile.any(v > i)) v += tile.shfl_xor(v, 1);
    if (tile.meta_group_rank() == i) tile.sync();
    // want not_participating_lane_in_mask "Lane\(s\) 4-7, 12-15, 20-23, 28-31"
    if (tile.thread_rank() < 4) v += wide.shfl_down(v, 1);
  }
  if (v > 0) {
    auto some = cg::coalesced_threads();
    v = cg::reduce(some, v, cg::plus<int>());
    if (some.size() > 3) some.sync();
  }
  auto pair = cg::tiled_partition<2>(tile);
  if (pair.all(v)) v = pair.shfl(v, 0);
  d[block.thread_rank()] = v;
}

__global__ void clusters(int *d, int n) {
  auto cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  if (rank == 0) d[threadIdx.x] = cluster.num_blocks();
  cluster.sync();
  // want? potentially-divergent-syncthreads "of another block may skip this"
  if (d[rank] > n) cluster.sync();
  for (int i = 0; i < n; i++) {
    asm volatile("barrier.cluster.arrive;" ::: "memory");
    if (i == (int)rank) d[i] = threadIdx.x;
    asm volatile("barrier.cluster.wait;" ::: "memory");
  }
  // want divergent-syncthreads "lanes 16-31 of a warp skip this"
  if (threadIdx.x < 16) cluster.sync();
}

__global__ void numbersOfClusters(int *d, int n) {
  unsigned a, b, c;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(a));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(b));
  asm("mov.u32 %0, %%clusterid.x;" : "=r"(c));
  if (a < b) __syncwarp();
  if (a == b) __syncwarp();
  if (c < gridDim.x) __syncthreads();
  if (a < (unsigned)n) __syncthreads();
  d[a + c] = b;
}
