// What host code launches with may be left out of the device's view of the file, though no
// launch is.
__global__ void named(int *out) {
  // want[lockstep] not_participating_lane_in_mask "16-31 named.*block 16"
  if (threadIdx.x < 16) out[0] = __shfl_sync(0xffffffff, out[1], 0);
}

#if defined(__CUDA_ARCH__)
#define NAMED 64
#else
#define NAMED 16
#endif

void launchNamed(int *out) { named<<<1, NAMED>>>(out); }

__global__ void changed(int *out) {
  // want[lockstep] not_participating_lane_in_mask "16-31 named.*block 16"
  if (threadIdx.x < 16) out[0] = __shfl_sync(0xffffffff, out[1], 0);
}

void launchChanged(int *out) {
  int block = 64;
#ifndef __CUDA_ARCH__
  block = 16;
#endif
  changed<<<1, block>>>(out);
}
