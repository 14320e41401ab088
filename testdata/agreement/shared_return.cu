// Lanes that leave a loop for a return that others take too wait there: they have not exited yet.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  unsigned int m0 = __ballot_sync(0xffffffffu, d[lane] >= 0);
  if (d[lane] >= 0) {
    unsigned int m1 = __ballot_sync(m0, lane < 20u);
    if (lane < 20u) {
      for (unsigned int i0 = 0u; i0 < (lane % 3u); ++i0) {
        __syncwarp(m1);
        v = __shfl_sync(m1, v, __ffs(m1) - 1, 32);
      }
    } else {
      v = __shfl_sync(m0 & ~m1, v, 24, 32);
    }
    return;
  }
  out[threadIdx.x] = v;
}
