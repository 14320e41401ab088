// A quotient of the thread number by a multiple of 32 is the same in a warp.

#define FULL 0xffffffffu

__global__ void by_64(const int *x, int *out) {
  int pair = threadIdx.x / 64;
  if (x[pair] > 0)
    out[threadIdx.x] = __shfl_xor_sync(FULL, 3, 1);
}

__global__ void by_shift(const int *x, int *out) {
  if (x[threadIdx.x >> 7] > 0)
    out[threadIdx.x] = __shfl_xor_sync(FULL, 3, 1);
}

__global__ void by_96(const int *x, int *out) {
  if (x[threadIdx.x / 96] > 0)
    out[threadIdx.x] = __shfl_xor_sync(FULL, 3, 1);
}

__global__ void by_mask(const int *x, int *out) {
  if (x[threadIdx.x & ~63] > 0)
    out[threadIdx.x] = __shfl_xor_sync(FULL, 3, 1);
}

__global__ void of_the_grid(const int *x, int *out) {
  int group = (blockIdx.x * blockDim.x + threadIdx.x) / 64;
  if (x[group] > 0)
    out[threadIdx.x] = __shfl_xor_sync(FULL, 3, 1);
}

__global__ void by_48(const int *x, int *out) {
  if (x[threadIdx.x / 48] > 0)
    out[threadIdx.x] = __shfl_xor_sync(FULL, 3, 1); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}

__global__ void shifted(const int *x, int *out) {
  if (x[(threadIdx.x + 8) / 64] > 0)
    out[threadIdx.x] = __shfl_xor_sync(FULL, 3, 1); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
}
