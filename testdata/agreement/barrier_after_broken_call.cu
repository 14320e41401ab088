// What a broken collective returns decides a branch.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  unsigned int m0 = __ballot_sync(0xffffffffu, v <= 2u);
  if (v <= 2u) {
    unsigned int m1 = __ballot_sync(m0, d[lane] > 0);
    if (d[lane] > 0) {
      v = __any_sync(0xffffffffu, threadIdx.x >= 2u);
      int same0 = 0;
      v = __match_all_sync(m0 & m0, v, &same0);
      __syncwarp(m1);
      switch (v % 3u) {
        case 0u: {
          __syncthreads();
          __syncthreads();
          __syncwarp(m1);
          unsigned int m2 = __activemask();
        }
        break;
        case 1u: {
          __syncthreads();
        }
        break;
        default: {
          __syncwarp(m1);
        }
        break;
      }
    }
  }
  out[threadIdx.x] = v;
}
