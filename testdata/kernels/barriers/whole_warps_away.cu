// A block barrier is for all warps of the block: what keeps a whole warp away breaks it as
// much as what parts a warp.

__global__ void firstWarps(int *data) {
  if (threadIdx.x < 64) {
    data[threadIdx.x] = 1;
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 64-127 skip this"
  }
}

__global__ void twoBarriers(int *data) {
  if (threadIdx.x / 32 == 0) {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 32-63 skip this"
  } else {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
  }
}

__global__ void oneRow(int *data) {
  if (threadIdx.y == 0) {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "lanes 0-31 of warp 1 skip this"
  }
}

__global__ void turnsByWarp(int *data) {
  for (int i = 0; i < threadIdx.x / 32; i++) {
    __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-31 skip this"
  }
}

__global__ void turnsByData(const int *turns) {
  for (int i = 0; i < turns[threadIdx.x / 32]; i++) {
    __syncthreads(); // want? potentially-divergent-syncthreads "threads .* may skip this"
  }
}

__global__ void flagOfWarp(const int *flags) {
  if (flags[threadIdx.x / 32]) {
    __syncthreads(); // want? potentially-divergent-syncthreads "threads .* may skip this"
  }
}

__global__ void rowsBelow(int *data, int rows) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row < rows) {
    __syncthreads(); // want? potentially-divergent-syncthreads "lanes 0-31 of warp 1 may skip this"
  }
}

// One side of the block works by tiles and the other never comes, however many there are.
__global__ void producers(int *data, int tiles) {
  if (threadIdx.x < 64) {
    data[threadIdx.x] = 1;
  } else {
    for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
      __syncthreads(); // want[lockstep,independent,strict] divergent-syncthreads "threads 0-63 skip this"
    }
  }
}

// Warps that have left do not count, what is the same for the block keeps it together, and
// a warp alone is a block.
__global__ void quiet(int *data, int n) {
  __shared__ int total;
  if (threadIdx.x >= 96) {
    return;
  }
  if (threadIdx.x == 0) {
    total = data[blockIdx.x];
  }
  __syncthreads();
  for (int i = 0; i < total; i++) {
    __syncthreads();
  }
  if (data[n] > 0) {
    __syncthreads();
  }
  while (__syncthreads_or(data[threadIdx.x] > 0)) {
    data[threadIdx.x]--;
  }
}

__global__ void oneWarp(int *data) {
  if (threadIdx.x < 32) {
    __syncthreads();
  }
}

void run(int *data) {
  firstWarps<<<1, 128>>>(data);
  twoBarriers<<<1, 64>>>(data);
  oneRow<<<1, dim3(32, 4)>>>(data);
  turnsByWarp<<<1, 128>>>(data);
  turnsByData<<<1, 128>>>(data);
  flagOfWarp<<<1, 128>>>(data);
  producers<<<1, 128>>>(data, 5);
  rowsBelow<<<1, dim3(32, 8)>>>(data, 17);
  quiet<<<1, 128>>>(data, 5);
  oneWarp<<<1, 32>>>(data);
}
