// The lanes of a tile probe a table together: what the tile votes is the same for all of them,
// also where other tiles have gone, and sends them the same way.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void walked(const unsigned *slots) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned free = tile.ballot(slots[threadIdx.x] == 0);
  while (free)
    free = tile.ballot(slots[free + threadIdx.x] == 0);
  tile.sync();
}

__global__ void walked_by_lanes(const unsigned *slots) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  unsigned free = tile.ballot(slots[threadIdx.x] == 0);
  while (free >> tile.thread_rank())
    // want? potentially_not_participating_lane_in_mask "walked_by_lanes"
    free = tile.ballot(slots[free + threadIdx.x] == 0);
  tile.sync();
}

__global__ void probed(const unsigned *slots, unsigned key) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  for (unsigned at = threadIdx.x;; at += 8) {
    if (tile.any(slots[at] == key))
      return;
    unsigned free = tile.ballot(slots[at] == 0);
    while (free) {
      if (tile.any(slots[at] == 1))
        return;
      free ^= 1u << (__ffs(free) - 1);
    }
  }
}

__global__ void probed_by_lanes(const unsigned *slots, unsigned key) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  for (unsigned at = threadIdx.x; slots[at] != 1; at += 8) {
    // want? potentially_not_participating_lane_in_mask "probed_by_lanes"
    if (tile.any(slots[at] == key))
      return;
    // want? potentially_not_participating_lane_in_mask "probed_by_lanes"
    unsigned free = tile.ballot(slots[at] == 0);
    while (free)
      free ^= 1u << (__ffs(free) - 1);
  }
  // want?[lockstep] potentially_not_participating_lane_in_mask "probed_by_lanes"
  tile.sync();
}

template <bool AsOne>
__device__ bool insert(cg::thread_block_tile<8> tile, unsigned *slots, unsigned key) {
  for (unsigned at = key;; at += 8) {
    unsigned seen = slots[at + tile.thread_rank()];
    // want? potentially_not_participating_lane_in_mask "inserted_by_lanes"
    if (tile.any(seen == key))
      return false;
    // want? potentially_not_participating_lane_in_mask "inserted_by_lanes"
    unsigned free = tile.ballot(seen == 0);
    while (free) {
      int leader = __ffs(free) - 1;
      bool done = false;
      if (tile.thread_rank() == leader)
        done = atomicCAS(&slots[at + leader], 0, key) == 0;
      if (AsOne ? tile.any(done) : done)
        return true;
      free ^= 1u << leader;
    }
  }
}

__global__ void inserted(unsigned *slots, const unsigned *keys, int n) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  if (i < n)
    insert<true>(tile, slots, keys[i]);
}

__global__ void inserted_by_lanes(unsigned *slots, const unsigned *keys, int n) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  if (i < n)
    insert<false>(tile, slots, keys[i]);
}

void launch(unsigned *slots, const unsigned *keys, int n) {
  walked<<<1, 32>>>(slots);
  walked_by_lanes<<<1, 32>>>(slots);
  probed<<<1, 32>>>(slots, n);
  probed_by_lanes<<<1, 32>>>(slots, n);
  inserted<<<1, 32>>>(slots, keys, n);
  inserted_by_lanes<<<1, 32>>>(slots, keys, n);
}
