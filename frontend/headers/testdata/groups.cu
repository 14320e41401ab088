// Cooperative groups: every group, every method, as programs spell them.
#include <cuda_awbarrier_primitives.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

struct pair_of_doubles {
  double a, b;
};

__device__ int sum(cg::thread_group g, int *shared, int value) {
  int rank = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    shared[rank] = value;
    g.sync();
    if (rank < i) value += shared[rank + i];
    g.sync();
  }
  return value;
}

template <unsigned int N> __device__ float tile_sum(cg::thread_block_tile<N> tile, float v) {
  for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o);
  return v;
}

__global__ void groups(int *out, float *f) {
  __shared__ int shared[256];
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  auto warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<8> eight = cg::tiled_partition<8>(warp);
  cg::thread_group dynamic = cg::tiled_partition(block, 16);
  out[0] = sum(block, shared, 1) + sum(eight, shared, 2) + sum(dynamic, shared, 3);
  f[0] = tile_sum<32>(warp, f[1]) + tile_sum(eight, f[2]);
  pair_of_doubles p = {1, 2};
  p = warp.shfl(p, 0);
  f[1] = p.a + warp.shfl_xor(f[3], 1) + eight.shfl_up(f[4], 1);
  out[1] = warp.any(out[2]) + warp.all(out[3]) + eight.ballot(out[4]) + warp.match_any(out[5]);
  cg::coalesced_group active = cg::coalesced_threads();
  if (active.thread_rank() == 0) out[6] = active.num_threads();
  out[7] = active.shfl(out[6], 0) + active.ballot(out[1]) + active.shfl_down(out[2], 1);
  auto same = cg::labeled_partition(warp, out[8]);
  auto half = cg::binary_partition(warp, out[9] > 0);
  same.sync();
  cg::sync(half);
  out[10] = cg::reduce(warp, out[11], cg::plus<int>()) + cg::inclusive_scan(eight, out[12]) +
            cg::exclusive_scan(active, out[13], cg::greater<int>());
  cg::memcpy_async(block, shared, out, sizeof(int) * block.size());
  cg::wait(block);
  cg::invoke_one(warp, [&] { out[14] = 1; });
  out[15] = warp.meta_group_rank() + eight.meta_group_size() + block.thread_index().x +
            block.group_index().x + grid.thread_rank();
  cg::sync(block);
  cg::sync(grid);
  grid.sync();
}

__global__ void stored(float *out) {
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::reduce_store_async(tile, out + tile.meta_group_rank(), out[threadIdx.x], cg::plus<float>{});
  __shared__ __mbarrier_t barrier;
  if (threadIdx.x == 0) __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_try_wait(&barrier, token, 1000) && !__mbarrier_test_wait(&barrier, token)) {
  }
}

// A barrier of the program's own in the way of the library's.
__global__ void own(volatile unsigned *arrived) {
  unsigned before = 0, now;
  asm volatile("atom.add.release.gpu.u32 %0,[%1],%2;"
               : "=r"(before) : _CG_ASM_PTR_CONSTRAINT((unsigned *)arrived), "r"(1) : "memory");
  do now = *arrived;
  while (!cg::details::bar_has_flipped(before, now));
}

// Clusters of blocks.
__global__ void clusters(int *out) {
  __shared__ int mine;
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  int *theirs = cluster.map_shared_rank(&mine, cluster.block_rank() ^ 1);
  out[cluster.thread_rank()] = *theirs + cluster.num_blocks() + cluster.dim_blocks().x;
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(std::move(token));
  out[__clusterRelativeBlockRank()] = cluster.block_index().y + cluster.query_shared_rank(theirs);
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
}
