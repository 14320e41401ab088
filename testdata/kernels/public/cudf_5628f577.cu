// Reduced from https://github.com/rapidsai/cudf/commit/5628f577
// The mask is of those lanes that have an element, and all lanes of the warp vote.

__global__ void copiesAndCounts(const int *in, int *out, int n, unsigned *valid) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned active = __ballot_sync(~0u, i < n);
  if (i < n) out[i] = in[i];
  unsigned is = __ballot_sync(active, i < n && in[i] > 0);  // want? participating_lane_potentially_not_in_mask ""
  if (lane == 0) valid[i / 32] = is;
}

__global__ void copiesAndCountsThose(const int *in, int *out, int n, unsigned *valid) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned active = __ballot_sync(~0u, i < n);
  if (i < n) {
    out[i] = in[i];
    unsigned is = __ballot_sync(active, in[i] > 0);
    if (lane == 0) valid[i / 32] = is;
  }
}

void launch(const int *in, int *out, int n, unsigned *valid) {
  copiesAndCounts<<<(n + 127) / 128, 128>>>(in, out, n, valid);
  copiesAndCountsThose<<<(n + 127) / 128, 128>>>(in, out, n, valid);
}
