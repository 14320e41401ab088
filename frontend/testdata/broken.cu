#include "not_there.h"
__global__ void good(int *p) { p[0] = 1; }
__global__ void bad(int *p) {
  missing_function(p);
  Missing m;
  p[0] = __shfl_xor_sync(~0u, p[0], 1);
}
template <typename T> __device__ T helper(T v) { return v + 1; }
__global__ void later(int *p) { p[0] = helper(p[0]); }
