// Reduced from https://github.com/zjin-lcf/HeCBench/tree/master/src/hungarian-cuda
// The last steps of a reduction are left to one warp, whose lanes are taken to run together.

template <bool waits>
__global__ void leastOfBlock(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = fminf(in[t], in[t + 256]);
  for (int i = 128; i >= 64; i /= 2) {
    __syncthreads();
    if (t < i) s[t] = fminf(s[t], s[t + i]);
  }
  __syncthreads();
  if (t < 32) {
    s[t] = fminf(s[t], s[t + 32]);
    if (waits) __syncwarp();
    for (int i = 16; i > 0; i /= 2) {
      float other = t < i ? s[t + i] : s[t];  // want missing-syncwarp "for s"
      if (waits) __syncwarp();
      s[t] = fminf(s[t], other);  // want missing-syncwarp "for s"
      if (waits) __syncwarp();
    }
  }
  if (t == 0) out[0] = s[0];
}

void launch(const float *in, float *out) {
  leastOfBlock<false><<<1, 256>>>(in, out);
  leastOfBlock<true><<<1, 256>>>(in, out);
}
