// What only host code does in a function of its own decides the block, in a file that hides no number
// and no launch.
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

// A function for both sides that host code calls.
__host__ __device__ int threads() {
#ifdef __CUDA_ARCH__
  return 64;
#else
  return 16;
#endif
}

__global__ void counted(int *out) {
  // want[lockstep] not_participating_lane_in_mask "16-31 named.*block 16"
  if (threadIdx.x < 16) out[0] = __shfl_sync(0xffffffff, out[1], 0);
}

void launchCounted(int *out) { counted<<<1, threads()>>>(out); }
