// Lanes that leave a loop whose way on only leads out of the kernel are together again.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  unsigned int m0 = __ballot_sync(0xffffffffu, ((d[lane] > 0) && (lane < 16u)) || (lane < 16u));
  if (((d[lane] > 0) && (lane < 16u)) || (lane < 16u)) {
    __syncwarp(m0);
    unsigned int m1 = __ballot_sync(m0, d[lane] > 0);
  } else {
    for (unsigned int i0 = 0u; i0 < (lane % 3u); ++i0) {
      continue;
    }
    __syncwarp(0xffffffffu & ~m0);
    return;
  }
  out[threadIdx.x] = v;
}
