// What a shuffle hands to all lanes keeps them together, turn after turn: queues, locks and
// work that the lanes take off each other are correct, whatever memory holds.
#define FULL 0xffffffffu

__device__ int queueEnd;
__device__ int queueNext;

// Every warp takes items off a queue until it is empty.
__global__ void persistent(int items, int *next, float *out) {
  int lane = threadIdx.x & 31;
  while (true) {
    int item;
    if (lane == 0)
      item = atomicAdd(next, 1);
    item = __shfl_sync(FULL, item, 0);
    if (item >= items)
      return;
    out[32 * item + lane] *= 2.0f;
  }
}

// The same with the bound in memory, read again in every turn.
__global__ void until_end(const int *list, int *out) {
  int lane = threadIdx.x & 31, item;
  if (lane == 0)
    item = atomicAdd(&queueNext, 1);
  item = __shfl_sync(FULL, item, 0);
  while (item < queueEnd) {
    out[list[item]] = lane;
    if (lane == 0)
      item = atomicAdd(&queueNext, 1);
    item = __shfl_sync(FULL, item, 0);
  }
}

__device__ void lock(unsigned *word) {
  bool taken = true;
  while (taken) {
    if ((threadIdx.x & 31) == 1)
      taken = atomicOr(word, 1u) != 0;
    taken = __shfl_sync(FULL, taken, 1);
  }
}

// The warp does the lanes' work one after the other, along a list whose nodes are
// as wide as the warp.
__global__ void one_by_one(unsigned *pool, const unsigned *keys, unsigned n) {
  unsigned thread = threadIdx.x + blockIdx.x * blockDim.x, lane = threadIdx.x & 31;
  bool open = thread < n;
  unsigned key = open ? keys[thread] : 0, node = 0, work;
  while ((work = __ballot_sync(FULL, open))) {
    unsigned wanted = __shfl_sync(FULL, key, __ffs(work) - 1);
    unsigned cell = pool[node + lane];
    unsigned link = __shfl_sync(FULL, cell, 1);
    while (link && wanted >= link) {
      node = __shfl_sync(FULL, cell, 0);
      lock(pool + node);
      cell = pool[node + lane];
      link = __shfl_sync(FULL, cell, 1);
    }
    if (lane == __ffs(work) - 1)
      open = false;
  }
}

// The walk down begins again from the root when the whole warp finds the way blocked.
__global__ void start_over(const unsigned *pool, const unsigned *keys, unsigned n) {
  unsigned thread = threadIdx.x + blockIdx.x * blockDim.x, lane = threadIdx.x & 31;
  bool open = thread < n;
  unsigned key = open ? keys[thread] : 0, node = 0, above = 0, work;
  while ((work = __ballot_sync(FULL, open))) {
    unsigned wanted = __shfl_sync(FULL, key, __ffs(work) - 1);
    unsigned cell = pool[node + lane];
    unsigned link = __shfl_sync(FULL, cell, 1);
    if (above == 0 && link && wanted >= link) {
      node = above = 0;
      continue;
    }
    above = node;
    node = __shfl_sync(FULL, cell, 0);
    if (lane == __ffs(work) - 1)
      open = false;
  }
}

void launch(int *next, float *out, int *list, unsigned *pool, unsigned n) {
  persistent<<<8, 256>>>(100, next, out);
  until_end<<<8, 256>>>(list, list);
  one_by_one<<<8, 256>>>(pool, pool, n);
  start_over<<<8, 256>>>(pool, pool, n);
}

// A queue for each half of the warp: its lanes leave together, and the halves do not.
__global__ void queuePerHalf(int *counter, float *out, int n) {
  int lane = threadIdx.x & 15;
  const unsigned mask = 0xffffu << (threadIdx.x & 16);
  while (true) {
    int next = 0;
    if (lane == 0) {
      next = atomicAdd(counter, 1);
    }
    next = __shfl_sync(mask, next, 0, 16);
    if (next >= n) {
      break;
    }
    out[next * 16 + lane] = __shfl_xor_sync(mask, lane, 1);
  }
}

__global__ void queuePerQuarter(int *counter, float *out, int n) {
  int first = threadIdx.x & 24;
  const unsigned mask = 0xffu << first;
  int next = 0;
  do {
    if ((threadIdx.x & 31) == first) {
      next = atomicAdd(counter, 1);
    }
    next = __shfl_sync(mask, next, first);
    out[next] = first;
  } while (next < n);
}

// A lane that leaves by what it has read itself does not wait for its half.
__global__ void leavesItsHalf(int *counter, float *out, int n) {
  int lane = threadIdx.x & 15;
  const unsigned mask = 0xffffu << (threadIdx.x & 16);
  int mine = lane;
  while (true) {
    if (lane == 0) {
      mine = atomicAdd(counter, 1);
    }
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    int next = __shfl_sync(mask, mine, 0, 16);
    if (next + mine >= n) {
      break;
    }
    out[next * 16 + lane] = 1;
  }
}
