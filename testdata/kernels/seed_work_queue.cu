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
