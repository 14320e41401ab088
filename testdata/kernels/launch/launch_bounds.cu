// __launch_bounds__ is a maximum. A block that it keeps below a warp has lanes that never
// exist, and one of any size up to it may be launched; the others have no more warps
// than it allows.

__global__ __launch_bounds__(8) void allThereAre(int *data) {
  if (threadIdx.x < 8) {
    __syncwarp(); // want[lockstep] not_participating_lane_in_mask "Lane\(s\) .* named"
    __syncthreads();
  }
}

__global__ __launch_bounds__(8) void someSizes(int *data) {
  if (threadIdx.x < 4) {
    // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 4-7 named"
    // want?[independent,strict] potentially_not_participating_lane_in_mask "named .* but potentially"
    __syncwarp(0xff);
  }
}

__global__ __launch_bounds__(8) void everySize(int *data) {
  if (threadIdx.x == 0) {
    // want[independent,strict] participating_lane_not_in_mask "Lane\(s\) 0 participate"
    // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 1-7 named"
    __syncwarp(0xfe);
  }
}

// A block of several rows is as likely, and clears it.
__global__ __launch_bounds__(8) void rows(int *data) {
  unsigned mask = blockDim.y > 1 ? 0xff : 0xfe;
  if (threadIdx.x + threadIdx.y == 0) {
    // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 1-7 named"
    // want?[independent,strict] potentially_not_participating_lane_in_mask "named .* but potentially"
    __syncwarp(mask);
  }
}

__global__ __launch_bounds__(32) void oneWarp(int *data) {
  if (threadIdx.x < 32 && threadIdx.y == 0) {
    data[threadIdx.x] = __any_sync(0xffffffff, 1);
    __syncthreads();
  }
}

__global__ __launch_bounds__(40) void oneWholeWarp(int *data) {
  if (threadIdx.x < 40) {
    data[threadIdx.x] = __any_sync(0xffffffff, 1);
  }
}

template <int N> __global__ __launch_bounds__(2 * N) void twoWarps(int *data) {
  if (threadIdx.x < N + 16) {
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "Lane\(s\) 16-31 named.*twoWarps<32>"
  }
  if (threadIdx.x < 2 * N) {
    __syncwarp();
  }
}
template __global__ void twoWarps<32>(int *);

constexpr int warps = 4;
__global__ __launch_bounds__(warps * 32) void fourWarps(int *data) {
  if (blockDim.x * blockDim.y > 128 && threadIdx.x % 32 == 0) {
    __syncwarp();
  }
}
