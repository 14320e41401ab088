// The block of a launch may come through a configuration, a parameter, a structure or a
// condition. In rows of 16 a warp has two of them, in rows of 32 each its own.

__global__ void byMembers(float *data) {
  if (threadIdx.y == 1)
    data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 1); // want not_participating_lane_in_mask "byMembers \[block 16x2"
}

__global__ void throughWrapper(float *data) {
  if (threadIdx.y == 0)
    data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 1); // want not_participating_lane_in_mask "throughWrapper \[block 16x4"
}

__global__ void wholeRows(float *data) {
  if (threadIdx.y == 0)
    data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 1);
}

__global__ void inStructure(float *data) {
  if (threadIdx.y == 0)
    data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 1); // want not_participating_lane_in_mask "inStructure \[block 16x3"
}

__global__ void chosen(float *data) {
  if (threadIdx.y == 0)
    data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 1); // want not_participating_lane_in_mask "chosen \[block 16x4"
}

// Both extents follow one condition: no block is 16 wide.
__global__ void bothChosen(float *data) {
  if (threadIdx.y == 0)
    data[threadIdx.x] = __shfl_xor_sync(0xffffffff, data[threadIdx.x], 1);
}

struct Sizes {
  dim3 grid, block;
};

static Sizes sizesFor(int n) {
  Sizes made;
  made.block = dim3(16, 3);
  made.grid = dim3(n);
  return made;
}

template <class Kernel, class... Arguments>
void launch(Kernel kernel, dim3 grid, dim3 block, Arguments... arguments) {
  kernel<<<grid, block>>>(arguments...);
}

void run(float *data, int n) {
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4);
  config.blockDim.x = 16;
  config.blockDim.y = 2;
  cudaLaunchKernelEx(&config, byMembers, data);

  // One instantiation, two kernels, each with its own block.
  launch(throughWrapper, dim3(1), dim3(16, 4), data);
  launch(wholeRows, dim3(1), dim3(32, 4), data);

  Sizes sizes = sizesFor(n);
  inStructure<<<sizes.grid, sizes.block>>>(data);

  dim3 block(32, 4);
  if (n < 100)
    block.x = 16;
  chosen<<<1, block>>>(data);

  int width = n < 100 ? 32 : 64, rows = n < 100 ? 4 : 2;
  bothChosen<<<1, dim3(width, rows)>>>(data);
}
