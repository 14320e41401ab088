// What __match_any_sync returns under masks that differ is no partition.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  __syncthreads();
  v = v + v;
  __syncthreads();
  unsigned int m0 = __match_any_sync(~(1u << lane), v % 2u);
  out[threadIdx.x] = v;
}
