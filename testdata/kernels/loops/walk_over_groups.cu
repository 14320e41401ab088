// One group of lanes with equal keys after the other.
#define FULL 0xffffffffu

__global__ void walk(const int *keys, int *out) {
  int key = keys[threadIdx.x];
  unsigned todo = FULL;
  while (todo) {
    int leader = __ffs(todo) - 1;
    int k = __shfl_sync(FULL, key, leader);
    unsigned same = __ballot_sync(FULL, key == k);
    if (key == k)
      out[threadIdx.x] = __shfl_sync(same, key, __ffs(same) - 1);
    todo &= ~same;
  }
}

__global__ void walkAstray(const int *keys, const int *d) {
  int key = keys[threadIdx.x];
  unsigned todo = FULL;
  while (todo) {
    int k = __shfl_sync(FULL, key, __ffs(todo) - 1);
    unsigned same = __ballot_sync(FULL, key == k);
    if (d[threadIdx.x] == k)
      __syncwarp(same); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    todo &= ~same;
  }
}

// A lane leaves with its group. The groups are made in turns of their own, and the
// barrier is behind the loop, for nobody goes round again from there.
__global__ void leaveWithTheGroup(const int *keys, int *counts) {
  int key = keys[threadIdx.x];
  unsigned todo = FULL;
  while (true) {
    int k = __shfl_sync(todo, key, __ffs(todo) - 1);
    unsigned same = __ballot_sync(todo, key == k);
    if (key == k) {
      __syncwarp(same);
      if (threadIdx.x % 32 == __shfl_sync(same, threadIdx.x % 32, __ffs(same) - 1))
        atomicAdd(&counts[k], __popc(same));
      break;
    }
    todo ^= same;
  }
}

__global__ void someOfTheGroup(const int *keys, const int *d) {
  int key = keys[threadIdx.x];
  unsigned todo = FULL;
  while (true) {
    int k = __shfl_sync(todo, key, __ffs(todo) - 1);
    unsigned same = __ballot_sync(todo, key == k);
    if (key == k) {
      if (d[threadIdx.x])
        __syncwarp(same); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
      break;
    }
    todo ^= same;
  }
}

// More than those that leave.
__global__ void moreThanTheGroup(const int *keys) {
  int key = keys[threadIdx.x];
  unsigned todo = FULL;
  while (true) {
    int k = __shfl_sync(todo, key, __ffs(todo) - 1);
    unsigned same = __ballot_sync(todo, key >= k);
    unsigned others = __ballot_sync(todo, key != k);
    if (key == k) {
      __syncwarp(same); // want? potentially_divergent_mask "do not agree"
      break;
    }
    todo = others;
  }
}

// Who is done is carried from turn to turn.
__global__ void untilDone(const int *keys) {
  int key = keys[threadIdx.x];
  bool done = false;
  unsigned todo = FULL;
  while (!done) {
    int k = __shfl_sync(todo, key, __ffs(todo) - 1);
    unsigned same = __ballot_sync(todo, key == k);
    if (key == k) {
      __syncwarp(same);
      done = true;
    }
    todo ^= same;
  }
}

__global__ void votedOut(const int *d) {
  int i = threadIdx.x;
  bool done = false;
  unsigned todo = FULL;
  while (!done) {
    done = d[i++] > 0;
    todo = __ballot_sync(todo, !done);
  }
}

__global__ void votedOutBefore(const int *d) {
  int i = threadIdx.x;
  bool done = false;
  unsigned todo = FULL;
  while (!done) {
    todo = __ballot_sync(todo, !done); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    done = d[i++] > 0;
  }
}
