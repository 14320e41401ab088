// Templates that nothing instantiates: who does chooses their constants, as a caller chooses arguments. An example names them.
#define FULL 0xffffffffu

template <int Lanes>
__global__ void rows(const float* src, float* out, unsigned long count) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread / Lanes < count) {
    out[thread] = __shfl_down_sync(FULL, src[thread], 1);  // want? potentially_not_participating_lane_in_mask "."
  }
}

template <int Lanes>
__global__ void steps(const float* src, float* out, unsigned long count) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread < count) {
    float sum = src[thread];
    // want? potentially_not_participating_lane_in_mask "."
    for (int i = Lanes / 2; i > 0; i /= 2) sum += __shfl_down_sync(FULL, sum, i);
    out[thread] = sum;
  }
}

template <typename T, int Lanes>
__global__ void segments(const T* src, const long* ptr, T* out, unsigned long count) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int row = thread / Lanes, lane = thread & (Lanes - 1);
  if (row < count) {
    T sum = 0;
    for (long i = ptr[row] + lane; i < ptr[row + 1]; i += Lanes) sum += src[i];
#pragma unroll
    // want? potentially_not_participating_lane_in_mask "."
    for (int i = Lanes / 2; i > 0; i /= 2) sum += __shfl_down_sync(FULL, sum, i);
    if (lane == 0) out[row] = sum;
  }
}

// A warp a row.
template <int Lanes>
__global__ void whole_rows(const float* src, float* out, unsigned long count) {
  static_assert(Lanes == 32, "a warp a row");
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread / Lanes < count) {
    out[thread] = __shfl_down_sync(FULL, src[thread], 1);
  }
}

// Whole warps, whatever the constant is.
template <int Warps>
__global__ void whole_warps(const float* src, float* out) {
  if (threadIdx.x < Warps * 32) {
    out[threadIdx.x] = __shfl_xor_sync(FULL, src[threadIdx.x], 1);
  }
}
