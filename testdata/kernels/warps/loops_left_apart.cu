// Each lane leaves a loop in an iteration of its own. Behind several such loops an example needs a number for each lane and loop,
// which are easy to find and many.

__device__ float sumOfWarp(float v) {
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  return v;
}

__device__ float sumOfBlock(float v, bool isCalledAgain) {
  __shared__ float part[32];
  int lane = threadIdx.x % 32, warps = blockDim.x / 32;
  float sum = sumOfWarp(v);
  if (lane == 0) part[threadIdx.x / 32] = sum;  // want? potentially-missing-syncthreads "for part\[0\] in rows"
  __syncthreads();
  float all = sumOfWarp(lane < warps ? part[lane] : 0.0f);
  if (isCalledAgain) __syncthreads();
  return all;
}

__global__ void rows(const float *d, float *out, int n) {
  int last = n - 1 - 4 * blockIdx.x;
  for (int row = 0; row < 4; ++row) {
    int at = last - row;
    if (at < 0) return;
    float v = 0;
    for (int i = threadIdx.x; i <= at; i += 256) v += d[at * n + i];
    out[at] = sumOfBlock(v, false);
  }
}

__global__ void rowsInTurn(const float *d, float *out, int n) {
  int last = n - 1 - 4 * blockIdx.x;
  for (int row = 0; row < 4; ++row) {
    int at = last - row;
    if (at < 0) return;
    float v = 0;
    for (int i = threadIdx.x; i <= at; i += 256) v += d[at * n + i];
    out[at] = sumOfBlock(v, true);
  }
}

void launch(const float *d, float *out, int n) {
  rows<<<n / 4, 256>>>(d, out, n);
  rowsInTurn<<<n / 4, 256>>>(d, out, n);
}
