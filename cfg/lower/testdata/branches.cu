// Short circuits and ?: become control flow; an if branches on each operand.

__global__ void shortCircuit(int *out, int a, int b) {
  int lane = threadIdx.x & 31;
  if (lane < 16 && a > b)
    out[lane] = 1;
  if (!(lane == 3 || b))
    out[lane] = 2;
  bool both = lane > 4 && lane < 8;
  out[0] = both;
}

__global__ void conditional(int *out, int n) {
  int lane = threadIdx.x % warpSize;
  unsigned mask = lane < 16 ? 0xffffu : 0xffff0000u;
  __syncwarp(mask);
  (n > 0 ? out[0] : out[1]) = lane;
  if (__builtin_expect(n == 7, 0))
    return;
  out[lane] = n;
}

// A condition variable and an init statement live until the end of the if.
__global__ void initialised(int *out) {
  if (int n = out[threadIdx.x])
    out[0] = n;
  else
    out[1] = n;
  if (int k = out[2]; k > 3)
    out[3] = k;
}

template <int Width> __device__ int chosen(int v) {
  if constexpr (Width == 32)
    return __shfl_sync(0xffffffff, v, 0);
  else
    return v;
}

__global__ void instantiated(int *out) { out[threadIdx.x] = chosen<32>(out[0]) + chosen<8>(1); }
