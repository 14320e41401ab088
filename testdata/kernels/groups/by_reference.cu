// A group of any kind is a thread_group, by value or by reference, and does there what it does itself.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ void meet(cg::thread_group &group, int *out) {
  out[group.thread_rank()] = 1;
  // want not_participating_lane_in_mask "8-15 named .* partOfATile"
  group.sync(); // want divergent-syncthreads "partOfABlock "
}

__device__ void meetByValue(cg::thread_group group) { group.sync(); }

struct Team {
  cg::thread_group &group;
  __device__ explicit Team(cg::thread_group &of) : group(of) {}
  __device__ void meet() { group.sync(); }
};

__global__ void all(int *out) {
  cg::thread_block block = cg::this_thread_block();
  meet(block, out);
  auto tile = cg::tiled_partition<16>(block);
  meet(tile, out);
  meetByValue(tile);
  Team(block).meet();
  if (out[threadIdx.x] > 3) {
    cg::coalesced_group some = cg::coalesced_threads();
    meet(some, out);
    meetByValue(some);
  }
}

__global__ void partOfABlock(int *out) {
  cg::thread_block block = cg::this_thread_block();
  if (threadIdx.x < 32)
    meet(block, out);
}

__global__ void partOfATile(int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  if (threadIdx.x < 8)
    meet(tile, out);
}

void run(int *out) {
  all<<<1, 128>>>(out);
  partOfABlock<<<1, 128>>>(out);
  partOfATile<<<1, 32>>>(out);
}
