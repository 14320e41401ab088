// Values that lanes exchange until all have the same one.

__global__ void maximumByButterfly(float *data) {
  float top = data[threadIdx.x];
  for (int o = 16; o > 0; o >>= 1) {
    top = fmaxf(top, __shfl_xor_sync(~0u, top, o));
  }
  if (top > 0) {
    __syncwarp();
  }
}

__global__ void longestRow(int *data, const int *lengths) {
  int mine = lengths[threadIdx.x], longest = mine;
  for (int o = 16; o > 0; o >>= 1) {
    int other = __shfl_xor_sync(~0u, longest, o);
    longest = longest > other ? longest : other;
  }
  for (int i = 0; i < longest; i++) {
    data[i] = __ballot_sync(~0u, i < mine);
  }
}

// Four steps leave two halves, each with its own sum.
__global__ void oneStepShort(float *data) {
  float sum = data[threadIdx.x];
  for (int o = 8; o > 0; o >>= 1) {
    sum += __shfl_xor_sync(~0u, sum, o);
  }
  if (sum > 0) {
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp();
  }
}

__global__ void allMatch(int *data) {
  int same;
  unsigned mask = __match_all_sync(~0u, data[threadIdx.x], &same);
  if (same) {
    data[threadIdx.x] = __shfl_sync(mask, data[0], 0);
  }
}

// The lanes that are still in the loop are those whose key nobody has claimed.
__global__ void claimPeers(const int *keys, unsigned *out) {
  unsigned peers, unclaimed = ~0u;
  bool claimed;
  do {
    int key = __shfl_sync(unclaimed, keys[threadIdx.x], __ffs(unclaimed) - 1);
    claimed = key == keys[threadIdx.x];
    peers = __ballot_sync(unclaimed, claimed);
    unclaimed ^= peers;
  } while (!claimed);
  out[threadIdx.x] = peers;
}

// Whoever counts may see a number that others do not, until they meet.
__global__ void counted(const int *data, int *out) {
  __shared__ int above;
  if (threadIdx.x == 0) above = 0;
  __syncthreads();
  if (data[threadIdx.x] > 0) atomicAdd(&above, 1);
  // want? potentially-missing-syncwarp "for above"
  if (above > 3) __syncwarp(); // want~ potentially_not_participating_lane_in_mask "named"
  __syncthreads();
  if (above > 3) __syncwarp();
  out[threadIdx.x] = above;
}

// without missing-syncthreads
