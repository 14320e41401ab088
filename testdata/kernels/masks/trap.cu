// A trap or a failed assertion ends the kernel in an error: what the lanes that are left
// may do wrong after it is no mistake of its own, but what they always do is. What they did before it is, and a lane that
// returns instead leaves the others to go on without it.

__global__ void checkedInput(int *data, int n) {
  int mine = data[threadIdx.x];
  if (mine >= n) {
    __trap();
  }
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, mine, 1);
}

__global__ void checkedInTurns(int *data, int n) {
  int mine = 0;
  for (int i = 0; i < n; i++) {
    mine += data[32 * i + threadIdx.x % 32];
    if (mine < 0) {
      asm volatile("trap;");
    }
    mine += __shfl_down_sync(0xffffffff, mine, 1);
  }
  data[threadIdx.x] = __shfl_sync(0xffffffff, mine, 31);
}

__global__ void returnsInstead(int *data, int n) {
  int mine = data[threadIdx.x];
  if (mine >= n) {
    return;
  }
  // want?[lockstep] potentially_not_participating_lane_in_mask "do not participate"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, mine, 1); // want? potentially_source_lane_not_in_mask "exited"
}

__global__ void before(int *data, int n) {
  int mine = data[threadIdx.x];
  if (threadIdx.x % 32 < 16) {
    __syncwarp(); // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
    if (mine >= n) {
      __trap();
    }
  }
}

__global__ void always(int *data) {
  if (threadIdx.x % 32 >= 16) {
    __trap();
  }
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, 1, 16); // want source_lane_not_in_mask "16-31 that have exited"
}
