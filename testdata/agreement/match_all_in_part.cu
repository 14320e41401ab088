// What __match_all_sync returns to a part of its mask is anything.
__global__ void kernel(int n, const int *d, unsigned int *out) {
  unsigned int lane = threadIdx.x & 31u;
  unsigned int v = lane;
  v = __all_sync(0xffffffffu, n >= 1);
  v = __any_sync(0xffffffffu, lane 