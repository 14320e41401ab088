// What a shuffle reads from a lane that is not there differs from lane to lane.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  v = __shfl_sync(~0xffffffffu, v, __ffs(~0xffffffffu) - 1, 32);
  __syncthreads();
  __syncwarp(0xffffffffu);
  if (v < 8u) {
    __syncwarp(0xffffffffu);
  }
  out[threadIdx.x] = v;
}
