// Segments of lanes between the members of a set: each begins at a head.

#define LANE (threadIdx.x & 31)
#define UP_TO_MINE (0xffffffffu >> (31 - LANE))

__global__ void fromTheHead(int *d, const int *flag) {
  unsigned heads = __ballot_sync(~0u, flag[threadIdx.x] || LANE == 0);
  d[threadIdx.x] = __shfl_sync(~0u, d[threadIdx.x], 31 - __clz(heads & UP_TO_MINE));
}

__global__ void ofTheSegment(int *d, const int *flag) {
  unsigned heads = __ballot_sync(~0u, flag[threadIdx.x]) | 1;
  int start = 31 - __clz(heads & UP_TO_MINE);
  unsigned later = heads & ~UP_TO_MINE;
  int end = later ? __ffs(later) - 1 : 32;
  unsigned mask = (end == 32 ? ~0u : (1u << end) - 1) & (~0u << start);
  int v = __shfl_sync(mask, d[threadIdx.x], start);
  d[threadIdx.x] = v + __reduce_add_sync(mask, v);
}

// The lane behind the segment is named as well.
__global__ void oneTooFar(int *d, const int *flag) {
  unsigned heads = __ballot_sync(~0u, flag[threadIdx.x]) | 1;
  int start = 31 - __clz(heads & UP_TO_MINE);
  unsigned later = heads & ~UP_TO_MINE;
  int end = later ? __ffs(later) : 32;
  unsigned mask = (end == 32 ? ~0u : (1u << end) - 1) & (~0u << start);
  d[threadIdx.x] = __shfl_sync(mask, d[threadIdx.x], start); // want? potentially_divergent_mask "do not agree"
}

// Where there is no head, the source is lane 31.
__global__ void withoutAHead(int *d, const int *flag) {
  unsigned heads = __ballot_sync(~0u, flag[threadIdx.x]);
  if (LANE > 15) return;
  d[threadIdx.x] = __shfl_sync(0xffff, d[threadIdx.x], 31 - __clz(heads & UP_TO_MINE)); // want? potentially_source_lane_not_in_mask "may read"
}

// The next lane that is active, and the one before.
__global__ void neighbours(int *d, const int *flag) {
  bool active = flag[threadIdx.x] > 0;
  unsigned mask = __ballot_sync(~0u, active);
  if (!active) return;
  unsigned later = mask & ~UP_TO_MINE, before = mask & (UP_TO_MINE >> 1);
  int v = __shfl_sync(mask, d[threadIdx.x], later ? __ffs(later) - 1 : LANE);
  d[threadIdx.x] = __shfl_sync(mask, v, before ? 31 - __clz(before) : LANE);
}

__global__ void behindTheNext(int *d, const int *flag) {
  bool active = flag[threadIdx.x] > 0;
  unsigned mask = __ballot_sync(~0u, active);
  if (!active) return;
  unsigned later = mask & ~UP_TO_MINE;
  d[threadIdx.x] = __shfl_sync(mask, d[threadIdx.x], later ? __ffs(later) : LANE); // want? potentially_source_lane_not_in_mask "may read"
}
