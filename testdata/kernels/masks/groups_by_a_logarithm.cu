// The size of a group is a power of two whose logarithm is computed: of few values, or from one argument.
#define WHOLE 0xffffffffu

__device__ unsigned group_of(int lane, int size) {
  return size == 32 ? WHOLE : ((1u << size) - 1) << (lane & ~(size - 1));
}

__global__ void few_values(float *d, int log) {
  int size = 1 << (log & 3), lane = threadIdx.x & 31;
  float v = d[threadIdx.x];
  v += __shfl_xor_sync(group_of(lane, size), v, size / 2, size);
  d[threadIdx.x] = v;
}

__global__ void clamped(float *d, int log) {
  int size = 1 << min(max(log, 0), 5), lane = threadIdx.x & 31;
  float v = d[threadIdx.x];
  for (int o = size / 2; o; o /= 2)
    v += __shfl_xor_sync(group_of(lane, size), v, o, size);
  d[threadIdx.x] = v;
}

__global__ void tested(float *d, int log) {
  if (log < 0 || log > 4)
    return;
  int size = 1 << log, lane = threadIdx.x & 31;
  unsigned mask = ((1u << size) - 1) << (lane / size * size);
  float v = d[threadIdx.x];
  for (int o = size / 2; o; o /= 2)
    v += __shfl_xor_sync(mask, v, o, size);
  d[threadIdx.x] = v;
}

// A group begins at a lane that is no multiple of its size.
__global__ void shifted(float *d, int log) {
  int size = 2 << (log & 1), lane = threadIdx.x & 31;
  // want[lockstep,independent,strict] participating_lane_not_in_mask "Lane\(s\) .*31 participate"
  __syncwarp(((1u << size) - 1) << ((lane + 1) & ~(size - 1)));
  d[threadIdx.x] = 1;
}
