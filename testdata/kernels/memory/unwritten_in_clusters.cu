// Kernels of clusters and of whole grids are not asked: another block may have written.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) writtenByTheOtherBlock(int *out) {
  __shared__ int s;
  cg::cluster_group cluster = cg::this_cluster();
  int before = s;  // want~ potentially-uninitialized-shared "Reads s in writtenByTheOtherBlock"
  __syncthreads();
  if (threadIdx.x == 0) *cluster.map_shared_rank(&s, 1) = 1;
  cluster.sync();
  out[threadIdx.x] = s + before;
}

__global__ void __cluster_dims__(2, 1, 1) writtenWithoutAWait(int *out) {
  __shared__ int s;
  cg::cluster_group cluster = cg::this_cluster();
  int before = s;  // want~ potentially-uninitialized-shared "Reads s in writtenWithoutAWait"
  __syncthreads();
  if (threadIdx.x == 0) *cluster.map_shared_rank(&s, 1) = 1;
  out[threadIdx.x] = before;
}

__global__ void waitsForTheGrid(int *out) {
  __shared__ int s;
  out[threadIdx.x] = s;  // want~ potentially-uninitialized-shared "Reads s in waitsForTheGrid"
  cg::this_grid().sync();
}

void launch(int *out) {
  writtenByTheOtherBlock<<<2, 64>>>(out);
  writtenWithoutAWait<<<2, 64>>>(out);
  waitsForTheGrid<<<2, 64>>>(out);
}
