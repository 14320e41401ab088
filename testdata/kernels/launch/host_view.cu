// Host code hides its launches from the device's view of the file.
__global__ void hidden(int *out) {
  // want[lockstep] not_participating_lane_in_mask "16-31 named.*block 16"
  if (threadIdx.x < 16) out[0] = __shfl_sync(0xffffffff, out[1], 0);
}

__global__ void wider(int *out) {
  // want[lockstep] not_participating_lane_in_mask "16-31 named.*block 24"
  // want[independent,strict] not_participating_lane_in_mask "16-23 named.*block 24"
  if (threadIdx.x < 16) out[0] = __shfl_sync(0xffffffff, out[1], 0);
}

__global__ void shown(int *out) {
  // want[lockstep] not_participating_lane_in_mask "8-31 named.*block 16"
  // want[independent,strict] not_participating_lane_in_mask "8-15 named.*block 16"
  if (threadIdx.x < 8) out[0] = __shfl_sync(0xffffffff, out[1], 0);
}

void both(int *out) {
#if defined(__CUDA_ARCH__)
  out[0] = 1;
#else
  hidden<<<1, 16>>>(out);
#endif
}

void run(int *out) {
  int block = 16;
#ifndef __CUDA_ARCH__
  block = 24;
  wider<<<1, block>>>(out);
#endif
  shown<<<1, 16>>>(out);
}
