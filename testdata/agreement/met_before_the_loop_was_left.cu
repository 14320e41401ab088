// Behind a loop its counter is that of the last turn; the other lanes met in another.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  if (v % 4u == 0u) {
      int i = 0;
      for (; i < n; i += 32) {
        __ballot_sync(0xffffffffu, threadIdx.x >= 16u);
      }
      if (i >= n) v = __match_any_sync(0x11111111u, v);
  } else if (v % 4u == 1u) {
      __ballot_sync(0xffffffffu, d[lane] == 0);
  }
  out[threadIdx.x] = v;
}
