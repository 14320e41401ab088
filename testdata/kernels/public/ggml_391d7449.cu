// Reduced from https://github.com/ggml-org/llama.cpp/commit/391d7449
// Each round reads the carry of the round before, and one thread stores the next one without a barrier between.

__global__ void carryTooEarly(const float *in, float *out, int n) {
  __shared__ float last[4], carry;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) carry = 0;
  __syncthreads();
  for (int begin = 0; begin < n; begin += 128) {
    float v = begin + threadIdx.x < n ? in[begin + threadIdx.x] : 0;
    for (int o = 1; o < 32; o *= 2) {
      float below = __shfl_up_sync(~0u, v, o);
      if (lane >= o) v += below;
    }
    if (lane == 31) last[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++) v += last[w];
    if (begin + threadIdx.x < n) out[begin + threadIdx.x] = v + carry;
    if (threadIdx.x == 127) carry += v;  // want missing-syncthreads "for carry"
    __syncthreads();
  }
}

__global__ void carryBehindABarrier(const float *in, float *out, int n) {
  __shared__ float last[4], carry;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0) carry = 0;
  __syncthreads();
  for (int begin = 0; begin < n; begin += 128) {
    float v = begin + threadIdx.x < n ? in[begin + threadIdx.x] : 0;
    for (int o = 1; o < 32; o *= 2) {
      float below = __shfl_up_sync(~0u, v, o);
      if (lane >= o) v += below;
    }
    if (lane == 31) last[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++) v += last[w];
    if (begin + threadIdx.x < n) out[begin + threadIdx.x] = v + carry;
    __syncthreads();
    if (threadIdx.x == 127) carry += v;
    __syncthreads();
  }
}

void launch(const float *in, float *out, int n) {
  carryTooEarly<<<1, 128>>>(in, out, n);
  carryBehindABarrier<<<1, 128>>>(in, out, n);
}
