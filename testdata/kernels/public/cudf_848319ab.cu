// Reduced from https://github.com/rapidsai/cudf/commit/848319aba8d
// All threads read a count, and one of them stores the next before the others have read.

template <bool waits>
__global__ void decodesRuns(const int *lengths, int *out, int runs) {
  __shared__ int length;
  int t = threadIdx.x, at = 0;
  for (int run = 0; run < runs; run++) {
    if (t == 0) length = lengths[run];  // want? potentially-missing-syncthreads "for length"
    __syncthreads();
    int n = length;
    for (int i = t; i < n; i += 128) out[at + i] = run;
    at += n;
    if (waits) __syncthreads();
  }
}

void launch(const int *lengths, int *out, int runs) {
  decodesRuns<false><<<1, 128>>>(lengths, out, runs);
  decodesRuns<true><<<1, 128>>>(lengths, out, runs);
}
