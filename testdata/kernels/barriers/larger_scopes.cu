// Barriers of a cluster and of the grid: of the block as any other, and of its other blocks. What
// these do is not known where there may be one block alone.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void everybody(int *out) {
  cg::this_grid().sync();
  cg::this_cluster().sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void partOfABlock(int *out) {
  if (threadIdx.x < 16)
    cg::this_grid().sync(); // want divergent-syncthreads "lanes 16-31 of a warp skip this grid_group::sync while others wait"
  if (threadIdx.x % 2 == 0)
    cg::this_cluster().sync(); // want divergent-syncthreads "lanes 1, 3, 5 and more of a warp skip this .* while others wait"
  out[threadIdx.x] = 1;
}

__global__ void oneBlockOfTheGrid(int *out) {
  if (blockIdx.x == 0)
    cg::this_grid().sync(); // want? potentially-divergent-syncthreads "lanes 0-31 of another block may skip this grid_group::sync while others wait"
  out[threadIdx.x] = 1;
}

// Of the grid, a block that has exited is one that does not come; of a block, threads that have
// exited are none.
__global__ void restOfTheGrid(int *out, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x >= n)
    return;
  cg::this_grid().sync(); // want? potentially-divergent-syncthreads "of another block"
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void restOfEachBlock(int *out) {
  if (threadIdx.x >= 16)
    return;
  cg::this_grid().sync();
  cg::this_cluster().sync();
  out[threadIdx.x] = 1;
}

__global__ void restOfTheCluster(int *out, int n) {
  if (blockIdx.x >= n)
    return;
  cg::this_cluster().sync();
  out[threadIdx.x] = 1;
}

__global__ void oneBlockOfTheCluster(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (cluster.block_rank() == 0)
    cluster.sync(); // want? potentially-divergent-syncthreads "lanes 0-31 of another block may skip this cluster_group::sync while others wait"
  out[threadIdx.x] = 1;
}

// All blocks of a cluster have its number.
__global__ void oneCluster(int *out) {
  if (__clusterIdx().x == 0)
    cg::this_cluster().sync();
  out[threadIdx.x] = 1;
}

__global__ void oneFlagForAll(const int *go, int *out, int n) {
  for (int i = 0; i < n; ++i) {
    cg::this_grid().sync();
    if (*go > i)
      cg::this_grid().sync();
  }
  out[threadIdx.x] = 1;
}

__global__ void flagOfABlock(const int *go, int *out) {
  __shared__ int mine;
  if (threadIdx.x == 0)
    mine = go[blockIdx.x];
  __syncthreads();
  if (mine > 0)
    cg::this_grid().sync(); // want~ potentially-divergent-syncthreads "of another block"
  out[threadIdx.x] = 1;
}

// A rank in the cluster is one for all lanes, and so is an address in the block that it names.
__global__ void ranks(int *out, int n) {
  __shared__ int mine[32];
  cg::cluster_group cluster = cg::this_cluster();
  int *theirs = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  if (cluster.block_rank() < cluster.num_blocks() / 2 && theirs[0] > n)
    out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, n + threadIdx.x, 1);
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (rank == 1)
    out[threadIdx.x] = __shfl_xor_sync(0xffffffffu, n + threadIdx.x, 1);
}

// Each thread arrives once, wherever that stands in the program, and waits once.
__global__ void inHalves(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 32) {
    out[0] = 1;
    cluster.barrier_arrive();
  } else {
    cluster.barrier_arrive();
    out[threadIdx.x] = 1;
  }
  cluster.barrier_wait();
}

__global__ void halfOfThem(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 16)
    cluster.barrier_arrive(); // want divergent-syncthreads "lanes 16-31 of a warp skip this"
  cluster.barrier_wait();
  out[threadIdx.x] = 1;
}

// With .aligned all lanes of a warp execute one instruction.
__global__ void alignedHalves(int *out) {
  if (threadIdx.x % 32 < 16)
    asm volatile("barrier.cluster.arrive.release.aligned;"); // want divergent-syncthreads "lanes 16-31 of a warp skip this"
  else
    asm volatile("barrier.cluster.arrive.release.aligned;"); // want divergent-syncthreads "lanes 0-15 of a warp skip this"
  asm volatile("barrier.cluster.wait.acquire.aligned;");
  out[threadIdx.x] = 1;
}

// A block's share of the work, or what it takes from a queue, is its own.
__global__ void strideOfTheGrid(int *out, int n) {
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    out[i] = 1;
    cg::this_grid().sync(); // want? potentially-divergent-syncthreads "of another block"
  }
}

__global__ void jobsOfABlock(int *queue, int *out, int n) {
  __shared__ int job;
  while (true) {
    if (threadIdx.x == 0)
      job = atomicAdd(queue, 1);
    __syncthreads();
    if (job >= n)
      break;
    out[job] = 1;
    cg::this_grid().sync(); // want~ potentially-divergent-syncthreads "of another block"
  }
}

__global__ void voteOfABlock(const int *in, int *out) {
  if (__syncthreads_or(in[blockIdx.x * blockDim.x + threadIdx.x] > 0))
    cg::this_grid().sync(); // want~ potentially-divergent-syncthreads "of another block"
  out[threadIdx.x] = 1;
}

// All blocks turn as often.
__global__ void roundsOfTheGrid(int *out, int n) {
  for (int first = 0; first < n; first += gridDim.x * blockDim.x) {
    int i = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
      out[i] = 1;
    cg::this_grid().sync();
  }
}
