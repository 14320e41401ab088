// What only a loop's later turns could reach by what it carries is not definite.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  if ((lane % 4u) == 0u) {
    int first = lane;
    for (int i = first; (i - first) < n; i += 32) {
      for (unsigned int o = 4u; o > 0u; o >>= 1) {
        __syncwarp(0x11111111u);
        if (v % 2u == 0u) {
          int same = 0;
          v = __match_all_sync(0x11111111u, v, &same);
        }
      }
    }
  }
  out[threadIdx.x] = v;
}
