// A distance that is halved or doubled in every iteration stays below what it begins with or ends at.

#define EIGHT (0xffu << (threadIdx.x & 24))

__global__ void halved(float *d, int width) {
  if (width > 8) return;
  float v = d[threadIdx.x];
  for (int o = width / 2; o > 0; o >>= 1) v += __shfl_xor_sync(EIGHT, v, o);
  for (int o = width / 2; o > 0; o /= 2) v += __shfl_xor_sync(EIGHT, v, o);
  for (int o = width / 2; o > 0; o >>= 2) v += __shfl_xor_sync(EIGHT, v, o);
  d[threadIdx.x] = v;
}

__global__ void doubled(float *d, int width) {
  if (width > 8) return;
  float v = d[threadIdx.x];
  for (int o = 1; o < width; o <<= 1) v += __shfl_xor_sync(EIGHT, v, o);
  for (long long o = 1; o < width; o *= 2) v += __shfl_xor_sync(EIGHT, v, o);
  for (int o = 1; o < width; o += o) v += __shfl_xor_sync(EIGHT, v, o);
  d[threadIdx.x] = v;
}

// The group is as wide.
__global__ void byLogarithm(float *d, int log) {
  if (log < 0 || log > 4) return;
  int width = 1 << log;
  unsigned mask = ((1u << width) - 1) << (threadIdx.x & 31 & ~(width - 1));
  float v = d[threadIdx.x];
  for (int o = width / 2; o > 0; o >>= 1) v += __shfl_xor_sync(mask, v, o);
  d[threadIdx.x] = v;
}

// The first distance leads into another group.
__global__ void fromTheWidth(float *d, int width) {
  if (width != 8 && width != 16) return;
  float v = d[threadIdx.x];
  for (int o = width; o > 0; o >>= 1) {
    v += __shfl_xor_sync(EIGHT, v, o); // want source_lane_not_in_mask "outside mask"
  }
  d[threadIdx.x] = v;
}

// The last one does.
__global__ void toTheWidth(float *d, int width) {
  if (width != 4 && width != 8) return;
  float v = d[threadIdx.x];
  for (int o = 1; o <= width; o <<= 1) {
    v += __shfl_xor_sync(EIGHT, v, o); // want? potentially_source_lane_not_in_mask "outside mask"
  }
  d[threadIdx.x] = v;
}

// What is negative is not halved by a shift.
__global__ void negative(float *d, int first) {
  if (first > -2) return;
  int o = first;
  for (int i = 0; i < d[0]; ++i) o /= 2;
  if (o == -1) __syncwarp(threadIdx.x % 32 == 0 ? ~0u : 1u << (threadIdx.x % 32)); // want divergent_mask "do not agree"
}

// Each lane has a distance of its own.
__global__ void ofALane(float *d) {
  float v = d[threadIdx.x];
  for (int o = threadIdx.x % 32; o > 0; o >>= 1) {
    v += __shfl_xor_sync(~0u, v, o); // want not_participating_lane_in_mask "do not participate"
  }
  d[threadIdx.x] = v;
}

// A tree in which fewer lanes come in each iteration.
__global__ void fewer(float *d, int n) {
  float v = d[threadIdx.x];
  for (int o = 1; o < n; o <<= 1) {
    if (threadIdx.x % (2 * o) == 0) v += __shfl_down_sync(~0u, v, o); // want not_participating_lane_in_mask "1, 3, 5, .* do not participate"
  }
  d[threadIdx.x] = v;
}

// A distance that is below the size of the block is never shifted out.
__global__ void tree(float *d) {
  extern __shared__ float s[];
  s[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  for (unsigned o = 1; o < blockDim.x; o *= 2) {
    unsigned i = 2 * o * threadIdx.x;
    if (i < blockDim.x) s[i] += s[i + o];
    __syncthreads();
  }
  d[threadIdx.x] = s[0];
}

// One that a loop does not test is, and the loop goes on with 0.
__global__ void shiftedOut(float *d, int n) {
  unsigned bit = 1;
  for (int i = 0; i < n; ++i) {
    if (bit == 0 && threadIdx.x % 32 < 16) __syncwarp(); // want not_participating_lane_in_mask "do not participate"
    bit <<= 1;
  }
}

// without missing-syncthreads
