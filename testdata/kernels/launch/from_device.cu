// Device code launches kernels, too (dynamic parallelism), and so do functions for both
// sides. A block of 48 has half a warp, whose lanes have no partners.

__global__ void from_kernel(int *data) {
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  // want source_lane_not_in_mask "16-31 that do not exist in a block of 48 threads.*block 48"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

__global__ void from_kernel_in_whole_warps(int *data) {
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

template <int Distance> __global__ void instance(int *data) {
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  // want source_lane_not_in_mask "16-31 that do not exist in a block of 48 threads.*block 48"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], Distance);
}

template <class T> __global__ void deduced(T *data) {
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  // want source_lane_not_in_mask "16-31 that do not exist in a block of 48 threads.*block 48"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

namespace inner {
__global__ void by_function(int *data) {
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  // want source_lane_not_in_mask "16-31 that do not exist in a block of 48 threads.*block 24x2"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}
} // namespace inner

__global__ void by_both(int *data) {
  // want[lockstep] not_participating_lane_in_mask "Lane\(s\) 16-31 named"
  // want source_lane_not_in_mask "16-31 that do not exist in a block of 48 threads.*block 48"
  data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 16);
}

__device__ void start(int *data, int rows) { inner::by_function<<<1, dim3(24, rows)>>>(data); }

__host__ __device__ void start_both(int *data, int threads) { by_both<<<1, threads>>>(data); }

__global__ void parent(int *data, int n) {
  int threads = n < 100 ? 32 : 64;
  if (threadIdx.x == 0)
    from_kernel_in_whole_warps<<<n, threads>>>(data + threadIdx.x);
  threads -= threads / 4; // 24 or 48
  if (threads > 24)
    from_kernel<<<n, threads>>>(data);
  instance<16><<<1, 48>>>(data);
  deduced<<<1, 48>>>(data);
  start(data, 2);
}

// What stands around a launch stays: lanes 16-31 do not vote.
__global__ void votes_first(int *data) {
  if (threadIdx.x < 16) {
    if (__any_sync(0xffffffff, data[threadIdx.x])) // want not_participating_lane_in_mask "Lane\(s\) 16-31 named"
      from_kernel_in_whole_warps<<<1, 32>>>(data);
  }
}

__global__ void votes_together(int *data) {
  if (__any_sync(0xffffffff, data[threadIdx.x]))
    from_kernel_in_whole_warps<<<1, 32>>>(data);
}

void run(int *data, int n) {
  parent<<<1, 32>>>(data, n);
  votes_first<<<1, 32>>>(data);
  votes_together<<<1, 32>>>(data);
  start_both(data, 48);
}
