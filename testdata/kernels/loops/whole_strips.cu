// A bound that is a multiple of the warp's size keeps the lanes of a strided loop
// together, however the stride and the bound are written.

__global__ void gridStride(int *data, int n) {
  int end = (n + 31) / 32 * 32;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) {
    data[i] = __shfl_xor_sync(~0u, i, 1);
  }
}

__global__ void fromTheLane(int *data, int n) {
  int lane = threadIdx.x & 31;
  for (int i = lane; i < (n & ~31); i += 32) {
    data[i] = __any_sync(~0u, data[i]);
  }
}

__global__ void wholeRows(int *data, int rows) {
  for (int i = threadIdx.x % 32; i < rows * 32; i += 32) {
    __syncwarp();
  }
}

__global__ void anyBound(int *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    data[i] = __shfl_xor_sync(~0u, i, 1);
  }
}
