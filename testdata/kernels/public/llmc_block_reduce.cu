// Reduced from https://github.com/karpathy/llm.c/blob/master/llmc/attention.cuh
// A reduction of the block with a static buffer is called again, and begins without a barrier.

__device__ float sumOfBlock(float value) {
  __shared__ float sums[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int o = 16; o > 0; o /= 2) value += __shfl_xor_sync(~0u, value, o);
  if (lane == 0) sums[warp] = value;  // want missing-syncthreads "for sums"
  __syncthreads();
  value = lane < blockDim.x / 32 ? sums[lane] : 0;
  for (int o = 16; o > 0; o /= 2) value += __shfl_xor_sync(~0u, value, o);
  return value;
}

__global__ void twoSums(const float *in, float *out) {
  float first = sumOfBlock(in[threadIdx.x]);
  out[threadIdx.x] = first + sumOfBlock(in[threadIdx.x + 256]);
}

__device__ float sumThatEndsWithABarrier(float value) {
  __shared__ float sums[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int o = 16; o > 0; o /= 2) value += __shfl_xor_sync(~0u, value, o);
  if (lane == 0) sums[warp] = value;
  __syncthreads();
  value = lane < blockDim.x / 32 ? sums[lane] : 0;
  for (int o = 16; o > 0; o /= 2) value += __shfl_xor_sync(~0u, value, o);
  __syncthreads();
  return value;
}

__global__ void twoSumsInOrder(const float *in, float *out) {
  float first = sumThatEndsWithABarrier(in[threadIdx.x]);
  out[threadIdx.x] = first + sumThatEndsWithABarrier(in[threadIdx.x + 256]);
}

void launch(const float *in, float *out) {
  twoSums<<<1, 256>>>(in, out);
  twoSumsInOrder<<<1, 256>>>(in, out);
}
