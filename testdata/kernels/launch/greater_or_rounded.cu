// A block that is the greater one of a number and of what is computed may be any such number; one is rounded up by its
// low bits.
#include <algorithm>

#define HALVES(name)                                                                                                  \
  __global__ void name(const int *in, int *out) {                                                                     \
    int v = in[threadIdx.x];                                                                                          \
    out[threadIdx.x] = v + __shfl_xor_sync(~0u, v, 16);                                                               \
  }

// want?[lockstep] potentially_not_participating_lane_in_mask "participate"
HALVES(one_at_least) // want? potentially_source_lane_not_in_mask "block of 1 thread"
// want?[lockstep] potentially_not_participating_lane_in_mask "participate"
HALVES(chosen) // want? potentially_source_lane_not_in_mask "block of 1 thread"
// want?[lockstep] potentially_not_participating_lane_in_mask "participate"
HALVES(a_few_at_most) // want? potentially_source_lane_not_in_mask "block of 1 thread"
// want?[lockstep] potentially_not_participating_lane_in_mask "participate"
HALVES(warp_at_least) // want? potentially_source_lane_not_in_mask "block of 34 threads"
// want[lockstep] not_participating_lane_in_mask "participate"
HALVES(always_a_few) // want source_lane_not_in_mask "block of 40 threads"
HALVES(rounded)
HALVES(rounded_from_below)
// want?[lockstep] potentially_not_participating_lane_in_mask "participate"
HALVES(rounded_to_halves) // want? potentially_source_lane_not_in_mask "block of 16 threads"

void launches(const int *in, int *out, int n) {
  one_at_least<<<1, std::max(1, n / 4)>>>(in, out);
  chosen<<<1, n / 4 > 1 ? n / 4 : 1>>>(in, out);
  a_few_at_most<<<1, std::min(std::max(1, n), 48)>>>(in, out);
  warp_at_least<<<1, std::max(32, n / 4)>>>(in, out);
  always_a_few<<<1, std::max(40, 24)>>>(in, out);
  rounded<<<1, (n | 31) + 1>>>(in, out);
  rounded_from_below<<<1, ((n - 1) | 31) + 1>>>(in, out);
  rounded_to_halves<<<1, (n | 15) + 1>>>(in, out);
}
