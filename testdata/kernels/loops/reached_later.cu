// What always goes wrong where it is come to is definite once a run comes to it: not in the first
// iteration, and by what an earlier one read.

__global__ void afterAOne(int *d, int n) {
  int last = 0;
  for (int i = 0; i < n; ++i) {
    if (last == 1 && threadIdx.x % 32 < 16) {
      __syncwarp(); // want not_participating_lane_in_mask "do not participate"
    }
    last = d[i];
  }
}

__global__ void outsideTheMask(int *d, int n) {
  int last = 0, sum = 0;
  for (int i = 0; i < n; ++i) {
    if (last & 1) sum += __shfl_xor_sync(0xffff, i, threadIdx.x & 16); // want participating_lane_not_in_mask "not named"
    last = d[i];
  }
  d[n + threadIdx.x] = sum;
}

// The state that it waits for is never computed.
__global__ void never(int *d, int n) {
  int state = 0;
  for (int i = 0; i < n; ++i) {
    if (state == 5 && threadIdx.x % 32 < 16) {
      __syncwarp(); // want~ potentially_not_participating_lane_in_mask "potentially do not participate"
    }
    state = d[i] & 3;
  }
}

// Some of the executions that come to it are right.
__global__ void atTimes(int *d, int n) {
  int last = 0;
  for (int i = 0; i < n; ++i) {
    if (last > 0 && threadIdx.x % 32 < last) {
      __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    }
    last = d[i];
  }
}
