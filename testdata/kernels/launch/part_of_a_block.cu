// Launches that leave some extent of the block open: the others hold.

__global__ void quads(float *data) {
  if (blockDim.x != 4 || blockDim.y != 8) __trap();
  float v = data[threadIdx.x];
  v += __shfl_down_sync(~0u, v, 1, 4);
  if (threadIdx.x == 0) {
    // want not_participating_lane_in_mask "Lane\(s\) 1-3, 5-7, 9-11, .* in context\(s\) quads \[block 4x8x\?, sm_"
    v += __shfl_down_sync(~0u, v, 2, 4);
  }
  data[threadIdx.x] = v;
}

void startQuads(float *data, int threads) {
  dim3 block = {4, 8, (unsigned)threads / 32};
  quads<<<1, block>>>(data);
}

// A row is a quarter of a warp, and the rows are whole warps.
__global__ void rows(int *data, int n) {
  unsigned row = 0xffu << (threadIdx.y % 4 * 8);
  if (threadIdx.y < n) data[threadIdx.y] = __shfl_sync(row, data[threadIdx.x], 0, 8);
  // want not_participating_lane_in_mask "Lane\(s\) 0, 8, 16, 24 named"
  if (threadIdx.x) __syncwarp();
}

void startRows(int *data, int n) {
  rows<<<1, dim3(8, n)>>>(data, n);
}

// A row is whole warps.
__global__ void wide(int *data, int n) {
  if (threadIdx.y < n) data[threadIdx.y] = __any_sync(~0u, data[threadIdx.x]);
}

void startWide(int *data, int n) {
  wide<<<1, dim3(64, n)>>>(data, n);
}

// The block has one dimension, however wide it is.
__global__ void flat(int *data) {
  if (threadIdx.x + threadIdx.y < 16) {
    // want not_participating_lane_in_mask "Lane\(s\) 16-31 named .* in context\(s\) flat \[sm_"
    data[threadIdx.x] = __shfl_sync(~0u, data[threadIdx.x], 0);
  }
}

void startFlat(int *data, int n) {
  flat<<<1, n>>>(data);
}

// Of launches of unknown width what all have in common holds.
__global__ void either(int *data) {
  if (threadIdx.y < 2) data[threadIdx.x] = __any_sync(~0u, data[threadIdx.x]);
  // want? potentially-divergent-syncthreads "."
  if (threadIdx.z == 0) __syncthreads();
}

void startEither(int *data, int n) {
  either<<<1, dim3(n, 2)>>>(data);
  either<<<1, dim3(n, 2, n)>>>(data);
}
