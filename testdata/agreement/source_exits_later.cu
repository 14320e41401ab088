// A lane that another branch meets has not exited for it, though it exits later.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  unsigned int m0 = __ballot_sync(0xffffffffu, lane < 3u);
  if (lane < 3u) {
    if (v >= 2u) {
      v = __shfl_sync(m0, v, __ffs(m0) - 1, 32);
      v = __shfl_xor_sync(0xffffffffu, v, 0, 32);
    } else {
      v = __shfl_sync(m0, v, lane % 3u, 32);
      unsigned int m1 = __match_any_sync(m0, v % 4u);
      return;
    }
  }
  out[threadIdx.x] = v;
}
