// Reduced from https://github.com/rusty1s/pytorch_cluster/blob/master/csrc/cuda/fps_cuda.cu
// The point that is farthest is found in two arrays of the block, which the next round stores while others read.

template <bool waits>
__global__ void farthestPoints(const float *points, int *out, int rounds) {
  __shared__ float best[64];
  __shared__ int bestAt[64];
  int t = threadIdx.x, old = 0;
  for (int m = 0; m < rounds; m++) {
    float d = points[t] - points[old];
    best[t] = d * d;
    bestAt[t] = t;  // want? potentially-missing-syncthreads "for bestAt"
    for (int i = 32; i > 0; i /= 2) {
      __syncthreads();
      if (t < i && best[t] < best[t + i]) {
        best[t] = best[t + i];
        bestAt[t] = bestAt[t + i];
      }
    }
    __syncthreads();
    old = bestAt[0];
    if (t == 0) out[m] = old;
    if (waits) __syncthreads();
  }
}

void launch(const float *points, int *out, int rounds) {
  farthestPoints<false><<<1, 64>>>(points, out, rounds);
  farthestPoints<true><<<1, 64>>>(points, out, rounds);
}
