// A host that gives the block as an argument, and a number of elements that it computes as a product with it, launches no part of a block.

#define LOOP(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)

__device__ float total(const float *cache, int channels) {
  float sum = 0;
  for (int i = 0; i < channels; i++)
    sum += cache[i];
  return sum;
}

// Each block does so many whole rows.
__global__ void rows(int n, const float *in, float *out, int channels) {
  extern __shared__ float cache[];
  LOOP(i, n) {
    cache[threadIdx.x] = in[i];
    __syncthreads(); // want~ potentially-divergent-syncthreads "rows"
    if (threadIdx.x == 0)
      out[i / channels] = total(cache, channels);
    __syncthreads(); // want~ potentially-divergent-syncthreads "rows"
  }
}

void launchRows(const float *in, float *out, int batch, int heads, int channels) {
  int n = batch * heads * channels;
  if (channels >= 64 && channels < 512)
    rows<<<(n + channels - 1) / channels, channels, channels * sizeof(float)>>>(n, in, out, channels);
}

// Here the number of elements is any.
__global__ void elements(int n, const float *in, float *out, int channels) {
  extern __shared__ float cache[];
  LOOP(i, n) {
    cache[threadIdx.x] = in[i];
    __syncthreads(); // want? potentially-divergent-syncthreads "elements"
    if (threadIdx.x == 0)
      out[i / channels] = total(cache, channels);
    __syncthreads(); // want? potentially-divergent-syncthreads "elements"
  }
}

void launchElements(const float *in, float *out, int n, int channels) {
  if (channels >= 64 && channels < 512)
    elements<<<(n + channels - 1) / channels, channels, channels * sizeof(float)>>>(n, in, out, channels);
}

// A constant block on each side of a choice, and the least of two numbers of rows.
template <int Block>
__global__ void fixed(int n, const float *in, float *out, int channels) {
  __shared__ float cache[Block];
  LOOP(i, n) {
    cache[threadIdx.x] = in[i];
    __syncthreads();
    if (threadIdx.x == 0)
      out[i / channels] = total(cache, channels);
    __syncthreads();
  }
}

void launchFixed(const float *in, float *out, int batch, int most, int channels) {
  int rows = batch < most ? batch : most;
  int n = rows * channels;
  switch (channels) {
  case 64:
    fixed<64><<<n / 64, channels>>>(n, in, out, channels);
    break;
  case 128:
    fixed<128><<<n / 128, channels>>>(n, in, out, channels);
    break;
  }
}
