#include <lanes.h>

__global__ void kernel(int *out) {
  out[threadIdx.x] = __shfl_xor_sync(LANES(N), out[threadIdx.x], 1);
}
