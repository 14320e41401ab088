// A root with many fences, and no barrier between the accesses of two warps. Fences without a flag order nothing.

#define FIVE(x) x x x x x

__global__ void straight(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 60; k++) {
    FIVE(__threadfence_block();)
    sum += in[k];
  }
  s[t] = sum;
  out[t] = s[63 - t];  // want missing-syncthreads "races with thread 63 .warp 1, line 12. for s.63. in straight"
}

__global__ void onTwoSides(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 60; k++) {
    FIVE(__threadfence_block();)
    sum += in[k];
  }
  if (t < 32)
    s[t] = sum;
  else
    out[t] = s[63 - t];  // want missing-syncthreads "for s.31. in onTwoSides"
}

void launch(const int *in, int *out) {
  straight<<<1, 64>>>(in, out);
  onTwoSides<<<1, 64>>>(in, out);
}
