// Two calls of one function with a barrier: what breaks the rule at one of them shows nothing of
// the other. For count = 1 the loop is not entered.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned highestBit(unsigned x) {
  unsigned bit;
  asm("bfind.u32 %0, %1;" : "=r"(bit) : "r"(x));
  return bit;
}

__device__ void sort(unsigned count, cg::thread_block block) {
  unsigned rounded = 1 << (highestBit(count - 1) + 1);
  if (threadIdx.x >= rounded)
    return;
  cg::sync(block); // want? potentially-divergent-syncthreads "threads 1-31 may skip this"
  for (unsigned k = 2; k <= rounded; k *= 2)
    cg::sync(block); // want? potentially-divergent-syncthreads "threads 4-31 may skip this"
}

__global__ void sorted(unsigned count) { sort(count, cg::this_thread_block()); }
