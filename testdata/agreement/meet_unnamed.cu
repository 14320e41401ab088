// A lane meets only those whose own masks name it.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  if (lane < 1u) {
    __syncwarp(1u << lane);
  } else {
    __syncwarp(~~1u);
    v = __reduce_xor_sync(~1u, v);
  }
  out[threadIdx.x] = v;
}
