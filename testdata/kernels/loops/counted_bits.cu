// How often a walk over the bits of a word goes round is known of no word: any number of bits may be set.

#define LOWER (threadIdx.x % 32 < 16)

__device__ int bits(unsigned word) {
  int n = 0;
  for (; word; word &= word - 1) ++n;
  return n;
}

__global__ void manyBits(int *data, unsigned word) {
  // want not_participating_lane_in_mask "Lane\(s\) 16-31"
  if (bits(word) > 5 && LOWER) data[threadIdx.x] = __any_sync(~0u, data[threadIdx.x]);
}

__global__ void threeRuns(int *data, unsigned word) {
  int n = 0;
  for (; word; word &= word << 1) ++n;
  // want not_participating_lane_in_mask "Lane\(s\) 16-31"
  if (n == 3 && LOWER) data[threadIdx.x] = __any_sync(~0u, data[threadIdx.x]);
}

__global__ void byTable(int *data, unsigned word, const unsigned *table) {
  int n = 0;
  for (; word; word &= table[word]) ++n;
  // want not_participating_lane_in_mask "Lane\(s\) 16-31"
  if (n == 2 && LOWER) data[threadIdx.x] = __any_sync(~0u, data[threadIdx.x]);
}

__global__ void lowestOut(int *data, unsigned word) {
  int n = 0;
  while (word) {
    word ^= 1u << (__ffs(word) - 1);
    ++n;
  }
  // want divergent-syncthreads "lanes 16-31"
  if (n == 4 && LOWER) __syncthreads();
}

// No word is left behind the loop, and none of its bits is new.
__global__ void nothingLeft(int *data, unsigned word) {
  unsigned rest = word & 0xff;
  for (; rest; rest &= rest - 1) {
    if (rest > 0xff && LOWER) data[1] = __any_sync(~0u, data[threadIdx.x]);
    data[rest] = 1;
  }
  if (rest && LOWER) data[0] = __any_sync(~0u, data[threadIdx.x]);
}
