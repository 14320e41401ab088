// Reduced from https://github.com/rapidsai/cudf/commit/9d768f7ca4b
// Thread 0 moves a shared pointer behind which all threads still copy.

struct State {
  const unsigned char *at;
  int left;
};

template <bool waits>
__global__ void copiesPieces(const unsigned char *in, unsigned char *out, int pieces) {
  __shared__ State state;
  int t = threadIdx.x;
  if (t == 0) state = {in, pieces};
  __syncthreads();
  while (state.left > 0) {
    out[t] = state.at[t];
    out += 128;
    if (waits) __syncthreads();
    if (t == 0) {
      state.at += 128;  // want missing-syncthreads "for state.at"
      state.left--;     // want missing-syncthreads "for state.left"
    }
    __syncthreads();
  }
}

void launch(const unsigned char *in, unsigned char *out, int pieces) {
  copiesPieces<false><<<1, 128>>>(in, out, pieces);
  copiesPieces<true><<<1, 128>>>(in, out, pieces);
}
