// Reduced from https://github.com/turboderp/exllamav2/commit/9a7afecd
// A table that some threads fill is read by all without a barrier.

template <bool waits>
__global__ void reconstructs(const unsigned short *order, const float *weights, float *out, int rows) {
  __shared__ unsigned short permutation[128];
  int t = threadIdx.x, begin = blockIdx.x * 128;
  if (begin + t < rows) permutation[t] = order[begin + t];
  if (waits) __syncthreads();
  for (int i = 0; i < 128 && begin + i < rows; i++)
    // want missing-syncwarp "for permutation"
    out[permutation[i] * 128 + t] = weights[(begin + i) * 128 + t];  // want? potentially-missing-syncthreads "for permutation"
}

void launch(const unsigned short *order, const float *weights, float *out, int rows) {
  reconstructs<false><<<(rows + 127) / 128, 128>>>(order, weights, out, rows);
  reconstructs<true><<<(rows + 127) / 128, 128>>>(order, weights, out, rows);
}
