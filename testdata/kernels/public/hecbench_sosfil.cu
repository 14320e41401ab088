// Reduced from https://github.com/zjin-lcf/HeCBench/tree/master/src/sosfil-cuda
// Each section of a filter takes what the thread before has left, which may be of another section.

template <bool waits>
__global__ void sections(const float *in, float *out) {
  __shared__ float passed[64];
  int t = threadIdx.x;
  passed[t] = 0;
  __syncthreads();
  for (int i = 0; i < 8; i++) {
    float x = t == 0 ? in[i] : passed[t - 1];
    if (waits) __syncthreads();
    passed[t] = x * 0.5f;  // want missing-syncthreads "for passed"
    __syncthreads();
  }
  out[t] = passed[t];
}

void launch(const float *in, float *out) {
  sections<false><<<1, 64>>>(in, out);
  sections<true><<<1, 64>>>(in, out);
}
