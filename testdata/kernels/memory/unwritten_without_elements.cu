// A count in memory decides how many cells are written. That it is 0 is not tried: a kernel is hardly launched for no
// element. Fewer than are read is.

__global__ void leastOfSome(const int *in, const int *count, int *out) {
  __shared__ int least[128];
  int t = threadIdx.x, n = min(count[0], 128);
  if (t < n) least[t] = in[t];
  __syncthreads();
  if (t == 0) {
    for (int i = 1; i < n; i++) least[0] = min(least[0], least[i]);
    out[0] = least[0];
  }
}

__global__ void firstTwoOfSome(const int *in, const int *count, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, n = min(count[0], 128);
  if (t < n) s[t] = in[t];
  __syncthreads();
  if (t == 0) out[0] = s[0] + s[1];  // want? potentially-uninitialized-shared "s"
}

void launch(const int *in, const int *count, int *out) {
  leastOfSome<<<1, 128>>>(in, count, out);
  firstTwoOfSome<<<1, 128>>>(in, count, out);
}
