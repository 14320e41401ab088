// Groups of lanes that agree in some bits, taken with a ballot a bit: their masks are
// equal or disjoint, whatever the data are.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define FULL 0xffffffffu

__global__ void by_sign(const int *d, int *out) {
  bool negative = d[threadIdx.x] < 0;
  unsigned some = __ballot_sync(FULL, negative);
  out[threadIdx.x] = __reduce_add_sync(negative ? some : ~some, d[threadIdx.x]);
}

template <int FIRST, int COUNT> __global__ void by_digit(const unsigned *keys, int *counters, int *out) {
  unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x], peers = FULL;
  for (int bit = FIRST; bit < FIRST + COUNT; bit++) {
    bool set = key & 1u << bit;
    unsigned same = __ballot_sync(FULL, set);
    peers &= set ? same : ~same;
  }
  int leader = 31 - __clz(peers), base = 0;
  if ((threadIdx.x & 31) == leader)
    base = atomicAdd(&counters[key >> FIRST & (1 << COUNT) - 1], __popc(peers));
  out[threadIdx.x] = __shfl_sync(peers, base, leader);
}
template __global__ void by_digit<4, 4>(const unsigned *, int *, int *);

// The lanes of a tail have no key, and the condition is of two parts.
__global__ void by_two(const int *d, int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool odd = i < n && d[i] & 1, large = d[i] > 100;
  unsigned same = __ballot_sync(FULL, odd), more = __ballot_sync(FULL, large);
  unsigned peers = (odd ? same : ~same) & (large ? more : ~more);
  out[i] = __reduce_max_sync(peers, i);
}

__global__ void by_match_and_sign(const int *d, int *out) {
  int v = d[threadIdx.x];
  unsigned equal = __match_any_sync(FULL, v >> 4), some = __ballot_sync(FULL, v < 0);
  out[threadIdx.x] = __reduce_add_sync(equal & (v < 0 ? some : ~some), v);
}

__global__ void by_tile(const int *d, int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  auto side = cg::binary_partition(tile, d[threadIdx.x] > 0);
  out[threadIdx.x] = side.shfl(d[threadIdx.x], 0);
}

// The other side is not the complement of this one: a lane may be in both.
__global__ void not_complements(const int *d) {
  int v = d[threadIdx.x];
  unsigned low = __ballot_sync(FULL, v < 10), high = __ballot_sync(FULL, v > 5), mine = high;
  if (v < 10)
    mine = low;
  // want? potentially_divergent_mask "Lane\(s\) [0-9]"
  __syncwarp(mine);
}

// Agreeing in one of two bits is no equivalence.
__global__ void either_bit(const int *d) {
  bool p = d[threadIdx.x] & 1, q = d[threadIdx.x] & 2;
  unsigned a = __ballot_sync(FULL, p), b = __ballot_sync(FULL, q);
  // want? potentially_divergent_mask "Lane\(s\) [0-9]"
  __syncwarp((p ? a : ~a) | (q ? b : ~b));
}

void launch(int *p) {
  not_complements<<<1, 32>>>(p);
  either_bit<<<1, 32>>>(p);
}

// The vote's mask names lanes that may be missing, a fault of its own; the sides are apart all the same.
__global__ void sides_of_the_lanes_that_are_left(const int *in, int *out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    unsigned odd = __ballot_sync(~0u, in[i] & 1); // want? potentially_not_participating_lane_in_mask "do not participate"
    unsigned mine = in[i] & 1 ? odd : ~odd;
    out[i] = __shfl_sync(mine, in[i], __ffs(mine) - 1); // want? potentially_not_participating_lane_in_mask "do not participate"
  }
}

// A side with the lane that votes otherwise: lane 4 is named by both.
__global__ void sides_that_share_a_lane(const int *in, int *out, int n) {
  int i = threadIdx.x;
  if (i < n) {
    unsigned odd = __ballot_sync(~0u, in[i] & 1); // want? potentially_not_participating_lane_in_mask "do not participate"
    unsigned mine = in[i] & 1 ? odd | 16u : ~odd;
    // want? potentially_divergent_mask ""
    out[i] = __shfl_sync(mine, in[i], __ffs(mine) - 1);
  }
}
