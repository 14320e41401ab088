// arch: sm_90
// The extents of a cluster by __cluster_dims__ decide the rank of a block and the number of blocks.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) eachOfTwo(int *out) {
  auto c = cg::this_cluster();
  if (c.block_rank() < 2) c.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) firstOfTwo(int *out) {
  auto c = cg::this_cluster();
  if (c.block_rank() < 1) c.sync(); // want? potentially-divergent-syncthreads "of another block may skip this"
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Extents that are left out are 1.
__global__ __cluster_dims__(4) void fourBlocks(int *out) {
  auto c = cg::this_cluster();
  if (c.num_blocks() == 4) c.sync();
  if (c.num_blocks() > 4 && threadIdx.x < 16) __syncwarp();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(1, 1, 1) alone(int *out) {
  auto c = cg::this_cluster();
  if (c.block_rank() == 0) c.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

template <int N> __global__ void __cluster_dims__(N, 1, 1) byArgument(int *out) {
  auto c = cg::this_cluster();
  for (unsigned i = 0; i < N; i++) if (c.block_rank() <= N - 1) c.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 2, 1) twoByTwo(int *out) {
  auto c = cg::this_cluster();
  if (c.dim_blocks().y == 2 && c.block_index().x < 2) c.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) parityIsRank(int *out) {
  auto c = cg::this_cluster();
  if (blockIdx.x % 2 == c.block_rank()) c.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) branchThatAllTake(int *out) {
  auto c = cg::this_cluster();
  if (c.block_rank() < 2 && (threadIdx.x & 31) < 16) __syncwarp(0xff); // want participating_lane_not_in_mask "8-15 participate"
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// The attribute may be that of an earlier declaration.
constexpr int blocks = 2;
__global__ void __cluster_dims__(blocks * 2, 1, 1) declared(int *out);
__global__ void __launch_bounds__(64) declared(int *out) {
  auto c = cg::this_cluster();
  if (c.block_rank() < 4) c.sync();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

// Without it the cluster has any extent.
__global__ void ofAnyExtent(int *out) {
  auto c = cg::this_cluster();
  if (c.block_rank() < 2) c.sync(); // want? potentially-divergent-syncthreads "of another block may skip this"
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

void launch(int *b) {
  eachOfTwo<<<8, 64>>>(b);
  firstOfTwo<<<8, 64>>>(b);
  fourBlocks<<<8, 64>>>(b);
  alone<<<8, 64>>>(b);
  byArgument<2><<<8, 64>>>(b);
  byArgument<4><<<8, 64>>>(b);
  twoByTwo<<<dim3(8, 4), 64>>>(b);
  parityIsRank<<<8, 64>>>(b);
  branchThatAllTake<<<8, 64>>>(b);
  declared<<<8, 64>>>(b);
  ofAnyExtent<<<8, 64>>>(b);
}
