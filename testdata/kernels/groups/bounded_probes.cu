// The lanes of a tile probe a few slots, from a begin of their own: where they go on is what they vote and
// shuffle, the same for all that are still there.

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void probed(const unsigned *slots, int tries) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  unsigned at = tile.shfl(slots[threadIdx.x], 0);
  for (int k = 0; k < tries; k++) {
    unsigned key = slots[at + tile.thread_rank()];
    if (__popc(tile.ballot(key != 0)) != 16) {
      if (tile.shfl(key, 0))
        break;
    } else {
      at = tile.shfl(key, 0);
    }
  }
}

__global__ void probed_by_lanes(const unsigned *slots, int tries) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  unsigned at = tile.shfl(slots[threadIdx.x], 0);
  for (int k = 0; k < tries; k++) {
    unsigned key = slots[at + tile.thread_rank()];
    // want? potentially_not_participating_lane_in_mask "probed_by_lanes"
    if (__popc(tile.ballot(key != 0)) != 16) {
      if (key == 5)
        break;
    } else {
      at = tile.shfl(key, 0);
    }
  }
}

__global__ void probed_in_halves(const unsigned *slots, int tries) {
  unsigned half = threadIdx.x & 16 ? 0xffff0000 : 0xffff;
  unsigned at = __shfl_sync(half, slots[threadIdx.x], 0, 16);
  for (int k = 0; k < tries; k++) {
    unsigned key = slots[at + threadIdx.x];
    if (__popc(__ballot_sync(half, key)) == 16) {
      if (__shfl_sync(half, key, 0, 16))
        break;
    } else {
      at = __shfl_sync(half, key, 0, 16);
    }
  }
}
