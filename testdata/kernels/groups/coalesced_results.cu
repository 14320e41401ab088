// What a coalesced group's collectives return by rank is the same for all of its lanes.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void ballot_of_some(int *d) {
  if (d[threadIdx.x] > 5) {
    auto group = cg::coalesced_threads();
    unsigned greater = group.ballot(d[threadIdx.x] > 9);
    if (greater == 0)
      greater = group.ballot(d[threadIdx.x] < 8);
    if (greater != 0)
      group.sync();
  }
}

// A pivot that nothing is above is compared in another way, by all that are left.
__global__ void compared_again(const unsigned *d, unsigned *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  auto active = cg::coalesced_threads();
  unsigned above = active.ballot(d[i] > d[0]);
  if (above == 0)
    above = active.ballot(d[i] >= d[0]);
  out[i] = above;
}

// Lanes 1 and 3 have ranks 0 and 1.
__global__ void by_rank(int *d) {
  if (threadIdx.x % 32 == 1 || threadIdx.x % 32 == 3) {
    auto group = cg::coalesced_threads();
    unsigned last = group.ballot(threadIdx.x % 32 == 3);
    if (last == 2)
      __syncwarp();  // want not_participating_lane_in_mask "Lane\(s\) 0, 2, 4-31 named"
    if (last != 2)
      __syncwarp();
  }
}

// Each lane asks for its own rank.
__global__ void of_one_rank(int *d) {
  if (threadIdx.x % 2) {
    auto group = cg::coalesced_threads();
    if (group.ballot(d[threadIdx.x] > 0) >> group.thread_rank() & 1)
      group.sync();  // want? potentially_not_participating_lane_in_mask "potentially do not participate"
  }
}
