// Reduced from https://github.com/moderngpu/moderngpu/commit/ee46a1d3
// The last warp of a block has fewer threads, and a vote in the branch of the others names all lanes.

__global__ void countsHeads(const int *keys, int *out, int n) {
  int lane = threadIdx.x % 32;
  bool isHead = lane == 0 || (threadIdx.x < n && keys[threadIdx.x] != keys[threadIdx.x - 1]);
  if (lane < 31) {
    unsigned heads = __ballot_sync(0xffffffff, isHead);  // want not_participating_lane_in_mask "31"
    out[threadIdx.x] = __popc(heads << (31 - lane));
  }
}

__global__ void countsHeadsOfAll(const int *keys, int *out, int n) {
  int lane = threadIdx.x % 32;
  bool isHead = lane == 0 || (threadIdx.x < n && keys[threadIdx.x] != keys[threadIdx.x - 1]);
  unsigned heads = __ballot_sync(0xffffffff, isHead);
  if (lane < 31) out[threadIdx.x] = __popc(heads << (31 - lane));
}

void launch(const int *keys, int *out, int n) {
  countsHeads<<<1, 256>>>(keys, out, n);
  countsHeadsOfAll<<<1, 256>>>(keys, out, n);
}
