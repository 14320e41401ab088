// A mask that is made anew in every turn, of what the loop carries along: all lanes stay
// in the loop, and those that are alive work.

__global__ void flag(int *d) {
  int v = d[threadIdx.x];
  bool alive = v > 0;
  unsigned mask = __ballot_sync(~0u, alive);
  while (mask) {
    if (alive) {
      v += __shfl_sync(mask, v, __ffs(mask) - 1);
      alive = v > 0;
    }
    mask = __ballot_sync(~0u, alive);
  }
  d[threadIdx.x] = v;
}

__global__ void until_done(int *d) {
  bool done = false;
  unsigned finished = 0;
  int v = d[threadIdx.x];
  do {
    if (!done) {
      v += __shfl_sync(~finished, v, __ffs(~finished) - 1);
      if (v < 0)
        done = true;
    }
    finished = __ballot_sync(~0u, done);
  } while (finished != ~0u);
  d[threadIdx.x] = v;
}

__global__ void strided(int *d, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  unsigned mask = __ballot_sync(~0u, i < n);
  while (mask) {
    if (i < n)
      d[i] += __shfl_sync(mask, d[i], __ffs(mask) - 1);
    i += blockDim.x * gridDim.x;
    mask = __ballot_sync(~0u, i < n);
  }
}

__global__ void of_two(const int *d, int n) {
  int v = d[threadIdx.x], w = d[threadIdx.x + n];
  unsigned mask = __ballot_sync(~0u, v > 0 && w > 0);
  while (mask) {
    if (v > 0 && w > 0) {
      __syncwarp(mask);
      v = d[v];
      w = d[w];
    }
    mask = __ballot_sync(~0u, v > 0 && w > 0);
  }
}

struct node {
  node *next;
};

__global__ void chains(node *const *heads, int n) {
  node *at = heads[threadIdx.x];
  unsigned mask = __ballot_sync(~0u, at != nullptr);
  for (int i = 0; i < n && mask; i++) {
    if (at) {
      __syncwarp(mask);
      at = at->next;
    }
    mask = __ballot_sync(~0u, at != nullptr);
  }
  if (at)
    __syncwarp(mask);
}

// Of those that came in.
__global__ void of_entered(int *d, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  unsigned entered = __ballot_sync(~0u, i < n);
  if (i >= n)
    return;
  bool alive = d[i] > 0;
  unsigned mask = __ballot_sync(entered, alive);
  while (mask) {
    if (alive) {
      __syncwarp(mask);
      alive = d[i] > n;
    }
    mask = __ballot_sync(entered, alive);
  }
}

// The flag changes once more behind the ballot.
__global__ void changed_later(int *d) {
  int v = d[threadIdx.x];
  bool alive = v > 0;
  unsigned mask = __ballot_sync(~0u, alive);
  while (mask) {
    if (alive)
      // want? potentially_not_participating_lane_in_mask "potentially do not participate"
      __syncwarp(mask);
    alive = v > 3;
    mask = __ballot_sync(~0u, alive);
    v = d[v];
    alive = v > 3;
  }
}

// At the entry it is the ballot of something else.
__global__ void other_at_first(int *d) {
  int v = d[threadIdx.x];
  bool alive = v > 0;
  unsigned mask = __ballot_sync(~0u, v >= 0);
  while (mask) {
    if (alive) {
      // want? potentially_not_participating_lane_in_mask "potentially do not participate"
      __syncwarp(mask);
      v = d[v];
      alive = v > 0;
    }
    mask = __ballot_sync(~0u, alive);
  }
}

// One turn late.
__global__ void late(int *d) {
  int v = d[threadIdx.x];
  bool alive = v > 0;
  unsigned mask = __ballot_sync(~0u, alive);
  while (mask) {
    unsigned next = __ballot_sync(~0u, alive);
    if (alive)
      // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
      __syncwarp(mask);
    v = d[v];
    alive = v > 0;
    mask = next;
  }
}
