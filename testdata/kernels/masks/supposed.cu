// What is not computed decides nothing that a run shows: neither who comes, nor which mask they pass.
#define FULL 0xffffffffu
#define LANE (threadIdx.x & 31)

extern __device__ int outside(int);
extern __device__ void fills(int *what);
__device__ const float table[4] = {1, 2, 3, 4};

__global__ void decidesTheWay(int *data) {
  if (outside(3) == 0 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void decidesNothing(int *data, int n) {
  int what = data[LANE] = outside(3);
  if (LANE < n)
    data[LANE] = __any_sync(FULL, what); // want? potentially_not_participating_lane_in_mask "named"
}

__global__ void decidesByMemory(int *data) {
  int what = 5;
  fills(&what);
  if (what == 7 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void decidesTheMask(int *data) {
  // want~ potentially_divergent_mask "do not agree"
  data[LANE] = __any_sync(outside(1), 1);
}

__global__ void holdsWhatNobodyWrote(int *data) {
  __shared__ int cell;
  if (cell == 7 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void holdsWhatItSays(int *data, int i) {
  if (table[i & 3] > 5 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1);
}

__global__ void asLateAsItIs(int *data) {
  if (clock() == 7 && LANE < 16)
    data[LANE] = __any_sync(FULL, 1); // want~ potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named"
}

__global__ void storesIt(int *data, int n) {
  __shared__ int cells[64];
  cells[LANE] = outside(n);
  if (n > 3)
    data[LANE] = cells[LANE ^ 1]; // want missing-syncwarp "races"
}

// without missing-syncthreads
// without uninitialized-shared
