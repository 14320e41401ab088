// What is known behind a loop is of its last turn; lanes of case 1 may have met in another.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = (threadIdx.x + (threadIdx.y * blockDim.x)) & 31u;
  unsigned int v = lane;
  switch (v % 4u) {
    case 0u: {
      int first0 = lane;
      for (int i0 = first0; (i0 - first0) < n; i0 += 32) {
        unsigned int m0 = __ballot_sync(0xffffffffu, threadIdx.x >= 16u);
      }
      for (unsigned int i1 = 0u; i1 < 4u; ++i1) {
        v = __shfl_down_sync(0xffffffffu, v, 8, 12);
      }
      v = __match_any_sync(0xffff0000u, v);
    }
    break;
    case 1u: {
      unsigned int m1 = __ballot_sync(0xffffffffu, d[lane] == 0);
    }
  }
  out[threadIdx.x + (threadIdx.y * blockDim.x)] = v;
}
