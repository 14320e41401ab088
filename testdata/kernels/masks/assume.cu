// What the programmer promises is believed: an execution that comes to
// __builtin_unreachable or breaks a __builtin_assume has no meaning.

__global__ void enoughElements(int *data, int n) {
  __builtin_assume(n >= 32);
  if (threadIdx.x % 32 < n) {
    __syncwarp();
  }
}

__global__ void oneWarp(int *data) {
  __builtin_assume(blockDim.x == 32);
  if (threadIdx.x < 32) {
    data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 1);
  }
  if (threadIdx.x < 31) {
    __syncwarp(); // want[lockstep,independent,strict] not_participating_lane_in_mask "Lane\(s\) 31 named"
  }
}

__global__ void noOtherCase(int *data, int mode) {
  switch (mode + data[threadIdx.x]) {
  case 1:
    __syncwarp();
    break;
  default:
    __builtin_unreachable();
  }
  __syncthreads();
}

__global__ void inRange(int *data, int n) {
  int mine = data[threadIdx.x];
  if (mine >= n) {
    __builtin_unreachable();
  }
  __syncthreads();
  if (mine < n) {
    __syncwarp();
  }
}

__global__ void otherPromise(int *data, int n) {
  __builtin_assume(n >= 16 && data != nullptr);
  if (threadIdx.x % 32 < n) {
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "Lane\(s\) (1[6-9]|2[0-9]|30)-31 named"
  }
}
