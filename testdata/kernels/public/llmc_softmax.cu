// Reduced from https://github.com/karpathy/llm.c/blob/master/dev/cuda/softmax_forward.cu
// The maxima of the warps are read from the array in which the sums of the warps are stored next.

__device__ float largestOfWarp(float v) {
  for (int o = 16; o > 0; o /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
  return v;
}
__device__ float sumOfWarp(float v) {
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(~0u, v, o);
  return v;
}

template <bool waits>
__global__ void softmax(const float *in, float *out) {
  extern __shared__ float shared[];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float v = in[threadIdx.x], most = largestOfWarp(v);
  if (lane == 0) shared[warp] = most;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int w = 1; w < blockDim.x / 32; w++) shared[0] = fmaxf(shared[0], shared[w]);
  __syncthreads();
  v = expf(v - shared[0]);
  if (waits) __syncthreads();
  float sum = sumOfWarp(v);
  if (lane == 0) shared[warp] = sum;  // want missing-syncthreads "for shared"
  __syncthreads();
  if (threadIdx.x == 0)
    for (int w = 1; w < blockDim.x / 32; w++) shared[0] += shared[w];
  __syncthreads();
  out[threadIdx.x] = v / shared[0];
}

void launch(const float *in, float *out) {
  softmax<false><<<1, 256, 32>>>(in, out);
  softmax<true><<<1, 256, 32>>>(in, out);
}
