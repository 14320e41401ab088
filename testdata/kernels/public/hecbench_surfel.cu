// Reduced from https://github.com/zjin-lcf/HeCBench/tree/master/src/surfel-cuda
// A tile is filled again while threads that are slow still read it.

template <bool waits>
__global__ void rendersTiles(const float4 *surfels, float *out, int n) {
  __shared__ float4 tile[128];
  int t = threadIdx.x, p = blockIdx.x * 128 + t;
  float sum = 0;
  for (int begin = 0; begin < n; begin += 128) {
    if (begin + t < n) tile[t] = surfels[begin + t];  // want? potentially-missing-syncthreads "for tile"
    __syncthreads();
    int most = min(128, n - begin);
    for (int i = 0; i < most; i++) sum += tile[i].x * p + tile[i].w;
    if (waits) __syncthreads();
  }
  out[p] = sum;
}

void launch(const float4 *surfels, float *out, int n) {
  rendersTiles<false><<<8, 128>>>(surfels, out, n);
  rendersTiles<true><<<8, 128>>>(surfels, out, n);
}
