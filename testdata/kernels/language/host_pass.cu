// What the device has as functions and the host as macros: the host's code is compiled without __CUDA_ARCH__.
#ifdef __CUDA_ARCH__
__device__ __forceinline__ unsigned swap(unsigned x) { return __byte_perm(x, x, 0x0123); }
#define ROTATE(x, n) __funnelshift_r(x, x, n)
#else
#define swap(x) (((x) << 24) | ((x) >> 24))
#define ROTATE(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#endif
__global__ void mix(unsigned *d) {
  unsigned v = swap(ROTATE(d[threadIdx.x], 7));
  if (threadIdx.x < 7)
    // want not_participating_lane_in_mask "Lane\(s\) 7-31 named"
    d[threadIdx.x] = __shfl_sync(~0u, v, 0);
}
unsigned run(unsigned *d, unsigned n) {
  mix<<<1, 64>>>(d);
  return swap(ROTATE(n, 3));
}
