// Lanes leave the kernel turn by turn; those that are left leave the loop in one turn, with
// a mask of themselves.

__global__ void counted(int *d, int n) {
  int v = d[threadIdx.x];
  unsigned mask = ~0u;
  for (int k = 0; k < n; k++) {
    bool live = d[v + k] > 0;
    mask = __ballot_sync(mask, live);
    if (!live)
      return;
    v += __shfl_sync(mask, v, __ffs(mask) - 1);
  }
  d[threadIdx.x] = v + __shfl_sync(mask, v, __ffs(mask) - 1);
}

__global__ void by_vote(int *d) {
  int v = d[threadIdx.x];
  unsigned mask = __ballot_sync(~0u, v > 0);
  if (v <= 0)
    return;
  while (true) {
    v = d[v];
    if (__all_sync(mask, v > 100))
      break;
    mask = __ballot_sync(mask, v > 0);
    if (v <= 0)
      return;
  }
  __syncwarp(mask);
}

// The vote is of those that have not returned in this turn.
__global__ void by_vote_of_the_rest(int *d, int n) {
  int v = d[threadIdx.x];
  unsigned mask = ~0u;
  for (int k = 0; k < n; k++) {
    v = d[v];
    mask = __ballot_sync(mask, v >= 0);
    if (v < 0)
      return;
    if (__any_sync(mask, v > 100)) {
      v += __shfl_sync(mask, v, __ffs(mask) - 1);
      break;
    }
  }
  d[threadIdx.x] = v;
}

// Each votes for itself.
__global__ void by_itself(int *d, int n) {
  int v = d[threadIdx.x];
  unsigned mask = ~0u;
  for (int k = 0; k < n; k++) {
    v = d[v];
    // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
    mask = __ballot_sync(mask, v >= 0);
    if (v < 0)
      return;
    if (v > 100) {
      // want~ potentially_divergent_mask "do not agree"
      __syncwarp(mask);
      break;
    }
  }
  d[threadIdx.x] = v;
}

// Some leave the loop in an earlier turn.
__global__ void one_by_one(int *d, int n) {
  int v = d[threadIdx.x];
  unsigned mask = __ballot_sync(~0u, v >= 0);
  if (v < 0)
    return;
  for (int k = 0; k < n; k++) {
    unsigned next = __ballot_sync(mask, v < 100);
    if (v >= 100)
      break;
    v = d[v + k];
    mask = __ballot_sync(next, v >= 0);
    if (v < 0)
      return;
  }
  // want? potentially_divergent_mask "do not agree"
  __syncwarp(mask);
}

// The mask is that of all that came in.
__global__ void too_many(int *d, int n) {
  int v = d[threadIdx.x];
  unsigned mask = ~0u;
  for (int k = 0; k < n; k++) {
    bool live = d[v + k] > 0;
    mask = __ballot_sync(mask, live);
    if (!live)
      return;
  }
  // want?[lockstep] potentially_not_participating_lane_in_mask "do not participate"
  // want? potentially_source_lane_not_in_mask "may read from"
  d[threadIdx.x] += __shfl_sync(~0u, v, 31);
}
