// A witness is confirmed where the kernel holds constants that no digits spell.
#include <math.h>

__global__ void largest(float *data, int n) {
  int at = threadIdx.x;
  if (at >= n)
    return;
  float most = -INFINITY;
  double more = -HUGE_VAL;
  for (int distance = 16; distance > 0; distance /= 2) {
    // want?[independent,strict] potentially_source_lane_not_in_mask "that have exited"
    // want?[lockstep] potentially_not_participating_lane_in_mask "named"
    // want?[lockstep] potentially_source_lane_not_in_mask "lane"
    most = fmaxf(most, __shfl_down_sync(0xffffffff, most, distance));
  }
  data[at] = most > more ? most : -__builtin_huge_valf();
}
