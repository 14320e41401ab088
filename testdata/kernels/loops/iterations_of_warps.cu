// Loops whose number of turns is known, warp by warp. Only the last turn of one warp has
// lanes that are missing.
#define FULL 0xffffffffu

__global__ void thousand(const float *data, float *out) {
  float sum = 0;
  for (int i = threadIdx.x; i < 1000; i += blockDim.x) {
    sum += data[i];
    sum += __shfl_xor_sync(FULL, sum, 16); // want not_participating_lane_in_mask "8-31 .*block 256"
  }
  out[threadIdx.x] = sum;
}

__global__ void wholeWarps(const float *data, float *out) {
  float sum = 0;
  for (int i = threadIdx.x; i < 992; i += blockDim.x) {
    sum += data[i];
    sum += __shfl_xor_sync(FULL, sum, 16);
  }
  out[threadIdx.x] = sum;
}

__global__ void threeWarps(const float *data, float *out) {
  for (int i = threadIdx.x; i < 650; i += 96) {
    out[i] = __shfl_down_sync(FULL, data[i], 1); // want not_participating_lane_in_mask "10-31 .*block 96"
  }
}

__global__ void image(const float *data, float *out) {
  __shared__ float row[128];
  for (int i = threadIdx.x; i < 28 * 28; i += 128) {
    row[threadIdx.x] = data[i];
    __syncthreads(); // want divergent-syncthreads "16-31"
    out[i] = row[127 - threadIdx.x];
  }
}

// Whole warps, of which some turn once more.
__global__ void warpsOfImage(const float *data, float *out) {
  __shared__ float row[128];
  for (int i = threadIdx.x; i < 800; i += 128) {
    row[threadIdx.x] = data[i];
    __syncwarp();
    __syncthreads(); // want divergent-syncthreads "threads 32-127 skip this"
  }
}

// How often a warp turns is told by what a loop before carried along.
__global__ void afterALoop(int *out) {
  int p = 0;
  do {
    while (p < threadIdx.x / 32) ++p;
    __syncthreads(); // want divergent-syncthreads "threads 32-63 skip this"
  } while (++p < 2);
  out[threadIdx.x] = p;
}

__global__ void equallyOften(int *out) {
  int p = 0;
  do {
    while (p < threadIdx.x / 32) ++p;
    __syncthreads();
  } while (++p < 4 + threadIdx.x / 32);
  __syncthreads();
  out[threadIdx.x] = p;
}

// Who leaves the kernel is not waited for.
__global__ void leaves(int *out) {
  for (int i = 0; i < 4; ++i) {
    if (i == threadIdx.x / 32) return;
    __syncthreads();
  }
  out[threadIdx.x] = 1;
}

template <int N> __global__ void manyTurns(const float *data, float *out) {
  float sum = 0;
  for (int i = threadIdx.x % 32; i < N; i += 32) {
    sum += __shfl_xor_sync(FULL, data[i], 16); // want not_participating_lane_in_mask "16-31 .*manyTurns<4112>"
  }
  out[threadIdx.x] = sum;
}

template __global__ void manyTurns<4112>(const float *, float *);
template __global__ void manyTurns<4096>(const float *, float *);

// Some block may leave before: the last warp breaks the rule whenever it comes.
__global__ void ofSomeBlocks(const float *data, float *out, const int *used) {
  if (used[threadIdx.x / 32]) {
    for (int i = threadIdx.x; i < 1000; i += blockDim.x) {
      out[i] = __shfl_xor_sync(FULL, data[i], 16); // want not_participating_lane_in_mask "8-31 .*block 256, warp 7"
    }
  }
}

// The turns of the outer loop are not known.
__global__ void rows(const float *data, float *out, int count) {
  for (int r = 0; r < count; r++) {
    for (int i = threadIdx.x; i < 1000; i += blockDim.x) {
      out[i] = __shfl_xor_sync(FULL, data[i + r], 16); // want not_participating_lane_in_mask "8-31 .*block 256, warp 7"
    }
    for (int i = threadIdx.x; i < 992; i += blockDim.x) {
      out[i] = __shfl_xor_sync(FULL, data[i + r], 16);
    }
  }
}

void launch(float *data, float *out, int *used, int n) {
  thousand<<<1, 256>>>(data, out);
  wholeWarps<<<1, 256>>>(data, out);
  threeWarps<<<1, 96>>>(data, out);
  image<<<1, 128>>>(data, out);
  afterALoop<<<1, 64>>>(nullptr);
  equallyOften<<<1, 64>>>(nullptr);
  leaves<<<1, 96>>>(nullptr);
  warpsOfImage<<<1, 128>>>(data, out);
  ofSomeBlocks<<<n, 256>>>(data, out, used);
  rows<<<n, 256>>>(data, out, n);
}

// Rows that are no whole warps: which lanes of the last warp are there is a number only when
// the warp is one.
template <int X, int Y> __global__ void oddRows(float *data) {
  int t = threadIdx.y * X + threadIdx.x;
  if ((t | 31) < X * Y) data[t] += __shfl_xor_sync(FULL, data[t], 16);
  if (t < X * Y - 6) data[t] += __shfl_xor_sync(FULL, data[t], 1); // want not_participating_lane_in_mask "30-31 "
}

void launchRows(float *data) { oddRows<10, 10><<<1, dim3(10, 10)>>>(data); }

// without missing-syncthreads
