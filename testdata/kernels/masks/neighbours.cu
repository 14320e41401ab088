// The nearest lane of a ballot, or the lane itself where there is none: each is in the mask.
#define FULL 0xffffffffu

__global__ void neighbours(const int *data, int *out) {
  int lane = threadIdx.x & 31, value = data[lane];
  unsigned above = __ballot_sync(FULL, value > 0);
  if (value > 0) {
    unsigned others = above & ~(1u << lane), lower = above & ((1u << lane) - 1);
    int next = others ? __ffs(others) - 1 : lane;
    int last = lane;
    if (lower) last = 31 - __clz(lower);
    out[lane] = __shfl_sync(above, value, next) + __shfl_sync(above, value, last);
    unsigned higher = above & (~1u << lane);
    out[lane] += __shfl_sync(above, value, higher ? __ffs(higher) - 1 : __ffs(above) - 1);
    out[lane] += __shfl_sync(above, value, __ffs(others) - 1); // want? potentially_source_lane_not_in_mask "31"
  }
}

__global__ void neighboursOfOthers(const int *data, int *out) {
  int lane = threadIdx.x & 31, value = data[lane];
  unsigned above = __ballot_sync(FULL, value > 0), odd = __ballot_sync(FULL, value & 1);
  if (value > 0) {
    unsigned others = odd & ~(1u << lane);
    out[lane] = __shfl_sync(above, value, others ? __ffs(others) - 1 : lane); // want? potentially_source_lane_not_in_mask "outside mask"
  }
}
