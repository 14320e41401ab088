// A lane that some lanes meet on its way out has not exited for the others that name it.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  if (lane >= 1u) {
    __syncwarp(0xffffffffu);
    __syncwarp(0xffffffffu);
  } else {
    __syncwarp(0xffu);
    __syncwarp(0xffffffffu);
    return;
  }
  out[threadIdx.x] = v;
}
