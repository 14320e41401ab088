// A segment of a warp between two ends that are known when the kernel runs.

#define LANE (threadIdx.x & 31)

__device__ unsigned between(int first, int last) { return (~0u << first) & (~0u >> (31 - last)); }

__global__ void byData(int *sums, const int *ends) {
  int first = ends[0], last = ends[1], lane = LANE;
  if (first < 0 || last > 31 || first > last)
    return;
  unsigned mask = between(first, last);
  if (lane >= first && lane <= last)
    sums[lane] = __reduce_add_sync(mask, lane);
}

__global__ void byArgument(int *heads, int first, int last) {
  int lane = LANE;
  if (first < 0 || last > 31 || first > last)
    return;
  if (lane >= first && lane <= last)
    heads[lane] = __shfl_sync(between(first, last), lane, first);
}

// The mask has the last lane, and the branch has not.
__global__ void oneTooFew(int *heads, int first, int last) {
  int lane = LANE;
  if (first < 0 || last > 31 || first > last)
    return;
  if (lane >= first && lane < last)
    heads[lane] = __shfl_sync(between(first, last), lane, first); // want[lockstep,independent,strict] not_participating_lane_in_mask "do not participate"
}
