// A late turn that few lanes reach says nothing of the earlier ones.
__device__ unsigned int help0(unsigned int mask, unsigned int v) {
  unsigned int lane = threadIdx.x & 31u;
  __syncthreads();
  return v;
}
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  unsigned int k0 = 0u;
  do {
    switch (v % 3u) {
      case 0u: {
        switch (k0 % 3u) {
          case 0u: {
            v = __shfl_down_sync(0xffffffffu, v, 8, 16);
            if (n >= 31) {
              break;
            }
          }
          case 1u: {
            v = v + 14u;
            __syncwarp(1u);
          }
          break;
        }
      }
    }
    ++k0;
  } while (k0 < (lane & 3u));
  out[threadIdx.x] = v;
}
