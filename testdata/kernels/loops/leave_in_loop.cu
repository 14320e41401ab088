// A lane that returns from within a loop has exited, unless it may as well have left the
// loop for the code behind it.

__global__ void returnInLoop(int *data) {
  int left = data[threadIdx.x];
  while (true) {
    __syncthreads();
    data[threadIdx.x] = __ballot_sync(~0u, left > 1); // want?[lockstep] potentially_not_participating_lane_in_mask "potentially do not participate"
    if (left-- <= 0) {
      return;
    }
  }
}

__global__ void returnOrEnd(int *data, int n) {
  for (int i = 0; i < 100; i++) {
    if (i * 32 + threadIdx.x >= n) {
      return;
    }
    data[threadIdx.x] = __ballot_sync(~0u, i); // want?[lockstep] potentially_not_participating_lane_in_mask "potentially do not participate"
  }
}

__global__ void breakInLoop(int *data) {
  int left = data[threadIdx.x];
  while (true) {
    data[threadIdx.x] = __ballot_sync(~0u, left > 1); // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    if (left < -9) {
      return;
    }
    if (left-- <= 0) {
      break;
    }
  }
  __syncthreads();
}
